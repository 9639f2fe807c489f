"""Character files of the GURPS Character Assistant (GCA): version 4 as text, version 5 as XML."""

from tracker.interchange.gca.text import read_gca4
from tracker.interchange.gca.tree import read_gca5

__all__ = ["read_gca4", "read_gca5"]
