package estimate

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"heddle/arch"
	"heddle/timing/estimate/lsq"
)

// What is known before any fit: orders of magnitude, and how far off they may be. Launch, output and
// split are microseconds (facts performance.md §1.7: 2.6 µs for the first wave, 1500 cycles a tile),
// matrix and load multiples of the ideal, bandwidths shares of the peak.
var (
	prior = Parameters{
		pLaunch: math.Log(2.6), pOutput: math.Log(1), pMatrix: math.Log(1.1), pLoad: math.Log(1),
		pStep: math.Log(100), pTail: 0, pFirstTail: 0.5, pRead: math.Log(0.6), pWrite: math.Log(0.6),
		pFar: math.Log(0.15), pStart: math.Log(0.4), pSettle: math.Log(8), pPartial: math.Log(1.5), pSplit: math.Log(1),
	}
	spread = Parameters{
		pLaunch: 0.7, pOutput: 1, pMatrix: 0.5, pLoad: 1, pStep: 1.5, pTail: 1.5, pFirstTail: 1.5,
		pRead: 0.4, pWrite: 0.5, pStride: 0.2, pLength: 0.4, pFar: 1, pStart: 0.7, pSettle: 0.7, pPartial: 1, pSplit: 1,
	}
)

// A level of the fit takes at most so many rows of each tile (the highest also of each library), and lets parameters differ from the
// level above by so much of spread. A tile gets parameters of its own from fewestTile rows on.
const (
	rowsTileOfAll, rowsOfAll  = 40, 200
	rowsLibrary, rowsTile     = 150, 1500
	ownLibrary, ownTile       = 0.8, 0.6
	fewestLibrary, fewestTile = 10, 12
	fitScale                  = 0.03
	fitSteps                  = 25
)

// tileKey names the kernels that were measured together.
type tileKey struct {
	chip    int
	library string
	m, n, k int
}

func (r *Row) key() tileKey { return tileKey{r.Chip, r.Library, r.Tile.M, r.Tile.N, r.Tile.K} }

func compareKeys(a, b tileKey) int {
	return cmp.Or(cmp.Compare(a.chip, b.chip), cmp.Compare(a.library, b.library), cmp.Compare(a.m, b.m), cmp.Compare(a.n, b.n), cmp.Compare(a.k, b.k))
}

// group is the rows of a tile.
type group struct {
	tileKey
	rows []*Row
}

// groups sorts rows by their tiles. Within one, rows are in an order that has nothing to do with
// their sizes, so that the first of them are a fair sample.
func groups(rows []Row, use func(*Row) bool) []group {
	index := map[tileKey]int{}
	var list []group
	for i := range rows {
		r := &rows[i]
		if !use(r) {
			continue
		}
		at, ok := index[r.key()]
		if !ok {
			at = len(list)
			index[r.key()] = at
			list = append(list, group{tileKey: r.key()})
		}
		list[at].rows = append(list[at].rows, r)
	}
	slices.SortFunc(list, func(a, b group) int { return compareKeys(a.tileKey, b.tileKey) })
	for _, g := range list {
		scatter(g.rows)
	}
	return list
}

