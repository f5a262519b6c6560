package gemm

import "testing"

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
