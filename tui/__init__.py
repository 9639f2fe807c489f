"""Rollbook's terminal screen: shows what the tracker knows and hands it what the GM types. It decides nothing itself."""
