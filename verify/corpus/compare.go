package corpus

import (
	"encoding/binary"
	"fmt"
	"math"

	"heddle/ir"
)

// Difference is the first wrong element.
type Difference struct {
	Arg       int
	Element   int // in the order of memory
	Got, Want uint64
	Type      ir.Type
	Count     int // of all such elements in the argument
}

func (d *Difference) Error() string {
	return fmt.Sprintf("argument %d, element %d: %s is %#x, not %#x (%d elements of it differ)", d.Arg, d.Element, d.Type, d.Got, d.Want, d.Count)
}

// Compare compares the arguments after two runs.
func (c *Case) Compare(got, want [][]byte) error {
	for i := range c.Args {
		if d := c.Args[i].compare(got[i], want[i]); d != nil {
			d.Arg = i
			return d
		}
	}
	return nil
}

func (a *Arg) compare(got, want []byte) *Difference {
	var first *Difference
	for i := range a.Count {
		g, w := element(got[i*a.Bytes:], a.Bytes), element(want[i*a.Bytes:], a.Bytes)
		if g == w || a.near(g, w) {
			continue
		}
		if first == nil {
			first = &Difference{Element: i, Got: g, Want: w, Type: a.Type}
		}
		first.Count++
	}
	return first
}

func element(b []byte, size int) uint64 {
	var code [8]byte
	copy(code[:], b[:size])
	return binary.LittleEndian.Uint64(code[:])
}

// near compares floats whose codes differ. The payload of a NaN means nothing
// (docs/mlir-abi.md).
func (a *Arg) near(got, want uint64) bool {
	if _, ok := a.Type.(ir.FloatType); !ok {
		return false
	}
	g, w := a.value(got), a.value(want)
	if math.IsNaN(g) || math.IsNaN(w) {
		return math.IsNaN(g) && math.IsNaN(w)
	}
	t, apart := &a.Tolerance, math.Abs(g-w)
	return t.ULP > 0 && distance(got, want, 8*a.Bytes) <= t.ULP || t.Abs > 0 && apart <= t.Abs || t.Rel > 0 && apart <= t.Rel*math.Abs(w)
}

// distance counts the steps from one float to the other.
func distance(x, y uint64, bits int) uint64 {
	line := func(v uint64) int64 {
		magnitude := int64(v &^ (1 << (bits - 1)))
		if v>>(bits-1)&1 != 0 {
			return -magnitude
		}
		return magnitude
	}
	d := line(x) - line(y)
	return uint64(max(d, -d))
}
