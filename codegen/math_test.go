package codegen_test

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"heddle/arch"
	"heddle/codegen"
	"heddle/long"
)

// distance is how many units of the last place two codes of a type are apart.
func distance(elem string, a, b uint64) float64 {
	order := func(v uint64) float64 {
		w := widthOf(elem)
		sign := uint64(1) << (w - 1)
		if v&sign != 0 {
			return -float64(int64(v &^ sign))
		}
		return float64(int64(v))
	}
	if isNaNCode(elem, a) != isNaNCode(elem, b) {
		return math.Inf(1)
	}
	if x, y := order(a), order(b); math.Abs(x-y) > 1<<40 {
		return math.Abs(x - y)
	}
	d := int64(a) - int64(b)
	if a>>(widthOf(elem)-1) != b>>(widthOf(elem)-1) {
		d = int64(a&(1<<(widthOf(elem)-1)-1)) + int64(b&(1<<(widthOf(elem)-1)-1))
	}
	return math.Abs(float64(d))
}

// TestMath: each function against its stated error, with what was measured.
func TestMath(t *testing.T) {
	worst := map[string]float64{}
	for _, row := range codegen.MathErrors {
		name := row.Op + " " + row.Type
		t.Run(name, func(t *testing.T) {
			r := kernelRow{in: []string{row.Type}, out: []string{row.Type}, count: long.Count(256, 768)}
			if *exhaustive {
				r.count = 1 << 16
			}
			args, types := "%a", row.Type
			if row.Operands == 2 {
				r.in, args, types = append(r.in, row.Type), "%a, %b", row.Type+", "+row.Type
			}
			r.body = fmt.Sprintf("    %%r0 = %q(%s) %s : (%s) -> %s\n", row.Op, args, row.Attrs, types, row.Type)
			r.near = func(out int, in []uint64, want, got uint64) error {
				d := distance(row.Type, want, got)
				worst[name+row.Attrs] = max(worst[name+row.Attrs], d)
				if d > math.Ceil(row.ULP-0.5) && !row.Loose {
					return fmt.Errorf("of %x: want %#x (%g), got %#x (%g), %g units apart", in, want, floatValue(row.Type, want), got, floatValue(row.Type, got), d)
				}
				return nil
			}
			for i, chip := range arch.Chips {
				r.plain = i == 1
				if !*exhaustive && i != len(row.Op)%2 && row.Type != "f64" {
					continue
				}
				r.run(t, chip, uint64(i))
			}
		})
	}
	var names []string
	for n := range worst {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		t.Logf("%-24s at most %g units apart", n, worst[n])
	}
}
