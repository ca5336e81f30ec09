"""The version, as the core was built."""

from importlib.metadata import version

__version__ = version("tertium")
