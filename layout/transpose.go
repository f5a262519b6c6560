package layout

import (
	"fmt"
	"strings"

	"heddle/arch"
	"heddle/isa"
)

// transposeRow is a transposing LDS read: each lane reads at its own address,
// then the data of 16 lanes are exchanged.
type transposeRow struct {
	name     string
	itemBits int
	items    int
}

// transposeRows are all transposing LDS reads: facts attention_fp8.md §1 with its evidence.
var transposeRows = []transposeRow{
	{"ds_read_b64_tr_b16", 16, 4},
	{"ds_read_b64_tr_b8", 8, 8},
	{"ds_read_b96_tr_b6", 6, 16},
	{"ds_read_b64_tr_b4", 4, 16},
}

// transposeLanes is the number of lanes that exchange their data.
const transposeLanes = 16

// TransposeRead describes a transposing LDS read.
type TransposeRead struct {
	Name string
	// ItemBits is the size of an item, Items the number that a lane reads and gets.
	ItemBits, Items int
	// Source goes from Item and Lane of the result to Item and Lane of what was
	// read: the lane whose address counts, and the item there. It has an
	// inverse.
	Source Layout
	// Tile goes from Item and Lane of the result to Col and Row, and Block for
	// the four groups of lanes, if what the lanes of a group read is, lane after
	// lane, a matrix with Items rows of 16: each lane gets a column.
	Tile Layout
}

// TransposeReads returns the transposing LDS reads of a chip.
func TransposeReads(chip *arch.Chip) []TransposeRead {
	var all []TransposeRead
	target := isa.For(chip)
	for _, row := range transposeRows {
		if op, ok := isa.LookupOp(row.name); ok && target.Has(op) {
			all = append(all, row.read(chip))
		}
	}
	return all
}

// LookupTransposeRead returns a transposing LDS read of a chip.
func LookupTransposeRead(chip *arch.Chip, name string) (TransposeRead, error) {
	var names []string
	for _, r := range TransposeReads(chip) {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	if names == nil {
		return TransposeRead{}, fmt.Errorf("%s has no transposing LDS reads", chip.Name)
	}
	return TransposeRead{}, fmt.Errorf("%s is not a transposing LDS read; %s has %s", name, chip.Name, strings.Join(names, ", "))
}

// read builds the layouts: in a group, item e of lane l of the result is element
// 16*e+l of what its lanes read, lane after lane.
func (row transposeRow) read(chip *arch.Chip) TransposeRead {
	item, group, lane := Dim{Item, log2(row.items)}, log2(transposeLanes), Dim{Lane, log2(chip.WaveSize)}
	element := func(item, lane int) int { return item*transposeLanes + lane%transposeLanes }
	in := []Dim{item, lane}
	source := must(FromFunc(in, in, func(at []int) []int {
		e := element(at[0], at[1])
		return []int{e % row.items, at[1]/transposeLanes*transposeLanes + e/row.items}
	}))
	tile := must(FromFunc(in, []Dim{{Col, group}, {Row, item.Bits}, {Block, lane.Bits - group}}, func(at []int) []int {
		e := element(at[0], at[1])
		return []int{e % transposeLanes, e / transposeLanes, at[1] / transposeLanes}
	}))
	return TransposeRead{row.name, row.itemBits, row.items, source, tile}
}

// must is for layouts of our own tables.
func must(l Layout, err error) Layout {
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return l
}
