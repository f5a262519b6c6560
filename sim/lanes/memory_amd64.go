package lanes

// Memory returns the kernels of memory accesses of a level, nil if it has none.
// The CPU must have the level.
func (l Level) Memory() *Memory {
	if l == None {
		return nil
	}
	return &memories[l]
}
