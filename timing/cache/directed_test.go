package cache

import (
	"maps"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/timing"
)

// plain is a model with round numbers: each level's latency is told from the others', a channel of
// the L2 serves a line in a cycle, and pages and the HBM's bandwidth cost nothing.
func plain() *arch.MemoryModel {
	m := &model(&arch.GFX942).Memory
	for name, value := range map[string]float64{
		"l1.latency": 100, "l1.wide_latency": 100, "l2.latency": 200, "mall.latency": 400, "hbm.latency": 800, "l2.efficiency": 1,
		"l1.fill_bytes_per_cycle": 1e6, "fabric.read_bytes_per_cycle": 1e6, "fabric.write_bytes_per_cycle": 1e6, "mall.bytes_per_cycle": 1e6,
		"tlb.miss": 0, "tlb.walk": 0, "hbm.bandwidth": 1e6, "hbm.refresh": 0, "l2.store_latency": 200, "fabric.hop": 0,
	} {
		set(m, name, value)
	}
	return m
}

// set sets a constant.
func set(m *arch.MemoryModel, name string, value float64) {
	whole := &arch.Model{Memory: *m}
	if err := whole.Set(name, value); err != nil {
		panic(err)
	}
	*m = whole.Memory
}

// step is an access, and what is to come of it.
type step struct {
	at          timing.Cycle
	cu          int
	access      *timing.Access
	taken, done timing.Cycle
}

// rowsOf is an access of lines that are a distance apart, 16 bytes a lane, 128 bytes of each.
func rowsOf(addr uint64, lines int, stride uint64, swizzle int) *timing.Access {
	t := timing.Touch{Exec: ^uint64(0), Size: 16, Sets: 4, Swizzle: swizzle}
	for lane := range uint64(lines * 8) {
		t.Addrs = append(t.Addrs, addr+lane/8*stride+lane%8*16)
	}
	return &timing.Access{Bytes: 128 * lines, Lines: timing.AppendLines(nil, &t)}
}

func atomic(a *timing.Access) *timing.Access {
	a.Atomic = true
	return a
}

