"""One file a subject; a check is a function whose name is the sentence that it holds."""
