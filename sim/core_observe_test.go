package sim_test

import (
	"fmt"
	"math/bits"
	"runtime"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/sim"
)

// coreRecord is an observer that keeps everything, in words.
type coreRecord struct {
	events []string
	started, ended,
	executed, landed int
	last map[string]coreEvent // by text, with their accesses; Landed ones under "landed " + text
}

func (r *coreRecord) keep(kind string, e *sim.Event) {
	if r.last == nil {
		r.last = map[string]coreEvent{}
	}
	c := coreEvent{*e, *e.Reads, *e.Writes, laneAccesses(e.Accesses)}
	r.last[kind+e.Inst.String()] = c
	r.events = append(r.events, fmt.Sprintf("%s%d.%d %#x -> %#x %s %#x %v", kind, e.Workgroup, e.Wave, e.CodeAddr, e.Next-e.Addr, e.Inst, e.Lanes, c.accesses))
}

// coreEvent is an event that was kept.
type coreEvent struct {
	sim.Event
	reads, writes isa.RegSet
	accesses      []laneAccess
}

// laneAccess is an access of one lane.
type laneAccess struct {
	space sim.Space
	addr  uint64
	size  int
	lane  int
	write bool
	inst  uint64
	data  [4]uint32
}

// laneAccesses lists the accesses of all lanes.
func laneAccesses(list []sim.Access) []laneAccess {
	var all []laneAccess
	for i := range list {
		a := &list[i]
		for m := a.Lanes; m != 0; m &= m - 1 {
			l := bits.TrailingZeros64(m)
			x := laneAccess{a.Space, a.Addr(l), a.Size, a.Lane(l), a.Write, a.Inst, [4]uint32{}}
			if a.Write {
				for i := range x.data {
					x.data[i] = a.Data[i][l]
				}
			}
			all = append(all, x)
		}
	}
	return all
}

func (r *coreRecord) Executed(e *sim.Event) { r.executed++; r.keep("", e) }
func (r *coreRecord) Landed(e *sim.Event)   { r.landed++; r.keep("landed ", e) }
func (r *coreRecord) WaveStarted(wg, wave int) {
	r.started++
	r.events = append(r.events, fmt.Sprintf("start %d.%d", wg, wave))
}
func (r *coreRecord) WaveEnded(wg, wave int) {
	r.ended++
	r.events = append(r.events, fmt.Sprintf("end %d.%d", wg, wave))
}

// coreRegs is a set of registers from a list such as "v1 s[2:3] vcc scc exec".
func coreRegs(t *testing.T, list string) isa.RegSet {
	t.Helper()
	var s isa.RegSet
	for _, name := range strings.Fields(list) {
		switch name {
		case "vcc":
			s.Add(isa.VCCLo, 2)
		case "flat_scratch":
			s.Add(isa.FlatScratchLo, 2)
		case "exec":
			s.Add(isa.ExecLo, 2)
		case "scc":
			s.Add(isa.SCC, 1)
		case "m0":
			s.Add(isa.M0, 1)
		case "mode":
			s.Add(isa.Mode, 1)
		default:
			base := map[byte]isa.Reg{'v': isa.V0, 'a': isa.A0, 's': isa.S0}[name[0]]
			lo, hi := 0, 0
			if n, _ := fmt.Sscanf(name[1:], "[%d:%d]", &lo, &hi); n == 0 {
				if _, err := fmt.Sscanf(name[1:], "%d", &lo); err != nil {
					t.Fatalf("register %q", name)
				}
				hi = lo
			}
			s.Add(base+isa.Reg(lo), hi-lo+1)
		}
	}
	return s
}

