package gemm

import "testing"

// TestOrder: every workgroup has a tile of its own, and group is the inverse of tile.
func TestOrder(t *testing.T) {
	for rows := int64(1); rows <= 21; rows++ {
		for cols := int64(1); cols <= 21; cols++ {
			for _, o := range []order{{rows, cols, 8, min(8, rows)}, {rows, cols, 8, 1}, {rows, cols, 1, min(5, rows)}} {
				seen := map[[2]int64]bool{}
				for y := range rows {
					for x := range cols {
						row, col := o.tile(x, y)
						if seen[[2]int64{row, col}] || row < 0 || row >= rows || col < 0 || col >= cols {
							t.Fatalf("%+v: tile (%d, %d) of workgroup (%d, %d) is another one's, or outside", o, row, col, x, y)
						}
						seen[[2]int64{row, col}] = true
						if u, v := o.group(row, col); u != x || v != y {
							t.Fatalf("%+v: workgroup (%d, %d) of tile (%d, %d), want (%d, %d)", o, u, v, row, col, x, y)
						}
					}
				}
			}
		}
	}
}
