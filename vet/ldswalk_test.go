package vet_test

import (
	"encoding/binary"
	"fmt"
	"math/bits"
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
	data  bool  // it loads bytes, of which vet knows nothing
	calls []int // the lines that functions begin at, in programs that have some, and use private memory
}

// ldsWave is a wave that executes an ldsProgram: v1 to v4, s4 to s5, and the lanes.
type ldsWave struct {
	first  uint32 // work-item
	v      [5][64]uint32
	s      [2]uint32
	exec   [64]bool
	saved  [64]bool
	next   int
	back   int // where a call goes on
	phase  int
	events []ldsEvent

	private [64][privateBytes]byte // by lane
	kept    [keptLanes]uint32      // scalars in lanes of v14
}

// ldsEvent is an access of a lane to a dword.
type ldsEvent struct {
	phase, line int
	at          uint32
	read, write bool // both: an atomic
}

// before reports whether an access is before another one, whatever the order of waves is.
func (e *ldsTouch) before(o *ldsTouch) bool {
	return e.phase < o.phase || e.phase == o.phase && e.wave == o.wave && e.turn < o.turn
}

// ldsTouch is an access, with its wave and its place among those of the wave.
type ldsTouch struct {
	ldsEvent
	wave, turn int
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
	n := 9
	if p.data {
		n = 12
	}
	if len(p.calls) > 0 && p.r.IntN(2) == 0 {
		p.keep()
		return
	}
	switch p.r.IntN(n) {
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
	case 7:
		p.lanes(fmt.Sprintf("v_bfrev_b32_e32 v%d, v%d", to, from), to, func(w *ldsWave, i int) uint32 { return bits.Reverse32(w.v[from][i]) })
		p.lanes(fmt.Sprintf("v_lshrrev_b32_e32 v%d, 23, v%d", to, to), to, func(w *ldsWave, i int) uint32 { return w.v[to][i] >> 23 })
	case 8: // how many active lanes are in front of one
		p.lanes(fmt.Sprintf("v_mbcnt_lo_u32_b32 v%d, exec_lo, 0", to), to, func(w *ldsWave, i int) uint32 { return w.activeBefore(min(i, 32)) })
		p.lanes(fmt.Sprintf("v_mbcnt_hi_u32_b32 v%d, exec_hi, v%d", to, to), to, func(w *ldsWave, i int) uint32 { return w.activeBefore(i) })
	case 9, 10: // a byte that only the run tells, or some of its bits
		mask, by := uint32(1)<<p.r.IntN(9)-1, p.r.IntN(3)
		p.lanes(fmt.Sprintf("global_load_ubyte v%d, v0, s[0:1]", to), to, func(w *ldsWave, i int) uint32 { return uint32(p.r.IntN(256)) })
		p.add("s_waitcnt vmcnt(0)", func(w *ldsWave) {})
		p.lanes(fmt.Sprintf("v_and_b32_e32 v%d, 0x%x, v%d", to, mask, to), to, func(w *ldsWave, i int) uint32 { return w.v[to][i] & mask })
		p.lanes(fmt.Sprintf("v_lshlrev_b32_e32 v%d, %d, v%d", to, by, to), to, func(w *ldsWave, i int) uint32 { return w.v[to][i] << by })
	case 11: // a number that only the run tells
		p.lanes(fmt.Sprintf("global_load_dword v%d, v0, s[0:1]", to), to, func(w *ldsWave, i int) uint32 { return p.r.Uint32() })
		p.add("s_waitcnt vmcnt(0)", func(w *ldsWave) {})
		p.lanes(fmt.Sprintf("v_lshrrev_b32_e32 v%d, %d, v%d", to, 23+k%9, to), to, func(w *ldsWave, i int) uint32 { return w.v[to][i] >> (23 + k%9) })
	}
}

// activeBefore counts the active lanes in front of one.
func (w *ldsWave) activeBefore(lane int) (n uint32) {
	for _, is := range w.exec[:lane] {
		if is {
			n++
		}
	}
	return n
}

