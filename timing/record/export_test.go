package record

// Worst is the LDS access of a Timing with the most conflicts, for tests of other packages.
func Worst(t *Timing) any { return t.worst }
