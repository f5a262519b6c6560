//go:build !amd64

package lanes

// MFMA returns the kernel of a level, nil if it has none.
func (l Level) MFMA(m Matrix) MFMA { return nil }

func (l Level) panelCore(size, group int) panelCore { return nil }

func (l Level) vectorLanes() int { return 1 }
