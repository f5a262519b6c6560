package silicon

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/sim"
	"heddle/timing"
)

// TestAttention: the loops of two attention kernels with two groups of four waves on a compute unit of
// an MI355X, which take turns: while one multiplies, the other reads the LDS and loads. Two tiles an
// iteration, 2048 cycles of matrix instructions for each of two waves of a SIMD. Measured: 4373 and 4752
// cycles (facts performance.md §5, from ROCm/gfx950-gluon-tutorials, kernels/attention). Their listings are
// not published: the vector instructions in each cluster of matrix instructions are those of the tables
// there, spread evenly, with the few more that the compiler is said to add; the rest is ours.
func TestAttention(t *testing.T) {
	for _, c := range []struct {
		name     string
		qk, pv   []string // vector instructions of a cluster
		measured float64
	}{
		// The subtractions and exponentials of three eighths of a tile are in the other cluster.
		{"fav4", mixOf("v_sub_f32", 12, "v_exp_f32", 12, "v_add_f32", 32, "v_cvt_pkrtz_f16_f32", 16, "v_mul_f32", 3),
			mixOf("v_max3_f32", 16, "v_sub_f32", 20, "v_exp_f32", 20, "v_mul_f32", 9), 4373},
		// More than the 24 cycles after each of 16 matrix instructions: what does not fit into these
		// 384 stays packed, and comes first. With all unpacked, the clusters have 460 and 484.
		{"fav3", append(mixOf("v_pk_mul_f32", 10), mixOf("v_mul_f32", 44, "v_add_f32", 32, "v_cvt_pkrtz_f16_f32", 16, "v_mul_f32", 3)...),
			append(mixOf("v_pk_add_f32", 13), mixOf("v_max3_f32", 16, "v_sub_f32", 6, "v_exp_f32", 32, "v_mul_f32", 9)...), 4752},
	} {
		g := &attentionGen{}
		g.kernel(c.qk, c.pv)
		k := assemble(t, &arch.GFX950, body("attention", 256, 64<<10, g.lines), "attention")
		b, err := k.device.Alloc(64 << 20)
		must(t, err)
		count := &classCount{program: k.program, pending: map[string]timing.Cycle{}, sum: map[string]timing.Cycle{}}
		r := k.time(t, part{groups: 1, block: 512, args: []sim.Arg{sim.Pointer(b), sim.Pointer(b), sim.Value(uint32(12))}, observe: count.observe})
		l := loop(t, r)
		within(t, c.name+", cycles an iteration", float64(l.Median), c.measured, 0.05)
		t.Logf("    %d to %d; %s", l.Min, l.Max, stalls(l))
		t.Logf("    by class: %s", count)
	}
}

// mixOf spreads numbers of instructions evenly among each other.
func mixOf(counts ...any) (mix []string) {
	total := 0
	for i := 1; i < len(counts); i += 2 {
		total += counts[i].(int)
	}
	done := make([]int, len(counts))
	for n := 1; n <= total; n++ {
		best, most := 0, -1<<60
		for i := 0; i < len(counts); i += 2 {
			if late := counts[i+1].(int)*n - done[i]*total; late > most && done[i] < counts[i+1].(int) {
				best, most = i, late
			}
		}
		done[best]++
		mix = append(mix, counts[best].(string))
	}
	return mix
}

// Registers of the loop: Q, K or V, the result, two tiles of scores, probabilities, addresses.
const (
	regQ, regKV, regOut = 0, 32, 96
	regScores           = 160
	regP                = 224
	regAddress          = 240
)

type attentionGen struct {
	lines []string
	n     int // vector instructions so far
}

