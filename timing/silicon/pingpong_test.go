package silicon

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/timing"
)

// TestPingPong: the loop of a matrix multiplication in which two groups of four waves take turns: one
// has the matrix cores while the other loads, reads and writes the LDS. Eight regions an iteration, each
// ended by a barrier, one group a region behind the other. Measured on an MI300X: about 98 % of the
// matrix cores' time, 4096 cycles for two waves a SIMD (ROCm/gfx950-gluon-tutorials,
// kernels/gemm/gfx942/inter_wave, whose table of regions this follows; registers and addresses are
// ours). With a two-way conflict of each read it took 9.9 % longer.
func TestPingPong(t *testing.T) {
	rate := func(phase int) float64 {
		g := &pingGen{phase: phase}
		g.kernel()
		k := assemble(t, &arch.GFX942, body("pingpong", 256, 64<<10, g.lines), "pingpong")
		p := part{groups: 1, block: 512}
		for range 2 {
			b, err := k.device.Alloc(256 * tileStride)
			must(t, err)
			p.args = append(p.args, sim.Pointer(b))
		}
		p.args = append(p.args, sim.Value(uint32(12)))
		count := &classCount{program: k.program, pending: map[string]timing.Cycle{}, sum: map[string]timing.Cycle{}}
		p.observe = count.observe
		l := loop(t, k.time(t, p))
		t.Logf("    %d to %d; by class: %s", l.Min, l.Max, count)
		return float64(l.Median)
	}
	free, conflicts := rate(1), rate(2)
	within(t, "no conflicts, cycles an iteration", free, 4096/0.98, 0.05)
	t.Logf("conflicts of two ways: %.0f cycles, %+.1f %%, measured +11.0 %%", conflicts, 100*(conflicts/free-1))
}

// Registers of the loop: operands, A shared by both halves; staging of whole tiles.
const (
	pingA, pingLeft, pingRight = 0, 32, 48
	pingStageA, pingStageB     = 64, 80
	pingAddress                = 96 // reads of A and B, 2 each; write; loads of A and B, 4 each
	pingAcc                    = 112
)

type pingGen struct {
	phase int
	lines []string
}

func (g *pingGen) add(lines ...string) { g.lines = append(g.lines, lines...) }

func (g *pingGen) kernel() {
	g.addresses()
	g.load(0)
	g.load(1)
	g.add("s_waitcnt vmcnt(0)")
	g.write(0)
	g.write(1)
	g.add("s_waitcnt lgkmcnt(0)", "s_barrier")
	g.read(pingLeft, 1, 0)
	g.add("s_waitcnt lgkmcnt(0)", "s_cmp_lt_u32 s24, 4", "s_cbranch_scc1 .Lfirst", "s_barrier", ".Lfirst:", ".p2align 7", ".Lloop:")
	end := []string{"s_waitcnt lgkmcnt(0)", "s_barrier"}
	g.load(1)
	g.read(pingA, 0, 0)
	g.add(end...)
	g.dot(0, pingLeft)
	g.load(0)
	g.read(pingRight, 1, 1)
	g.add(end...)
	g.dot(1, pingRight)
	g.read(pingA, 0, 1)
	g.add("s_waitcnt vmcnt(4)")
	g.write(1)
	g.add(end...)
	g.dot(2, pingLeft)
	g.read(pingLeft, 1, 0)
	g.add("s_waitcnt vmcnt(0)")
	g.write(0)
	g.add(end...)
	g.dot(3, pingRight)
	g.add("s_add_u32 s28, s28, 128", "s_sub_u32 s8, s8, 1", "s_cmp_lg_u32 s8, 0", "s_cbranch_scc1 .Lloop",
		"s_cmp_ge_u32 s24, 4", "s_cbranch_scc1 .Llast", "s_barrier", ".Llast:")
}