// TestDirected: what each mechanism does to a few accesses.
func TestDirected(t *testing.T) {
	const base, far = uint64(1 << 32), uint64(1 << 33)
	for _, x := range []struct {
		name   string
		change map[string]float64
		config Config
		steps  []step
	}{
		// The first load comes from the HBM: 800 and the 14 or 2 cycles until the last line is looked up.
		// Then the L1 has it: a dwordx4 keeps the L1 for 16 cycles, a dword for 4, and dwordx2 as long
		// as dwordx4 (performance.md §1.6). Each returns as much after the one before.
		{name: "L1: widths", steps: []step{
			{0, 0, wave(base, 16, 16), 16, 814},
			{1000, 0, wave(base, 16, 16), 1016, 1100}, {1000, 0, wave(base, 4, 4), 1020, 1116}, {1000, 0, wave(base, 8, 8), 1036, 1132},
			{2000, 0, wave(base, 4, 4), 2004, 2100},
		}},
		// 64 lines of which a lane has a dword each: 64 halves of a line at 64 bytes a cycle, 60 cycles more
		// than the dword's 4.
		{name: "L1: gather", steps: []step{
			{0, 0, wave(base, 4, 128), 64, 863}, {2000, 0, wave(base, 4, 128), 2064, 2160},
		}},
		// Loads return in order: a hit waits for the miss before it, and comes its 4 cycles after.
		{name: "L1: in order", steps: []step{
			{0, 0, one(base, 4), 4, 800}, {2000, 0, one(far, 4), 2004, 2800}, {2010, 0, one(base, 4), 2014, 2804},
		}},
		{name: "L1: out of order", change: map[string]float64{"l1.in_order": 0}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {2000, 0, one(far, 4), 2004, 2800}, {2010, 0, one(base, 4), 2014, 2110},
		}},
		// A line that is on its way is not asked for again: the second load has it with the first.
		{name: "L1: misses of a line merge", change: map[string]float64{"l1.in_order": 0}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {100, 0, one(base+64, 4), 104, 800}, {750, 0, one(base, 4), 754, 850},
		}},
		{name: "L2: misses of a line merge", steps: []step{
			{0, 0, one(base, 4), 4, 800}, {100, 1, one(base, 4), 104, 800}, {900, 2, one(base, 4), 904, 1100},
		}},
		// 64 lines of one set are on their way, the last of which is due at 5*16+14 + 800: the first 8 loads
		// fill the set. The ninth begins at 128, waits until the first line is there, at 800, and has its
		// 8 lines looked up 2 cycles apart, as those before it were.
		{name: "L1: a set full of lines on their way", steps: append(repeat(8, func(i int) step {
			return step{0, 0, rowsOf(base+uint64(i)<<13, 8, 1024, 0), timing.Cycle(16 * (i + 1)), timing.Cycle(814 + 16*i)}
		}), step{0, 0, rowsOf(base+8<<13, 8, 1024, 0), 816, 1614})},
		// With a cache swizzle the same lines spread over four sets.
		{name: "L1: swizzled", steps: repeat(9, func(i int) step {
			return step{0, 0, rowsOf(base+uint64(i)<<13, 8, 1024, 1024), timing.Cycle(16 * (i + 1)), timing.Cycle(814 + 16*i)}
		})},
		// A set that is busy 4 cycles with a line needs 32 for 8 lines, 16 more than the data; the last is
		// looked up after 28.
		{name: "L1: tag port", change: map[string]float64{"l1.set_cycles": 4}, steps: []step{
			{0, 0, rowsOf(base, 8, 1024, 0), 32, 828}, {2000, 0, rowsOf(base, 8, 1024, 0), 2032, 2116}, {3000, 0, wave(base, 16, 16), 3016, 3814},
		}},
		// A channel of the L2 takes 128 bytes a cycle; at 8 bytes a cycle, 3 loads of a line by 3 compute
		// units have it 16 cycles apart.
		{name: "L2: a channel serves", change: map[string]float64{"l2.read_bytes_per_cycle": 8}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {1000, 1, one(base, 4), 1004, 1200}, {1000, 2, one(base, 4), 1004, 1216}, {1000, 3, one(base, 4), 1004, 1232},
		}},
		// Neighbouring blocks of 256 bytes are in different channels.
		{name: "L2: channels", change: map[string]float64{"l2.read_bytes_per_cycle": 8}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {0, 1, one(base+256, 4), 4, 800}, {0, 2, one(base+128, 4), 4, 816},
		}},
		// 128 bytes a line at 8 bytes a cycle into one compute unit; another one has its own path.
		{name: "L1: fill", change: map[string]float64{"l1.fill_bytes_per_cycle": 8}, steps: []step{
			{0, 0, rowsOf(base, 2, 256, 0), 4, 816}, {0, 1, one(far+1024, 4), 4, 800},
		}},
		// The fabric of the XCD, at 8 bytes a cycle, is for all of its compute units.
		{name: "fabric", change: map[string]float64{"fabric.read_bytes_per_cycle": 8}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {0, 1, one(base+256, 4), 4, 816}, {0, 2, one(base+512, 4), 4, 832},
		}},
		// The XCDs share the channels of the HBM: with 128 XCDs, one is left for each. 5300 GB/s are 2533
		// bytes a cycle of 2092 MHz, 19.8 for a channel, 78.5 % of that 15.5: a line in 8.24.
		{name: "HBM: a channel", config: Config{XCDs: 128, HBM: 5300}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {0, 1, one(base+256, 4), 4, 809}, {0, 2, one(base+512, 4), 4, 817},
		}},
		// At twice the clock, what is beyond the L2 takes twice the cycles: 200 + 2*600.
		{name: "clock", config: Config{MHz: 2 * 2092}, steps: []step{
			{0, 0, one(base, 4), 4, 1400}, {2000, 0, one(base, 4), 2004, 2100}, {2000, 1, one(base, 4), 2004, 2200},
		}},
		// Four times the compute units: four times the time in a channel.
		{name: "copies of compute units", config: Config{CUs: 4, ActiveCUs: 16}, change: map[string]float64{"l2.read_bytes_per_cycle": 32}, steps: []step{
			{0, 0, one(base, 4), 4, 800}, {1000, 1, one(base, 4), 1004, 1200}, {1000, 2, one(base, 4), 1004, 1216},
		}},
		// A page that only the second TLB has, one that none has, and a line of a page that is being
		// looked up. The walk is 50 on top of the 20.
		{name: "TLB", change: map[string]float64{"tlb.miss": 20, "tlb.walk": 50, "l1.in_order": 0}, steps: []step{
			{0, 0, one(base, 4), 4, 870}, {10, 0, one(base+4096, 4), 14, 870}, {1000, 1, one(base+8192, 4), 1004, 1820}, {2000, 1, one(base+16384, 4), 2004, 2800},
		}},
		// The TLB of a compute unit has 2 entries: the third page puts out the first.
		{name: "TLB: entries", change: map[string]float64{"tlb.miss": 20, "tlb.entries": 2}, steps: []step{
			{0, 0, one(base, 4), 4, 820}, {1000, 0, one(base+2<<20, 4), 1004, 1820}, {2000, 0, one(base+4<<20, 4), 2004, 2820}, {3000, 0, one(base+256, 4), 3004, 3820},
			{4000, 0, one(base+4<<20+256, 4), 4004, 4800},
		}},
		// A store is acknowledged by the L2, whether or not that had the line: 200, and for 8 lines 14
		// until the last has left. Then the line is in the L2, but not in the L1.
		{name: "store", steps: []step{
			{0, 0, write(wave(base, 16, 16)), 16, 214}, {1000, 0, one(base, 4), 1004, 1200},
		}},
		// 64 bytes in a cycle and channel; two lines of a channel from two compute units.
		{name: "store: a channel", change: map[string]float64{"l2.write_bytes_per_cycle": 4}, steps: []step{
			{0, 0, write(one(base, 4)), 4, 200}, {0, 1, write(one(base+128, 4)), 4, 216},
		}},
		// Atomic operations on a line that the L2 has, 40 cycles each.
		{name: "atomic", change: map[string]float64{"l2.atomic_cycles": 40}, steps: []step{
			{0, 0, atomic(one(base, 4)), 4, 800}, {1000, 0, atomic(one(base, 4)), 1004, 1200}, {1000, 1, atomic(one(base, 4)), 1004, 1240},
		}},
		// An access of which all lanes are out of range.
		{name: "no lines", steps: []step{{0, 0, &timing.Access{}, 4, 100}}},
	} {
		t.Run(x.name, func(t *testing.T) {
			c := x.config
			c.Model, c.CUs = plain(), 4
			for name, value := range x.change {
				set(c.Model, name, value)
			}
			s := must(c)
			for i, st := range x.steps {
				taken, done := s.Vector(st.at, st.cu, st.access)
				if taken != st.taken || done != st.done {
					t.Errorf("step %d: taken %d, done %d; want %d and %d", i, taken, done, st.taken, st.done)
				}
			}
		})
	}
}

