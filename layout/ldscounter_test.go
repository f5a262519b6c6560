package layout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/long"
)

// counters are the counters of all instructions of the chips that reach the LDS, one for each
// mnemonic.
func counters(t testing.TB, chip *arch.Chip) map[string]*BankCounter {
	t.Helper()
	all := map[string]*BankCounter{}
	for _, row := range isa.For(chip).Rows() {
		if c, err := NewBankCounter(chip, &row); err == nil {
			all[row.Mnemonic] = c
		}
	}
	return all
}

func counter(t testing.TB, chip *arch.Chip, mnemonic string) *BankCounter {
	t.Helper()
	c := counters(t, chip)[mnemonic]
	if c == nil {
		t.Fatalf("%s has no counter of %s", chip.Name, mnemonic)
	}
	return c
}

// plainWays counts the ways of the phases word by word, as the facts describe it.
func plainWays(c *BankCounter, a *LDSAddresses) (ways []int) {
	for place := range c.Places {
		bytes := uint32(c.Bytes)
		aligned := bytes
		if bytes == 12 {
			aligned = 4
		}
		unaligned := false
		for lane := range 64 {
			unaligned = unaligned || a.Lanes[place]>>lane&1 != 0 && a.At[place][lane]%aligned != 0
		}
		for _, phase := range c.Phases {
			type use struct{ word, lane uint32 }
			needed := map[uint32]map[use]bool{} // by bank: the words, and who takes them if they cannot be shared
			active, most := 0, 0
			for _, lane := range phase {
				if a.Lanes[place]>>lane&1 == 0 {
					continue
				}
				active++
				for byte := range bytes {
					word := (a.At[place][lane] + byte) / 4
					bank := word % uint32(c.Banks)
					if needed[bank] == nil {
						needed[bank] = map[use]bool{}
					}
					who := uint32(0)
					if !c.Shares {
						who = uint32(lane)
					}
					needed[bank][use{word, who}] = true
					most = max(most, len(needed[bank]))
				}
			}
			if unaligned {
				most = active
			}
			ways = append(ways, most)
		}
	}
	return ways
}

// compare counts with the counter and plainly.
func compare(t *testing.T, c *BankCounter, a *LDSAddresses) {
	t.Helper()
	n := c.Count(a)
	want := plainWays(c, a)
	if a.Lanes[0]|a.Lanes[1] == 0 {
		want = nil
	}
	got := []int{}
	banks, conflicts := 0, 0
	for _, ways := range n.Ways[:n.Phases] {
		got = append(got, int(ways))
		banks += int(ways)
		conflicts += max(0, int(ways)-1)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s like %s: ways %v, plainly %v, of %x", c.Instruction, c.Like, got, want, a)
	}
	if n.Banks != banks || n.Conflicts != conflicts || len(want) > 0 && n.Worst != slices.Max(want) {
		t.Fatalf("%s: %+v", c.Instruction, n)
	}
}

// TestBankCounterPlain compares the counter of every instruction with counting word by word, on
// random addresses of several kinds.
func TestBankCounterPlain(t *testing.T) {
	seed := long.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	for _, chip := range arch.Chips {
		for _, row := range isa.For(chip).Rows() {
			c, err := NewBankCounter(chip, &row)
			if err != nil || c.Single {
				continue
			}
			for i := range 40 {
				randomAddresses := randomAddresses(r, i, uint32(c.Bytes))
				compare(t, c, &randomAddresses)
			}
		}
	}
}

// randomAddresses returns addresses that are often aligned to size, some lanes inactive.
func randomAddresses(r *rand.Rand, kind int, size uint32) (a LDSAddresses) {
	stride, spread := uint32(r.IntN(80))*size, uint32(1)<<r.IntN(12)
	for place := range a.Lanes {
		a.Lanes[place] = ^uint64(0)
		if kind%3 == 1 {
			a.Lanes[place] = r.Uint64()
		} else if kind%7 == 2 {
			a.Lanes[place] = 0
		}
		for lane := range a.At[place] {
			switch kind % 4 {
			case 0:
				a.At[place][lane] = uint32(lane) * stride
			case 1:
				a.At[place][lane] = r.Uint32N(spread) * size
			case 2:
				a.At[place][lane] = uint32(lane)%spread*stride + uint32(lane)/spread*size
			case 3:
				a.At[place][lane] = r.Uint32N(1 << 16)
			}
		}
	}
	return a
}

