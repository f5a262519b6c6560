package sanitize

// A wave that reads a dword which others change by read-modify-writes may mean to: the usual way to
// build an atomic operation from a compare-and-swap begins with a plain read, whose value the
// compare-and-swap confirms. Such a race is in doubt until the reading wave ends.
type doubt struct {
	race
	settled bool
}

type doubtAt struct {
	lds   bool
	dword uint64
}

// doubt records a race between a plain read of w and a read-modify-write of another wave, to be
// reported when w ends.
func (w *raceWave) doubt(lds bool, r *race) {
	key := doubtAt{lds, r.addr / 4}
	for _, d := range w.doubts[key] {
		if d.at.op == r.at.op && d.from.op == r.from.op {
			return
		}
	}
	if w.doubts == nil {
		w.doubts = map[doubtAt][]*doubt{}
	}
	d := &doubt{race: *r}
	w.doubts[key] = append(w.doubts[key], d)
	w.doubtList = append(w.doubtList, d)
}

// settle withdraws the doubts about a dword, because w confirms its value.
func (w *raceWave) settle(lds bool, addr uint64) {
	key := doubtAt{lds, addr / 4}
	for _, d := range w.doubts[key] {
		d.settled = true
	}
	delete(w.doubts, key)
}

// reportDoubts reports what the wave, which ends, has not settled.
func (w *raceWave) reportDoubts() {
	for _, d := range w.doubtList {
		if !d.settled {
			w.group.check.found(&d.race)
		}
	}
	w.doubts, w.doubtList = nil, nil
}
