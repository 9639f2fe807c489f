"""Sheets of the GURPS Character Sheet program (GCS): XML versions 0 to 5, JSON versions 1 and later."""

from tracker.interchange.gcs.versions import read_json, read_xml

__all__ = ["read_json", "read_xml"]