func BenchmarkBankCounter(b *testing.B) {
	for _, c := range []struct {
		name   string
		stride uint32
	}{{"ds_read_b128", 16}, {"ds_read_b32", 4}, {"ds_write_b64", 8}, {"ds_read_b96", 12}, {"ds_read2_b32", 4}, {"ds_read_b32", 0}, {"ds_read_b128", 128}, {"ds_read_b32", 256}} {
		n := counter(b, &arch.GFX950, c.name)
		var a LDSAddresses
		a.Lanes = [2]uint64{^uint64(0), ^uint64(0)}
		for lane := range a.At[0] {
			a.At[0][lane], a.At[1][lane] = uint32(lane)*c.stride, uint32(lane)*c.stride+64
		}
		b.Run(fmt.Sprintf("%s/%d", c.name, c.stride), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				n.Count(&a)
			}
		})
	}
}

// strided has all lanes at multiples of stride bytes.
func strided(stride int) *LDSAddresses {
	return formed(func(lane int) int { return lane * stride })
}

func formed(at func(lane int) int) *LDSAddresses {
	a := &LDSAddresses{Lanes: [2]uint64{^uint64(0)}}
	for lane := range a.At[0] {
		a.At[0][lane] = uint32(at(lane))
	}
	return a
}

// TestProfilerConflicts: SQ_LDS_BANK_CONFLICT of an MI300X for one instruction, by stride in bytes:
// the counts of nod-ai/amd-shark-ai docs/empirical-lds/cdna3info.md, which are for 64 instructions;
// their ends are 62, 60 and 56 (facts performance.md §2.2).
func TestProfilerConflicts(t *testing.T) {
	for name, ladder := range map[string]map[int]int{
		"ds_read_b32":  {4: 0, 8: 128, 16: 384, 32: 896, 64: 1920, 128: 3968, 256: 3968, 512: 3968},
		"ds_read_b64":  {8: 0, 16: 256, 32: 768, 64: 1792, 128: 3840, 256: 3840, 512: 3840},
		"ds_read_b128": {16: 0, 32: 512, 64: 1536, 128: 3584, 256: 3584, 512: 3584},
	} {
		c := counter(t, &arch.GFX942, name)
		for stride, want := range ladder {
			if n := c.Count(strided(stride)); 64*n.Conflicts != want {
				t.Errorf("%s at a stride of %d: %d conflicts in 64, measured %d", name, stride, 64*n.Conflicts, want)
			}
		}
	}
}

// TestLadders compares the shape of measured times of 64 reads (facts performance.md §2.2) with the
// uses of the banks. The step to 2 ways costs less than half more, because the port is the limit
// before; that to 4 ways makes the time grow as the uses do, within a fifth, and from there on, where
// the banks alone are the limit, within a tenth; and both end at the same stride.
func TestLadders(t *testing.T) {
	for _, l := range []struct {
		chip   *arch.Chip
		name   string
		stride int // of the first
		times  []float64
	}{
		{&arch.GFX942, "ds_read_b32", 4, []float64{501, 570, 957, 1833, 3512, 6810, 6781, 6799}},
		{&arch.GFX942, "ds_read_b64", 8, []float64{852, 991, 1856, 3625, 7158, 7178, 7096}},
		{&arch.GFX942, "ds_read_b128", 16, []float64{1384, 1941, 3804, 7615, 7545, 7574}},
		{&arch.GFX950, "ds_read_b64", 8, []float64{583, 819, 1490, 2759, 5090, 10025, 10014}},
	} {
		c := counter(t, l.chip, l.name)
		before := c.Count(strided(l.stride))
		for i, time := range l.times[1:] {
			n := c.Count(strided(l.stride << (i + 1)))
			grows, want := time/l.times[i], float64(n.Banks)/float64(before.Banks)
			least := 0.9 * want
			if i == 1 {
				least = 0.8 * want
			}
			if i == 0 && (grows > 1.5 || n.Alone > c.Port*3/2) || i > 0 && (grows < least || grows > 1.1*want) {
				t.Errorf("%s %s: from a stride of %d to %d the time grows %.2f times, the model has %.2f and %d cycles alone",
					l.chip.Name, l.name, l.stride<<i, l.stride<<(i+1), grows, want, n.Alone)
			}
			before = n
		}
	}
}

