package layout

import (
	"fmt"
	"strings"
)

// Picture draws which lanes and items hold which elements. A cell is a rectangle of the matrix
// whose rows are consecutive items or lanes and whose columns are the others: "0-15:0-7" is lanes 0
// to 15 and their items 0 to 7.
//
//	lanes:items  col 0-7   col 8-15
//	row 0-31     0-31:0-7  32-63:0-7
func (f *Fragment) Picture() string { return picture(f.Layout) }

// Picture draws the tile that lanes read in sequence, and which lane gets which part of it. Each
// group of 16 lanes has its own block.
func (r TransposeRead) Picture() string { return picture(r.Tile) }

// picture draws a layout with an inverse from Item and Lane to Col and Row, and
// perhaps Block.
func picture(l Layout) string {
	inv := must(l.Inverse())
	blocks := 1
	if i := indexDim(l.out, Block); i >= 0 {
		blocks = l.out[i].Size()
	}
	_, rows := find(l.out, Row)
	_, cols := find(l.out, Col)
	down, right := 1<<run(inv, Row), 1<<run(inv, Col)
	holder := func(block, row, col int) []int { return inv.At([]int{col, row, block}[:len(l.out)]...) }

	head := []string{"lanes:items"}
	for col := 0; col < cols.Size(); col += right {
		head = append(head, "col "+span(col, right))
	}
	table := [][]string{head}
	for block := range blocks {
		for row := 0; row < rows.Size(); row += down {
			line := []string{"row " + span(row, down)}
			if blocks > 1 {
				line[0] = fmt.Sprintf("block %d, %s", block, line[0])
			}
			for col := 0; col < cols.Size(); col += right {
				first, last := holder(block, row, col), holder(block, row+down-1, col+right-1)
				line = append(line, span(first[1], last[1]-first[1]+1)+":"+span(first[0], last[0]-first[0]+1))
			}
			table = append(table, line)
		}
	}
	return Table(table)
}

// run is how many of a dimension's low bits are, in order, the low bits of items
// or of lanes.
func run(inv Layout, name string) int {
	_, d := find(inv.in, name)
	for which := range inv.out {
		n := 0
		for n < d.Bits {
			at := inv.Basis(name, n)
			if at[which] != 1<<n || at[1-which] != 0 {
				break
			}
			n++
		}
		if n > 0 {
			return n
		}
	}
	return 0
}

// span writes n consecutive numbers.
func span(first, n int) string {
	if n == 1 {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, first+n-1)
}

// Picture lists the lanes of each phase.
func (a Access) Picture() string {
	var s strings.Builder
	for _, phase := range a.Phases() {
		fmt.Fprintf(&s, "lanes %s\n", spans(phase))
	}
	return s.String()
}

// spans writes numbers in ascending order, those that are consecutive as one.
func spans(list []int) string {
	var parts []string
	for i := 0; i < len(list); {
		n := 1
		for i+n < len(list) && list[i+n] == list[i]+n {
			n++
		}
		parts = append(parts, span(list[i], n))
		i += n
	}
	return strings.Join(parts, ", ")
}