// observed is code of one of each class of instruction, of a wave with 256 VGPRs, with what it reads and
// writes beyond EXEC and MODE, and what memory it touches: accesses, bytes of
// each, address of the first lane's from the buffer or 0.
var observed = []struct {
	text, reads, writes string
	accesses, size      int
	space               sim.Space
	addr                uint64
	write               bool
	lands               string // registers that get data later
}{
	{text: "s_add_u32 s20, s21, s22", reads: "s21 s22", writes: "s20 scc"},
	{text: "s_addc_u32 s20, s21, s22", reads: "s21 s22 scc", writes: "s20 scc"},
	{text: "s_mov_b64 s[20:21], exec", reads: "exec", writes: "s[20:21]"},
	{text: "s_load_dwordx2 s[24:25], s[4:5], 0x10", reads: "s[4:5]", writes: "s[24:25]", accesses: 2, size: 4, addr: 0x10, lands: "s[24:25]"},
	{text: "v_add_f32_e32 v20, v21, v22", reads: "v21 v22", writes: "v20"},
	{text: "v_fma_f64 v[20:21], v[22:23], v[24:25], v[26:27]", reads: "v[22:27]", writes: "v[20:21]"},
	{text: "v_add_co_u32_e32 v20, vcc, v21, v22", reads: "v21 v22", writes: "v20 vcc"},
	{text: "v_cndmask_b32_e32 v20, v21, v22, vcc", reads: "v21 v22 vcc", writes: "v20"},
	{text: "v_cmp_lt_f32_e64 s[26:27], v21, s22", reads: "v21 s22", writes: "s[26:27]"},
	{text: "v_readfirstlane_b32 s26, v21", reads: "v21", writes: "s26"},
	{text: "v_exp_f32_e32 v20, v21", reads: "v21", writes: "v20"},
	{text: "v_mfma_f32_16x16x16_f16 v[40:43], v[44:45], v[46:47], v[40:43]", reads: "v[40:47]", writes: "v[40:43]"},
	{text: "v_mfma_f32_32x32x8_f16 a[0:15], v[44:45], v[46:47], 0", reads: "v[44:47]", writes: "a[0:15]"},
	{text: "global_load_dwordx2 v[20:21], v1, s[4:5] offset:8", reads: "v1 s[4:5]", writes: "v[20:21]", accesses: 64, size: 8, addr: 8, lands: "v[20:21]"},
	{text: "global_store_dword v1, v22, s[4:5] offset:256", reads: "v1 v22 s[4:5]", accesses: 64, size: 4, addr: 256, write: true},
	{text: "global_atomic_add v20, v1, v22, s[4:5] offset:512 sc0", reads: "v1 v22 s[4:5]", writes: "v20", accesses: 128, size: 4, addr: 512, lands: "v20"},
	{text: "buffer_load_ushort v20, v1, s[8:11], 0 offen", reads: "v1 s[8:11]", writes: "v20", accesses: 64, size: 2, addr: 0, lands: "v20"},
	{text: "flat_load_dword v20, v[2:3]", reads: "v[2:3]", writes: "v20", accesses: 64, size: 4, addr: 0, lands: "v20"},
	{text: "scratch_store_dwordx3 off, v[20:22], off offset:4", reads: "v[20:22]", accesses: 64, size: 12, space: sim.SpacePrivate, addr: 4, write: true},
	{text: "ds_read_b64 v[20:21], v1 offset:16", reads: "v1", writes: "v[20:21]", accesses: 64, size: 8, space: sim.SpaceLDS, addr: 16, lands: "v[20:21]"},
	{text: "ds_write_b32 v1, v22 offset:4", reads: "v1 v22", accesses: 64, size: 4, space: sim.SpaceLDS, addr: 4, write: true},
	{text: "ds_add_u32 v1, v22", reads: "v1 v22", accesses: 128, size: 4, space: sim.SpaceLDS, addr: 0},
}

