"""GURPS, Third Edition: critical hits, critical misses and critical defenses (seed 002)."""