// scatter reorders rows by multiples of the golden ratio.
func scatter(rows []*Row) {
	type place struct {
		at  uint32
		row *Row
	}
	places := make([]place, len(rows))
	for i, r := range rows {
		places[i] = place{uint32(i) * 2654435769, r}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
	for i, p := range places {
		rows[i] = p.row
	}
}

// fitRows fits parameters that are near to those above.
func fitRows(above Parameters, share float64, rows []*Row) Parameters {
	near := make([]float64, numParameters)
	for i, s := range spread {
		near[i] = float64(s * share)
	}
	p := lsq.Fit(&lsq.Problem{
		Start: above[:], Prior: above[:], Spread: near, Rows: len(rows), Scale: fitScale, Steps: fitSteps,
		Residual: func(p, r []float64) {
			c := (*Parameters)(p).constants()
			for i, row := range rows {
				r[i] = math.Log(c.time(&row.work).together / row.Microseconds)
			}
		},
	})
	return Parameters(p)
}

// fitGeneral fits what kernels have in common, on all chips: of each library it takes as many rows.
func fitGeneral(list []group) Parameters {
	tiles := map[tileKey]int{}
	for _, g := range list {
		tiles[g.libraryKey()]++
	}
	var all []*Row
	for _, g := range list {
		if g.m > 0 {
			all = append(all, g.rows[:min(len(g.rows), rowsTileOfAll, max(rowsOfAll/tiles[g.libraryKey()], 1))]...)
		}
	}
	return fitRows(prior, 1, all)
}

// fit fits all levels to the rows that use accepts: kernels in general, libraries, tiles.
func fit(rows []Row, use func(*Row) bool) (Parameters, []chipFit) {
	list := groups(rows, use)
	above := fitGeneral(list)
	fits := make([]chipFit, len(arch.Chips))
	for i := 0; i < len(list); {
		j := i + 1
		for j < len(list) && list[j].libraryKey() == list[i].libraryKey() {
			j++
		}
		fits[list[i].chip].addLibrary(above, list[i:j])
		i = j
	}
	return above, fits
}

// addLibrary fits a library and its tiles.
func (f *chipFit) addLibrary(above Parameters, list []group) {
	l := libraryFit{name: list[0].library}
	var all []*Row
	for _, g := range list {
		l.rows += len(g.rows)
		all = append(all, g.rows[:min(len(g.rows), rowsLibrary)]...)
	}
	if len(all) < fewestLibrary {
		return
	}
	l.parameters = fitRows(above, ownLibrary, all)
	for _, g := range list {
		if g.m == 0 || len(g.rows) < fewestTile {
			continue
		}
		p := fitRows(l.parameters, ownTile, g.rows[:min(len(g.rows), rowsTile)])
		l.tiles = append(l.tiles, tileFit{g.m, g.n, g.k, len(g.rows), p})
	}
	f.libraries = append(f.libraries, l)
}

// lookup returns the parameters for a row.
func lookup(general *Parameters, fits []chipFit, r *Row) *Parameters {
	f := &fits[r.Chip]
	for i := range f.libraries {
		l := &f.libraries[i]
		if l.name != r.Library {
			continue
		}
		if t := l.tile(&r.Tile); t >= 0 {
			return &l.tiles[t].parameters
		}
		return &l.parameters
	}
	return general
}

// crossValidated are times of rows in microseconds by fits to the other folds: ours, and three constants
// for a tile and for a library.
type crossValidated struct {
	ours, tile, library []float64
	ranked, best, near  int
}

func crossValidate(rows []Row) crossValidated {
	n := len(rows)
	v := crossValidated{ours: make([]float64, n), tile: make([]float64, n), library: make([]float64, n)}
	var wait sync.WaitGroup
	var mutex sync.Mutex
	for fold := range Folds {
		wait.Go(func() {
			train := func(r *Row) bool { return r.fold != fold }
			general, fits := fit(rows, train)
			tiles, libraries := baselines(rows, train)
			for i := range rows {
				if r := &rows[i]; r.fold == fold {
					c := lookup(&general, fits, r).constants()
					v.ours[i] = c.time(&r.work).together
					tile, library := tiles[r.key()], libraries[r.key().libraryKey()]
					v.tile[i], v.library[i] = tile.time(r), library.time(r)
				}
			}
			ranked, best, near := rank(fits, rows, func(r *Row) bool { return r.fold == fold })
			mutex.Lock()
			defer mutex.Unlock()
			v.ranked, v.best, v.near = v.ranked+ranked, v.best+best, v.near+near
		})
	}
	wait.Wait()
	return v
}

// rank estimates rows without a split K with all tiles of their libraries.
func rank(fits []chipFit, rows []Row, use func(*Row) bool) (ranked, best, near int) {
	for i := range rows {
		r := &rows[i]
		if !use(r) || r.Tile.M == 0 || r.Tile.SplitK > 1 {
			continue
		}
		for _, l := range fits[r.Chip].libraries {
			if l.name != r.Library || len(l.tiles) < 3 || !slices.ContainsFunc(l.tiles, func(t tileFit) bool { return t.is(&r.Tile) }) {
				continue
			}
			own, least := 0.0, math.Inf(1)
			for _, t := range l.tiles {
				c := t.parameters.constants()
				w := r.workWith(&Tile{M: t.m, N: t.n, K: t.k})
				us := c.time(&w).together
				if t.is(&r.Tile) {
					own = us
				}
				least = min(least, us)
			}
			ranked++
			if own == least {
				best++
			}
			if own <= float64(1.05*least) {
				near++
			}
		}
	}
	return ranked, best, near
}

// libraryKey names all kernels of a library.
func (k tileKey) libraryKey() tileKey { return tileKey{chip: k.chip, library: k.library} }

// baselines fits three constants to each tile and to each library.
func baselines(rows []Row, use func(*Row) bool) (tiles, libraries map[tileKey]baseline) {
	tiles, libraries = map[tileKey]baseline{}, map[tileKey]baseline{}
	all := map[tileKey][]*Row{}
	for _, g := range groups(rows, use) {
		tiles[g.tileKey] = fitBaseline(g.rows)
		key := g.libraryKey()
		all[key] = append(all[key], g.rows...)
	}
	for key, list := range all {
		libraries[key] = fitBaseline(list)
	}
	return tiles, libraries
}

// baseline is the fit of facts performance.md §6.7: us = a + rounds*(b + c*K), for which rounds are
// whole, and K is what a workgroup does of it.
type baseline struct{ a, b, c float64 }

func (f *baseline) time(r *Row) float64 {
	k := float64(r.Problem.K) / float64(max(r.Tile.SplitK, 1))
	return f.a + float64(f.rounds(r)*(f.b+float64(f.c*k)))
}

// rounds counts tiles of 256 x 256 where a kernel's name does not tell its own.
func (f *baseline) rounds(r *Row) float64 {
	if r.Tile.M > 0 {
		return r.work.full
	}
	tiles := ((r.Problem.M + 255) / 256) * ((r.Problem.N + 255) / 256) * max(r.Problem.Batch, 1)
	return math.Ceil(float64(tiles) / float64(r.cus))
}

// fitBaseline fits the three constants to the rows' relative errors, absolute ones as in fitRows.
func fitBaseline(rows []*Row) baseline {
	x := lsq.Fit(&lsq.Problem{
		// The pull is too weak to matter; it only keeps the equations solvable.
		Start: []float64{3, 3, 5}, Prior: []float64{3, 3, 5}, Spread: []float64{1e3, 1e3, 1e3}, Rows: len(rows), Scale: fitScale, Steps: 60,
		Residual: func(p, r []float64) {
			f := baseline{p[0], p[1], float64(p[2] * 1e-3)}
			for i, row := range rows {
				r[i] = f.time(row)/row.Microseconds - 1
			}
		},
	})
	return baseline{x[0], x[1], float64(x[2] * 1e-3)}
}