// TestThroughput has measured cycles of ds_read_b128 on an MI350X by ways: of one wave alone, and of
// one of four waves on the four SIMDs, two of which share a port (gfx950-gluon-tutorials
// experiments/lds_throughput_validation; facts performance.md §2.3).
func TestThroughput(t *testing.T) {
	c := counter(t, &arch.GFX950, "ds_read_b128")
	for _, x := range []struct{ stride, ways, alone, four int }{
		{16, 1, 8, 16}, {32, 2, 8, 32}, {64, 4, 16, 64}, {128, 8, 32, 128}, {20, 16, 64, 256}, // the last is unaligned
	} {
		n := c.Count(strided(x.stride))
		if n.Worst != x.ways || n.Alone != x.alone || 2*n.Data != x.four || n.Unaligned != (x.stride == 20) {
			t.Errorf("stride %d: %d ways, %d cycles alone, %d of four waves; measured %d and %d", x.stride, n.Worst, n.Alone, 2*n.Data, x.alone, x.four)
		}
	}
}

// TestConflictTime: with 4 and with 16 waves of an MI300X that all read with 32 ways a phase, a wave's
// read takes 36.3 cycles of the LDS (facts silicon/mi300x_kernels.csv, shared_mem_bandwidth, pattern
// conflict: 145.105 ms for 65536 times 8 reads of 16 waves at 2.1 GHz). Two pairs read at a time.
func TestConflictTime(t *testing.T) {
	const measured = 145.105e-3 * 2.1e9 / (65536 * 8 * 16)
	n := counter(t, &arch.GFX942, "ds_read_b32").Count(formed(func(lane int) int { return lane % 32 * 128 }))
	if got := float64(n.Data) / 2; n.Conflicts != 62 || got < 0.97*measured || got > 1.03*measured {
		t.Errorf("%d conflicts, %.1f cycles a read; measured %.1f", n.Conflicts, got, measured)
	}
}

// TestLatency: from issue to the end of the wait, an MI350X takes 48 cycles for b32 and b64, 52 for
// b128 and read2_b32, 56, 60, 60 and 72 for writes of b32, b64, twice b32 and b128, and 56 for
// ds_bpermute (thread traces: facts silicon/timing_rules.md §2, LDS). What arch.LDSModel says of the
// parts has to add up to that.
func TestLatency(t *testing.T) {
	m := &arch.GFX950.Model.LDS
	for _, x := range []struct {
		name           string
		dwords, cycles int // dwords that a lane sends with its address
	}{
		{"ds_read_b32", 0, 48}, {"ds_read_b64", 0, 48}, {"ds_read_b128", 0, 52}, {"ds_read2_b32", 0, 52}, {"ds_swizzle_b32", 0, 48},
		{"ds_write_b32", 1, 56}, {"ds_write_b64", 2, 60}, {"ds_write2_b32", 2, 60}, {"ds_write_b128", 4, 72}, {"ds_bpermute_b32", 1, 56},
	} {
		c := counter(t, &arch.GFX950, x.name)
		a := strided(c.Bytes * max(c.Places, 1))
		if c.Places == 2 { // two words of each other lane's slot, without conflicts
			a = strided(c.Bytes)
			a.Lanes[1] = a.Lanes[0]
			for lane := range a.At[1] {
				a.At[1][lane] = a.At[0][lane] + 4096
			}
		}
		n := c.Count(a)
		served, issue := n.Alone, 0
		if x.dwords > 0 {
			issue = m.Issue.Int() + x.dwords*m.IssueDword.Int()
			if c.Places > 0 {
				served = n.Banks
			}
		}
		if got := (m.Fixed.Int() + issue + served + 3) / 4 * 4; got != x.cycles {
			t.Errorf("%s: %d cycles, measured %d", x.name, got, x.cycles)
		}
	}
	if got := arch.GFX942.Model.LDS.Fixed.Int() + counter(t, &arch.GFX942, "ds_read_b32").Port; got != 52 {
		t.Errorf("a chain of reads takes %d cycles a read, mt4g has 52 (facts performance.md §1.2)", got)
	}
}

