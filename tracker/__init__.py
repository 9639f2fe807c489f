"""Rollbook without a screen: rules, events, store, projections, reports, files and the command line."""
