package estimate

import (
	"fmt"
	"io"
	"math"
	"slices"

	"heddle/arch"
)

// Family is a line of the table of errors.
type Family struct {
	Chip, Name string
	Rows       int
	// Mean, Median and Ninth (of ten) are absolute errors of times in rows that did not take part in
	// the fit, relative to what was measured. Three is the mean of the three-constant fits.
	Mean, Median, Ninth, Three float64
}

// Table is what a cross-validation shows.
type Table struct {
	Tiles     []Family // kernels of a library with a tile
	Libraries []Family // kernels of a library
	Decode    []Family // rows with M of 64 at most, by library
	// Unseen are rows of tiles that did not take part in a fit at all, by library, beside the
	// three-constant fits of the library without them. Foreign are rows of libraries that did not.
	Unseen, Foreign []Family
	Rows            int
	All             Family
	// Ranked counts the rows for whose library there are several tiles. In Best of them the tile that
	// was fastest when measured is estimated to be the fastest, in Near to be 5 % slower at most. No
	// row took part in its fit.
	Ranked, Best, Near int
	how                string
}

// errorsOf collects errors of a family.
type errorsOf struct {
	Family
	ours  []float64
	three float64
}

func (e *errorsOf) add(r *Row, ours, three float64) {
	e.ours = append(e.ours, math.Abs(ours/r.Microseconds-1))
	e.three += math.Abs(three/r.Microseconds - 1)
}

func (e *errorsOf) family() Family {
	slices.Sort(e.ours)
	n := len(e.ours)
	for _, x := range e.ours {
		e.Mean += x / float64(n)
	}
	e.Rows, e.Median, e.Ninth, e.Three = n, e.ours[n/2], e.ours[n*9/10], e.three/float64(n)
	return e.Family
}

// collect makes a table of the rows that key has a name for.
func collect(rows []Row, ours, three []float64, key func(*Row) (name string, ok bool)) []Family {
	index := map[[2]string]*errorsOf{}
	var list []*errorsOf
	for i := range rows {
		r := &rows[i]
		name, ok := key(r)
		if !ok || math.IsNaN(ours[i]) {
			continue
		}
		at := [2]string{arch.Chips[r.Chip].Name, name}
		e := index[at]
		if e == nil {
			e = &errorsOf{Family: Family{Chip: at[0], Name: name}}
			index[at] = e
			list = append(list, e)
		}
		e.add(r, ours[i], three[i])
	}
	families := make([]Family, len(list))
	for i, e := range list {
		families[i] = e.family()
	}
	slices.SortStableFunc(families, func(a, b Family) int { return b.Rows - a.Rows })
	return families
}

// Validate returns the errors of the model on rows that it was not fitted to; if unseen, also on tiles and
// libraries that it was not fitted to.
func Validate(rows []Row, unseen bool) Table {
	v := crossValidate(rows)
	t := Table{Rows: len(rows), how: fmt.Sprintf("on rows that a fit did not see (%d folds by shape)", Folds)}
	t.Ranked, t.Best, t.Near = v.ranked, v.best, v.near
	t.Tiles = collect(rows, v.ours, v.tile, tileName)
	library := func(r *Row) (string, bool) { return r.Library, true }
	t.Libraries = collect(rows, v.ours, v.library, library)
	t.Decode = collect(rows, v.ours, v.tile, func(r *Row) (string, bool) { return r.Library, r.Problem.M <= 64 })
	t.All = collectAll(rows, v.ours, v.tile)
	if unseen {
		ours, three := leaveOut(rows, (*Row).key, fewestUnseen)
		t.Unseen = collect(rows, ours, three, library)
		ours, three = leaveOut(rows, func(r *Row) tileKey { return r.key().libraryKey() }, fewestUnseen)
		t.Foreign = collect(rows, ours, three, library)
	}
	return t
}

func collectAll(rows []Row, ours, three []float64) Family {
	e := errorsOf{Family: Family{Name: "all"}}
	for i := range rows {
		e.add(&rows[i], ours[i], three[i])
	}
	return e.family()
}

