package lanes

// MFMA returns the kernel of a level, nil if it has none. The CPU must have the
// level.
func (l Level) MFMA(m Matrix) MFMA { return matrices[l][m] }
