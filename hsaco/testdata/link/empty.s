// Nothing: an object has an empty .text all the same.
