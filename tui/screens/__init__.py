"""One file and one stylesheet for each screen and dialog."""
