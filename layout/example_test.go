package layout_test

import (
	"fmt"

	"heddle/arch"
	"heddle/layout"
)

// The swizzle of a bf16 tile with 32 rows of 64 values that ds_write_b128 writes
// in rows and ds_read_b128 reads as fragments of a 32x32x16 MFMA.
func ExampleFindSwizzle() {
	m, _ := layout.LookupMatrix(&arch.GFX950, "v_mfma_f32_32x32x16_bf16")
	a, err := m.Fragment(layout.A, "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(a.Picture())

	// The byte in a row, and the row, that lanes read: the fragment's columns
	// are two bytes each, and the tile has more of them.
	cols, rows := layout.Dim{Name: layout.Col, Bits: 7}, layout.Dim{Name: layout.Row, Bits: 5}
	reads, _ := layout.FromFunc([]layout.Dim{{Name: layout.Lane, Bits: 6}}, []layout.Dim{cols, rows}, func(at []int) []int {
		_, row, col := a.Element(at[0], 0)
		return []int{2 * col, row}
	})
	writes, _ := layout.FromFunc([]layout.Dim{{Name: layout.Lane, Bits: 6}}, []layout.Dim{cols, rows}, func(at []int) []int {
		return []int{at[0] % 8 * 16, at[0] / 8}
	})
	read, _ := layout.LDS(&arch.GFX950, "ds_read_b128")
	write, _ := layout.LDS(&arch.GFX950, "ds_write_b128")
	patterns := []layout.Pattern{{Access: read, Layout: reads}, {Access: write, Layout: writes}}
	tile := layout.Tile{RowBytes: 128, Rows: 32, ChunkBytes: 16}

	plain, _ := reads.Then(layout.Swizzle{Tile: tile}.Layout())
	ways, _ := read.Conflicts(plain)
	fmt.Println("plain:", ways, "ways")
	s, best, _ := layout.FindSwizzle(tile, patterns)
	fmt.Println(s, best)
	pad, _ := layout.FindPadding(tile, patterns)
	fmt.Println("or", pad.Bytes, "bytes of padding:", pad)

	// Output:
	// lanes:items  col 0-7   col 8-15
	// row 0-31     0-31:0-7  32-63:0-7
	// plain: 8 ways
	// chunk ^ row[1]*4 ^ row[2]*2 ^ row[3]*1 [1 1]
	// or 16 bytes of padding: row*144 + col
}
