package silicon

import (
	"fmt"
	"testing"

	"heddle/arch"
	"heddle/long"
	"heddle/sim"
	"heddle/timing/cache"
)

// TestTiles: the share of the main loop's time in which the matrix cores work, by tile, for matrix
// multiplications of f16 with K = 8192 and one workgroup of four waves on each compute unit of an
// MI355X. Measured: facts performance.md §1.6, from ROCm/gfx950-gluon-tutorials, tcp_bound_tile_model.md and
// a16w16/report.md (v8, which this loop follows: each quarter multiplies two half-tiles, reads one from
// the LDS and loads one for the step after the next directly into the LDS). Registers, addresses and the
// spacing are ours. All workgroups of an XCD are timed, 4 tiles of A by 8 of B. Nothing says whether the
// measured runs found their 128 MB in the MALL: the loop is timed with both, and the measured share has to
// be between the two, by 10 points at most beyond them, and not more than 15 below the better one. Those who
// measured found 84.75 to 96 % for one tile by how registers were allocated.
func TestTiles(t *testing.T) {
	for _, c := range []struct {
		bm, bn   int
		measured float64 // %, of the tile model's page; 64x64 of the report
	}{{256, 256, 96}, {256, 128, 83}, {128, 256, 84}, {128, 128, 69}, {256, 64, 55}, {64, 256, 57}, {128, 64, 47}, {64, 128, 47}, {64, 64, 28.6}} {
		if (c.bm != 128 || c.bn != 128) && !long.On() {
			continue
		}
		g := &asyncGen{bm: c.bm, bn: c.bn}
		g.kernel()
		k := assemble(t, &arch.GFX950, body("tile", 512, 160<<10, g.lines), "tile")
		const groups = 32
		p := part{groups: groups, block: 256, cus: groups, memory: cache.Config{XCDs: 8, Shared: 0.7, MHz: 2400}}
		var buffers []sim.Buffer
		for _, rows := range []int{4 * c.bm, 8 * c.bn} {
			b, err := k.device.Alloc(uint64(rows * asyncStride))
			must(t, err)
			buffers = append(buffers, b)
			p.args = append(p.args, sim.Pointer(b))
		}
		p.args = append(p.args, sim.Value(uint32(16)))
		var share [2]float64
		for i, state := range []string{"data in the HBM", "data in the MALL"} {
			if i == 1 {
				p.warm = func(s *cache.System) {
					for _, b := range buffers {
						s.Touch(b.Addr, b.Size)
					}
				}
			}
			r := k.time(t, p)
			l := loop(t, r)
			share[i] = 100 * 16 * float64(l.MFMA) / float64(l.Median)
			t.Logf("%dx%d, %s: %d cycles an iteration, %.1f %%, measured %.1f; L2 hits %.0f %%; %s", c.bm, c.bn, state, l.Median, share[i], c.measured,
				100*float64(r.Traffic[1].Hits)/float64(r.Traffic[1].Requests), stalls(l))
		}
		if limit := 10.0; c.measured < share[0]-limit || c.measured > share[1]+limit || share[1] > c.measured+1.5*limit {
			t.Errorf("%dx%d: %.1f to %.1f %%, measured %.1f", c.bm, c.bn, share[0], share[1], c.measured)
		}
	}
}

// asyncStride is the distance of rows in bytes: K = 8192.
const asyncStride = 8192 * 2

// asyncGen writes the loop, unrolled twice for the two buffers of the LDS.
type asyncGen struct {
	bm, bn int
	lines  []string
}

func (g *asyncGen) add(format string, args ...any) {
	g.lines = append(g.lines, fmt.Sprintf(format, args...))
}

// Half-tiles are 0 A top, 1 A bottom, 2 B left, 3 B right.

// rows are those of a half-tile.
func (g *asyncGen) rows(half int) int { return []int{g.bm, g.bn}[half/2] / 2 }

// loads are those of a half-tile by a wave, reads those of its share.
func (g *asyncGen) loads(half int) int { return g.rows(half) / 32 }
func (g *asyncGen) reads(half int) int { return g.rows(half) / 16 }

// at is where a half-tile is in a buffer of the LDS, size how large a buffer is.
func (g *asyncGen) at(half int) (n int) {
	for h := range half {
		n += g.rows(h) * 128
	}
	return n
}
func (g *asyncGen) size() int { return (g.bm + g.bn) * 128 }

func (g *asyncGen) kernel() {
	g.addresses()
	for step := range 2 {
		for _, half := range writeOrder {
			for i := range g.loads(half) {
				g.load(half, i, step)
			}
		}
		g.add("s_add_u32 s28, s28, 128")
	}
	g.add("s_waitcnt vmcnt(0)")
	g.add("s_barrier")
	for _, half := range []int{2, 0} {
		for i := range g.reads(half) {
			g.read(half, i, 0)
		}
	}
	g.add("s_waitcnt lgkmcnt(0)")
	g.add(".p2align 7")
	g.add(".Lloop:")
	for step := range 2 {
		for region := range 4 {
			g.region(region, step)
		}
		g.add("s_add_u32 s28, s28, 128")
	}
	g.add("s_sub_u32 s8, s8, 1")
	g.add("s_cmp_lg_u32 s8, 0")
	g.add("s_cbranch_scc1 .Lloop")
}

