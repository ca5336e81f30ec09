"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from tertium.errors import InputError


def write_whole(content: bytes, path: Path, *, remedy: str = "Give another place") -> None:
    """Writes a file beside its place and moves it there, so that no half of it is ever seen.

    What is no regular file, such as a pipe or a device, is written to as it is.

    Args:
        content: What to write.
        path: Where to.
        remedy: What to do if it cannot be written.

    Raises:
        InputError: If it cannot be written; then whatever was there is still there.
    """
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = Path(file.name)
            try:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
                file.close()  # Windows neither renames nor removes a file that is open.
                temporary.chmod(0o666 & ~_umask())
                temporary.replace(path)
            except BaseException:
                file.close()
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(f"the result cannot be written: {error.strerror}", file=path, remedy=remedy) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
