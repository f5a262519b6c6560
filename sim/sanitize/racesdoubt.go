package sanitize

// A wave that reads a dword which others change by read-modify-writes may mean to: the usual way to
// build an atomic operation from a compare-and-swap begins with a plain read, whose value the
// compare-and-swap confirms. Such a race is in doubt until the reading wave ends.
type doubt struct {
	pair    [2]uint64 // addresses of the two instructions
	settled bool
	report  func()
}

type doubtAt struct {
	lds   bool
	dword uint64
}

// doubt records a race between a plain read of w and a read-modify-write of another wave, to be
// reported when w ends. t is the later of the two.
func (w *raceWave) doubt(t *toucher, addr uint64, check string, at, from origin, earlier stamp, write, earlierWrite bool) {
	key, pair := doubtAt{t.lds, addr / 4}, [2]uint64{at.addr, from.addr}
	for _, d := range w.doubts[key] {
		if d.pair == pair {
			return
		}
	}
	if w.doubts == nil {
		w.doubts = map[doubtAt][]*doubt{}
	}
	late, record := *t, *t.r // both are used for other instructions by then
	late.r = &record
	d := &doubt{pair: pair, report: func() {
		c := late.c
		c.s.report(check, at, from, func() detail {
			return late.describe(addr, earlier, &c.s.raceOps[earlier.what>>whatShift], write, earlierWrite)
		})
	}}
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
			d.report()
		}
	}
	w.doubts, w.doubtList = nil, nil
}
