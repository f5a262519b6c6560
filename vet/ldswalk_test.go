package vet_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/long"
	"heddle/vet"
)

// ldsProgram is a random kernel that writes and reads the LDS at addresses made of work-items and loop counters, in
// lanes that are made of the same: its lines, and what it does in a wave, line by line.
type ldsProgram struct {
	r     *rand.Rand
	lines []string
	run   []func(w *ldsWave) // one for each line
	depth int
}

// ldsWave is a wave that executes an ldsProgram: v1 to v4, s4 to s5, and the lanes.
type ldsWave struct {
	first  uint32 // work-item
	v      [5][64]uint32
	s      [2]uint32
	exec   [64]bool
	saved  [64]bool
	next   int
	phase  int
	events []ldsEvent
}

// ldsEvent is an access of a lane to a dword.
type ldsEvent struct {
	phase, line int
	at          uint32
	write       bool
}

func (p *ldsProgram) add(line string, run func(w *ldsWave)) {
	p.lines, p.run = append(p.lines, line), append(p.run, run)
}

// lanes changes a register in the active lanes.
func (p *ldsProgram) lanes(line string, to int, f func(w *ldsWave, lane int) uint32) {
	p.add(line, func(w *ldsWave) {
		for i := range w.exec {
			if w.exec[i] {
				w.v[to][i] = f(w, i)
			}
		}
	})
}

// compute is an operation on lanes.
func (p *ldsProgram) compute() {
	to, from, other, k := 1+p.r.IntN(4), p.r.IntN(5), p.r.IntN(5), uint32(1)<<p.r.IntN(10)
	s := p.r.IntN(2)
	switch p.r.IntN(7) {
	case 0:
		p.lanes(fmt.Sprintf("v_add_u32_e32 v%d, 0x%x, v%d", to, k, from), to, func(w *ldsWave, i int) uint32 { return w.v[from][i] + k })
	case 1:
		p.lanes(fmt.Sprintf("v_xor_b32_e32 v%d, 0x%x, v%d", to, k, from), to, func(w *ldsWave, i int) uint32 { return w.v[from][i] ^ k })
	case 2:
		p.lanes(fmt.Sprintf("v_xor_b32_e32 v%d, s%d, v%d", to, 4+s, from), to, func(w *ldsWave, i int) uint32 { return w.v[from][i] ^ w.s[s] })
	case 3:
		p.lanes(fmt.Sprintf("v_and_b32_e32 v%d, 0x%x, v%d", to, 2*k-1, from), to, func(w *ldsWave, i int) uint32 { return w.v[from][i] & (2*k - 1) })
	case 4:
		p.lanes(fmt.Sprintf("v_add_u32_e32 v%d, v%d, v%d", to, other, from), to, func(w *ldsWave, i int) uint32 { return w.v[other][i] + w.v[from][i] })
	case 5:
		p.lanes(fmt.Sprintf("v_lshlrev_b32_e32 v%d, %d, v%d", to, k%4, from), to, func(w *ldsWave, i int) uint32 { return w.v[from][i] << (k % 4) })
	case 6:
		p.lanes(fmt.Sprintf("v_mul_lo_u32 v%d, s%d, v%d", to, 4+s, from), to, func(w *ldsWave, i int) uint32 { return w.s[s] * w.v[from][i] })
	}
}

// access writes a work-item's number or reads.
func (p *ldsProgram) access() {
	from, write := p.r.IntN(5), p.r.IntN(2) == 0
	var at [64]uint32
	mask := uint32(0x3ff)<<2 | 3
	p.add(fmt.Sprintf("v_lshlrev_b32_e32 v9, 2, v%d", from), func(w *ldsWave) {})
	p.add(fmt.Sprintf("v_and_b32_e32 v9, 0x%x, v9", mask), func(w *ldsWave) {})
	line := "ds_read_b32 v10, v9"
	if write {
		line = "ds_write_b32 v9, v0"
	}
	n := len(p.lines)
	p.add(line, func(w *ldsWave) {
		for i := range at {
			if w.exec[i] {
				w.events = append(w.events, ldsEvent{w.phase, n, w.v[from][i] << 2 & mask, write})
			}
		}
	})
}

// jumpTo is a place that a branch goes to.
func (p *ldsProgram) branch(op string, taken func(w *ldsWave) bool) (set func(to int)) {
	n := len(p.lines)
	to := 0
	p.add("", func(w *ldsWave) {
		if taken(w) {
			w.next = to
		}
	})
	return func(t int) { to, p.lines[n] = t, fmt.Sprintf("%s @%d", op, t) }
}

// only is code for some lanes, at times skipped by waves that have none.
func (p *ldsProgram) only() {
	of, k := p.r.IntN(5), 1<<p.r.IntN(9)
	p.add(fmt.Sprintf("v_cmp_gt_u32_e32 vcc, 0x%x, v%d", k, of), func(w *ldsWave) {})
	p.add("s_and_saveexec_b64 s[8:9], vcc", func(w *ldsWave) {
		w.saved = w.exec
		for i := range w.exec {
			w.exec[i] = w.exec[i] && w.v[of][i] < uint32(k)
		}
	})
	set := func(int) {}
	if p.r.IntN(2) == 0 {
		set = p.branch("s_cbranch_execz", func(w *ldsWave) bool { return !slices.Contains(w.exec[:], true) })
	}
	for range 1 + p.r.IntN(3) {
		if p.r.IntN(2) == 0 {
			p.compute()
		} else {
			p.access()
		}
	}
	set(len(p.lines))
	p.add("s_mov_b64 exec, s[8:9]", func(w *ldsWave) { w.exec = w.saved })
}

