package report

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/timing"
)

// The reports of the tests are those of a toy: waves of workgroups on two compute units issue in the
// order of time, wait for loads and barriers, and share the matrix core of their SIMD and the LDS of
// their compute unit. It is not the timing model; it gives results whose parts agree with one another.

// toyLoop has a wait for loads that are issued in the iteration before it.
const toyLoop = `
10 s_load_dwordx4 s[8:11], s[0:1], 0x0
10 s_waitcnt lgkmcnt(0)
11 global_load_dwordx4 v[16:19], v1, s[8:9]
12 global_load_dwordx4 v[20:23], v1, s[10:11]
14 loop: s_waitcnt vmcnt(0)
14 s_barrier
15 ds_write_b128 v2, v[16:19]
16 ds_write_b128 v2, v[20:23] offset:4096
11 global_load_dwordx4 v[16:19], v1, s[8:9]
12 global_load_dwordx4 v[20:23], v1, s[10:11]
18 s_waitcnt lgkmcnt(0)
18 s_barrier
19 ds_read_b128 v[24:27], v3
20 ds_read_b128 v[28:31], v3 offset:4096
21 s_waitcnt lgkmcnt(0)
22 v_mfma_f32_16x16x32_bf16 a[0:3], v[24:27], v[28:31], a[0:3]
22 v_mfma_f32_16x16x32_bf16 a[4:7], v[24:27], v[28:31], a[4:7]
22 v_mfma_f32_16x16x32_bf16 a[8:11], v[24:27], v[28:31], a[8:11]
22 v_mfma_f32_16x16x32_bf16 a[12:15], v[24:27], v[28:31], a[12:15]
22 v_mfma_f32_16x16x32_bf16 a[16:19], v[24:27], v[28:31], a[16:19]
22 v_mfma_f32_16x16x32_bf16 a[20:23], v[24:27], v[28:31], a[20:23]
22 v_mfma_f32_16x16x32_bf16 a[24:27], v[24:27], v[28:31], a[24:27]
22 v_mfma_f32_16x16x32_bf16 a[28:31], v[24:27], v[28:31], a[28:31]
14 s_sub_u32 s4, s4, 1
14 s_cmp_lg_u32 s4, 0
14 s_cbranch_scc1 loop
25 s_nop 7
25 v_accvgpr_read_b32 v4, a0
26 global_store_dwordx4 v1, v[4:7], s[8:9]
27 s_endpgm
`

// toy says how the toy runs.
type toy struct {
	text       string
	iterations int
	workgroups int // of four waves; two of three share compute unit 0
	latency    timing.Cycle
	conflicts  int // of an LDS read
}

// program parses text: a line number of the source, and an instruction.
func program(t testing.TB, text string) *timing.Program {
	t.Helper()
	target := isa.For(&arch.GFX950)
	p := &timing.Program{Chip: target.Chip, Target: target, Kernel: "gemm"}
	addr := uint64(0x1000)
	labels := map[string]uint64{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		number, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if label, inst, ok := strings.Cut(rest, ": "); ok {
			labels[label], rest = addr, inst
		}
		if mnemonic, label, ok := strings.Cut(rest, " "); ok && strings.HasPrefix(mnemonic, "s_cbranch") {
			dwords, _ := isa.BranchOffset(int64(labels[label] - addr))
			rest = fmt.Sprintf("%s %d", mnemonic, uint16(dwords))
		}
		inst, err := target.Parse(rest, nil)
		if err != nil {
			t.Fatalf("%s: %v", rest, err)
		}
		n, _ := strconv.Atoi(number)
		p.Insts = append(p.Insts, timing.Inst{Addr: addr, Size: inst.Size(), Inst: inst, File: "src/gemm.mlir", Line: n})
		addr += uint64(inst.Size())
	}
	return p
}

// ldsCycles is how long an access without conflicts keeps the LDS.
const ldsCycles = 4

// toyWave is a wave of the toy.
type toyWave struct {
	timing.Wave
	index, seq, pc, left int
	ready                timing.Cycle
	arrived              timing.Cycle // at the barrier, -1 if it is not there
	vm, lgkm             []pending
	ended                bool
}

type pending struct {
	seq  int
	done timing.Cycle
}

// toyRun is the state of the toy.
type toyRun struct {
	toy
	program *timing.Program
	waves   []*toyWave
	matrix  map[[2]int]timing.Cycle // by compute unit and SIMD: busy until
	lds     map[int]timing.Cycle
	issues  []timing.Issue
	result  *timing.Result
	begin   int // of the loop
}