func repeat(n int, f func(i int) step) (list []step) {
	for i := range n {
		list = append(list, f(i))
	}
	return list
}

// TestScalarAndInstruction: two compute units share a scalar cache of 64-byte lines and an instruction
// cache of 128-byte lines. What they miss takes the L2's part of a vector load: 100 beyond the L1's, or
// from the HBM 700.
func TestScalarAndInstruction(t *testing.T) {
	m := plain()
	set(m, "scalar.latency", 50)
	set(m, "instruction.miss", 10)
	s := must(Config{Model: m, CUs: 4})
	want := func(what string, got, want timing.Cycle) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d, want %d", what, got, want)
		}
	}
	want("s_load of the HBM", s.Scalar(0, 0, one(1<<32, 4)), 750)
	want("s_load on its way", s.Scalar(100, 1, one(1<<32, 4)), 750)
	want("s_load hit by the other compute unit", s.Scalar(1000, 1, one(1<<32+32, 4)), 1050)
	want("s_load of the line's other half", s.Scalar(1000, 1, one(1<<32+64, 4)), 1150)
	want("s_load of another pair", s.Scalar(2000, 2, one(1<<32, 4)), 2150)
	want("instructions of the HBM", s.Fetch(0, 0, 1<<34), 710)
	want("instructions that are there", s.Fetch(1000, 1, 1<<34), 1000)
	want("instructions of another pair", s.Fetch(1000, 2, 1<<34), 1110)
	s.TouchCode(1<<35, 1024)
	want("instructions of an earlier dispatch", s.Fetch(3000, 3, 1<<35+896), 3000)
	// 64 KB of 8 ways stay; 64 KB and a line do not.
	now := timing.Cycle(5000)
	for lap := range 2 {
		for line := range uint64(512) {
			if done := s.Fetch(now, 0, 1<<34+line*128); lap == 1 && done != now {
				t.Fatalf("line %d of 512 is not there", line)
			}
			now += 1000
		}
	}
	s.Fetch(now, 0, 1<<34+512*128)
	want("the least recent line", s.Fetch(now+1000, 0, 1<<34), now+1000+110)
}

