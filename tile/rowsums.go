package tile

import (
	"fmt"

	"heddle/ir"
)

// sumItems is how often a lane has a sum of RowSums: in all registers of a result of 16 x 16.
const sumItems = 4

// RowSums returns sums plus the sum of each row of a, a tile in any layout that Dot accepts as A; nil is 0. The matrix core adds,
// in products with ones, in the order in which Dot adds the products of a row. Results of the instruction are of 16 x 16: of 32
// rows it takes two as one that is twice as long, and ones that are zeros for the lanes of the other one leave each lane its own
// row's sum. So sums take four registers, and half of the time of a product with ones of 32 x 32. As 0 times NaN or an
// infinity is NaN, one in a row makes the sum of the row that shares the instruction's row NaN, too.
//
// The result is a column of which each lane has each number four times, as SumsOf makes it of one. Reorder to the layout
// ColVector of a product's gives the column.
func (m *MMA) RowSums(a, sums *Tile) *Tile {
	k := m.k
	k.tiles(a)
	o := m.sumOp()
	if o == nil || !ir.SameType(a.Elem, m.a) {
		k.fail("RowSums of a tile of %s; this MMA takes %s, and accepted are types of which sums have the type of products", a.Elem, m.a)
	}
	x := m.factor(SideA, a.Layout)
	if sums == nil {
		sums = k.fill(m.rowSums(x), m.accumulators, sumItems, 0)
	}
	if k.tiles(sums); !sums.Layout.equal(m.rowSums(x)) {
		k.fail("RowSums adds to a tile of layout %s; accepted: what SumsOf or RowSums returns for that of A, %s", sums.Layout, m.rowSums(x))
	}
	a = a.Reorder(x.layout)
	dim := func(name string, n int) ir.NamedAttr { return attr(name, ir.Int(ir.I32, int64(n))) }
	out, ones, steps := sums.inWidth(sumItems), m.ones(), a.Layout.Cols/m.op.K
	for i := range out.vals {
		for step := range steps {
			part := m.slice(a, (i*steps+step)*m.perLane)
			out.vals[i] = k.op("amdgpu.mfma", []*ir.Value{ones, part, out.vals[i]}, nil, dim("m", o.M), dim("n", o.N), dim("k", o.K))
		}
	}
	return out
}

// SumsOf returns a column as RowSums adds to it, for factors A of a layout.
func (m *MMA) SumsOf(a Layout, column *Tile) *Tile {
	m.k.tiles(column)
	return m.k.broadcast(column, m.rowSums(m.factor(SideA, a)), sumItems)
}

// rowSums is the layout of RowSums.
func (m *MMA) rowSums(a *factor) Layout {
	l := a.layout.each(func(s spot) spot { return spot{s.row, 0} }, a.layout.Rows, 1)
	l.item = []spot{{}, {}}
	for _, r := range a.down {
		l.item = append(l.item, spot{r, 0})
	}
	return l
}

// sumOp is the instruction of RowSums: it takes as many elements of a lane as the MMA's. Nil if there is none.
func (m *MMA) sumOp() *ir.MatrixOp {
	n := &MMA{k: m.k, a: m.a, b: m.a}
	for _, o := range n.ops(16) {
		if n.set(o); n.perLane == m.perLane && ir.SameType(o.ResultElem(), m.accumulators) {
			return o
		}
	}
	return nil
}

// ones is the factor of RowSums. Of an instruction with 16 columns, a lane's low four bits are a row's number, and its high two
// say which part of k it has. Its result has rows by the high two bits of the lane. For 32 rows of A, bit 4 of a lane is one of the row:
// in rows whose lanes have it, and therefore bit 2 of their number, ones are where bit 4 of k's part is.
func (m *MMA) ones() (v *ir.Value) {
	k, elem := m.k, m.a
	n := int64(m.perLane)
	key := fmt.Sprintf("%d ones of %s for %d rows", n, elem, m.op.M)
	if v := k.constants[key]; v != nil {
		return v
	}
	code, dwords := bitsOf(elem, 1), n*int64(bitWidth(elem))/32
	for w := bitWidth(elem); w < 32; w *= 2 {
		code |= code << w
	}
	dword := k.constant(ir.I32, ir.Int(ir.I32, int64(int32(code))))
	k.atStart(func() {
		if m.op.M == 32 {
			same := k.Lane().Div(4).Mod(2).Equal(k.Lane().Div(16).Mod(2))
			dword = k.op("arith.select", []*ir.Value{same.v, dword, k.constant(ir.I32, ir.Int(ir.I32, 0))}, []ir.Type{ir.I32})
		}
		v = k.op("vector.broadcast", []*ir.Value{dword}, []ir.Type{ir.Vector(ir.I32, dwords)})
		v = k.op("vector.bitcast", []*ir.Value{v}, []ir.Type{ir.Vector(elem, n)})
	})
	k.constants[key] = v
	return v
}