// run runs the toy, and makes a report of it.
func (m toy) run(t testing.TB) *Report {
	t.Helper()
	x := &toyRun{toy: m, program: program(t, m.text), matrix: map[[2]int]timing.Cycle{}, lds: map[int]timing.Cycle{}}
	for w := range m.workgroups {
		for i := range 4 {
			x.waves = append(x.waves, &toyWave{index: len(x.waves), left: m.iterations, arrived: -1, ready: timing.Cycle(100 + 40*w),
				Wave: timing.Wave{Workgroup: w, Wave: i, CU: w / 2, SIMD: i, Slot: w % 2, Begin: timing.Cycle(60 + 40*w)}})
		}
	}
	for x.step() {
	}
	x.finish()
	return x.report()
}

// step issues the next instruction of the wave that is ready first; not ok if all ended.
func (x *toyRun) step() bool {
	var next *toyWave
	for _, w := range x.waves {
		if !w.ended && w.arrived < 0 && (next == nil || w.ready < next.ready) {
			next = w
		}
	}
	if next == nil {
		return false
	}
	x.issue(next)
	return true
}

// last returns what ends last, -1 if the list is empty.
func last(list []pending) (seq int, done timing.Cycle) {
	seq = -1
	for _, p := range list {
		if p.done > done {
			seq, done = p.seq, p.done
		}
	}
	return seq, done
}

func (x *toyRun) issue(w *toyWave) {
	in := &x.program.Insts[w.pc].Inst
	i := timing.Issue{Wave: w.index, Seq: w.seq, Inst: w.pc, Ready: w.ready, At: w.ready, Length: 4, By: -1}
	next := w.pc + 1
	waitFor := func(list []pending, cause timing.Cause) {
		if seq, done := last(list); done > i.At {
			i.At, i.Stall, i.By = (done+3)&^3, cause, seq
		}
	}
	name := in.Row.Mnemonic
	switch {
	case name == "s_waitcnt" && strings.Contains(in.String(), "vmcnt"):
		waitFor(w.vm, timing.WaitVM)
		w.vm = nil
	case name == "s_waitcnt":
		waitFor(w.lgkm, timing.WaitLGKM)
		w.lgkm = nil
	case name == "s_barrier":
		w.arrived = w.ready
		x.meet(w)
		return
	case strings.HasPrefix(name, "s_cbranch"):
		i.Length = 20
		if w.left--; w.left > 0 {
			target, _ := in.BranchTarget(x.program.Insts[w.pc].Addr)
			for n := range x.program.Insts {
				if x.program.Insts[n].Addr == target {
					next, x.begin = n, n
				}
			}
		} else {
			i.Length = 4
		}
	case name == "s_nop":
		i.Length = 32
	case in.Row.Unit == isa.UnitXDL:
		core := [2]int{w.CU, w.SIMD}
		if free := x.matrix[core]; free > i.At {
			i.At, i.Stall = free, timing.MatrixBusy
		}
		i.BusyAt, i.Busy = i.At, timing.Cycle(in.Passes())*4
		x.matrix[core] = i.At + i.Busy
	case in.Row.Unit == isa.UnitLDS:
		begin := max(i.At+16, x.lds[w.CU])
		i.BusyAt, i.Busy = begin, ldsCycles
		if strings.HasPrefix(name, "ds_read") {
			i.Busy += timing.Cycle(x.conflicts)
		}
		x.lds[w.CU] = begin + i.Busy
		i.Done = begin + i.Busy + 40
		w.lgkm = append(w.lgkm, pending{w.seq, i.Done})
	case in.Row.Unit == isa.UnitSMEM:
		i.Done = i.At + 200
		w.lgkm = append(w.lgkm, pending{w.seq, i.Done})
	case in.Row.Unit == isa.UnitVMEM:
		i.Done = i.At + x.latency + timing.Cycle((w.index*13+w.seq*7)%40)
		w.vm = append(w.vm, pending{w.seq, i.Done})
	case name == "s_endpgm":
		waitFor(w.vm, timing.Ending)
		w.ended, w.End = true, i.At+i.Length
	}
	x.left(w, i, next)
}

// left ends the issue.
func (x *toyRun) left(w *toyWave, i timing.Issue, next int) {
	x.issues = append(x.issues, i)
	w.ready, w.pc = i.At+i.Length, next
	w.seq++
}

