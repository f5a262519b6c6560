package silicon

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/timing"
	"heddle/timing/cache"
)

// A rung is a version of the main loop of a matrix multiplication whose cycles an iteration others
// measured in thread traces of an MI300X. Order is the sequence of its instructions by class, with
// how many there are of a class in a row:
//
//	M v_mfma_f32_16x16x16_f16   R ds_read_b128   W ds_write_b128   G buffer_load_dwordx4
//	B s_barrier   l s_waitcnt lgkmcnt(n)   v s_waitcnt vmcnt(n)
//
// Registers and addresses are ours: a tile of 256x256x64, four waves of 128x128, in four half-tiles of
// 16 KB in the LDS, as the description of the measured kernel has it. Where an operand needs another
// wait, the generator adds it.
type rung struct {
	name    string
	order   string
	phase   int // rows that share a phase of the LDS swizzle: 2 gives reads a two-way conflict, 1 none
	cycles  float64
	limit   float64
	comment string
}

// Orders of the loop. That of the first rung is published whole. Of the others, the order of a region
// (a quarter of the loop) is published, with the counts of barriers and waits: the rest is ours.
const (
	clustered = `l0 B R4 M1 R4 M3 l0 B M1 R3 M1 v3 W1 v1 W2 v0 W1 G2 M1 G2 W4 M1 G4 M23 R1 M1 R1 M46
		R1 M1 R1 M1 R1 l0 B W4 G3 W4 G5 M72 R3 M7 R3 M65 R3 M12 R3 M10 R3 M2 R1 M8`
	spreadEnd = ` M2 G1 M4 G1 M4 G1 M5 `
	spread    = `M1 l0 B M1 R1 M10 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 l0 B v3 W1 M2 v1 W1 M2 W1 M2 v0 W1 M1 G1` + spreadEnd +
		`M28 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 W1 M2 W1 M2 W1 M2 W1 M1 G1` + spreadEnd +
		`M21 l0 B R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 W1 M2 W1 M2 W1 M2 W1 M1 G1` + spreadEnd +
		`M27 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 W1 M2 W1 M2 W1 M2 W1 M1 G1` + spreadEnd + `M18`
	reads     = `R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 M2 R1 `
	parkedEnd = ` G1 M2 G1 M4 G1 M4 G1 M5 `
	parked    = `M1 l0 B M5 ` + reads + `l0 B M23 v3 W1 M1 v1 W1 M2 W1 M2 v0 W1 M1` + parkedEnd +
		`M6 ` + reads + `M23 W1 M1 W1 M2 W1 M2 W1 M1` + parkedEnd +
		`l0 B M6 ` + reads + `M23 W1 M1 W1 M2 W1 M2 W1 M1` + parkedEnd +
		`M6 ` + reads + `M23 W1 M1 W1 M2 W1 M2 W1 M1` + parkedEnd
	fewerWaits = `M1 l0 B M5 ` + reads + `M23 v3 W1 M1 v1 W1 M2 W1 M2 v0 W1 M1` + parkedEnd +
		`M6 ` + reads + `M23 W1 M1 W1 M2 W1 M2 W1 M1` + parkedEnd +
		`B M6 ` + reads + `M23 W1 M1 W1 M2 W1 M2 W1 M1` + parkedEnd +
		`M6 ` + reads + `M23 W1 M1 W1 M2 W1 M2 W1 M1` + parkedEnd
	preciseWaits = `M1 l0 B M5 ` + reads + `M23 v15 W1 M1 v13 W1 M2 W1 M2 v12 W1 M1` + parkedEnd +
		`M6 ` + reads + `M23 v15 W1 M1 v13 W1 M2 W1 M2 v12 W1 M1` + parkedEnd +
		`B M6 ` + reads + `M23 v15 W1 M1 v13 W1 M2 W1 M2 v12 W1 M1` + parkedEnd +
		`M6 ` + reads + `M23 v15 W1 M1 v13 W1 M2 W1 M2 v12 W1 M1` + parkedEnd
)

// ladder is facts performance.md §5, from ROCm/gfx950-gluon-tutorials, kernels/gemm/gfx942/intra_wave.
// Ideal are 4096 cycles.
var ladder = []rung{
	{"clustered", clustered, 2, 5877, 0.05, "memory instructions in clumps, 3 barriers"},
	{"spread", spread, 2, 5343, 0.05, "spread among matrix instructions"},
	{"parked", parked, 2, 4874, 0.05, "the rest of them between reads and writes"},
	{"fewer waits", fewerWaits, 2, 4601, 0.05, "2 barriers, 1 full wait; 4619 to 4638 in other runs"},
	{"precise waits", preciseWaits, 2, 4621.5, 0.05, "loads stay in flight"},
	{"no conflicts", preciseWaits, 1, 4588, 0.05, "LDS swizzle without bank conflicts"},
	{"no writes", strings.ReplaceAll(preciseWaits, "W1 ", ""), 2, 4255, 0.05, "without ds_write_b128"},
}