// TestWaitLadder: after n = 2 to 5 back-to-back ds_read_b128, s_waitcnt lgkmcnt(0) takes 72, 84, 96 and
// 108 cycles (rocRoller's model and profiler: facts performance.md §2.3), 12 for each more: reads
// issue every 4 cycles and are served every 16, which those with 4 ways take. The data of the last
// come Fixed after it is served.
func TestWaitLadder(t *testing.T) {
	m := &arch.GFX950.Model.LDS
	read := counter(t, &arch.GFX950, "ds_read_b128").Count(strided(64))
	for i, want := range []int{72, 84, 96, 108} {
		n := i + 2
		got := n*read.Alone + m.Fixed.Int() - n*m.Issue.Int()
		if read.Alone != 16 || got < want-4 || got > want+4 {
			t.Errorf("%d reads of %d cycles: the wait takes %d, measured %d", n, read.Alone, got, want)
		}
	}
}

// TestGEMMSample: the addresses of a ds_read_b128 of a GEMM kernel take 16 cycles on an MI350X, by
// rocprofv3 (rocRoller's unit test of its LDS model, ROCm/rocm-libraries; facts performance.md §2.3):
// lane l reads at 64*(l%16) + 16*(l/16). Two lanes meet in each of the four phases, each of which
// takes the banks for two cycles on each pair of SIMDs.
func TestGEMMSample(t *testing.T) {
	n := counter(t, &arch.GFX950, "ds_read_b128").Count(formed(func(lane int) int { return lane%16*64 + lane/16*16 }))
	if n.Data != 16 || n.Banks != 8 || n.Worst != 2 {
		t.Errorf("%+v", n)
	}
}

// TestPort: the cycles of a pair of SIMDs without conflicts are 64 lanes by the lanes per clock of
// rocRoller's tests (facts performance.md §2.3), with and without the other pair.
func TestPort(t *testing.T) {
	for _, x := range []struct {
		chip  *arch.Chip
		lanes map[string]int
	}{
		{&arch.GFX942, map[string]int{"ds_read_b32": 16, "ds_read_b64": 8, "ds_read_b128": 4, "ds_write_b32": 16, "ds_write_b64": 8, "ds_write_b128": 4}},
		{&arch.GFX950, map[string]int{"ds_read_b32": 16, "ds_read_b64": 16, "ds_read_b128": 8, "ds_write_b32": 16, "ds_write_b64": 8, "ds_write_b128": 4}},
	} {
		for name, lanes := range x.lanes {
			c := counter(t, x.chip, name)
			if n := c.Count(strided(c.Bytes)); n.Data != 64/lanes || n.Alone != 64/lanes || n.Conflicts != 0 {
				t.Errorf("%s %s: %+v, want %d cycles", x.chip.Name, name, n, 64/lanes)
			}
		}
		for _, name := range []string{"ds_read_b96", "ds_write_b96"} {
			if c := counter(t, x.chip, name); c.Port != 16 {
				t.Errorf("%s: %d cycles, want those of 4 lanes per clock", name, c.Port)
			}
		}
	}
	// ds_read_b32 takes 4 also at a stride of two words, and only ds_read_b64 at a stride of two slots
	// slows down when a second wave reads on the other pair (rocRoller's LDS model and its tests).
	if n := counter(t, &arch.GFX950, "ds_read_b32").Count(strided(8)); n.Data != 4 {
		t.Errorf("ds_read_b32 at a stride of 8: %d cycles", n.Data)
	}
	c := counter(t, &arch.GFX950, "ds_read_b64")
	if one, two := c.Count(strided(8)), c.Count(strided(16)); one.Data != one.Alone || two.Alone != 4 || two.Data != 8 {
		t.Errorf("ds_read_b64: %d and %d cycles, at a stride of two %d and %d", one.Alone, one.Data, two.Alone, two.Data)
	}
}

