package random

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"heddle/ir"
)

// Compare compares the contents of the buffers after two runs of the program: outputs by type,
// where all NaNs are equal, and within their tolerance; all other bytes exactly. The error names
// the first element that differs.
func (p *Program) Compare(want, got [][]byte) error {
	for i := range p.Buffers {
		if len(want[i]) != len(got[i]) {
			return fmt.Errorf("%s has %d bytes, not %d", p.Buffers[i].Name, len(got[i]), len(want[i]))
		}
		typed := make([]bool, len(want[i]))
		for _, o := range p.Outputs {
			if o.Buffer != i {
				continue
			}
			if err := p.compareOutput(&o, want[i], got[i], typed); err != nil {
				return err
			}
		}
		for k := range typed {
			if !typed[k] && want[i][k] != got[i][k] {
				return fmt.Errorf("byte %d of %s, which no lane writes: %#02x, not %#02x", k, p.Buffers[i].Name, got[i][k], want[i][k])
			}
		}
	}
	return nil
}

func (p *Program) compareOutput(o *Output, want, got []byte, typed []bool) error {
	t, ok := o.Elem.(ir.FloatType)
	if !ok {
		w := max(width(o.Elem), 1)
		if o.Elem == ir.I1 {
			w = 8
		}
		first, last := o.First*int64(w)/8, ((o.First+o.Size)*int64(w)+7)/8
		for k := first; k < last; k++ {
			if want[k] != got[k] {
				return fmt.Errorf("%s: element %d of %s, %s: byte %#02x, not %#02x", o, k*8/int64(w), p.Buffers[o.Buffer].Name, o.Elem, got[k], want[k])
			}
			typed[k] = true
		}
		return nil
	}
	size := int64(t.Width() / 8)
	for i := o.First; i < o.First+o.Size; i++ {
		a, b := codeAt(want[i*size:], size), codeAt(got[i*size:], size)
		for k := i * size; k < (i+1)*size; k++ {
			typed[k] = true
		}
		if d := Distance(t, a, b); d > o.ULP {
			return fmt.Errorf("%s: element %d of %s, %s: %g (%#x), not %g (%#x), %g units in the last place apart", o, i, p.Buffers[o.Buffer].Name, t,
				toFloat(t, b), b, toFloat(t, a), a, d)
		}
	}
	return nil
}

// String names the place of an output in the program.
func (o *Output) String() string {
	s := fmt.Sprintf("output of elements %d to %d", o.First, o.First+o.Size-1)
	if o.Function != "" {
		s += fmt.Sprintf(" of %s, %g ULP allowed", o.Function, o.ULP)
	}
	return s
}

func codeAt(b []byte, size int64) uint64 {
	var v [8]byte
	copy(v[:], b[:size])
	return binary.LittleEndian.Uint64(v[:])
}

// Distance returns how many numbers of a type lie between two codes: 0 for two NaN, infinite for
// one. Both zeros are one number to a tolerance, but not the same: they are half a unit apart.
func Distance(t ir.FloatType, a, b uint64) float64 {
	switch nanA, nanB := isNaN(t, a), isNaN(t, b); {
	case a == b || nanA && nanB:
		return 0
	case nanA || nanB:
		return math.Inf(1)
	}
	x, y := ordered(t, a), ordered(t, b)
	if x == y {
		return 0.5
	}
	// The difference is exact: it has at most 64 bits, the numbers may have more
	// than a float64.
	return float64(uint64(max(x, y)) - uint64(min(x, y)))
}

// ordered numbers the codes by size.
func ordered(t ir.FloatType, code uint64) int64 {
	sign := uint64(1) << (t.Width() - 1)
	if code&sign != 0 {
		return -int64(code &^ sign)
	}
	return int64(code)
}

// operations counts the operations of a program by name.
func (p *Program) operations(count map[string]int) {
	for rest := p.Text; ; {
		i := strings.Index(rest, "\"(")
		if i < 0 {
			return
		}
		first := strings.LastIndexByte(rest[:i], '"')
		count[rest[first+1:i]]++
		rest = rest[i+2:]
	}
}