// TestWriteBack: a line that is written twice comes to the MALL when the L2 needs its place, and to the
// HBM when the MALL does; the bytes are counted there.
func TestWriteBack(t *testing.T) {
	m := plain()
	set(m, "mall.bytes", 8<<20)
	s := must(Config{Model: m, CUs: 1})
	now := timing.Cycle(0)
	for lap := range 2 {
		for i := range uint64(16 << 20 / 1024) {
			_, now = s.Vector(now, 0, write(wave(1<<32+i*1024, 16, 16)))
		}
		got := s.Traffic()
		// 16 MB in a lap: all but the 4 MB of the L2 have come to the MALL, all but 12 MB to the HBM.
		for _, x := range []struct {
			level int
			want  int64
		}{{levelL1, 16}, {levelL2, 16}, {levelMALL, 12}, {levelHBM, 4}} {
			want := (x.want + int64(lap)*16) << 20
			if b := got[x.level].WrittenBytes; b != want {
				t.Errorf("lap %d: %d bytes written to %s, want %d", lap, b, got[x.level].Level, want)
			}
			if b := got[x.level].ReadBytes; b != 0 {
				t.Errorf("lap %d: %d bytes read from %s", lap, b, got[x.level].Level)
			}
		}
	}
}

// TestCopies: of 8 XCDs with lines of their own, each has an eighth of the MALL; if they share all
// lines, it has all of it, and only every eighth line comes from the HBM for it.
func TestCopies(t *testing.T) {
	m := plain()
	set(m, "mall.bytes", 64<<20)
	for _, x := range []struct {
		shared  float64
		mb      uint64
		fetched float64 // bytes from the HBM in two laps, to the bytes of a lap
	}{{0, 8, 1}, {0, 16, 2}, {1, 64, 1. / 8}} {
		s := must(Config{Model: m, CUs: 1, XCDs: 8, Shared: x.shared})
		now := timing.Cycle(0)
		for range 2 {
			for i := range x.mb << 10 {
				_, now = s.Vector(now, 0, wave(1<<32+i*1024, 16, 16))
			}
		}
		near(t, "HBM", float64(s.Traffic()[levelHBM].ReadBytes)/float64(x.mb<<20), x.fetched, 0.01)
	}
	s := must(Config{Model: m, CUs: 1})
	s.Touch(1<<32, 1<<20)
	if _, done := s.Vector(0, 0, one(1<<32+1<<19, 4)); done != 400 {
		t.Errorf("a line that was left in the MALL: %d cycles, want 400", done)
	}
}

// TestTouchShared: what an earlier dispatch left in the L2 is a hit there, in its page.
func TestTouchShared(t *testing.T) {
	m := plain()
	set(m, "tlb.miss", 50)
	s := must(Config{Model: m, CUs: 2})
	s.TouchShared(1<<32, 4096)
	if _, done := s.Vector(0, 1, one(1<<32+1024, 4)); done != 200 {
		t.Errorf("a line that was left in the L2: %d cycles, want 200", done)
	}
}

// TestEndWriteBack: 64 lines that were written, by a fabric of 32 bytes a cycle: 4 cycles a line. After that
// nothing is dirty.
func TestEndWriteBack(t *testing.T) {
	m := plain()
	set(m, "fabric.write_bytes_per_cycle", 32)
	s := must(Config{Model: m, CUs: 1})
	now := timing.Cycle(0)
	for i := range uint64(8) {
		now, _ = s.Vector(now, 0, write(rowsOf(1<<32+i*1024, 8, 128, 0)))
	}
	// The last line begins when 63 have been passed on.
	if got := s.WriteBack(now); got < 63*4 || got > 64*4 {
		t.Errorf("%d cycles, want 252 to 256", got)
	}
	if got := s.WriteBack(now); got != 0 {
		t.Errorf("%d cycles when all is written", got)
	}
}

