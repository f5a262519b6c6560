package gemm

import (
	"testing"

	"heddle/arch"
)

// TestOrderOfParts: an XCD has few parts of K of a product of few tiles.
func TestOrderOfParts(t *testing.T) {
	o := order{8, 8, 4, 8, 8}
	parts := map[int64]map[int64]bool{}
	for at := range int64(8 * 8 * 4) {
		xcd := at % o.xcds
		if _, _, part := o.tile(at%8, at/8%8, at/64); parts[xcd] == nil {
			parts[xcd] = map[int64]bool{part: true}
		} else {
			parts[xcd][part] = true
		}
	}
	for xcd, of := range parts {
		if len(of) != 1 {
			t.Errorf("XCD %d has workgroups of %d parts, want 1", xcd, len(of))
		}
	}
}

// TestOrder: every workgroup has a tile of its own, and group is the inverse of tile.
func TestOrder(t *testing.T) {
	for rows := int64(1); rows <= 21; rows++ {
		for cols := int64(1); cols <= 21; cols++ {
			for _, o := range []order{{rows, cols, 1, 8, min(8, rows)}, {rows, cols, 1, 8, 1}, {rows, cols, 1, 1, min(5, rows)}, {rows, cols, 3, 8, min(8, rows)}, {rows, cols, 3, 1, 1}} {
				type place [3]int64
				seen := map[place]bool{}
				for z := range int64(3) {
					for y := range rows {
						for x := range cols {
							row, col, plane := o.tile(x, y, z)
							at := place{row, col, plane}
							if seen[at] || row < 0 || row >= rows || col < 0 || col >= cols || plane < 0 || plane >= 3 {
								t.Fatalf("%+v: tile %v of workgroup (%d, %d, %d) is another one's, or outside", o, at, x, y, z)
							}
							seen[at] = true
							if u, v, w := o.group(row, col, plane); u != x || v != y || w != z {
								t.Fatalf("%+v: workgroup (%d, %d, %d) of tile %v, want (%d, %d, %d)", o, u, v, w, at, x, y, z)
							}
						}
					}
				}
			}
		}
	}
}

// TestBrought: the rows and columns of a part of the sequence are those of its tiles; columns that two bands have
// in common may count twice.
func TestBrought(t *testing.T) {
	for _, o := range []order{{64, 5, 1, 8, 8}, {64, 5, 1, 8, 6}, {21, 13, 3, 8, 8}, {7, 30, 1, 8, 32}} {
		n := o.rows * o.cols * o.parts
		for from := int64(0); from < n; from += 5 {
			for _, together := range []int64{1, 4, 32, 38} {
				to := min(from+together, n)
				rows, cols := map[[2]int64]bool{}, map[[2]int64]bool{}
				bands := map[int64]bool{}
				for at := from; at < to; at++ {
					row, col := o.inBand(at % (o.rows * o.cols))
					plane := at / (o.rows * o.cols)
					rows[[2]int64{plane, row}], cols[[2]int64{plane, col}], bands[plane*o.rows+row/o.band] = true, true, true
				}
				r, c := o.spanned(from, to)
				if r != int64(len(rows)) || c < int64(len(cols)) || c > int64(len(cols)*len(bands)) {
					t.Fatalf("%+v, %d to %d: %d rows and %d columns, want %d and %d", o, from, to, r, c, len(rows), len(cols))
				}
			}
		}
	}
}

// TestBand: where runs of XCDs would begin within bands, bands are of another height; large grids keep theirs.
func TestBand(t *testing.T) {
	p := &Problem{Chip: &arch.GFX950, A: named("bf16"), B: named("bf16")}
	for _, c := range []struct {
		bm, bn     int
		rows, cols int64
		stream     bool
		low, high  int64 // height of a band
	}{
		{256, 256, 32, 32, false, 8, 8},
		{128, 128, 128, 5, false, 1, 2}, // 5 columns of 6 rows and a part, 32 tiles of an XCD
		{256, 128, 64, 5, true, 1, 1},
		{256, 256, 2, 9, false, 1, 2},
	} {
		w := &writer{p: p, c: Config{BM: c.bm, BN: c.bn, BK: 64, StreamK: c.stream}}
		if got := w.order(c.rows, c.cols, 1).band; got < c.low || got > c.high {
			t.Errorf("%dx%d tiles of %dx%d: bands of %d rows, want %d to %d", c.rows, c.cols, c.bm, c.bn, got, c.low, c.high)
		}
	}
}
