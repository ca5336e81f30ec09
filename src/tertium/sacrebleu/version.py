"""The version of sacrebleu that this package equals, marked as ours by a local version label (PEP 440)."""

from __future__ import annotations

from tertium._core import __version__ as _ours

EQUALLED = "2.6.0"
"""The version of sacrebleu whose numbers and names these are."""

__version__ = version = f"{EQUALLED}+tertium{_ours}"
__version_tuple__ = version_tuple = (*map(int, EQUALLED.split(".")), f"tertium{_ours}")
__commit_id__ = commit_id = None