// region adds a quarter of a step: its matrix instructions, the reads that the next one needs, and the
// loads for two steps later, spread evenly.
func (g *asyncGen) region(region, step int) {
	read, load := readOrder[region], writeOrder[region]
	// What is read was loaded six regions ago. Five regions of loads may be under way.
	under := 0
	for back := 1; back <= 5; back++ {
		under += g.loads(writeOrder[(region+8-back)%4])
	}
	g.add("s_waitcnt vmcnt(%d)", under)
	g.add("s_barrier")
	next := step
	if region >= 2 { // the next step's
		next = 1 - step
	}
	dots := g.reads(region%2) * g.reads(2+region/2) / 2
	var others []func()
	for i := range g.reads(read) {
		others = append(others, func() { g.read(read, i, next) })
	}
	for i := range g.loads(load) {
		others = append(others, func() { g.load(load, i, step) })
	}
	done := 0
	for i := range dots {
		for done < len(others) && done*dots <= i*len(others) {
			others[done]()
			done++
		}
		g.dot(region, i)
	}
	for ; done < len(others); done++ {
		others[done]()
	}
	g.add("s_waitcnt lgkmcnt(0)")
}

// dot adds the i-th matrix instruction of a region.
func (g *asyncGen) dot(region, i int) {
	a, b := region%2, 2+region/2
	n := g.reads(b) / 2
	tile, k := i/2, i%2
	regA, regB := a*32+(tile/n*2+k)*4, b*32+(tile%n*2+k)*4
	acc := reg("a", region*64+tile*4, 4)
	g.add("v_mfma_f32_16x16x32_f16 %s, %s, %s, %s", acc, reg("v", regA, 4), reg("v", regB, 4), acc)
}

// read adds the i-th read of a wave's share of a half-tile: 16 rows and 64 bytes of K.
func (g *asyncGen) read(half, i, buffer int) {
	g.add("ds_read_b128 %s, v%d offset:%d", reg("v", half*32+i*4, 4), 200+half/2*4+i%2*2+buffer, g.at(half)+i/2*2048)
}

// load adds the i-th load of a half-tile into the LDS: 8 rows.
func (g *asyncGen) load(half, i, buffer int) {
	g.add("s_add_u32 m0, s25, %d", buffer*g.size()+g.at(half)+i*4096)
	g.add("buffer_load_dwordx4 v%d, %s, s28 offen lds", 210+half*4+i, reg("s", 12+half/2*4, 4))
}

// addresses adds what comes before the loop. A row has 8 chunks of 16 bytes; chunk c of row r is at
// c ^ r%8 in the LDS, because its lane loads it from there.
func (g *asyncGen) addresses() {
	for _, line := range []string{"s_load_dwordx4 s[4:7], s[0:1], 0x0", "s_load_dword s8, s[0:1], 0x10",
		"v_and_b32 v1, 63, v0", "v_lshrrev_b32 v2, 6, v0", "v_readfirstlane_b32 s24, v2", "s_lshl_b32 s25, s24, 10",
		// Reads: row lane%16, chunk lane/16 and 4 more.
		"v_and_b32 v3, 15, v1", "v_lshrrev_b32 v4, 4, v1", "v_and_b32 v5, 7, v3", "v_xor_b32 v5, v5, v4", "v_lshlrev_b32 v5, 4, v5",
		"v_lshl_add_u32 v5, v3, 7, v5"} {
		g.add("%s", line)
	}
	for operand, wave := range []string{"v_lshrrev_b32 v6, 1, v2", "v_and_b32 v6, 1, v2"} {
		g.add("%s", wave)
		g.add("v_mul_u32_u24 v6, %d, v6", g.rows(operand*2)/2*128)
		g.add("v_add_u32 v%d, v6, v5", 200+operand*4)
		g.add("v_xor_b32 v%d, 64, v%d", 200+operand*4+2, 200+operand*4)
		g.add("s_mov_b32 s26, %d", g.size())
		g.add("v_add_u32 v%d, s26, v%d", 200+operand*4+1, 200+operand*4)
		g.add("v_add_u32 v%d, s26, v%d", 200+operand*4+3, 200+operand*4+2)
	}
	// Loads: row lane/8 of the wave's 8 rows of 32, chunk lane%8 ^ row%8.
	g.add("v_and_b32 v3, 7, v1")
	g.add("v_lshrrev_b32 v4, 3, v1")
	g.add("v_xor_b32 v3, v3, v4")
	g.add("v_lshl_add_u32 v4, v2, 3, v4")
	g.add("s_movk_i32 s9, %d", asyncStride)
	g.add("v_mul_lo_u32 v6, v4, s9")
	g.add("v_lshl_add_u32 v6, v3, 4, v6")
	for half := range 4 {
		for i := range g.loads(half) {
			g.add("v_add_u32 v%d, %d, v6", 210+half*4+i, (half%2*g.rows(half)+i*32)*asyncStride)
		}
	}
	g.add("s_waitcnt lgkmcnt(0)")
	g.add("s_and_b32 s21, s2, 3")
	g.add("s_lshr_b32 s22, s2, 2")
	g.add("s_mul_i32 s21, s21, %d", g.bm*asyncStride)
	g.add("s_mul_i32 s22, s22, %d", g.bn*asyncStride)
	for _, line := range []string{"s_add_u32 s4, s4, s21", "s_addc_u32 s5, s5, 0", "s_add_u32 s6, s6, s22", "s_addc_u32 s7, s7, 0",
		"s_mov_b32 s12, s4", "s_mov_b32 s13, s5", "s_mov_b32 s14, 0x7fffffff", "s_mov_b32 s15, 0x20000",
		"s_mov_b32 s16, s6", "s_mov_b32 s17, s7", "s_mov_b32 s18, s14", "s_mov_b32 s19, s15", "s_mov_b32 s28, 0"} {
		g.add("%s", line)
	}
}
