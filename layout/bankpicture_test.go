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
	pattern := layout.Pattern{Access: access, Layout: mustLayout(t, 7, func(lane int) (col, row int) { return lane >> 5 * 16, lane & 31 })}
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

// TestBankPictureCut: rows of a tile that are longer than those of the banks may be
// cut by the picture, and several lanes may read the same chunk.
func TestBankPictureCut(t *testing.T) {
	access, err := layout.LDS(&arch.GFX950, "ds_read_b128")
	if err != nil {
		t.Fatal(err)
	}
	// In odd rows the halves change places; lanes 8 apart read the same.
	s := layout.Swizzle{Tile: layout.Tile{RowBytes: 512, Rows: 32, ChunkBytes: 16}, Keys: []int{16, 0, 0, 0, 0}}
	pattern := layout.Pattern{Access: access, Layout: mustLayout(t, 9, func(lane int) (col, row int) { return lane & 7 * 16, 0 })}
	for _, most := range []int{1, 3} {
		pic, err := s.Banks("reads", pattern, most)
		if err != nil {
			t.Fatal(err)
		}
		text := pic.String()
		if len(pic.Cells) != most || !strings.Contains(text, "r0.c0<0, ") || most == 3 && !strings.Contains(text, "2:  r1.c16") {
			t.Errorf("%d lines:\n%s", most, text)
		}
	}
}

func mustLayout(t *testing.T, colBits int, f func(lane int) (col, row int)) layout.Layout {
	l, err := layout.FromFunc([]layout.Dim{{Name: layout.Lane, Bits: 6}}, []layout.Dim{{Name: layout.Col, Bits: colBits}, {Name: layout.Row, Bits: 5}}, func(at []int) []int {
		col, row := f(at[0])
		return []int{col, row}
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}