// meet lets a workgroup leave its barrier once all of its waves are there.
func (x *toyRun) meet(w *toyWave) {
	var group []*toyWave
	latest := timing.Cycle(0)
	for _, o := range x.waves {
		if o.Workgroup == w.Workgroup {
			if o.arrived < 0 {
				return
			}
			group, latest = append(group, o), max(latest, o.arrived)
		}
	}
	for _, o := range group {
		i := timing.Issue{Wave: o.index, Seq: o.seq, Inst: o.pc, Ready: o.ready, At: latest, Length: 8, By: -1}
		if i.At > i.Ready {
			i.Stall = timing.WaitBarrier
		}
		o.arrived = -1
		x.left(o, i, o.pc+1)
	}
}

// finish sums the issues.
func (x *toyRun) finish() {
	r := &timing.Result{Program: x.program, Sites: make([]timing.Site, len(x.program.Insts)), SIMDs: 4 * ((x.workgroups + 1) / 2), CUs: (x.workgroups + 1) / 2}
	at := map[[2]int]int{} // instruction by wave and seq
	for _, i := range x.issues {
		at[[2]int{i.Wave, i.Seq}] = i.Inst
	}
	for _, i := range x.issues {
		s := &r.Sites[i.Inst]
		s.Issues++
		s.Stalls[i.Stall] += int64(i.At - i.Ready)
		s.Length += int64(i.Length)
		if i.By >= 0 {
			if s.By == nil {
				s.By = map[int32]int64{}
			}
			s.By[int32(at[[2]int{i.Wave, i.By}])] += int64(i.At - i.Ready)
		}
		if i.Done > 0 {
			s.Latency += int64(i.Done - i.At)
		}
		switch x.program.Insts[i.Inst].Inst.Row.Unit {
		case isa.UnitXDL:
			r.MatrixBusy += int64(i.Busy)
		case isa.UnitLDS:
			r.LDSBusy += int64(i.Busy)
			s.Conflicts += int64(i.Busy - ldsCycles)
		case isa.UnitVALU:
			r.VALUBusy += int64(i.Length)
		}
	}
	for _, w := range x.waves {
		r.Waves = append(r.Waves, w.Wave)
		r.Cycles = max(r.Cycles, w.End)
	}
	r.Loops = x.loops(r)
	r.Traffic = []timing.Traffic{
		{Level: "L1", Requests: 4000, Hits: 1000, ReadBytes: 512000, WrittenBytes: 8192},
		{Level: "L2", Requests: 3000, Hits: 2100, ReadBytes: 384000, WrittenBytes: 8192},
		{Level: "HBM", Requests: 900, ReadBytes: 115200, WrittenBytes: 8192},
	}
	x.result = r
}

// loops finds the loop, if the program has one.
func (x *toyRun) loops(r *timing.Result) []timing.Loop {
	branch := -1
	for n := range x.program.Insts {
		if strings.HasPrefix(x.program.Insts[n].Inst.Row.Mnemonic, "s_cbranch") {
			branch = n
		}
	}
	if branch < 0 {
		return nil
	}
	l := timing.Loop{Begin: x.begin, End: branch, Instructions: branch + 1 - x.begin, Iterations: int(r.Sites[branch].Issues)}
	before := map[int]timing.Cycle{}
	var times []timing.Cycle
	for _, i := range x.issues {
		if i.Inst == branch {
			if at, ok := before[i.Wave]; ok {
				times = append(times, i.At-at)
			}
			before[i.Wave] = i.At
		}
	}
	for n := l.Begin; n <= l.End; n++ {
		if x.program.Insts[n].Inst.Passes() > 0 {
			l.MFMA++
		}
		for c, cycles := range r.Sites[n].Stalls {
			l.Stalls[c] += cycles
		}
	}
	for c := range l.Stalls {
		l.Stalls[c] /= int64(l.Iterations)
	}
	l.Min, l.Median, l.Max = spread(times)
	l.Full = timing.Full{Waves: 2, Cycles: 1000, MatrixBusy: 250}
	return []timing.Loop{l}
}

func spread(times []timing.Cycle) (least, median, most timing.Cycle) {
	sorted := append([]timing.Cycle{}, times...)
	for i := range sorted {
		for j := i; j > 0 && sorted[j] < sorted[j-1]; j-- {
			sorted[j], sorted[j-1] = sorted[j-1], sorted[j]
		}
	}
	return sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1]
}