// byWave is code of the first or of the other waves.
func (p *ldsProgram) byWave() {
	k := uint32(64)
	p.add("v_readfirstlane_b32 s6, v0", func(w *ldsWave) {})
	p.add("s_cmp_lt_u32 s6, 64", func(w *ldsWave) {})
	set := p.branch("s_cbranch_scc0", func(w *ldsWave) bool { return w.first >= k })
	p.compute()
	p.access()
	set(len(p.lines))
}

// loop turns with a counter that doubles or grows.
func (p *ldsProgram) loop() {
	s := p.depth
	double, turns := p.r.IntN(2) == 0, 2+p.r.IntN(4)
	end, step := uint32(turns+1), "s_add_u32 s%[1]d, s%[1]d, 1"
	if double {
		end, step = 1<<turns, "s_lshl_b32 s%[1]d, s%[1]d, 1"
	}
	p.add(fmt.Sprintf("s_mov_b32 s%d, 1", 4+s), func(w *ldsWave) { w.s[s] = 1 })
	head := len(p.lines)
	p.depth++
	p.body(2 + p.r.IntN(3))
	p.depth--
	p.add(fmt.Sprintf(step, 4+s), func(w *ldsWave) {
		if w.s[s]++; double {
			w.s[s] = 2 * (w.s[s] - 1)
		}
	})
	p.add(fmt.Sprintf("s_cmp_lt_u32 s%d, %d", 4+s, end), func(w *ldsWave) {})
	p.branch("s_cbranch_scc1", func(w *ldsWave) bool { return w.s[s] < end })(head)
}

func (p *ldsProgram) body(n int) {
	for range n {
		switch k := p.r.IntN(12); {
		case k < 3:
			p.compute()
		case k < 6:
			p.access()
		case k < 8:
			p.add("s_waitcnt lgkmcnt(0)", func(w *ldsWave) {})
			p.add("s_barrier", func(w *ldsWave) { w.phase++ })
		case k < 9:
			p.only()
		case k < 10:
			p.byWave()
		case p.depth < 2:
			p.loop()
		}
	}
}

// waves are those of a workgroup that has come to the end.
func (p *ldsProgram) waves(n int) []*ldsWave {
	var list []*ldsWave
	for k := range n {
		w := &ldsWave{first: uint32(64 * k)}
		for i := range w.exec {
			w.exec[i] = true
			w.v[0][i] = w.first + uint32(i)
		}
		for w.next < len(p.run) {
			at := w.next
			w.next++
			p.run[at](w)
		}
		list = append(list, w)
	}
	return list
}

// TestWalks: what the lds-race rule proves of random kernels holds for all lanes, waves and turns, and it has an
// error or a doubt only for two instructions that meet.
func TestWalks(t *testing.T) {
	const seed, waves = 1, 3
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	clean, racing, stray := 0, 0, 0
	for n := range long.Count(150, 5000) {
		p := &ldsProgram{r: r}
		p.add("s_mov_b32 s4, 1", func(w *ldsWave) { w.s[0] = 1 })
		p.add("s_mov_b32 s5, 1", func(w *ldsWave) { w.s[1] = 1 })
		for v := 1; v < 5; v++ {
			p.lanes(fmt.Sprintf("v_mov_b32_e32 v%d, v0", v), v, func(w *ldsWave, i int) uint32 { return w.v[0][i] })
		}
		p.body(4 + r.IntN(6))
		p.add("s_endpgm", func(w *ldsWave) {})
		target := isa.Targets()[n%2]
		o := workgroupKernel(t, target.Chip.Name, p.lines)
		report, err := vet.ObjectWith(o, vet.Options{Launches: []vet.Launch{{Block: [3]uint32{64 * waves, 1, 1}, LDS: -1}}})
		if err != nil {
			t.Fatal(err)
		}
		line := linesOf(t, o)
		meet := map[[2]int]bool{}
		type touch struct {
			wave int
			e    ldsEvent
		}
		by := map[[2]uint32][]touch{}
		for k, w := range p.waves(waves) {
			for _, e := range w.events {
				key := [2]uint32{uint32(e.phase), e.at}
				for _, o := range by[key] {
					if o.wave != k && (o.e.write || e.write) {
						meet[[2]int{min(o.e.line, e.line), max(o.e.line, e.line)}] = true
					}
				}
				if !slices.Contains(by[key], touch{k, e}) {
					by[key] = append(by[key], touch{k, e})
				}
			}
		}
		found := map[[2]int]vet.Finding{}
		named := map[int]bool{} // findings with others like them name the instruction that they have in common
		for _, f := range report.Kernels[0].Findings {
			if f.Rule != "lds-race" || f.Required != "" {
				continue
			}
			if f.Other == nil {
				t.Fatalf("kernel %d: %s", n, f.Message)
			}
			a, b := line[f.Addr], line[f.Other.Addr]
			found[[2]int{min(a, b), max(a, b)}] = f
			if f.Also > 0 {
				named[b] = true
			}
		}
		fail := func(format string, args ...any) {
			t.Fatalf("kernel %d, %s: %s\n%s", n, target.Chip.Name, fmt.Sprintf(format, args...), numbered(p.lines))
		}
		for pair := range meet {
			if _, ok := found[pair]; !ok && !named[pair[0]] && !named[pair[1]] {
				fail("lines %v meet, and vet says nothing", pair)
			}
		}
		for pair, f := range found {
			if !meet[pair] {
				stray++
				fail("lines %v do not meet: %s: %s", pair, f.Rank, f.Message)
			}
		}
		if len(meet) == 0 {
			clean++
		} else {
			racing++
		}
	}
	t.Logf("%d kernels are proven, %d have what vet finds, %d findings are about others", clean, racing, stray)
}

func numbered(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%3d %s\n", i, l)
	}
	return b.String()
}