// TestWrites: writes on an MI350X have 32 banks: consecutive lanes of 8 and 16 do not conflict, and
// every second slot does. A ds_write2_b32 at a stride of 16 bytes keeps the LDS busy for 16 cycles
// (facts silicon/timing_rules.md §2, LDS).
func TestWrites(t *testing.T) {
	for name, conflicts := range map[string][]int{"ds_write_b64": {0, 4, 12, 28, 60, 60}, "ds_write_b128": {0, 8, 24, 56, 56, 56}} {
		c := counter(t, &arch.GFX950, name)
		for i, want := range conflicts {
			if n := c.Count(strided(c.Bytes << i)); n.Conflicts != want {
				t.Errorf("%s at a stride of %d: %d conflicts, want %d", name, c.Bytes<<i, n.Conflicts, want)
			}
		}
	}
	a := strided(16)
	a.Lanes[1] = a.Lanes[0]
	for lane := range a.At[1] {
		a.At[1][lane] = a.At[0][lane] + 4
	}
	if n := counter(t, &arch.GFX950, "ds_write2_b32").Count(a); n.Banks != 16 || n.Phases != 4 {
		t.Errorf("ds_write2_b32: %+v", n)
	}
}

// TestTransposing: transposing reads of 64 bits have the phases of ds_read_b64, which a profiler
// confirmed (facts performance.md §2.1); that of 96 bits is assumed to be like ds_read_b96.
func TestTransposing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for name, like := range map[string]string{"ds_read_b64_tr_b16": "ds_read_b64", "ds_read_b64_tr_b8": "ds_read_b64", "ds_read_b64_tr_b4": "ds_read_b64", "ds_read_b96_tr_b6": "ds_read_b96"} {
		c, plain := counter(t, &arch.GFX950, name), counter(t, &arch.GFX950, like)
		for kind := range 50 {
			a := randomAddresses(r, kind, uint32(c.Bytes))
			if got, want := c.Count(&a), plain.Count(&a); got != want {
				t.Fatalf("%s: %+v, %s: %+v", name, got, like, want)
			}
		}
	}
}

// TestBroadcast: lanes that read one word share it, also in two words of a bank; atomics take turns.
func TestBroadcast(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, name := range []string{"ds_read_b32", "ds_read_u8", "ds_read_b64", "ds_read_b128", "ds_read_b96", "ds_write_b32"} {
			c := counter(t, chip, name)
			if n := c.Count(strided(0)); n.Conflicts != 0 || n.Shared != 64-len(c.Phases) {
				t.Errorf("%s %s: %+v", chip.Name, name, n)
			}
			if n := c.Count(formed(func(lane int) int { return lane % 2 * 512 })); n.Worst != 2 {
				t.Errorf("%s %s of two words of a bank: %+v", chip.Name, name, n)
			}
		}
		for _, name := range []string{"ds_add_u32", "ds_add_rtn_u32", "ds_max_f64", "ds_wrxchg_rtn_b32", "flat_atomic_add"} {
			c := counter(t, chip, name)
			if n := c.Count(strided(0)); n.Banks != 64 || n.Shared != 0 {
				t.Errorf("%s %s: %+v", chip.Name, name, n)
			}
		}
		// Four bytes of a word are one word.
		if n := counter(t, chip, "ds_write_b8").Count(strided(1)); n.Conflicts != 0 || n.Unaligned {
			t.Errorf("ds_write_b8: %+v", n)
		}
	}
}

// TestInactive: lanes that are off need nothing, and neither do phases without active ones.
func TestInactive(t *testing.T) {
	c := counter(t, &arch.GFX942, "ds_read_b32")
	a := strided(128)
	a.Lanes[0] = 0xf
	if n := c.Count(a); n.Ways[0] != 4 || n.Ways[1] != 0 || n.Banks != 4 || n.Conflicts != 3 {
		t.Errorf("four lanes: %+v", n)
	}
	a.Lanes[0] = 1 << 63
	a.At[0][0] = 1 // unaligned, but off
	if n := c.Count(a); n.Banks != 1 || n.Conflicts != 0 || n.Data != c.Port || n.Unaligned {
		t.Errorf("one lane: %+v", n)
	}
	a.Lanes[0] = 0
	if n := c.Count(a); n != (LDSCount{}) {
		t.Errorf("no lane: %+v", n)
	}
}

