"""Sheets of the GURPS Character Sheet program (GCS), JSON versions 2 and later."""

from tracker.interchange.gcs.sheet import read_sheet

__all__ = ["read_sheet"]
