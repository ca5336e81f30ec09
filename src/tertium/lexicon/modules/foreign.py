"""Modules of other packages: their keys are checked here, since the kernel does not check them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from tertium.errors import TertiumError
from tertium.languages import Languages
from tertium.lexicon.keys import Keys
from tertium.lexicon.module import Module
from tertium.plugins import get_package
from tertium.registry import is_known

_REMEDY = "See 'Your own module' in docs/reference/modules.md; Keys.from_lists makes correct keys from any lists"
_ARRAYS: Mapping[str, tuple[type[np.generic], ...]] = {
    "offsets": (np.int64,),
    "values": (np.uint32,),
    "distances": (np.uint8, np.float32),
}


class ForeignModule:
    """A module of another package, whose keys are checked each time.

    Args:
        name: Its registered name.
        module: The module.
    """

    def __init__(self, name: str, module: Module) -> None:
        languages = getattr(module, "languages", None)
        if languages is not None and (
            isinstance(languages, str)
            or not isinstance(languages, Collection)
            or not all(isinstance(code, str) for code in languages)
        ):
            raise _broken(name, "has languages that are not a set of two-letter codes, or None for any")
        self.languages: Languages | None = None if languages is None else frozenset(languages)
        self._registered = name
        self._module = module
        self.name: str = module.name
        self.resources: Mapping[str, str] = module.resources

    def keys(self, words: Sequence[str]) -> Keys:
        """Return the keys of the module.

        Raises:
            TertiumError: They violate the contract.
        """
        try:
            keys = self._module.keys(words)
        except TertiumError:
            raise
        except Exception as error:  # the code of another package may raise anything
            raise _broken(self._registered, f"fails: {type(error).__name__}: {error}") from error
        check_keys(self._registered, keys, len(words))
        return keys


def check_keys(name: str, keys: Keys, count: int) -> None:
    """Check the keys that a module returns for some words.

    >>> check_keys("mine", Keys.from_lists([["see"], []]), 2)

    Args:
        name: The name of the module, for the message.
        keys: The keys.
        count: The number of words.

    Raises:
        TertiumError: Arrays have the wrong type or length, or keys do not ascend.
    """
    given: object = keys
    if not isinstance(given, Keys):
        raise _broken(name, f"returns {type(given).__name__} instead of tertium.lexicon.Keys")
    for field, kinds in _ARRAYS.items():
        _check_array(name, field, getattr(keys, field), kinds)
    offsets, values = keys.offsets, keys.values
    if len(offsets) != count + 1:
        raise _broken(name, f"returns {len(offsets)} offsets for {count} words, not {count + 1}")
    if offsets[0] != 0 or offsets[-1] != len(values) or bool(np.any(offsets[1:] < offsets[:-1])):
        raise _broken(name, f"returns offsets that do not rise from 0 to the number of keys, {len(values)}")
    if keys.distances is not None and len(keys.distances) != len(values):
        raise _broken(name, f"returns {len(keys.distances)} distances for {len(values)} keys")
    if keys.distances is not None and not bool(np.all(keys.distances >= 0)):
        raise _broken(name, "returns a distance that is negative or not a number")
    if not isinstance(keys.limit, int | float) or not 0 <= keys.limit < 2**32:
        raise _broken(name, f"returns the limit {keys.limit!r}, which is not a number from 0 to 2^32 - 1")
    _check_order(name, keys)


def _check_array(name: str, field: str, array: object, kinds: tuple[type[np.generic], ...]) -> None:
    if array is None and field == "distances":
        return
    if not isinstance(array, np.ndarray):
        raise _broken(name, f"returns {field} of type {type(array).__name__} instead of a numpy array")
    if array.dtype not in kinds or array.ndim != 1 or not array.flags.c_contiguous:
        found = f"{array.ndim}-dimensional {array.dtype}{'' if array.flags.c_contiguous else ', not contiguous'}"
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise _broken(name, f"returns {field} that are not a contiguous array of {wanted} but {found}")


def _check_order(name: str, keys: Keys) -> None:
    rises = keys.values[1:] > keys.values[:-1]
    starts = keys.offsets[(keys.offsets > 0) & (keys.offsets < len(keys.values))]
    rises[starts - 1] = True  # the first key of a word has none before it
    if not rises.all():
        word = int(np.searchsorted(keys.offsets, int(np.argmin(rises)) + 1, side="right"))
        raise _broken(name, f"returns keys that do not ascend within word {word}, or one key twice")


def _broken(name: str, problem: str) -> TertiumError:
    package = f" of the package {get_package('module', name)!r}" if is_known({}, name, "module") else ""
    return TertiumError(f"the module {name!r}{package} {problem}", remedy=_REMEDY)