// TestCoreObserver: what an observer hears of each class of instruction.
func TestCoreObserver(t *testing.T) {
	for _, schedule := range []sim.Schedule{sim.ScheduleRoundRobin, sim.ScheduleLate} {
		for _, c := range observed {
			s := coreSource{body: corePrologue + `
	v_mov_b32 v2, s4
	v_mov_b32 v3, s5
	s_mov_b32 s8, s4
	s_mov_b32 s9, s5
	s_movk_i32 s10, 0x400
	s_mov_b32 s11, 0x20000
	s_nop 7
	` + c.text + `
	s_nop 0
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_endpgm`, directives: []string{"group_segment_fixed_size 1024", "private_segment_fixed_size 64", "next_free_vgpr 512", "accum_offset 256"}}
			r := &coreRecord{}
			d, k := s.load(t)
			buf, err := d.Alloc(4096)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := d.Run(sim.Launch{Kernel: k, Grid: [3]uint32{1, 1, 1}, Block: [3]uint32{64, 1, 1}, Args: []sim.Arg{sim.Pointer(buf)},
				Options: sim.Options{Schedule: schedule, Observers: []sim.Observer{r}}}); err != nil {
				t.Fatalf("%s: %v", c.text, err)
			}
			e, ok := r.last[c.text]
			if !ok {
				t.Errorf("%s: no event; there are %v", c.text, r.events)
				continue
			}
			reads, writes := coreRegs(t, c.reads), coreRegs(t, c.writes)
			plain := func(s isa.RegSet) isa.RegSet {
				for _, name := range []string{"exec", "mode", "flat_scratch"} {
					if !strings.Contains(c.reads+c.writes, name) {
						drop := coreRegs(t, name)
						for i := range s {
							s[i] &^= drop[i]
						}
					}
				}
				return s
			}
			if plain(e.reads) != reads || plain(e.writes) != writes {
				t.Errorf("%s: reads %x and writes %x are not %q, %q", c.text, plain(e.reads), plain(e.writes), c.reads, c.writes)
			}
			if e.Lanes != ^uint64(0) || e.Wave != 0 || e.Next <= e.Addr {
				t.Errorf("%s: %+v", c.text, e.Event)
			}
			from := e
			landed, hasLanded := r.last["landed "+c.text]
			if schedule == sim.ScheduleLate && c.accesses > 0 {
				if !hasLanded {
					t.Errorf("%s: nothing landed", c.text)
				}
				if len(e.accesses) != 0 {
					t.Errorf("%s: %d accesses at once with ScheduleLate", c.text, len(e.accesses))
				}
				from = landed
			}
			if c.lands != "" && (!hasLanded || landed.writes != coreRegs(t, c.lands)) {
				t.Errorf("%s: what landed is not %q", c.text, c.lands)
			}
			if len(from.accesses) != c.accesses {
				t.Errorf("%s: %d accesses, want %d", c.text, len(from.accesses), c.accesses)
				continue
			}
			if c.accesses == 0 {
				continue
			}
			base := buf.Addr
			if c.space != sim.SpaceGlobal {
				base = 0
			}
			a := from.accesses[0]
			lane := 0
			if c.accesses < 64 {
				lane = -1
			}
			if a.addr != base+c.addr || a.size != c.size || a.space != c.space || a.write != c.write || a.lane != lane || a.inst != e.Addr {
				t.Errorf("%s: first access %+v", c.text, a)
			}
		}
	}
}

// TestCoreObserverOrder: events come in the order in which waves execute, and
// each wave starts once and ends once.
func TestCoreObserverOrder(t *testing.T) {
	s := coreSource{body: corePrologue + `
	v_cmp_gt_u32 vcc, 3, v0
	s_and_saveexec_b64 s[8:9], vcc
	global_load_dword v3, v1, s[4:5]
	s_cbranch_scc0 .Lnone
	s_nop 1
.Lnone:
	s_waitcnt vmcnt(0)
	s_endpgm`}
	r := &coreRecord{}
	_, report, err := coreTry(t, s, 64, sim.Launch{Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{128, 1, 1}, Options: sim.Options{Observers: []sim.Observer{r}, Workers: 4}})
	if err != nil {
		t.Fatal(err)
	}
	if r.started != 6 || r.ended != 6 || uint64(r.executed) != report.Executed {
		t.Errorf("%d waves started, %d ended, %d executed of %d", r.started, r.ended, r.executed, report.Executed)
	}
	if e := r.last["global_load_dword v3, v1, s[4:5]"]; e.Workgroup == 0 || e.Lanes != 0 && e.Lanes != 7 {
		t.Errorf("%+v", e)
	}
	r2 := &coreRecord{}
	if _, _, err := coreTry(t, s, 64, sim.Launch{Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{128, 1, 1}, Options: sim.Options{Observers: []sim.Observer{r2}, Workers: 1}}); err != nil {
		t.Fatal(err)
	}
	coreExpect(t, "events", r2.events, r.events)
}

// registerPeek looks at registers as they change.
type registerPeek struct {
	coreRecord
	scalar, vector []uint32
}

func (p *registerPeek) Executed(e *sim.Event) {
	p.scalar = append(p.scalar, e.Registers.Scalar(isa.S0+20))
	p.vector = append(p.vector, e.Registers.Vector(isa.V0+20, 5))
}

