package layout

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/long"
)

// solverCase is one of the problems of TestSolveExhaustive.
type solverCase struct {
	name    string
	problem LDSProblem
}

// solverCases are all operands of the matrix instructions of a chip, in rows of 64 to 512 bytes, read by
// each LDS read that can deliver them, and written in each way that there is. Fragments that are alike
// are one.
func solverCases(t *testing.T, chip *arch.Chip) (cases []solverCase) {
	t.Helper()
	writes := map[string]LDSProblem{"read only": {}}
	for _, size := range DirectBytes(chip) {
		writes[fmt.Sprint("direct ", size)] = LDSProblem{Direct: size}
	}
	for _, name := range []string{"ds_write_b64", "ds_write_b128"} {
		writes[name] = LDSProblem{Accesses: []Pattern{{Access: access(t, chip, name)}}}
	}
	seen := map[string]bool{}
	for _, m := range Matrices(chip) {
		for _, f := range inputs(t, m) {
			for _, a := range chip.LDSReads {
				read := access(t, chip, a.Instructions[0])
				for _, name := range a.Instructions {
					if tr, err := LookupTransposeRead(chip, name); err == nil && tr.ItemBits == f.ItemBits {
						read = access(t, chip, name)
					}
				}
				for rowBytes := 64; rowBytes <= 512; rowBytes *= 2 {
					tile := Tile{RowBytes: rowBytes, Rows: 128, ChunkBytes: 4}
					p, err := FragmentPattern(read, f, tile)
					if err != nil {
						continue
					}
					key := fmt.Sprint(chip.Name, read.Instruction, rowBytes, p.Layout)
					if seen[key] {
						continue
					}
					seen[key] = true
					for _, how := range slices.Sorted(maps.Keys(writes)) {
						problem := LDSProblem{Tile: tile, Direct: writes[how].Direct, Accesses: []Pattern{p}}
						for _, w := range writes[how].Accesses {
							problem.Accesses = append(problem.Accesses, RowPattern(w.Access, tile))
						}
						cases = append(cases, solverCase{fmt.Sprintf("%s %s %s as %s, rows of %d, %s, %s", chip.Name, m.Name, f.Operand, f.Type, rowBytes, read.Instruction, how), problem})
					}
				}
			}
		}
	}
	return cases
}

// inputs are the fragments of A and B, for all formats.
func inputs(t *testing.T, m Matrix) (list []*Fragment) {
	t.Helper()
	for _, op := range []Operand{A, B} {
		formats := []string{""}
		if m.operandType(op) == "" {
			formats = Formats()
		}
		for _, format := range formats {
			f, err := m.Fragment(op, format)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, f)
		}
	}
	return list
}