// Test returns the errors of the committed parameters on rows, beside three constants fitted to these
// very rows.
func Test(rows []Row) Table {
	t := Table{Rows: len(rows), how: "of the committed parameters"}
	ours, tile, library := make([]float64, len(rows)), make([]float64, len(rows)), make([]float64, len(rows))
	tiles, libraries := baselines(rows, func(*Row) bool { return true })
	for i := range rows {
		r := &rows[i]
		c := lookup(&general, fitted, r).constants()
		ours[i] = c.time(&r.work).together
		a, b := tiles[r.key()], libraries[r.key().libraryKey()]
		tile[i], library[i] = a.time(r), b.time(r)
	}
	t.Tiles = collect(rows, ours, tile, tileName)
	t.Libraries = collect(rows, ours, library, func(r *Row) (string, bool) { return r.Library, true })
	t.All = collectAll(rows, ours, tile)
	return t
}

func tileName(r *Row) (string, bool) {
	switch {
	case r.Tile.M == 0:
		return r.Library, true
	case r.Tile.K == 0:
		return fmt.Sprintf("%s %dx%d", r.Library, r.Tile.M, r.Tile.N), true
	}
	return fmt.Sprintf("%s %dx%dx%d", r.Library, r.Tile.M, r.Tile.N, r.Tile.K), true
}

// fewestUnseen is how many rows a tile or library has for which it is left out.
const fewestUnseen = 40

// leaveOut returns the times of rows by fits to a sample of the rows of other keys, NaN for rows of keys
// that are too small. The baseline for a row is of the rows with its library that are left, or of all
// with its chip.
func leaveOut(rows []Row, key func(*Row) tileKey, fewest int) (ours, three []float64) {
	ours, three = make([]float64, len(rows)), make([]float64, len(rows))
	index := map[tileKey][]int{}
	for i := range rows {
		ours[i] = math.NaN()
		if rows[i].Tile.M > 0 {
			index[key(&rows[i])] = append(index[key(&rows[i])], i)
		}
	}
	all := groups(rows, func(r *Row) bool { return r.Tile.M > 0 })
	for k, list := range index {
		if len(list) < fewest {
			continue
		}
		var others []group
		var library, chip []*Row
		for _, g := range all {
			if k == g.tileKey || k == g.libraryKey() {
				continue
			}
			others = append(others, g)
			if g.chip == k.chip {
				chip = append(chip, g.rows[:min(len(g.rows), rowsTileOfAll)]...)
			}
			if g.libraryKey() == k.libraryKey() {
				library = append(library, g.rows[:min(len(g.rows), rowsLibrary)]...)
			}
		}
		p := fitGeneral(others)
		base := fitBaseline(chip)
		if len(library) >= fewestLibrary {
			p, base = fitRows(p, ownLibrary, library), fitBaseline(library)
		}
		c := p.constants()
		for _, i := range list {
			ours[i], three[i] = c.time(&rows[i].work).together, base.time(&rows[i])
		}
	}
	return ours, three
}

// Write prints the table: percent, mean, median and ninth decile.
func (t *Table) Write(w io.Writer) {
	part := func(title string, list []Family, fewest int) {
		if len(list) == 0 {
			return
		}
		fmt.Fprintf(w, "\n%s\n%-8s %-44s %6s %7s %7s %7s %9s\n", title, "chip", "kernels", "rows", "mean", "median", "p90", "3 const.")
		for _, f := range list {
			if f.Rows >= fewest {
				fmt.Fprintf(w, "%-8s %-44s %6d %7.2f %7.2f %7.2f %9.2f\n", f.Chip, f.Name, f.Rows, float64(100*f.Mean), float64(100*f.Median), float64(100*f.Ninth), float64(100*f.Three))
			}
		}
	}
	fmt.Fprintf(w, "%d rows; absolute error in percent of the measured time, %s\n", t.Rows, t.how)
	fmt.Fprintf(w, "3 const.: mean error of us = a + rounds*(b + c*K) on the same rows\n")
	part("by library and tile, 50 rows and more", t.Tiles, min(50, t.Rows))
	part("by library", t.Libraries, 1)
	part("M <= 64, by library", t.Decode, 10)
	part("all", []Family{t.All}, 0)
	part("tiles that the fit did not see, by library (three constants: of the library's other tiles)", t.Unseen, 1)
	part("libraries that the fit did not see (three constants: of the chip's other libraries)", t.Foreign, 1)
	if t.Ranked > 0 {
		fmt.Fprintf(w, "\nranking of a library's tiles, %d rows: the fastest tile is estimated to be the fastest in %.1f %%, to be at most 5 %% slower in %.1f %%\n",
			t.Ranked, 100*float64(t.Best)/float64(t.Ranked), 100*float64(t.Near)/float64(t.Ranked))
	}
}