// TestRefresh: mt4g's chase in the HBM of an MI300X has a median of 876, a mean of 900 and a 95th
// percentile of 1115 cycles (facts performance.md §1.2).
func TestRefresh(t *testing.T) {
	m := model(&arch.GFX942).Memory
	s := must(Config{Model: &m, CUs: 1})
	var all []float64
	sum, now := 0.0, timing.Cycle(0)
	for i := range uint64(10000) {
		_, done := s.Vector(now, 0, one(1<<32+i*2654435761%(1<<40)&^127, 4))
		if i >= 2000 {
			d := float64(done-now) - m.TLBWalk.Value // its pages were in the TLB of the XCD
			all, sum = append(all, d), sum+d
		}
		now = done
	}
	slices.Sort(all)
	near(t, "median", all[len(all)/2], 876, 0.03)
	near(t, "mean", sum/float64(len(all)), 900, 0.03)
	near(t, "95th percentile", all[len(all)*95/100], 1115, 0.05)
}

// TestDies: with steps of 100 cycles from one I/O die to the next, a quarter of the lines of the HBM are on
// the XCD's own die of four, a half one step off and a quarter two, and the mean of 800 stays; of two dies,
// each has half of the lines. A burst of loads, which return in order, has the farthest: its end comes as late
// as if all lines were there.
func TestDies(t *testing.T) {
	for _, x := range []struct {
		dies float64
		want map[timing.Cycle]int // lines of 1024, by latency
		last timing.Cycle
	}{
		{1, map[timing.Cycle]int{800: 1024}, 800},
		{2, map[timing.Cycle]int{750: 512, 850: 512}, 850},
		{4, map[timing.Cycle]int{700: 256, 800: 512, 900: 256}, 900},
	} {
		m := plain()
		set(m, "fabric.dies", x.dies)
		set(m, "fabric.hop", 100)
		s := must(Config{Model: m, CUs: 1})
		got := map[timing.Cycle]int{}
		for i := range timing.Cycle(1024) {
			_, done := s.Vector(i*2000, 0, one(1<<32+uint64(i)*arch.CacheLine, 4))
			got[done-i*2000]++
		}
		if !maps.Equal(got, x.want) {
			t.Errorf("%v dies: %v lines by latency, want %v", x.dies, got, x.want)
		}
		now, done := timing.Cycle(1e7), timing.Cycle(0)
		for i := range uint64(32) { // 32 KB, on all dies, with 16 cycles for a load of 1 KB
			now, done = s.Vector(now, 0, wave(1<<33+i<<10, 16, 16))
		}
		if want := timing.Cycle(1e7) + 31*16 + 14 + x.last; done > want || done < want-100 {
			t.Errorf("%v dies: the last of 32 loads at %d, want %d or a little earlier", x.dies, done, want)
		}
	}
}

// TestDirectSets: on gfx950, loads of 128 lines whose addresses would be of one set of the L1 find a place for
// each, nearly: sets are chosen by a hash. On gfx942 there is place for 64.
func TestDirectSets(t *testing.T) {
	hits := func(chip *arch.Chip) int64 {
		s := must(Config{Model: &model(chip).Memory, CUs: 1})
		for lap := range timing.Cycle(2) {
			for i := range uint64(16) {
				s.Vector(lap*10000, 0, rowsOf(1<<32+i<<16, 8, 8192, 0))
			}
		}
		return s.Traffic()[levelL1].Hits
	}
	if got := hits(&arch.GFX942); got != 0 {
		t.Errorf("%d hits on gfx942, want none", got)
	}
	if got := hits(&arch.GFX950); got < 120 {
		t.Errorf("%d hits on gfx950, want about 128", got)
	}
}

