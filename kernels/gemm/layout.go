package gemm

import (
	"fmt"
	"slices"
	"strings"
)

// Layout is how A and B are stored. The first letter of its name is for A,
// n for M x K and t for K x M; the second for B, n for K x N and t for N x K.
type Layout uint8

// The layouts.
const (
	NN Layout = iota
	NT
	TN
	TT
)

// Layouts are all of them.
var Layouts = []Layout{NN, NT, TN, TT}

var layoutNames = []string{"nn", "nt", "tn", "tt"}

// ParseLayout reads the name of a layout.
func ParseLayout(s string) (Layout, error) {
	if i := slices.Index(layoutNames, s); i >= 0 {
		return Layouts[i], nil
	}
	return 0, fmt.Errorf("unknown layout %q; need %s, where the first letter is for A (n: MxK, t: KxM) and the second for B (n: KxN, t: NxK)", s, strings.Join(layoutNames, ", "))
}

// String is the layout's name.
func (l Layout) String() string { return layoutNames[l] }

// TransA reports whether A is stored K x M.
func (l Layout) TransA() bool { return l >= TN }

// TransB reports whether B is stored N x K.
func (l Layout) TransB() bool { return l == NT || l == TT }