// dot adds the matrix instructions of a quadrant and the barrier after them.
func (g *pingGen) dot(quadrant, b int) {
	for i := range 32 {
		tile, step := i/4, i%4
		regA, regB := pingA+(tile/2*2+step/2)*4+step%2*2, b+(tile%2*2+step/2)*4+step%2*2
		acc := reg("v", pingAcc+(quadrant*8+tile)*4, 4)
		g.add(fmt.Sprintf("v_mfma_f32_16x16x16_f16 %s, %s, %s, %s", acc, reg("v", regA, 2), reg("v", regB, 2), acc))
	}
	g.add("s_barrier")
}

// read adds the reads of a half of A (operand 0) or B (1).
func (g *pingGen) read(to, operand, half int) {
	for i := range 8 >> operand {
		g.add(fmt.Sprintf("ds_read_b128 %s, v%d offset:%d", reg("v", to+i*4, 4), pingAddress+operand*2+i%2, operand*32768+half*16384+i/2*2048))
	}
}

func (g *pingGen) load(operand int) {
	for i := range 4 {
		g.add(fmt.Sprintf("buffer_load_dwordx4 %s, v%d, %s, s28 offen", reg("v", pingStageA+operand*16+i*4, 4), pingAddress+5+i, reg("s", 12+operand*4, 4)))
	}
}

func (g *pingGen) write(operand int) {
	for i := range 4 {
		g.add(fmt.Sprintf("ds_write_b128 v%d, %s offset:%d", pingAddress+4, reg("v", pingStageA+operand*16+i*4, 4), operand*32768+i*8192))
	}
}

// addresses adds what comes before the loop: rows of 128 bytes in the LDS, their chunks of 16 swizzled.
func (g *pingGen) addresses() {
	g.add("s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_load_dword s8, s[0:1], 0x10",
		"v_and_b32 v1, 63, v0", "v_lshrrev_b32 v2, 6, v0", "v_readfirstlane_b32 s24, v2",
		"v_and_b32 v3, 15, v1", "v_lshrrev_b32 v4, 4, v1",
		fmt.Sprintf("v_lshrrev_b32 v5, %d, v3", g.phase-1), "v_and_b32 v5, 7, v5", "v_xor_b32 v5, v5, v4", "v_lshlrev_b32 v5, 4, v5",
		"v_lshl_add_u32 v5, v3, 7, v5")
	g.add("v_lshrrev_b32 v6, 2, v2", fmt.Sprintf("v_lshl_add_u32 v%d, v6, 13, v5", pingAddress), // 64 rows of A for each of 2
		"v_and_b32 v6, 3, v2", fmt.Sprintf("v_lshl_add_u32 v%d, v6, 12, v5", pingAddress+2)) // 32 of B for each of 4
	for _, at := range []int{pingAddress, pingAddress + 2} {
		g.add(fmt.Sprintf("v_xor_b32 v%d, 64, v%d", at+1, at))
	}
	g.add("v_and_b32 v3, 7, v1", "v_lshrrev_b32 v4, 3, v1", "v_lshl_add_u32 v6, v2, 3, v4", // chunk, row
		fmt.Sprintf("v_lshrrev_b32 v5, %d, v6", g.phase-1), "v_and_b32 v5, 7, v5", "v_xor_b32 v5, v5, v3", "v_lshlrev_b32 v5, 4, v5",
		fmt.Sprintf("v_lshl_add_u32 v%d, v6, 7, v5", pingAddress+4),
		fmt.Sprintf("s_movk_i32 s9, %d", tileStride), "v_mul_lo_u32 v6, v6, s9", "v_lshl_add_u32 v6, v3, 4, v6")
	for i := range 4 {
		g.add(fmt.Sprintf("v_add_u32 v%d, %d, v6", pingAddress+5+i, i*64*tileStride))
	}
	g.add("s_waitcnt lgkmcnt(0)", "s_mov_b32 s12, s4", "s_mov_b32 s13, s5", "s_mov_b32 s14, 0x7fffffff", "s_mov_b32 s15, 0x20000",
		"s_mov_b32 s16, s6", "s_mov_b32 s17, s7", "s_mov_b32 s18, s14", "s_mov_b32 s19, s15", "s_mov_b32 s28, 0")
}
