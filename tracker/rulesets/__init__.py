"""Rule systems by id. A package outside can add one through an entry point ``rollbook.rulesets``."""
