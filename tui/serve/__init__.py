"""The screen in a browser: a small web server on this machine, and the program that runs in each tab."""
