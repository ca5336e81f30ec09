"""Modules of other packages, held to the contract: the kernel trusts keys blindly, so wrong ones stop here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tertium.errors import TertiumError
from tertium.lexicon.keys import Keys
from tertium.lexicon.module import Module

_REMEDY = "See 'Your own module' in docs/reference/modules.md; Keys.from_lists makes correct keys of any lists"
_ARRAYS: Mapping[str, type[np.generic]] = {"offsets": np.int64, "values": np.uint32, "distances": np.uint8}


class ForeignModule:
    """A module of another package, whose keys are checked each time.

    Args:
        name: What it is registered as.
        module: What its maker returned.
    """

    def __init__(self, name: str, module: Module) -> None:
        found: Any = module
        if not callable(getattr(found, "keys", None)):
            raise _broken(name, "has no method keys(words)")
        if not isinstance(getattr(found, "name", None), str):
            raise _broken(name, "has no name that is a string")
        if not isinstance(getattr(found, "resources", None), Mapping):
            raise _broken(name, "has no resources that map names to versions")
        self._registered = name
        self._module = module
        self.name: str = module.name
        self.resources: Mapping[str, str] = module.resources

    def keys(self, words: Sequence[str]) -> Keys:
        """The keys that the module gives.

        Raises:
            TertiumError: They are not what the contract asks for.
        """
        try:
            keys = self._module.keys(words)
        except TertiumError:
            raise
        except Exception as error:  # whatever a stranger's code raises
            raise _broken(self._registered, f"fails: {type(error).__name__}: {error}") from error
        check_keys(self._registered, keys, len(words))
        return keys


def check_keys(name: str, keys: Keys, count: int) -> None:
    """Checks what a module gives for some words.

    Args:
        name: The name of the module, for the message.
        keys: What it gave.
        count: How many words it was given.

    Raises:
        TertiumError: Arrays of the wrong type or length, or keys that don't ascend.
    """
    given: object = keys
    if not isinstance(given, Keys):
        raise _broken(name, f"gives {type(given).__name__} instead of tertium.lexicon.keys.Keys")
    for field, kind in _ARRAYS.items():
        _check_array(name, field, getattr(keys, field), kind)
    offsets, values = keys.offsets, keys.values
    if len(offsets) != count + 1:
        raise _broken(name, f"gives {len(offsets)} offsets for {count} words; it has to be one more than words")
    if offsets[0] != 0 or offsets[-1] != len(values) or bool(np.any(offsets[1:] < offsets[:-1])):
        raise _broken(name, f"gives offsets that don't rise from 0 to the number of its keys, {len(values)}")
    if keys.distances is not None and len(keys.distances) != len(values):
        raise _broken(name, f"gives {len(keys.distances)} distances for {len(values)} keys")
    if not isinstance(keys.limit, int) or not 0 <= keys.limit < 2**32:
        raise _broken(name, f"gives the limit {keys.limit!r}, which is no whole number from 0 to 2^32 - 1")
    _check_order(name, keys)


def _check_array(name: str, field: str, array: object, kind: type[np.generic]) -> None:
    if array is None and field == "distances":
        return
    if not isinstance(array, np.ndarray):
        raise _broken(name, f"gives {field} of type {type(array).__name__} instead of a numpy array")
    if array.dtype != kind or array.ndim != 1 or not array.flags.c_contiguous:
        found = f"{array.ndim}-dimensional {array.dtype}{'' if array.flags.c_contiguous else ', with gaps'}"
        raise _broken(name, f"gives {field} that are not a contiguous row of {kind.__name__} but {found}")


def _check_order(name: str, keys: Keys) -> None:
    rises = keys.values[1:] > keys.values[:-1]
    starts = keys.offsets[(keys.offsets > 0) & (keys.offsets < len(keys.values))]
    rises[starts - 1] = True  # the first key of a word has none before it
    if not rises.all():
        word = int(np.searchsorted(keys.offsets, int(np.argmin(rises)) + 1, side="right"))
        raise _broken(name, f"gives keys that don't ascend within word {word}, or twice the same one")


def _broken(name: str, problem: str) -> TertiumError:
    return TertiumError(f"the module {name!r} {problem}", remedy=_REMEDY)
