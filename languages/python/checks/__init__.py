"""One file per topic. A check is a function whose name is the behavior that it tests."""
