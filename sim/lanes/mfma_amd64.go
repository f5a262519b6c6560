package lanes

// MFMA returns the kernel of a level, nil if it has none. The CPU must have the
// level.
func (l Level) MFMA(m Matrix) MFMA { return matrices[l][m] }

// panelCore is the function of a level that sums in groups, nil if it has none.
func (l Level) panelCore(size, group int) panelCore {
	if l == None || size != 16 && size != 32 || group != 8 && group != 16 {
		return nil
	}
	return [...][2][2]panelCore{
		AVX2:   {{core8x16AVX2, core8x32AVX2}, {core16x16AVX2, core16x32AVX2}},
		AVX512: {{core8x16AVX512, core8x32AVX512}, {core16x16AVX512, core16x32AVX512}},
	}[l][group/16][size/32]
}

func (l Level) vectorLanes() int { return [...]int{AVX2: 8, AVX512: 16}[l] }