// access writes a work-item's number, adds it, or reads.
func (p *ldsProgram) access() {
	from, kind := p.r.IntN(5), p.r.IntN(5)
	read, write := kind > 1, kind < 3
	var at [64]uint32
	mask := uint32(0x3ff)<<2 | 3
	p.add(fmt.Sprintf("v_lshlrev_b32_e32 v9, 2, v%d", from), func(w *ldsWave) {})
	p.add(fmt.Sprintf("v_and_b32_e32 v9, 0x%x, v9", mask), func(w *ldsWave) {})
	line := "ds_read_b32 v10, v9"
	switch {
	case read && write:
		line = "ds_add_u32 v9, v0"
	case write:
		line = "ds_write_b32 v9, v0"
	}
	n := len(p.lines)
	p.add(line, func(w *ldsWave) {
		for i := range at {
			if w.exec[i] {
				w.events = append(w.events, ldsEvent{w.phase, n, w.v[from][i] << 2 & mask, read, write})
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

// What programs with functions keep, and where: in private memory from s20 on, and in lanes of v14.
const (
	privateBytes = 32
	privateFrom  = 64
	keptLanes    = 4
)

// functions writes some, for programs that call them, and the beginning of such a program.
func (p *ldsProgram) functions() {
	p.add(fmt.Sprintf("s_movk_i32 s20, 0x%x", privateFrom), func(w *ldsWave) {})
	p.add("s_mov_b64 s[22:23], src_private_base", func(w *ldsWave) {})
	for k := range keptLanes {
		p.add(fmt.Sprintf("v_writelane_b32 v14, s4, %d", k), func(w *ldsWave) { w.kept[k] = w.s[0] })
	}
	written := privateBytes
	if p.data {
		written /= 2 // nothing is known of the others
	}
	for at := 0; at < written; at += 4 {
		p.add(fmt.Sprintf("scratch_store_dword off, v0, s20 offset:%d", at), func(w *ldsWave) {
			for i := range w.private {
				binary.LittleEndian.PutUint32(w.private[i][at:], w.v[0][i])
				for k := written; k < privateBytes; k++ {
					w.private[i][k] = byte(p.r.Uint32())
				}
			}
		})
	}
	set := p.branch("s_branch", func(w *ldsWave) bool { return true })
	var list []int
	for range 2 {
		list = append(list, len(p.lines))
		p.calls = []int{-1} // not for calls
		for range 1 + p.r.IntN(3) {
			if p.r.IntN(3) > 0 {
				p.compute()
			} else {
				p.access()
			}
		}
		p.add("s_setpc_b64 s[30:31]", func(w *ldsWave) { w.next = w.back })
	}
	p.calls = list
	set(len(p.lines))
}

// keep calls a function, or keeps a number in private memory or in a lane, or takes one from there.
func (p *ldsProgram) keep() {
	k := p.r.IntN(10)
	if p.calls[0] < 0 {
		k %= 9
	}
	to, lane, s := 1+p.r.IntN(4), p.r.IntN(keptLanes), p.r.IntN(2)
	switch {
	case k == 9:
		f := p.calls[p.r.IntN(len(p.calls))]
		p.add(fmt.Sprintf("s_call_b64 s[30:31], @%d", f), func(w *ldsWave) { w.next, w.back = f, w.next })
	case k == 8:
		p.add(fmt.Sprintf("v_writelane_b32 v14, s%d, %d", 4+s, lane), func(w *ldsWave) { w.kept[lane] = w.s[s] })
	case k == 7:
		p.add(fmt.Sprintf("v_readlane_b32 s7, v14, %d", lane), func(w *ldsWave) {})
		p.lanes(fmt.Sprintf("v_add_u32_e32 v%d, s7, v%d", to, to), to, func(w *ldsWave, i int) uint32 { return w.v[to][i] + w.kept[lane] })
	default:
		p.private(to, k < 3)
	}
}

// private stores a register to private memory, at the same place in all lanes or not, or loads it.
func (p *ldsProgram) private(reg int, store bool) {
	size := []int{1, 2, 4, 4}[p.r.IntN(4)]
	at := size * p.r.IntN(privateBytes/size)
	place := func(w *ldsWave, i int) int { return at }
	name := map[int]string{1: "byte", 2: "short", 4: "dword"}[size]
	if !store && size < 4 {
		name = "u" + name
	}
	op, addr := "scratch", fmt.Sprintf("off, s20 offset:%d", at)
	switch p.r.IntN(3) {
	case 0: // the address is in a register
		of := p.r.IntN(5)
		mask := privateBytes - size
		place = func(w *ldsWave, i int) int { return int(w.v[of][i]) & mask &^ (size - 1) }
		p.add(fmt.Sprintf("v_and_b32_e32 v12, %d, v%d", mask&^(size-1), of), func(w *ldsWave) {})
		addr = fmt.Sprintf("v12, off offset:%d", privateFrom)
	case 1:
		p.add(fmt.Sprintf("v_mov_b32_e32 v12, 0x%x", privateFrom+at), func(w *ldsWave) {})
		p.add("v_mov_b32_e32 v13, s23", func(w *ldsWave) {})
		op, addr = "flat", "v[12:13]"
	}
	bytes := func(w *ldsWave, i int) []byte { return w.private[i][place(w, i):][:size] }
	if store {
		first, rest, _ := strings.Cut(addr, ", ")
		line := fmt.Sprintf("%s_store_%s %s, v%d", op, name, first, reg)
		if rest != "" {
			line += ", " + rest
		}
		p.add(line, func(w *ldsWave) {
			for i := range w.exec {
				if w.exec[i] {
					var b [4]byte
					binary.LittleEndian.PutUint32(b[:], w.v[reg][i])
					copy(bytes(w, i), b[:])
				}
			}
		})
		return
	}
	p.lanes(fmt.Sprintf("%s_load_%s v%d, %s", op, name, reg, addr), reg, func(w *ldsWave, i int) uint32 {
		var b [4]byte
		copy(b[:], bytes(w, i))
		return binary.LittleEndian.Uint32(b[:])
	})
	p.add("s_waitcnt vmcnt(0) lgkmcnt(0)", func(w *ldsWave) {})
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

// touches are the accesses of waves, by dword.
func touches(waves []*ldsWave) map[uint32][]ldsTouch {
	by := map[uint32][]ldsTouch{}
	for k, w := range waves {
		for turn, e := range w.events {
			by[e.at] = append(by[e.at], ldsTouch{e, k, turn})
		}
	}
	return by
}

// truth is what holds of a program that has run: which lines meet, which of them read what nothing has written, and
// which dwords they write that nothing reads. What only atomics have changed is not set.
type truth struct {
	meet      map[[2]int]bool
	unwritten map[int]bool
	unset     map[int]bool
	unused    map[int]map[uint32]bool
}

func truthAbout(waves []*ldsWave) truth {
	x := truth{map[[2]int]bool{}, map[int]bool{}, map[int]bool{}, map[int]map[uint32]bool{}}
	for at, list := range touches(waves) {
		for i := range list {
			a := &list[i]
			written, set, used := false, false, false
			for k := range list {
				b := &list[k]
				if a.wave != b.wave && a.phase == b.phase && (a.write || b.write) && !(a.read && a.write && b.read && b.write) {
					x.meet[[2]int{min(a.line, b.line), max(a.line, b.line)}] = true
				}
				written = written || b.write && i != k && !a.before(b)
				set = set || b.write && !b.read && i != k && !a.before(b)
				overwritten := func() bool {
					return slices.ContainsFunc(list, func(c ldsTouch) bool { return c.write && a.before(&c) && c.before(b) })
				}
				used = used || b.read && i != k && !b.before(a) && !overwritten()
			}
			if a.read && !written {
				x.unwritten[a.line] = true
			}
			if a.read && !set {
				x.unset[a.line] = true
			}
			if a.write && !used {
				if x.unused[a.line] == nil {
					x.unused[a.line] = map[uint32]bool{}
				}
				x.unused[a.line][at] = true
			}
		}
	}
	return x
}

// TestWalks: what the rules about the LDS prove of random kernels holds for all lanes, waves and turns, and
// lds-race has an error or a doubt only for two instructions that meet. Half of them call functions and keep numbers in
// private memory and in lanes of a register. Where kernels load what vet does not know,
// doubts may be about others, errors not.
func TestWalks(t *testing.T) {
	const seed, waves = 1, 3
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	clean, racing, doubts, unwritten, unused := 0, 0, 0, 0, 0
	for n := range long.Count(150, 5000) {
		p := &ldsProgram{r: r, data: n%2 == 1}
		p.add("s_mov_b32 s4, 1", func(w *ldsWave) { w.s[0] = 1 })
		p.add("s_mov_b32 s5, 1", func(w *ldsWave) { w.s[1] = 1 })
		for v := 1; v < 5; v++ {
			p.lanes(fmt.Sprintf("v_mov_b32_e32 v%d, v0", v), v, func(w *ldsWave, i int) uint32 { return w.v[0][i] })
		}
		if n%4 > 1 {
			p.functions()
		}
		p.body(4 + r.IntN(6))
		p.add("s_endpgm", func(w *ldsWave) {})
		target := isa.Targets()[n/2%2]
		o := workgroupKernel(t, target.Chip.Name, p.lines)
		report, err := vet.ObjectWith(o, vet.Options{Launches: []vet.Launch{{Block: [3]uint32{64 * waves, 1, 1}, LDS: -1}}})
		if err != nil {
			t.Fatal(err)
		}
		line := linesOf(t, o)
		is := truthAbout(p.waves(waves))
		found := map[[2]int]vet.Finding{}
		named := map[int]bool{} // findings with others like them name the instruction that they have in common
		empty := map[int]vet.Rank{}
		fail := func(format string, args ...any) {
			t.Fatalf("kernel %d, %s: %s\n%s", n, target.Chip.Name, fmt.Sprintf(format, args...), numbered(p.lines))
		}
		for _, f := range report.Kernels[0].Findings {
			a := line[f.Addr]
			switch {
			case f.Rule == "lds-unwritten":
				empty[a] = f.Rank
			case f.Rule == "lds-unused":
				at := uint32(0)
				if _, err := fmt.Sscanf(f.Message, "writes byte %v", &at); err != nil || !is.unused[a][at&^3] {
					fail("line %d: %s (%v): %v", a, f.Message, err, is.unused[a])
				}
				unused++
			case f.Rule == "lds-race" && f.Required == "" && f.Other != nil:
				b := line[f.Other.Addr]
				found[[2]int{min(a, b), max(a, b)}] = f
				if f.Also > 0 {
					named[b] = true
				}
			case f.Rule == "lds-race" && f.Other == nil:
				fail("%s", f.Message)
			}
		}
		for pair := range is.meet {
			if _, ok := found[pair]; !ok && !named[pair[0]] && !named[pair[1]] {
				fail("lines %v meet, and vet says nothing", pair)
			}
		}
		for pair, f := range found {
			if !is.meet[pair] && !(p.data && f.Rank == vet.RankCantTell) {
				fail("lines %v do not meet: %s: %s", pair, f.Rank, f.Message)
			}
			if f.Rank == vet.RankCantTell {
				doubts++
			}
		}
		for a, rank := range empty {
			if !is.unset[a] && !(p.data && rank == vet.RankCantTell) {
				fail("what line %d reads has been set: %s", a, rank)
			}
		}
		for a := range is.unwritten {
			if _, ok := empty[a]; ok {
				unwritten++
			} else if !p.data { // else it may be written where vet does not know
				fail("line %d reads what nothing has written, and vet says nothing", a)
			}
		}
		if len(is.meet) == 0 {
			clean++
		} else {
			racing++
		}
	}
	t.Logf("%d kernels have no races and %d have, all found; %d doubts; %d reads of what nothing has written, %d writes that nobody reads", clean, racing, doubts, unwritten, unused)
}

func numbered(lines []string) string {
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%3d %s\n", i, l)
	}
	return b.String()
}
