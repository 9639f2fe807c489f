"""Sheets of the GURPS Character Sheet program (GCS): XML versions 0 to 5, JSON versions 1 and later."""

from tracker.interchange.gcs.returned import read_returned
from tracker.interchange.gcs.versions import read_xml

__all__ = ["read_returned", "read_xml"]