// TestEveryInstruction: each LDS instruction but the global wave sync and ds_nop has a counter, whose
// rule says where it is from; so have FLAT instructions and direct-to-LDS loads, and no others.
func TestEveryInstruction(t *testing.T) {
	for _, chip := range arch.Chips {
		reads := map[string]bool{}
		for _, name := range LDSInstructions(chip) {
			reads[name] = true
		}
		for _, row := range isa.For(chip).Rows() {
			c, err := NewBankCounter(chip, &row)
			reaches := row.Unit == isa.UnitLDS && row.Memory != nil && row.Mnemonic != "ds_nop" ||
				row.Unit == isa.UnitFlat && row.Memory != nil && row.Memory.Kind != isa.MemoryNothing || row.Memory != nil && row.Memory.ToLDS
			if (err == nil) != reaches {
				t.Errorf("%s %s: %v", chip.Name, row.Mnemonic, err)
			}
			if err != nil {
				continue
			}
			if c.Fact.Evidence == arch.Unknown || c.Fact.Source == "" && !reads[row.Mnemonic] || c.Port == 0 || c.Places*len(c.Phases) > MaxLDSPhases {
				t.Errorf("%s %s: %+v", chip.Name, row.Mnemonic, c)
			}
		}
		for name, want := range map[string]string{"ds_bpermute_b32": "ds_read_b32", "ds_append": "ds_write_b32", "ds_write2st64_b64": "ds_write_b64", "ds_read_u16_d16_hi": "ds_read_b32", "ds_read_addtid_b32": "ds_read_b32", "flat_load_dwordx3": "ds_read_b96", "ds_wrxchg2st64_rtn_b64": "ds_write_b64"} {
			if c := counter(t, chip, name); c.Like != want {
				t.Errorf("%s is like %s, want %s", name, c.Like, want)
			}
		}
		if c := counter(t, chip, "ds_swizzle_b32"); c.Count(strided(0)).Data != 4 || c.Count(strided(0)).Banks != 0 {
			t.Errorf("ds_swizzle_b32: %+v", c.Count(strided(0)))
		}
		if n := counter(t, chip, "ds_append").Count(strided(0)); n.Banks != 1 {
			t.Errorf("ds_append: %+v", n)
		}
	}
}

// TestBankCounterAll compares the counter with counting word by word, with Access.Ways, and with the
// ranks of Access.Conflicts: at every stride up to two rows of banks, and with all maps of three lane
// bits to four slots; and the pictures, which are made apart, have as many turns.
func TestBankCounterAll(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, name := range LDSInstructions(chip) {
			c, access := counter(t, chip, name), access(t, chip, name)
			for stride := 0; stride <= 512; stride += 4 {
				a := strided(stride)
				compare(t, c, a)
				agree(t, c, access, a)
				a.Lanes[0] = 0xf0f0_1234_ffff_0001
				compare(t, c, a)
				agree(t, c, access, a)
			}
			for code := range 1 << 6 {
				maps := [6]int{code & 3, 4, code >> 2 & 3, 16, code >> 4 & 3, 0}
				a := formed(func(lane int) (at int) {
					for bit, slot := range maps {
						at ^= lane >> bit & 1 * slot * access.slot()
					}
					return at
				})
				compare(t, c, a)
				agree(t, c, access, a)
			}
		}
	}
}