// TestCoreObserverRegisters: an observer sees the registers after each
// instruction, and those of a load when it lands.
func TestCoreObserverRegisters(t *testing.T) {
	p := &registerPeek{}
	coreRunObserved(t, coreSource{body: `
	s_mov_b32 s20, 3
	s_add_u32 s20, s20, 4
	v_mov_b32 v20, 6
	v_add_u32 v20, v20, v0
	s_endpgm`}, p)
	coreExpect(t, "s20", p.scalar, []uint32{3, 7, 7, 7, 7})
	coreExpect(t, "v20", p.vector, []uint32{0, 0, 6, 11, 11})
}

func coreRunObserved(t *testing.T, s coreSource, o sim.Observer) {
	t.Helper()
	if _, _, err := coreTry(t, s, 64, sim.Launch{Options: sim.Options{Observers: []sim.Observer{o}}}); err != nil {
		t.Fatal(err)
	}
}

// TestCoreObserverChangesNothing: results with an observer are those without,
// for every schedule.
func TestCoreObserverChangesNothing(t *testing.T) {
	for _, body := range []string{barrierRing, strings.Replace(barrierRing, "\ts_waitcnt lgkmcnt(0)\n\ts_barrier", "\ts_barrier", 2)} {
		s := coreSource{body: body, directives: []string{"group_segment_fixed_size 64"}}
		for _, o := range coreSchedules {
			l := sim.Launch{Grid: [3]uint32{3, 1, 1}, Block: [3]uint32{1024, 1, 1}, Options: o}
			want := coreRun(t, s, 1024, l)
			l.Observers = []sim.Observer{&coreRecord{}}
			coreExpect(t, fmt.Sprintf("schedule %d, seed %d", o.Schedule, o.Seed), coreRun(t, s, 1024, l), want)
		}
	}
}

// TestCoreNilObserver: an observer that is nil is refused, with its number.
func TestCoreNilObserver(t *testing.T) {
	_, _, err := coreTry(t, coreSource{body: "s_endpgm"}, 64, sim.Launch{Options: sim.Options{Observers: []sim.Observer{&coreRecord{}, nil}}})
	if err == nil || err.Error() != "observer 1 of the launch is nil" {
		t.Errorf("got %v", err)
	}
}