// TestSolveExhaustive compares the solver with lanes and banks that are looked at one by one: the
// conflicts that it claims are those that are counted, no classic swizzle has fewer, and where any linear
// swizzle has none, its has none.
func TestSolveExhaustive(t *testing.T) {
	total, free, kinds, read := 0, 0, map[string]int{}, map[string]bool{}
	proofs := map[bool]int{} // by ranks, or not
	for _, chip := range arch.Chips {
		for i, c := range solverCases(t, chip) {
			if !long.Some(i, 7) {
				continue
			}
			total++
			for _, a := range c.problem.Accesses {
				read[a.Access.Instruction] = true
			}
			plans, err := c.problem.Solve()
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			for _, p := range plans {
				checkPlan(t, c, p)
			}
			kinds[plans[0].Kind()]++
			swizzle := plans[slices.IndexFunc(plans, func(p *LDSPlan) bool { return p.Padding == nil })]
			ways, _ := swizzle.Total()
			for _, s := range classics(&c.problem) {
				n := 0
				for _, a := range c.problem.Accesses {
					n += countedWays(a, func(row, col int) int { return s(row*c.problem.Tile.RowBytes + col) })
				}
				if n < ways {
					t.Errorf("%s: ways %v, and a classic swizzle has a sum of %d", c.name, swizzle.Ways, n)
				}
			}
			none := ways == len(c.problem.Accesses)
			if any := swizzleExists(&c.problem); none != any {
				t.Errorf("%s: ways %v, a swizzle without conflicts exists: %v", c.name, swizzle.Ways, any)
			}
			reasons, err := c.problem.Why()
			if err != nil || (len(reasons) == 0) != none {
				t.Errorf("%s: ways %v for the reasons %v, %v", c.name, swizzle.Ways, reasons, err)
			}
			if none {
				free++
			}
			for _, r := range reasons {
				proofs[strings.Contains(r.Text, "a space of 2^")]++
			}
		}
	}
	t.Logf("%d sets of accesses, %d with a swizzle without conflicts; the cheapest layouts: %v; %d reasons by ranks, %d by trying", total, free, kinds, proofs[true], proofs[false])
	for _, chip := range arch.Chips {
		for _, a := range chip.LDSReads {
			for _, name := range a.Instructions {
				if !read[name] {
					t.Errorf("no case reads with %s", name)
				}
			}
		}
	}
	if free == 0 || free == total || kinds["row-major"] == 0 || kinds["swizzle"] == 0 || kinds["padding"] == 0 {
		t.Errorf("of %d sets of accesses %d are free; %v", total, free, kinds)
	}
}

// checkPlan counts the conflicts of a plan, and the places that it uses twice.
func checkPlan(t *testing.T, c solverCase, p *LDSPlan) {
	t.Helper()
	for i, a := range c.problem.Accesses {
		if got := countedWays(a, p.Place); got != p.Ways[i] {
			t.Errorf("%s: %s has %d ways with %s, counted %d", c.name, a.Access.Instruction, p.Ways[i], p.Formula(), got)
		}
		if p.Padding != nil {
			continue
		}
		cert, err := p.Swizzle.Certificate(a)
		if err != nil || cert.Ways() != p.Ways[i] || cert.Rank > len(cert.Bits) {
			t.Errorf("%s: certificate %+v, %v; ways %d", c.name, cert, err, p.Ways[i])
		}
	}
	formula, err := ParseFormulaOf(p.Formula(), "row", "col")
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	used := map[int]bool{}
	tile := c.problem.Tile
	for at := 0; at < tile.RowBytes*tile.Rows; at += 4 {
		row, col := at/tile.RowBytes, at%tile.RowBytes
		place := p.Place(row, col)
		if used[place] || place < 0 || place+4 > p.Bytes {
			t.Fatalf("%s: %s puts row %d, column %d at %d", c.name, p.Formula(), row, col, place)
		}
		used[place] = true
		if v, err := formula.Value(FormulaValues{Row: int64(row), Col: int64(col)}); err != nil || v != int64(place) {
			t.Fatalf("%s: %s is %d for row %d, column %d, which is at %d; %v", c.name, p.Formula(), v, row, col, place, err)
		}
		if p.Padding != nil {
			continue
		}
		if r, col2 := p.Swizzle.Origin(place); r != row || col2 != col {
			t.Fatalf("%s: %s: row %d, column %d comes back as %d, %d", c.name, p.Formula(), row, col, r, col2)
		}
		for j := 4; j < c.problem.Direct && at%c.problem.Direct == 0; j += 4 {
			if p.Place(row, col+j) != place+j {
				t.Fatalf("%s: %s takes apart what a lane loads", c.name, p.Formula())
			}
		}
	}
}