// agree compares with Access.Ways, the picture, and if there is one the argument by ranks.
func agree(t *testing.T, c *BankCounter, access Access, a *LDSAddresses) {
	t.Helper()
	n := c.Count(a)
	for i, phase := range c.Picture(a).Phases {
		if phase.Ways() != int(n.Ways[i]) {
			t.Fatalf("%s: the picture of phase %d has %d turns, the counter %d ways", c.Instruction, i, phase.Ways(), n.Ways[i])
		}
	}
	if r, ok := c.Rank(a); ok {
		want, err := access.Conflicts(r.Layout)
		if err != nil || want != r.Ways() || want != n.Worst {
			t.Fatalf("%s: ranks give %d ways, Conflicts %d (%v), the counter %d", c.Instruction, r.Ways(), want, err, n.Worst)
		}
	}
	if n.Unaligned {
		return
	}
	at := Addresses(Identity(Lane, Offset, 6))
	for lane := range at {
		if at[lane] = int(a.At[0][lane]); a.Lanes[0]>>lane&1 == 0 {
			at[lane] = -1
		}
	}
	want := access.Ways(at)
	got := n.Ways[:n.Phases]
	sum := 0
	for i, phase := range access.Served() {
		j := slices.IndexFunc(access.Phases(), func(p []int) bool { return p[0] == phase[0] })
		if int(got[i]) != want[j] {
			t.Fatalf("%s: phase %d has %d ways, Access.Ways %d", c.Instruction, i, got[i], want[j])
		}
		sum += want[j]
	}
	if sum != n.Banks {
		t.Fatalf("%s: %d uses of the banks, want %d", c.Instruction, n.Banks, sum)
	}
}

// TestRemedies: the suggested swizzle and padding of strided reads leave no conflicts, and do not
// lead two addresses to one place.
func TestRemedies(t *testing.T) {
	for _, chip := range arch.Chips {
		for _, name := range LDSInstructions(chip) {
			c := counter(t, chip, name)
			if c.Bytes == 12 {
				continue
			}
			for stride := 2 * c.Bytes; stride <= 1024; stride *= 2 {
				a := strided(stride)
				list := c.Remedies(a)
				if c.Count(a).Conflicts > 0 && len(list) != 2 {
					t.Errorf("%s at a stride of %d: %v", name, stride, list)
				}
				for _, r := range list {
					changed := formed(func(lane int) int { return int(r.Apply(uint32(lane * stride))) })
					if n := c.Count(changed); n.Conflicts != 0 || n.Unaligned {
						t.Errorf("%s at a stride of %d, %s: %+v", name, stride, r, n)
					}
					seen := map[uint32]bool{}
					for x := range uint32(1 << 12) {
						seen[r.Apply(x*uint32(c.Bytes))] = true
					}
					if len(seen) != 1<<12 {
						t.Errorf("%s leads several addresses to one", r)
					}
				}
			}
		}
	}
}

// TestKeyedRemedy: where the bits that a swizzle needs do not lie side by side, it is searched for.
func TestKeyedRemedy(t *testing.T) {
	c := counter(t, &arch.GFX950, "ds_read_b128")
	a := formed(func(lane int) int { return lane&1*256 + lane>>1&1*4096 + lane>>2&1*16 + lane>>3&1*32 + lane>>4&3*64 })
	list := c.Remedies(a)
	if len(list) == 0 || len(list[0].Keys) != 2 {
		t.Fatalf("%v", list)
	}
	for lane, at := range a.At[0] {
		a.At[0][lane] = list[0].Apply(at)
	}
	if n := c.Count(a); n.Conflicts != 0 {
		t.Errorf("%s leaves %d conflicts", list[0], n.Conflicts)
	}
}

// TestAddresses: what the observers of a run see of an instruction in pieces is put together: the
// two places of a lane, and of an atomic the read and the write at one.
func TestAddresses(t *testing.T) {
	var places, more [64]uint32
	for lane := range places {
		places[lane], more[lane] = uint32(lane)*8, uint32(lane)*8+4
	}
	var whole, pieces, atomic LDSAddresses
	whole.Add(^uint64(0), &places, 16)
	whole.Add(^uint64(0), &places, 20)
	for lane := range places {
		pieces.Add(1<<lane, &places, 16)
		pieces.Add(1<<lane, &more, 16)
		pieces.Add(1<<lane, &places, 16) // an exchange writes both again
		pieces.Add(1<<lane, &more, 16)
		atomic.Add(1<<lane, &places, 16)
		atomic.Add(1<<lane, &places, 16)
	}
	if whole != pieces || whole.Lanes[1] != ^uint64(0) || whole.At[1][3] != 44 {
		t.Errorf("%v\n%v", whole, pieces)
	}
	if atomic.Lanes[1] != 0 || atomic.At[0] != whole.At[0] {
		t.Errorf("%v", atomic)
	}
	whole.Reset()
	if whole.Lanes != [2]uint64{} {
		t.Errorf("%v after Reset", whole.Lanes)
	}
}
