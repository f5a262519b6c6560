package layout_test

import (
	"strings"
	"testing"

	"heddle/arch"
	"heddle/layout"
)

// TestBankPicture: each lane of the first phase stands at the chunk that it reads,
// and the places of a phase without conflicts are all in different columns.
func TestBankPicture(t *testing.T) {
	tile := layout.Tile{RowBytes: 128, Rows: 32, ChunkBytes: 16}
	access, err := layout.LDS(&arch.GFX950, "ds_read_b128")
	if err != nil {
		t.Fatal(err)
	}
	// Lane l reads chunk 0 of row l, and chunk 1 of row l-32 in the upper half.
	pattern := layout.Pattern{Access: access, Layout: mustLayout(t, func(lane int) (col, row int) { return lane >> 5 * 16, lane & 31 })}
	swizzle, ways, err := layout.FindSwizzle(tile, []layout.Pattern{pattern})
	if err != nil || ways[0] != 1 {
		t.Fatalf("%v ways, %v", ways, err)
	}
	for _, s := range []layout.Swizzle{{Tile: tile, Keys: make([]int, 5)}, swizzle} {
		pic, err := s.Banks("reads", pattern, 0)
		if err != nil {
			t.Fatal(err)
		}
		columns, lanes := map[int]int{}, 0
		for _, line := range pic.Cells {
			for j, c := range line {
				for _, lane := range c.Lanes {
					columns[j]++
					lanes++
					if c.Row != lane&31 || c.Chunk != lane>>5 {
						t.Errorf("lane %d stands at chunk %d of row %d", lane, c.Chunk, c.Row)
					}
				}
			}
		}
		most := 0
		for _, n := range columns {
			most = max(most, n)
		}
		if lanes != len(access.Phases()[0]) || most != pic.Ways {
			t.Errorf("%s: %d lanes, up to %d in a column, %d ways", s, lanes, most, pic.Ways)
		}
		if svg := string(layout.BankSVG(pic)); strings.Count(svg, "stroke=\"#000\"") != lanes || !strings.Contains(pic.String(), "r0.c0<0") {
			t.Errorf("the pictures do not show the lanes:\n%s\n%s", pic, svg)
		}
	}
}

func mustLayout(t *testing.T, f func(lane int) (col, row int)) layout.Layout {
	l, err := layout.FromFunc([]layout.Dim{{Name: layout.Lane, Bits: 6}}, []layout.Dim{{Name: layout.Col, Bits: 7}, {Name: layout.Row, Bits: 5}}, func(at []int) []int {
		col, row := f(at[0])
		return []int{col, row}
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}