// TestLoopLadder: cycles an iteration.
func TestLoopLadder(t *testing.T) {
	for i := range ladder {
		r := &ladder[i]
		g := newTile(t, r, tileStride)
		const iterations = 12
		k := assemble(t, &arch.GFX942, body("ladder", 512, 64<<10, g.lines), "ladder")
		a, err := k.device.Alloc(256 * tileStride)
		must(t, err)
		b, err := k.device.Alloc(256 * tileStride)
		must(t, err)
		count := &classCount{program: k.program, pending: map[string]timing.Cycle{}, sum: map[string]timing.Cycle{}}
		result := k.time(t, part{groups: 1, block: 256, observe: count.observe,
			args: []sim.Arg{sim.Pointer(a), sim.Pointer(b), sim.Value(uint32(iterations))}})
		l := loop(t, result)
		within(t, r.name+", cycles an iteration", float64(l.Median), r.cycles, r.limit)
		t.Logf("    %s; %d to %d; %s", r.comment, l.Min, l.Max, stalls(l))
		t.Logf("    by class: %s", count)
	}
}

// stalls names the causes of the stalls of a loop's iteration.
func stalls(l *timing.Loop) string {
	var s []string
	for c := timing.Cause(1); c < timing.NumCauses; c++ {
		if l.Stalls[c] > 0 {
			s = append(s, fmt.Sprintf("%s %d", c, l.Stalls[c]))
		}
	}
	return strings.Join(s, ", ")
}

// tileStride is the distance of the rows of A and B, in bytes: K = 8256 of f16, as measured.
const tileStride = 8256 * 2

// Registers of the loop. Each half-tile has 8 reads of 4 registers a lane, and 4 loads of 4.
const (
	operandRegs = 0   // A top, A bottom, B left, B right: 32 each
	stagingRegs = 128 // the same: 16 each
	addressRegs = 192 // reads of A and B, 2 each; writes, 2; loads of A and B, 4 each
)

// tileGen writes a loop.
type tileGen struct {
	t      testing.TB
	stride int
	lines  []string
	// done are how many matrix instructions, reads, writes and loads there are so far.
	done map[byte]int
	// lds are the half-tile and number of the reads that are outstanding, -1 for writes.
	lds []int
}

// The order of the half-tiles (0 A top, 1 A bottom, 2 B left, 3 B right) in a loop's reads and in its
// writes and loads.
var (
	readOrder  = [4]int{1, 3, 2, 0}
	writeOrder = [4]int{2, 0, 1, 3}
)

// newTile writes the kernel of a rung. Arguments: A, B (u64), iterations (u32).
// Rows of A and B are stride bytes apart; workgroup i has rows 256 * (i%4) of A and 256 * (i/4) of B.
func newTile(t testing.TB, r *rung, stride int) *tileGen {
	t.Helper()
	g := &tileGen{t: t, stride: stride, done: map[byte]int{}}
	g.addresses(r.phase)
	for i := range 16 { // the first tile
		g.buffer(i)
	}
	g.add("s_waitcnt vmcnt(0)")
	for i := range 16 {
		g.write(i)
	}
	for i := range 16 { // the second one
		g.buffer(i)
	}
	g.add("s_waitcnt lgkmcnt(0)", "s_barrier")
	for i := 16; i < 32; i++ {
		g.read(i)
	}
	g.add(".p2align 7", ".Lloop:")
	for _, token := range strings.Fields(r.order) {
		n := 1
		if len(token) > 1 {
			var err error
			n, err = strconv.Atoi(token[1:])
			must(t, err)
		}
		g.token(token[0], n)
	}
	for class, want := range map[byte]int{'M': 256, 'R': 32, 'G': 16} {
		if g.done[class] != want {
			t.Fatalf("%s has %d of %c, not %d", r.name, g.done[class], class, want)
		}
	}
	g.add("s_add_u32 s28, s28, 128", "s_add_u32 s29, s29, 128", "s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop")
	return g
}

func (g *tileGen) add(lines ...string) { g.lines = append(g.lines, lines...) }