// TestCacheSwizzle: a tile of 128 rows of 128 bytes of a matrix whose rows are 8192 bytes apart, which
// two waves of each compute unit read one after the other. Without a cache swizzle all its lines are
// in one set of 64: the second wave finds none (capacity), and not more than 64 can be on
// their way, 8 KB instead of 32 (misses).
func TestCacheSwizzle(t *testing.T) {
	run := func(swizzle int) (cycles timing.Cycle, hits int64) {
		m := model(&arch.GFX942).Memory
		set(&m, "fabric.hop", 0)
		set(&m, "hbm.refresh", 0)
		s := must(Config{Model: &m, CUs: 1})
		now, done := timing.Cycle(0), timing.Cycle(0)
		for k := range uint64(16) {
			for range 2 {
				for i := range uint64(16) {
					var d timing.Cycle
					now, d = s.Vector(now, 0, rowsOf(1<<32+i<<16+k*128, 8, 8192, swizzle))
					done = max(done, d)
				}
			}
			now = done
		}
		return done, s.Traffic()[levelL1].Hits
	}
	plain, hits0 := run(0)
	swizzled, hits1 := run(8192)
	t.Logf("%d cycles and %d hits without, %d and %d with a swizzle: %.2f times as long", plain, hits0, swizzled, hits1, float64(plain)/float64(swizzled))
	if hits0 != 0 || hits1 != 16*128 {
		t.Errorf("%d and %d hits; want 0 without a swizzle and %d with one", hits0, hits1, 16*128)
	}
	if plain < swizzled*3/2 {
		t.Errorf("%d cycles without a swizzle, %d with one", plain, swizzled)
	}
}

// fingerprint is what a System does in which each constant has its part: times and traffic.
func fingerprint(m *arch.MemoryModel) (list []int64) {
	for _, mhz := range []float64{0, 2500} {
		s, err := New(Config{Model: m, CUs: 4, XCDs: 4, MHz: mhz})
		if err != nil {
			return []int64{-1}
		}
		kernel := arrays(4, 8, 4, 16, 40, 2, true)
		end, _ := kernel.run(s)
		list = append(list, int64(end))
		now := end
		for _, a := range []*timing.Access{wave(1<<36, 4, 4), wave(1<<36, 4, 128), wave(1<<36, 8, 8), wave(1<<36, 8, 8), rowsOf(1<<36, 8, 1024, 0), atomic(one(1<<36, 4)), atomic(one(1<<36, 4))} {
			_, now = s.Vector(now, 0, a)
			list = append(list, int64(now-end))
		}
		// 96 lines of one set, to the LDS: some of them are still there.
		for lap := range 2 {
			for i := range uint64(12) {
				a := rowsOf(1<<37+i<<16, 8, 8192, 0)
				a.ToLDS = true
				_, done := s.Vector(now+timing.Cycle(lap)*4000, 0, a)
				list = append(list, int64(done-now))
			}
		}
		now += 10000
		// Two atomic operations at a time, and loads of which one hits while another is on its way.
		for cu := range 2 {
			_, done := s.Vector(now, cu, atomic(one(1<<36, 4)))
			list = append(list, int64(done-now))
		}
		for _, addr := range []uint64{1 << 39, 1 << 36} {
			_, done := s.Vector(now, 0, one(addr, 4))
			list = append(list, int64(done-now))
		}
		// Two laps each over what just fits into a cache or TLB, and over what just fits into one set,
		// by one compute unit or two.
		vector := func(cu int, addr uint64) timing.Cycle { _, done := s.Vector(now, cu, one(addr, 4)); return done }
		scalar := func(cu int, addr uint64) timing.Cycle { return s.Scalar(now, cu, one(addr, 8)) }
		fetch := func(cu int, addr uint64) timing.Cycle { return s.Fetch(now, cu, addr) }
		const kb, page = 1 << 10, 2 << 20
		for _, x := range []struct {
			n, stride, offset uint64 // offset of the second lap
			cus               [2]int
			serve             func(cu int, addr uint64) timing.Cycle
		}{
			{24 * kb / 128, 128, 0, [2]int{0, 0}, vector},
			{384 * kb / 128, 128, 0, [2]int{1, 1}, vector},
			{1024 * kb / 128, 128, 0, [2]int{2, 2}, vector},
			{24, page, 4096, [2]int{0, 0}, vector},
			{900, page, 4096, [2]int{1, 1}, vector},
			{16, 128 * page, 4096, [2]int{2, 3}, vector},
			{192, 64, 0, [2]int{2, 3}, scalar},
			{4, 128 * 64, 0, [2]int{1, 1}, scalar},
			{384, 128, 0, [2]int{2, 3}, fetch},
			{8, 128 * 128, 0, [2]int{1, 1}, fetch},
		} {
			for i := range 2 * x.n {
				lap := i / x.n
				done := x.serve(x.cus[lap], 1<<40+i%x.n*x.stride+lap*x.offset)
				list, now = append(list, int64(done-now)), done+1
			}
		}
		list = append(list, int64(now))
		for _, c := range s.Traffic() {
			list = append(list, c.Requests, c.Hits, c.ReadBytes, c.WrittenBytes)
		}
	}
	return list
}

