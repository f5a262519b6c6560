package layout

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/long"
)

// TestFragmentPattern: the accesses of a pattern together deliver exactly what an operand needs. Bytes
// are followed from the tile to the lanes: for a plain read those at a lane's address, for a transposing
// one those that Source takes from other lanes. Where an access serves several instructions, each lane
// has the neighbours along k of its own row.
func TestFragmentPattern(t *testing.T) {
	tried := map[string]int{}
	for _, chip := range arch.Chips {
		for i, m := range Matrices(chip) {
			if !long.Some(i, 4) {
				continue
			}
			for _, f := range inputs(t, m) {
				for _, a := range chip.LDSReads {
					for _, name := range a.Instructions {
						read := access(t, chip, name)
						tile := Tile{RowBytes: 128, Rows: 128, ChunkBytes: 4}
						p, err := FragmentPattern(read, f, tile)
						if err != nil {
							continue
						}
						tried[name]++
						if err := delivers(p, f, tile); err != nil {
							t.Errorf("%s: %s of %s %s as %s: %v", chip.Name, name, m.Name, f.Operand, f.Type, err)
						}
					}
				}
			}
		}
	}
	for _, chip := range arch.Chips {
		for _, name := range LDSInstructions(chip) {
			if name[:7] == "ds_read" && tried[name] == 0 {
				t.Errorf("no fragment is read by %s", name)
			}
		}
	}
}

// delivers reports where a pattern does not deliver a fragment.
func delivers(p Pattern, f *Fragment, tile Tile) error {
	read, err := LookupTransposeRead(p.Access.chip, p.Access.Instruction)
	transposed := err == nil
	n := p.Access.Bytes * 8 / f.ItemBits
	slots := p.Access.slot()
	at := func(access, lane, item int) (row, col int) { // of an item in the tile, col counted in items
		place := p.Layout.At(access, lane)
		return place[1], place[0]/slots*n + place[0]%slots*8/f.ItemBits + item
	}
	// The accesses of the first fragment: what is beyond them is other fragments.
	have := map[[3]int]bool{}
	for access := range p.Layout.In()[0].Size() {
		for lane := range 64 {
			for item := range n {
				row, col := at(access, lane, item)
				if transposed {
					from := read.Source.At(item, lane)
					row, col = at(access, from[1], from[0])
					row, col = col, row
				}
				have[[3]int{lane, row, col}] = true
			}
		}
	}
	rows := f.Rows
	if f.Operand == B {
		rows = f.Cols
	}
	run := 1 // items that are neighbours along k
	for run < f.Items() {
		if _, row, col := f.Element(0, run); row+col != run {
			break
		}
		run++
	}
	wide := max(1, n/run) // instructions that an access serves: a lane has so many times as many neighbours
	for lane := range 64 {
		for item := range f.Items() {
			block, row, col := f.Element(lane, item)
			if f.Operand == B {
				row, col = col, row
			}
			col = col/run*run*wide + col%run
			if !have[[3]int{lane, block*rows + row, col}] {
				return fmt.Errorf("lane %d does not get row %d, k %d", lane, block*rows+row, col)
			}
		}
	}
	return nil
}

// TestCost: accesses share an address register if, and only if, their addresses differ by the same for
// all lanes.
func TestCost(t *testing.T) {
	several, direct := 0, map[bool]int{}
	for _, chip := range arch.Chips {
		for i, c := range solverCases(t, chip) {
			if i%97 != 0 && !long.On() {
				continue
			}
			plans, err := c.problem.Solve()
			if err != nil {
				t.Fatal(err)
			}
			for _, plan := range plans {
				if size := c.problem.Direct; size > 0 {
					if want := sources(plan, size); plan.Direct.Registers != want {
						t.Errorf("%s: %s: %d registers for direct loads, want %d", c.name, plan.Formula(), plan.Direct.Registers, want)
					}
					direct[plan.Direct.Registers > 1]++
				}
				if plan.Bytes > maxOffset+1 {
					continue // TestCostFar
				}
				for j, a := range c.problem.Accesses {
					got := plan.Costs[j].Registers
					if want := registers(a, plan.Place); got != want {
						t.Errorf("%s: %s: %d registers, want %d", c.name, plan.Formula(), got, want)
					}
					if got > 1 {
						several++
					}
				}
			}
		}
	}
	if several == 0 || direct[false] == 0 || direct[true] == 0 {
		t.Error("accesses that need several registers:", several, "direct loads:", direct)
	}
}

// sources counts the classes of direct loads whose lanes' columns differ by constants.
func sources(plan *LDSPlan, size int) int {
	origin := plan.Swizzle.Origin
	if plan.Padding != nil {
		origin = plan.Padding.Origin
	}
	seen := map[string]bool{}
	for first := 0; first < plan.Tile.RowBytes*plan.Tile.Rows; first += size * 64 {
		_, base := origin(first)
		var cols []int
		for lane := range 64 {
			_, col := origin(first + lane*size)
			cols = append(cols, col-base)
		}
		seen[fmt.Sprint(cols)] = true
	}
	return len(seen)
}

// TestCostFar: what is beyond the offset field of an instruction needs another register.
func TestCostFar(t *testing.T) {
	for rows, want := range map[int]int{256: 1, 512: 2} {
		tile := Tile{RowBytes: 256, Rows: rows, ChunkBytes: 16}
		p := RowPattern(access(t, &arch.GFX950, "ds_write_b128"), tile)
		if got := (Swizzle{tile, make([]int, log2(rows))}).Cost(p); got.Registers != want {
			t.Errorf("%d rows: %+v, want %d registers", rows, got, want)
		}
	}
}

// registers counts the classes of accesses whose addresses differ by constants.
func registers(p Pattern, place func(row, col int) int) int {
	var first [][]int
	l := p.Layout.Project(Col, Row)
	for item := range l.In()[0].Size() {
		var addresses []int
		for lane := range l.In()[1].Size() {
			at := l.At(item, lane)
			addresses = append(addresses, place(at[1], at[0]))
		}
		known := false
		for _, other := range first {
			same := true
			for lane := range addresses {
				same = same && addresses[lane]-other[lane] == addresses[0]-other[0]
			}
			known = known || same
		}
		if !known {
			first = append(first, addresses)
		}
	}
	return len(first)
}