// token adds n instructions of a class, or a wait for n.
func (g *tileGen) token(class byte, n int) {
	switch class {
	case 'l':
		g.waitLDS(n)
		return
	case 'v':
		g.add(fmt.Sprintf("s_waitcnt vmcnt(%d)", n))
		return
	}
	for range n {
		i := g.done[class]
		g.done[class]++
		switch class {
		case 'M':
			g.matrix(i)
		case 'R':
			g.read(i)
		case 'W':
			g.write(i)
		case 'G':
			g.buffer(i)
		case 'B':
			g.add("s_barrier")
		default:
			g.t.Fatalf("no class is called %c", class)
		}
	}
}

// waitLDS waits until n accesses of the LDS are outstanding.
func (g *tileGen) waitLDS(n int) {
	g.add(fmt.Sprintf("s_waitcnt lgkmcnt(%d)", n))
	if len(g.lds) > n {
		g.lds = g.lds[len(g.lds)-n:]
	}
}

// matrix adds the i-th matrix instruction: quadrant by quadrant, 4x4 tiles, 4 steps of K.
func (g *tileGen) matrix(i int) {
	quadrant, tile, step := i/64, i%64/4, i%4
	a, b := quadrant%2, 2+quadrant/2
	readA, readB := tile/4*2+step/2, tile%4*2+step/2
	g.need(a*8+readA, b*8+readB)
	regA, regB := operandRegs+a*32+readA*4+step%2*2, operandRegs+b*32+readB*4+step%2*2
	acc := reg("a", (quadrant*16+tile)*4, 4)
	g.add(fmt.Sprintf("v_mfma_f32_16x16x16_f16 %s, %s, %s, %s", acc, reg("v", regA, 2), reg("v", regB, 2), acc))
}

// need waits for reads into operands.
func (g *tileGen) need(reads ...int) {
	for i := len(g.lds) - 1; i >= 0; i-- {
		for _, r := range reads {
			if g.lds[i] == r {
				g.waitLDS(min(len(g.lds)-1-i, 15))
				return
			}
		}
	}
}

// read adds the i-th read of a loop.
func (g *tileGen) read(i int) {
	half, n := readOrder[i/8], i%8
	address := addressRegs + half/2*2 + n%2
	g.add(fmt.Sprintf("ds_read_b128 %s, v%d offset:%d", reg("v", operandRegs+half*32+n*4, 4), address, half*16384+n/2*2048))
	g.lds = append(g.lds, half*8+n)
}

// write adds the i-th write of a loop.
func (g *tileGen) write(i int) {
	half, n := writeOrder[i/4], i%4
	g.add(fmt.Sprintf("ds_write_b128 v%d, %s offset:%d", addressRegs+4+n%2, reg("v", stagingRegs+half*16+n*4, 4), half*16384+n*1024))
	g.lds = append(g.lds, -1)
}

// buffer adds the i-th load of a loop.
func (g *tileGen) buffer(i int) {
	half, n := writeOrder[i/4], i%4
	resource := reg("s", 12+half/2*4, 4)
	g.add(fmt.Sprintf("buffer_load_dwordx4 %s, v%d, %s, s%d offen", reg("v", stagingRegs+half*16+n*4, 4), addressRegs+6+half/2*4+n, resource, 28+half%2))
}

