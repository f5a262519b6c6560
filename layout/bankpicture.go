package layout

import (
	"fmt"
	"slices"
	"strings"
)

// BankPicture shows how the first phase of an access to a tile uses the banks: a line for each of
// the first rows of banks of the tile, a place for each chunk.
type BankPicture struct {
	Title string
	// Cells are the chunks by row of banks and place in it.
	Cells [][]BankCell
	Ways  int // of the phase
}

// BankCell is a place of a chunk.
type BankCell struct {
	Row, Chunk int   // of the tile; Row is -1 where there is nothing of it
	Lanes      []int // of the phase that access it
}

// Banks returns the picture of an access to a swizzled tile, with at most that many rows of banks
// (0 for all).
func (s Swizzle) Banks(title string, p Pattern, most int) (BankPicture, error) {
	ways, err := s.ways(p)
	if err != nil {
		return BankPicture{}, err
	}
	return bankPicture(title, p, s.Tile, s.Place, s.RowBytes*s.Rows, ways, most), nil
}

// Banks returns the picture of an access of so many ways, with at most that many rows of banks (0 for
// all). The layout keeps together what a lane accesses: its Ways are not 0.
func (p *LDSPlan) Banks(title string, a Pattern, ways, most int) BankPicture {
	tile := p.Tile
	tile.ChunkBytes = max(a.Access.slot(), tile.ChunkBytes)
	if p.Given != nil {
		tile.ChunkBytes = a.Access.slot()
	}
	return bankPicture(title, a, tile, p.Place, p.Bytes, ways, most)
}

// bankPicture draws a tile whose bytes are at place, in the first size bytes of LDS.
func bankPicture(title string, p Pattern, tile Tile, place func(row, col int) int, size, ways, most int) BankPicture {
	pic := BankPicture{Title: title, Ways: ways}
	places := p.Access.row() / tile.ChunkBytes
	lines := max(1, (size+p.Access.row()-1)/p.Access.row())
	if most > 0 {
		lines = min(lines, most)
	}
	pic.Cells = make([][]BankCell, lines)
	for i := range pic.Cells {
		pic.Cells[i] = slices.Repeat([]BankCell{{Row: -1}}, places)
	}
	for n := range tile.Rows * tile.RowBytes / tile.ChunkBytes {
		row, chunk := n*tile.ChunkBytes/tile.RowBytes, n%(tile.RowBytes/tile.ChunkBytes)
		offset := place(row, chunk*tile.ChunkBytes) / tile.ChunkBytes
		if offset < lines*places {
			pic.Cells[offset/places][offset%places] = BankCell{Row: row, Chunk: chunk}
		}
	}
	l := p.Layout.Restrict(Lane).Project(Col, Row)
	for _, lane := range p.Access.Phases()[0] {
		at := l.At(lane)
		if n := place(at[1], at[0]) / tile.ChunkBytes; n < lines*places {
			c := &pic.Cells[n/places][n%places]
			c.Lanes = append(c.Lanes, lane)
		}
	}
	return pic
}

// String draws the picture as text: "r3.c5<12" is chunk 5 of row 3, which lane 12 accesses in the
// phase; "r3.c5<12-13, 40" is a chunk that several lanes access.
func (p BankPicture) String() string {
	var table [][]string
	for i, line := range p.Cells {
		row := []string{fmt.Sprintf("%d:", i)}
		for _, c := range line {
			text := fmt.Sprintf("r%d.c%d", c.Row, c.Chunk)
			if c.Row < 0 {
				text = "-"
			}
			if len(c.Lanes) > 0 {
				text += "<" + spans(slices.Sorted(slices.Values(c.Lanes)))
			}
			row = append(row, text)
		}
		table = append(table, row)
	}
	return fmt.Sprintf("%s: %d-way\n%s", p.Title, p.Ways, Table(table))
}

// BankSVG draws pictures below each other as an SVG file. Chunks with the same number have the same
// colour; those that the phase accesses have a frame and their lane's number.
func BankSVG(pictures ...BankPicture) []byte {
	const cell, height, left, head, gap = 60, 24, 38, 40, 14
	// One for each chunk of a row of 128 bytes.
	colours := []string{"#8ecae6", "#ffb703", "#90be6d", "#f28482", "#cdb4db", "#e9c46a", "#84a59d", "#f7ede2"}
	width, y := 0, 0
	var b strings.Builder
	for _, p := range pictures {
		fmt.Fprintf(&b, "<text x=\"4\" y=\"%d\" font-weight=\"bold\">%s</text>\n", y+18, escape(fmt.Sprintf("%s: %s", p.Title, conflicts(p.Ways))))
		fmt.Fprintf(&b, "<text x=\"4\" y=\"%d\" fill=\"#777\">bank</text>\n", y+34)
		for i := range p.Cells[0] {
			fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" fill=\"#777\">%d-%d</text>\n", left+i*cell+2, y+34, i*4, i*4+3)
		}
		for i, line := range p.Cells {
			top := y + head + i*height
			for j, c := range line {
				if c.Row < 0 {
					continue
				}
				x := left + j*cell
				opacity, frame, text := "0.35", "#bbb", fmt.Sprintf("%d.%d", c.Row, c.Chunk)
				if len(c.Lanes) > 0 {
					opacity, frame = "1", "#000"
					text += fmt.Sprintf(" L%d", c.Lanes[0])
				}
				fmt.Fprintf(&b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n",
					x, top, cell-2, height-2, colours[c.Chunk%len(colours)], opacity, frame, x+3, top+15, text)
			}
			width = max(width, left+len(line)*cell)
		}
		y += head + len(p.Cells)*height + gap
	}
	return fmt.Appendf(nil, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"monospace\" font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n%s</svg>\n", width+4, y, b.String())
}

func conflicts(ways int) string {
	if ways == 1 {
		return "no conflict"
	}
	return fmt.Sprintf("%d lanes in one bank", ways)
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}
