package gemm_test

import (
	"testing"

	"heddle/kernels/gemm"
)

// TestLayouts: the name of a layout is its letters, which say what is transposed.
func TestLayouts(t *testing.T) {
	for _, l := range gemm.Layouts {
		name := l.String()
		if parsed, err := gemm.ParseLayout(name); err != nil || parsed != l {
			t.Errorf("%s is read as %v (%v)", name, parsed, err)
		}
		if l.TransA() != (name[0] == 't') || l.TransB() != (name[1] == 't') {
			t.Errorf("%s: A is transposed: %t, B: %t", name, l.TransA(), l.TransB())
		}
	}
	for _, name := range []string{"", "n", "nnn", "NT", "xy"} {
		if l, err := gemm.ParseLayout(name); err == nil {
			t.Errorf("%q is read as %v", name, l)
		}
	}
}