// countedWays is how many words of one bank a phase needs, looked at lane by lane.
func countedWays(p Pattern, place func(row, col int) int) (most int) {
	l := p.Layout.Restrict(Lane).Project(Col, Row)
	for _, phase := range p.Access.Phases() {
		banks := map[int]map[int]bool{}
		for _, lane := range phase {
			at := l.At(lane)
			first := place(at[1], at[0])
			for word := first / 4; word < (first+p.Access.Bytes)/4; word++ {
				bank := word % p.Access.Banks
				if banks[bank] == nil {
					banks[bank] = map[int]bool{}
				}
				banks[bank][word] = true
				most = max(most, len(banks[bank]))
			}
		}
	}
	return most
}

// classics are the exclusive ors <R, a> of facts tiling.md §6.2, on offsets: in rows of R bytes, chunk c
// of a bytes is moved to c ^ row mod (R/a). No access and no direct load is taken apart.
func classics(p *LDSProblem) (list []func(x int) int) {
	for a := p.chunks().ChunkBytes; a <= 64; a *= 2 {
		for r := 2 * a; r <= p.Tile.RowBytes*p.Tile.Rows/2; r *= 2 {
			list = append(list, func(x int) int {
				row, col, n := x/r, x%r/a, r/a
				return x - x%r + (col^row%n)*a + x%a
			})
		}
	}
	return list
}

// swizzleExists reports whether any linear swizzle has no conflicts. It looks at all pairs of lanes of a
// phase: with a linear map two meet in a bank if their difference does with 0. Keys of the bits of the
// row are tried one bit after the other, all of each; a difference is looked at once the keys of its bits
// are known. Bits that no difference has are left out. What lanes of a phase need more of than there are
// places for chunks cannot be free, so that nothing is tried.
func swizzleExists(p *LDSProblem) bool {
	type pair struct {
		difference, place int
	}
	tile := p.chunks()
	var pairs []pair
	rowBits, top := 0, 0
	for _, a := range p.Accesses {
		l := a.Layout.Restrict(Lane).Project(Col, Row)
		offset := func(lane int) int { at := l.At(lane); return at[1]*tile.RowBytes + at[0] }
		row := a.Access.Banks * 4
		top = max(top, row)
		places := 1
		if row > tile.ChunkBytes {
			places = row / tile.ChunkBytes
		}
		for _, phase := range a.Access.Phases() {
			within := map[int]map[int]bool{} // chunks, by the place in a chunk
			for i, lane := range phase {
				at := offset(lane)
				if within[at%tile.ChunkBytes] == nil {
					within[at%tile.ChunkBytes] = map[int]bool{}
				}
				if within[at%tile.ChunkBytes][at] = true; len(within[at%tile.ChunkBytes]) > places {
					return false
				}
				for _, other := range phase[:i] {
					d := offset(lane) ^ offset(other)
					if x := (pair{d, (row - 1) &^ (a.Access.slot() - 1)}); d != 0 && !slices.Contains(pairs, x) {
						pairs = append(pairs, x)
						rowBits |= d / tile.RowBytes
					}
				}
			}
		}
	}
	order := []int{}
	for done := 0; done != rowBits; { // next the bit that settles the most
		best, most := 0, -1
		for bit := range bits.Len(uint(rowBits)) {
			n := 0
			for _, d := range pairs {
				if rest := d.difference / tile.RowBytes &^ done; rest == 1<<bit {
					n++
				}
			}
			if rowBits>>bit&^(done>>bit)&1 != 0 && n > most {
				best, most = bit, n
			}
		}
		order, done = append(order, best), done|1<<best
	}
	// settled[i] are the pairs whose last bit in order is the i-th, settled[0] those without.
	settled := make([][]pair, len(order)+1)
	for _, d := range pairs {
		at := 0
		for i, bit := range order {
			if d.difference/tile.RowBytes>>bit&1 != 0 {
				at = i + 1
			}
		}
		settled[at] = append(settled[at], d)
	}
	keys := make([]int, len(order))
	var try func(n int) bool
	try = func(n int) bool {
		for _, d := range settled[n] {
			x := d.difference
			for i, key := range keys[:n] {
				if d.difference/tile.RowBytes>>order[i]&1 != 0 {
					x ^= key
				}
			}
			if x&d.place == 0 {
				return false
			}
		}
		if n == len(order) {
			return true
		}
		for key := 0; key < min(top, tile.RowBytes<<order[n]); key += tile.ChunkBytes {
			keys[n] = key
			if try(n + 1) {
				return true
			}
		}
		return false
	}
	return try(0)
}