// report fills in what is not the toy's.
func (x *toyRun) report() *Report {
	r := &Report{
		Kernel: "gemm", File: "gemm.hsaco", Problem: "4096 x 4096 x 4096, bf16 -> bf16",
		Product: Product{Name: "MI355X", Chip: x.program.Chip, CUs: 256, XCDs: 8, BoostMHz: 2400},
		Grid: Grid{Cycles: 16 * x.result.Cycles, Low: 15 * x.result.Cycles, High: 18 * x.result.Cycles, Workgroups: 4096, Timed: int64(x.workgroups),
			WavesPerWorkgroup: 4, WorkgroupsTogether: 512, How: "those of two compute units; the rest takes as long"},
		Clock:         Clock{MHz: 1900, Error: 0.06, Why: "power, matrix cores busy"},
		LaunchSeconds: 4.5e-6,
		Occupancy:     Occupancy{WavesPerSIMD: 2, MaxWavesPerSIMD: 8, WorkgroupsPerCU: 2, Limit: "LDS: 65536 of 163840 bytes a workgroup", VGPRs: 64, SGPRs: 32, LDSBytes: 65536},
		Roofline: Roofline{FLOP: 1.37438953472e11, DType: "bf16", PeakFLOPS: 2.5e15, Roofs: []Roof{
			{Level: "HBM", BytesPerSecond: 8e12, Bytes: 1.2e8},
			{Level: "MALL", BytesPerSecond: 14e12, Bytes: 4e8},
			{Level: "L2", BytesPerSecond: 40e12, Bytes: 9e8},
			{Level: "LDS", BytesPerSecond: 157e12, Bytes: 4e9},
		}},
		Traffic: []timing.Traffic{
			{Level: "L1", Requests: 40_000_000, Hits: 10_000_000, ReadBytes: 2_100_000_000, WrittenBytes: 33_554_432},
			{Level: "L2", Requests: 30_000_000, Hits: 21_000_000, ReadBytes: 900_000_000, WrittenBytes: 33_554_432},
			{Level: "MALL", Requests: 9_000_000, Hits: 6_300_000, ReadBytes: 400_000_000, WrittenBytes: 33_554_432},
			{Level: "HBM", Requests: 2_700_000, ReadBytes: 90_000_000, WrittenBytes: 33_554_432},
		},
		Result: x.result, Issues: x.issues,
		Sources: map[string][]byte{"src/gemm.mlir": []byte(strings.Repeat("\n", 10) + "  %a = vector.load %A[%i, %k]\n  %b = vector.load %B[%k, %j]\n")},
		LDS:     toyLDS(x.program),
	}
	return r
}

// toyLDS is a read in which lanes n and n+8 of a phase meet in a bank.
func toyLDS(p *timing.Program) *LDSAccess {
	a := &LDSAccess{Banks: 64, Data: 32, Conflicts: 16}
	for n := range p.Insts {
		if strings.HasPrefix(p.Insts[n].Inst.Row.Mnemonic, "ds_read_b128") {
			a.Inst = n
			break
		}
	}
	for phase := range 4 {
		var lanes []LDSLane
		for i := range 16 {
			lane := 16*phase + i
			lanes = append(lanes, LDSLane{Lane: lane, Addr: uint32(i%8*32 + i/8*4096 + phase*256), Bytes: 16})
		}
		a.Phases = append(a.Phases, lanes)
	}
	return a
}

// toyReport is the report that most tests show.
func toyReport(t testing.TB) *Report {
	return toy{text: toyLoop, iterations: 10, workgroups: 3, latency: 790, conflicts: 8}.run(t)
}

// fasterToy has loads that come back earlier and no conflicts.
func fasterToy(t testing.TB) *Report {
	r := toy{text: toyLoop, iterations: 10, workgroups: 3, latency: 300}.run(t)
	r.File = "gemm2.hsaco"
	return r
}

// TestToy: the toy's parts agree, so that what the tests show means something.
func TestToy(t *testing.T) {
	r := toyReport(t)
	if len(r.Result.Waves) != 12 || len(r.Result.Loops) != 1 {
		t.Fatalf("%d waves, %d loops", len(r.Result.Waves), len(r.Result.Loops))
	}
	all := int64(0)
	for i := range r.Result.Sites {
		s := &r.Result.Sites[i]
		all += s.Length
		for _, c := range s.Stalls {
			all += c
		}
	}
	lived := int64(0)
	for _, w := range r.Result.Waves {
		lived += int64(w.End-w.Begin) - 40 // 40 cycles before the first issue
	}
	if all != lived {
		t.Errorf("sites have %d cycles, waves %d", all, lived)
	}
}
