"""Sentence encoders: what they are, where their weights lie, and the states that they give the pieces of texts."""

from tertium.encoders.catalogue import CATALOGUE, DEFAULT, MULTILINGUAL, KnownEncoder
from tertium.encoders.encoder import EncodedTexts, Encoder
from tertium.encoders.installation import (
    InstalledEncoder,
    check_encoder,
    install_encoder,
    list_encoders,
    remove_encoder,
)
from tertium.encoders.matching import MatchedTexts, match_texts
from tertium.encoders.store import find_installed, is_folder, open_encoder
from tertium.files.user_folders import find_models_folder

__all__ = [
    "CATALOGUE",
    "DEFAULT",
    "MULTILINGUAL",
    "EncodedTexts",
    "Encoder",
    "InstalledEncoder",
    "KnownEncoder",
    "MatchedTexts",
    "check_encoder",
    "find_installed",
    "find_models_folder",
    "install_encoder",
    "is_folder",
    "list_encoders",
    "match_texts",
    "open_encoder",
    "remove_encoder",
]
