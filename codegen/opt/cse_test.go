package opt

import (
	"hash/maphash"
	"testing"

	"heddle/ir"
)

// The elements of a large vector are told apart by the hash: were they not, each
// would be compared with all others.
func TestHashOfPositions(t *testing.T) {
	s := sharer{seed: maphash.MakeSeed()}
	v := ir.NewOp("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Dense(ir.Vector(ir.I32, 1000), 0)})
	seen := map[uint64]bool{}
	for i := range 1000 {
		seen[s.hash(ir.NewOp("vector.extract", v.Results, []ir.Type{ir.I32}, position(int64(i))))] = true
		c := ir.NewOp("arith.constant", nil, nil, ir.NamedAttr{Name: "value", Attr: ir.Dense(ir.Vector(ir.I32, 2), 0, uint64(i+1))})
		seen[s.hash(c)] = true
	}
	if len(seen) != 2000 {
		t.Errorf("%d hashes of 2000 operations", len(seen))
	}
}