// TestClassicSwizzles has the conflicts of ds_read_b128 with the swizzle <R, 16 bytes> that facts
// tiling.md §6.2 states, R in bytes and 0 for none; six of them are counters of hardware. The solver has
// none in all of these tiles.
func TestClassicSwizzles(t *testing.T) {
	for _, c := range []struct {
		name, format string
		rowBytes     int
		conflicts    map[int]int // a phase, by R
	}{
		{"v_mfma_f32_16x16x32_bf16", "", 64, map[int]int{0: 1, 128: 0, 256: 1, 512: 1}},
		{"v_mfma_f32_16x16x32_bf16", "", 128, map[int]int{0: 3, 128: 0, 256: 0}},
		{"v_mfma_f32_16x16x32_bf16", "", 256, map[int]int{0: 7, 128: 1, 256: 0}},
		{"v_mfma_f32_16x16x32_bf16", "", 512, map[int]int{256: 0, 512: 0}},
		{"v_mfma_f32_32x32x16_bf16", "", 64, map[int]int{0: 3, 128: 1, 256: 0, 512: 0}},
		{"v_mfma_f32_32x32x16_bf16", "", 128, map[int]int{0: 7, 128: 1, 256: 0}},
		{"v_mfma_f32_32x32x16_bf16", "", 256, map[int]int{0: 15, 128: 3, 256: 0}},
		{"v_mfma_f32_16x16x128_f8f6f4", "fp8", 128, map[int]int{0: 3, 128: 0, 256: 0}},
		{"v_mfma_f32_16x16x128_f8f6f4", "fp8", 256, map[int]int{0: 7, 128: 1, 256: 0}},
		{"v_mfma_f32_16x16x128_f8f6f4", "fp8", 512, map[int]int{256: 0, 512: 0}},
		{"v_mfma_f32_32x32x64_f8f6f4", "fp8", 64, map[int]int{0: 3, 256: 0, 512: 0}},
		{"v_mfma_f32_32x32x64_f8f6f4", "fp8", 128, map[int]int{0: 7, 256: 0}},
		{"v_mfma_f32_32x32x64_f8f6f4", "fp8", 256, map[int]int{0: 15, 256: 0}},
		{"v_mfma_f32_32x32x64_f8f6f4", "fp8", 512, map[int]int{256: 1, 512: 0}},
	} {
		m, ok := LookupMatrix(&arch.GFX950, c.name)
		if !ok {
			t.Fatal(c.name)
		}
		f, err := m.Fragment(A, c.format)
		if err != nil {
			t.Fatal(err)
		}
		tile := Tile{RowBytes: c.rowBytes, Rows: 64, ChunkBytes: 16}
		p, err := FragmentPattern(access(t, &arch.GFX950, "ds_read_b128"), f, tile)
		if err != nil {
			t.Fatal(err)
		}
		for r, want := range c.conflicts {
			got := countedWays(p, func(row, col int) int {
				x := row*c.rowBytes + col
				if r == 0 {
					return x
				}
				return x - x%r + (x%r/16^x/r%(r/16))*16 + x%16
			}) - 1
			if got != want {
				t.Errorf("%s, rows of %d, <%d, 16>: %d conflicts a phase, want %d", c.name, c.rowBytes, r, got, want)
			}
		}
		if _, ways, err := FindSwizzle(tile, []Pattern{p}); err != nil || ways[0] != 1 {
			t.Errorf("%s, rows of %d: ways %v, %v", c.name, c.rowBytes, ways, err)
		}
	}
}
