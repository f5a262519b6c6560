package tile

import (
	"fmt"

	"heddle/layout"
)

// Picture draws which lane holds which elements of a tile. A cell is a rectangle of adjacent
// elements: "2 0-15:0-3" is wave 2, its lanes 0 to 15 and their items 0 to 3; either lanes or items
// run along the rows of the cell, and the other along its columns. Only the first of several copies
// is shown.
//
//	wave lanes:items  col 0-3    col 4-7
//	row 0-15          0 0-15:0-3  0 16-31:0-3
func (l Layout) Picture() string {
	where := map[spot][3]int{} // item, lane, wave
	for wave := range 1 << len(l.wave) {
		for lane := range 1 << len(l.lane) {
			for item := range l.Items() {
				s := image(l.item, item).plus(image(l.lane, lane)).plus(image(l.wave, wave))
				if _, taken := where[s]; !taken {
					where[s] = [3]int{item, lane, wave}
				}
			}
		}
	}
	down := l.cell(func(b int) spot { return spot{b, 0} })
	right := l.cell(func(b int) spot { return spot{0, b} })
	table := [][]string{{"wave lanes:items"}}
	for col := 0; col < l.Cols; col += right {
		table[0] = append(table[0], "col "+span(col, col+right-1))
	}
	for row := 0; row < l.Rows; row += down {
		line := []string{"row " + span(row, row+down-1)}
		for col := 0; col < l.Cols; col += right {
			a, b := where[spot{row, col}], where[spot{row + down - 1, col + right - 1}]
			line = append(line, fmt.Sprintf("%d %s:%s", a[2], span(a[1], b[1]), span(a[0], b[0])))
		}
		table = append(table, line)
	}
	return layout.Table(table)
}

// cell returns how many adjacent elements in a direction are, in order, the first items or lanes.
func (l Layout) cell(at func(int) spot) int {
	for _, bits := range [][]spot{l.item, l.lane} {
		n := 0
		for n < len(bits) && bits[n] == at(1<<n) {
			n++
		}
		if n > 0 {
			return 1 << n
		}
	}
	return 1
}

// span writes a range of numbers.
func span(first, last int) string {
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}