func (g *attentionGen) add(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

func (g *attentionGen) kernel(qk, pv []string) {
	for _, line := range []string{"s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_load_dword s8, s[0:1], 0x10",
		"v_and_b32 v1, 63, v0", "v_lshrrev_b32 v2, 6, v0", "v_readfirstlane_b32 s24, v2", "s_lshl_b32 s25, s24, 10",
		"v_lshlrev_b32 v240, 4, v1", "v_lshlrev_b32 v241, 3, v1", "v_lshlrev_b32 v242, 4, v0", "s_waitcnt lgkmcnt(0)",
		"s_mov_b32 s12, s4", "s_mov_b32 s13, s5", "s_mov_b32 s14, 0x7fffffff", "s_mov_b32 s15, 0x20000", "s_mov_b32 s28, 0"} {
		g.add("%s", line)
	}
	for i := range 4 {
		g.copies(i)
	}
	g.add("s_cmp_lt_u32 s24, 4")
	g.add("s_cbranch_scc1 .Lfirst")
	g.add("s_barrier")
	g.add(".Lfirst:")
	g.add(".p2align 7")
	g.add(".Lloop:")
	for tile := range 2 {
		g.memory(tile, 0)
		for i := range 16 {
			g.add("ds_read_b128 %s, v240 offset:%d", reg("v", regKV+i*4, 4), tile*16384+i*1024)
		}
		g.end()
		g.dot(qk, regScores+(1-tile)*32, func(i int) string {
			acc := reg("v", regScores+tile*32+i/8*16, 16)
			return fmt.Sprintf("v_mfma_f32_32x32x16_f16 %s, %s, %s, %s", acc, reg("v", regKV+i*4, 4), reg("v", regQ+i%8*4, 4), acc)
		})
		g.memory(tile, 1)
		for i := range 32 {
			g.add("ds_read_b64_tr_b16 %s, v241 offset:%d", reg("v", regKV+i*2, 2), 32768+tile*16384+i*512)
		}
		g.end()
		g.dot(pv, regScores+tile*32, func(i int) string {
			acc := reg("v", regOut+i/4*16, 16)
			return fmt.Sprintf("v_mfma_f32_32x32x16_f16 %s, %s, %s, %s", acc, reg("v", regKV+i*4, 4), reg("v", regP+i%4*4, 4), acc)
		})
	}
	g.add("s_sub_u32 s8, s8, 1")
	g.add("s_cmp_lg_u32 s8, 0")
	g.add("s_cbranch_scc1 .Lloop")
	g.add("s_cmp_ge_u32 s24, 4")
	g.add("s_cbranch_scc1 .Llast")
	g.add("s_barrier")
	g.add(".Llast:")
}

// memory begins a cluster of memory instructions: loads of a tile two further into the LDS.
func (g *attentionGen) memory(tile, operand int) {
	g.add("s_nop 2")
	g.add("s_waitcnt vmcnt(6)")
	g.copies(operand*2 + tile)
}

// copies loads a tile of 16 KB, 2 KB a wave, into a buffer of the LDS.
func (g *attentionGen) copies(buffer int) {
	for i := range 2 {
		g.add("s_add_u32 m0, s25, %d", buffer*16384+i*8192)
		g.add("buffer_load_dwordx4 v242, s[12:15], s28 offen lds")
		g.add("s_add_u32 s28, s28, 8192")
	}
}

// end ends a cluster.
func (g *attentionGen) end() {
	g.add("s_waitcnt lgkmcnt(0)")
	g.add("s_barrier")
}

// dot adds 16 matrix instructions with vector instructions on 32 registers spread among them, those that
// are packed first.
func (g *attentionGen) dot(vector []string, scores int, matrix func(i int) string) {
	for len(vector) > 0 && vector[0][:4] == "v_pk" {
		at := g.next(scores) &^ 1
		g.add("%s %s, %s, %s", vector[0], reg("v", at, 2), reg("v", at, 2), reg("v", at, 2))
		vector = vector[1:]
	}
	cost := func(name string) int {
		if name == "v_exp_f32" {
			return 8
		}
		return 4
	}
	total := 0
	for _, v := range vector {
		total += cost(v)
	}
	spent := 0
	for i := range 16 {
		g.add("%s", matrix(i))
		for len(vector) > 0 && spent*16 < total*(i+1) {
			at := g.next(scores)
			switch spent += cost(vector[0]); vector[0] {
			case "v_exp_f32":
				g.add("v_exp_f32 v%d, v%d", at, at)
			case "v_max3_f32":
				g.add("v_max3_f32 v%d, v%d, v%d, v%d", 243+g.n%4, 243+g.n%4, at, at^1)
			case "v_cvt_pkrtz_f16_f32":
				g.add("v_cvt_pkrtz_f16_f32 v%d, v%d, v%d", 247+g.n%4, at, at^1)
			default:
				g.add("%s v%d, v%d, v%d", vector[0], at, at, 251)
			}
			vector = vector[1:]
		}
	}
	g.add("s_barrier")
}

// next returns one of 32 registers from first on, each in turn.
func (g *attentionGen) next(first int) int {
	g.n++
	return first + g.n%32
}