// addresses adds what comes before the loop. In the LDS, row r of a half-tile has 8 chunks of 16 bytes,
// chunk c at c ^ (r/phase)%8.
func (g *tileGen) addresses(phase int) {
	g.add("s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_load_dword s8, s[0:1], 0x10",
		"v_and_b32 v1, 63, v0", "v_lshrrev_b32 v2, 6, v0", // lane, wave
		"v_and_b32 v3, 15, v1", "v_lshrrev_b32 v4, 4, v1") // row of the read, its chunk
	g.add(fmt.Sprintf("v_lshrrev_b32 v5, %d, v3", phase-1), "v_and_b32 v5, 7, v5", "v_xor_b32 v5, v5, v4", "v_lshlrev_b32 v5, 4, v5",
		"v_lshl_add_u32 v5, v3, 7, v5")
	for operand, rows := range []string{"v_lshrrev_b32 v6, 1, v2", "v_and_b32 v6, 1, v2"} {
		at := addressRegs + operand*2
		g.add(rows, fmt.Sprintf("v_lshl_add_u32 v%d, v6, 13, v5", at), fmt.Sprintf("v_xor_b32 v%d, 64, v%d", at+1, at))
	}
	g.add("v_and_b32 v3, 7, v1", "v_lshrrev_b32 v4, 3, v1", // chunk of the write, its row
		fmt.Sprintf("v_lshrrev_b32 v5, %d, v4", phase-1), "v_and_b32 v5, 7, v5", "v_xor_b32 v5, v5, v3", "v_lshlrev_b32 v5, 4, v5",
		"v_lshl_add_u32 v5, v4, 7, v5")
	at := addressRegs + 4
	g.add(fmt.Sprintf("v_lshl_add_u32 v%d, v2, 12, v5", at))
	if phase == 2 { // 8 rows further, the phase is 4 more; otherwise it is the same
		g.add(fmt.Sprintf("v_xor_b32 v%d, 64, v%d", at+1, at))
	} else {
		g.add(fmt.Sprintf("v_mov_b32 v%d, v%d", at+1, at))
	}
	g.add("v_lshl_add_u32 v6, v2, 5, v4", fmt.Sprintf("s_movk_i32 s9, %d", g.stride), "v_mul_lo_u32 v6, v6, s9", "v_lshl_add_u32 v6, v3, 4, v6")
	for operand := range 2 {
		for n := range 4 {
			g.add(fmt.Sprintf("v_add_u32 v%d, %d, v6", addressRegs+6+operand*4+n, n*8*g.stride))
		}
	}
	g.add("s_waitcnt lgkmcnt(0)", "s_and_b32 s21, s2, 3", "s_lshr_b32 s22, s2, 2", fmt.Sprintf("s_mov_b32 s23, %d", 256*g.stride),
		"s_mul_i32 s21, s21, s23", "s_mul_i32 s22, s22, s23", "s_add_u32 s4, s4, s21", "s_addc_u32 s5, s5, 0",
		"s_add_u32 s6, s6, s22", "s_addc_u32 s7, s7, 0", "s_mov_b32 s12, s4", "s_mov_b32 s13, s5", "s_mov_b32 s14, 0x7fffffff", "s_mov_b32 s15, 0x20000",
		"s_mov_b32 s16, s6", "s_mov_b32 s17, s7", "s_mov_b32 s18, s14", "s_mov_b32 s19, s15",
		"s_mov_b32 s28, 0", fmt.Sprintf("s_mov_b32 s29, %d", 128*g.stride))
}

// classCount adds up how long the instructions of each class keep wave 0, stalls included, from its
// fourth iteration on.
type classCount struct {
	program    *timing.Program
	iterations int
	pending    map[string]timing.Cycle
	sum        map[string]timing.Cycle
}

var classNames = []string{"v_mfma", "ds_read", "ds_write", "buffer_load", "s_waitcnt lgkmcnt", "s_waitcnt vmcnt", "s_barrier", ""}

func (c *classCount) observe(e *timing.Issue) {
	if e.Wave != 0 {
		return
	}
	text := c.program.Insts[e.Inst].Inst.String()
	for _, name := range classNames {
		if strings.HasPrefix(text, name) {
			c.pending[name] += e.At + e.Length - e.Ready
			break
		}
	}
	if strings.HasPrefix(text, "s_cbranch") {
		const first = 3
		if c.iterations++; c.iterations > first {
			for name, n := range c.pending {
				c.sum[name] += n
			}
		}
		clear(c.pending)
	}
}

func (c *classCount) String() string {
	var s []string
	for _, name := range classNames {
		s = append(s, fmt.Sprintf("%s %d", cmp.Or(name, "others"), int(c.sum[name])/max(c.iterations-3, 1)))
	}
	return strings.Join(s, ", ")
}

// TestRowsApart: the same loop on all compute units of an XCD, 4 tiles of A by 10 of B, with rows that
// are an odd number of lines apart and with rows a power of two apart, all lines of which are in one
// set of the L1. Others gained about 5 % by the former, besides what a grid that fits gave (facts
// performance.md §3).
func TestRowsApart(t *testing.T) {
	const groups = 38
	rate := func(k int) float64 {
		g := newTile(t, &ladder[4], 2*k)
		kn := assemble(t, &arch.GFX942, body("rows", 512, 64<<10, g.lines), "rows")
		p := part{groups: groups, block: 256, cus: groups, memory: cache.Config{XCDs: 8, Shared: 0.5}}
		for range 2 {
			b, err := kn.device.Alloc(uint64(10 * 256 * 2 * k))
			must(t, err)
			p.args = append(p.args, sim.Pointer(b))
		}
		p.args = append(p.args, sim.Value(uint32(12)))
		r := kn.time(t, p)
		l := loop(t, r)
		hits := func(level int) float64 {
			return 100 * float64(r.Traffic[level].Hits) / float64(max(r.Traffic[level].Requests, 1))
		}
		t.Logf("K %d: %d cycles an iteration, L1 hits %.1f %%, L2 %.1f %%; %s", k, l.Median, hits(0), hits(1), stalls(l))
		return float64(l.Median)
	}
	odd, even := rate(8256), rate(8192)
	t.Logf("rows a power of two apart: %+.1f %%", 100*(even/odd-1))
	if even < odd || even > 1.3*odd {
		t.Error("expected an effect of about 5 %")
	}
}
