package tile

import (
	"heddle/ir"
)

// Op applies any operation of the IR that works element by element to tiles, by its name in MLIR:
// k.Op("math.copysign", ir.F32, nil, a, b). elem is the type of the result's elements; attrs are the
// operation's attributes, in addition to their defaults. As in other operations, a tile of one row,
// one column or one element is repeated. docs/compiler.md lists the operations that are compiled.
func (k *Kernel) Op(name string, elem ir.Type, attrs []ir.NamedAttr, tiles ...*Tile) *Tile {
	k.tiles(tiles...)
	d := ir.Declared(name)
	switch {
	case d == nil:
		k.fail("there is no operation %q", name)
	case !d.Is(ir.Elementwise) || len(d.Results) != 1 || len(d.Regions) > 0:
		k.fail("%s does not work element by element", name)
	case elem == nil:
		k.fail("%s has no element type", name)
	case len(tiles) == 0 || len(tiles) != len(d.Operands):
		k.fail("%s of %d tiles; it takes %d", name, len(tiles), len(d.Operands))
	}
	out := k.lanewise(name, elem, attrs, k.fit(append([]*Tile{}, tiles...)...)...)
	for _, v := range out.vals {
		if err := ir.VerifyOp(v.Op); err != nil {
			k.fail("%s: %v", name, err)
		}
	}
	return out
}

// WavesPerSIMD demands that n waves fit a SIMD, so that the compiler gives each at most its share of
// the registers.
func (k *Kernel) WavesPerSIMD(n int) {
	if n < 1 || n > k.Chip.MaxWavesPerSIMD {
		k.fail("%d waves on a SIMD; accepted: 1 to %d", n, k.Chip.MaxWavesPerSIMD)
	}
	k.entry.Region.Op.SetAttr("rocdl.waves_per_eu", ir.Int(ir.I32, int64(n)))
}