// TestCoreNoObserverNoAllocation: executing instructions allocates nothing
// when nobody listens.
func TestCoreNoObserverNoAllocation(t *testing.T) {
	mallocs := func(rounds uint32) uint64 {
		s := coreSource{body: corePrologue + `
.L:
	v_add_f32 v2, v2, v3
	v_cmp_lt_f32 vcc, v2, v3
	ds_write_b32 v1, v2
	global_load_dword v4, v1, s[4:5]
	global_store_dword v1, v4, s[4:5]
	scratch_store_dword off, v4, off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	s_sub_u32 s6, s6, 1
	s_cmp_lg_u32 s6, 0
	s_cbranch_scc1 .L
	s_endpgm`, directives: []string{"group_segment_fixed_size 512", "private_segment_fixed_size 16"}}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		coreRun(t, s, 128, sim.Launch{Block: [3]uint32{128, 1, 1}, Args: []sim.Arg{sim.Value(rounds)}})
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	mallocs(1)
	few, many := mallocs(10), mallocs(2000)
	if many > few+500 {
		t.Errorf("%d allocations in 10 rounds, %d in 2000", few, many)
	}
}

// TestCoreReport: counts by class, bytes and what is not exact.
func TestCoreReport(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_mov_b32 s20, 1
	v_exp_f32 v2, v0
	v_mfma_f32_16x16x16_f16 v[40:43], v[44:45], v[46:47], 0
	ds_write_b64 v1, v[2:3] offset:16
	ds_read_b32 v4, v1
	global_load_dwordx4 v[8:11], v1, s[4:5]
	scratch_store_dword off, v4, off
	s_waitcnt vmcnt(0) lgkmcnt(0)
	s_barrier
	global_store_short v1, v4, s[4:5]
	s_endpgm`, directives: []string{"group_segment_fixed_size 1024", "private_segment_fixed_size 16"}}
	_, r, err := coreTry(t, s, 256, sim.Launch{Grid: [3]uint32{2, 1, 1}, Block: [3]uint32{96, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]uint64{"valu": 2, "transcendental": 1, "mfma": 1, "salu": 1, "smem": 1, "vmem": 3, "lds": 2, "control": 4}
	var sum uint64
	for _, c := range r.Classes {
		if c.Count != 4*want[c.Class] {
			t.Errorf("%s: %d, want %d", c.Class, c.Count, 4*want[c.Class])
		}
		sum += c.Count
		delete(want, c.Class)
	}
	if len(want) != 0 || sum != r.Executed || r.Executed != 4*15 || r.Kernel != "k" || r.Workgroups != 2 || r.Waves != 4 {
		t.Errorf("missing %v; %d of %d executed; %d workgroups, %d waves", want, sum, r.Executed, r.Workgroups, r.Waves)
	}
	items := uint64(2 * 96)
	if b := r.Bytes; b != (sim.Traffic{GlobalRead: 16*items + 4*16, GlobalWritten: 2 * items, LDSRead: 4 * items, LDSWritten: 8 * items, ScratchWritten: 4 * items}) {
		t.Errorf("traffic %+v", b)
	}
	if len(r.Inexact) != 1 || r.Inexact[0].Instruction != "v_exp_f32" || r.Inexact[0].Count != 4 || r.Inexact[0].Reason == "" {
		t.Errorf("inexact: %+v", r.Inexact)
	}
	if r.TouchedBytes == 0 {
		t.Error("no bytes touched")
	}
}

// byteCount adds up what an observer hears of.
type byteCount struct {
	coreRecord
	bytes sim.Traffic
}

func (c *byteCount) Executed(e *sim.Event) { c.add(e) }
func (c *byteCount) Landed(e *sim.Event)   { c.add(e) }

func (c *byteCount) add(e *sim.Event) {
	for _, a := range laneAccesses(e.Accesses) {
		to := [][2]*uint64{{&c.bytes.GlobalRead, &c.bytes.GlobalWritten}, {&c.bytes.LDSRead, &c.bytes.LDSWritten}, {&c.bytes.ScratchRead, &c.bytes.ScratchWritten}}[a.space]
		if a.write {
			*to[1] += uint64(a.size)
		} else {
			*to[0] += uint64(a.size)
		}
	}
}

// TestCoreObserverHearsAll: each access is told once, whatever the schedule.
func TestCoreObserverHearsAll(t *testing.T) {
	s := coreSource{body: corePrologue + `
	s_movk_i32 m0, 0x100
	v_mov_b32 v2, 0
	v_mov_b32 v3, 1
	.rept 9
	global_atomic_add v4, v2, v3, s[4:5] sc0
	global_load_dwordx4 v[8:11], v1, s[4:5] offset:16
	ds_write_b64 v1, v[2:3]
	ds_add_rtn_u32 v5, v1, v3
	global_load_lds_dword v1, s[4:5] offset:256
	scratch_store_dwordx2 off, v[2:3], off
	.endr
	s_waitcnt vmcnt(4)
	.rept 20
	ds_read2_b32 v[12:13], v1 offset0:1 offset1:3
	s_load_dwordx8 s[16:23], s[4:5], 0x0
	scratch_load_dword v14, off, off
	global_atomic_add v2, v3, s[4:5]
	.endr
	s_waitcnt lgkmcnt(0)
	global_atomic_add v2, v3, s[4:5]
	s_nop 4
	global_store_byte v1, v3, s[4:5] offset:512
	s_endpgm`, directives: []string{"group_segment_fixed_size 4096", "private_segment_fixed_size 16"}}
	for _, o := range coreSchedules {
		c := &byteCount{}
		o.Observers = []sim.Observer{c}
		_, report, err := coreTry(t, s, 1024, sim.Launch{Grid: [3]uint32{5, 1, 1}, Block: [3]uint32{100, 1, 1}, Options: o})
		if err != nil {
			t.Fatal(err)
		}
		if c.bytes != report.Bytes {
			t.Errorf("schedule %d, seed %d: the observer hears of %+v, the report has %+v", o.Schedule, o.Seed, c.bytes, report.Bytes)
		}
	}
}