// TestConstants: each constant of the group has an effect, or is refused.
func TestConstants(t *testing.T) {
	small := func() *arch.Model {
		m := model(&arch.GFX942)
		m.Set("mall.bytes", 8<<20)
		m.Set("l2.channel_bytes", 32<<10)
		m.Set("mall.channels", 32)
		return m
	}
	before := fingerprint(&small().Memory)
	if len(before) < 100 {
		t.Fatal("the System was refused")
	}
	if !slices.Equal(before, fingerprint(&small().Memory)) {
		t.Fatal("not the same twice")
	}
	for _, c := range small().Constants() {
		m := small()
		value := c.Value * 2
		switch {
		case c.Name == "l1.set_cycles":
			value = 8
		case c.Name == "l1.in_order" || c.Name == "l1.direct_sets":
			value = 0
		case c.Name == "instruction.miss":
			value = 5
		case c.Unit == "bytes/cycle" || c.Unit == "GB/s" || c.Unit == "":
			value = c.Value / 64
		case c.Unit != "cycles":
			value = c.Value / 2
		}
		if err := m.Set(c.Name, value); err != nil {
			t.Fatal(err)
		}
		if m.Memory == small().Memory { // of another group
			continue
		}
		after := fingerprint(&m.Memory)
		if slices.Equal(before, after) {
			t.Errorf("%s changes nothing at %v", c.Name, value)
		}
		if len(after) < 100 {
			t.Errorf("%s is refused at %v", c.Name, value)
		}
	}
}

// TestRefused: numbers that a System cannot do with.
func TestRefused(t *testing.T) {
	for _, x := range []struct {
		name  string
		value float64
		want  string
	}{
		{"l2.channels", 12, "the number of channels of the L2 is 12; it must be a power of two"},
		{"mall.bytes", 3 << 20, "the number of sets of a channel of the MALL is 12; it must be a power of two"},
		{"l1.sets", 0, "l1.sets is 0; it must be 1 to 256"},
		{"l2.efficiency", 2, "l2.efficiency is 2; it must be 0.001 to 1"},
		{"mall.bytes", 1e30, "mall.bytes is 1e+30; it must be 128 to 4.294967296e+09"},
	} {
		m := model(&arch.GFX942)
		m.Set(x.name, x.value)
		if _, err := New(Config{Model: &m.Memory, CUs: 1}); err == nil || err.Error() != x.want {
			t.Errorf("%s %v: %v", x.name, x.value, err)
		}
		if _, err := NewRates(&m.Memory, 8, 1); err == nil || err.Error() != x.want {
			t.Errorf("rates, %s %v: %v", x.name, x.value, err)
		}
	}
	for _, c := range []Config{{CUs: 0}, {CUs: 1 << 20}, {CUs: 4, ActiveCUs: 2}, {CUs: 1, XCDs: -1}, {CUs: 1, Shared: 2}, {CUs: 1, MHz: -1}, {CUs: 1, HBM: -3}} {
		c.Model = &model(&arch.GFX950).Memory
		if _, err := New(c); err == nil {
			t.Errorf("%+v is accepted", c)
		}
	}
}

// TestNoAllocation: serving allocates nothing.
func TestNoAllocation(t *testing.T) {
	s := must(Config{Model: &model(&arch.GFX950).Memory, CUs: 2})
	loads := []*timing.Access{wave(1<<32, 16, 16), wave(1<<33, 4, 128), write(wave(1<<34, 16, 16)), atomic(one(1<<35, 4))}
	now := timing.Cycle(0)
	if n := testing.AllocsPerRun(20, func() {
		for _, a := range loads {
			a.Lines[0].Addr += 1 << 20
			_, now = s.Vector(now, 1, a)
			s.Scalar(now, 0, a)
			s.Fetch(now, 1, a.Lines[0].Addr)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
