package sim

import (
	"fmt"
	"math/bits"
	"testing"

	"heddle/isa"
)

// numbered sets v2 to 200, 201, … and v3 to 300, 301, … over the lanes.
func numbered(w *wave) {
	for l := range waveSize {
		w.vgpr[2][l], w.vgpr[3][l] = uint32(200+l), uint32(300+l)
	}
}

// everyTarget runs f for each target on a wave with numbered registers.
func everyTarget(t *testing.T, f func(t *testing.T, target string)) {
	t.Helper()
	for _, target := range isa.Targets() {
		t.Run(target.Chip.Name, func(t *testing.T) { f(t, target.Chip.Name) })
	}
}

func TestReadLanes(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		cases := []struct {
			text string
			exec uint64
			want uint32
		}{
			{"v_readlane_b32 s0, v2, 5", ^uint64(0), 205},
			{"v_readlane_b32 s0, v2, 5", 0, 205},
			{"v_readlane_b32 s0, v2, 64", ^uint64(0), 200},
			{"v_readlane_b32 s0, v2, s7", ^uint64(0), 263},
			{"v_readlane_b32 s0, v2, m0", ^uint64(0), 209},
			{"v_readfirstlane_b32 s0, v2", ^uint64(0), 200},
			{"v_readfirstlane_b32 s0, v2", 1<<63 | 1<<40, 240},
			{"v_readfirstlane_b32 s0, v2", 0, 200},
		}
		for _, c := range cases {
			w := exec1(t, target, c.text, func(w *wave) {
				numbered(w)
				w.setExec(c.exec)
				w.sgpr[7], w.sgpr[m0Index] = 127, 9
			})
			if w.sgpr[0] != c.want {
				t.Errorf("%s with EXEC %#x: %d, want %d", c.text, c.exec, w.sgpr[0], c.want)
			}
		}
		w := exec1(t, target, "v_writelane_b32 v2, s7, m0", func(w *wave) {
			numbered(w)
			w.setExec(0)
			w.sgpr[7], w.sgpr[m0Index] = 99, 64+6
		})
		for l, v := range w.vgpr[2] {
			if l == 6 && v != 99 || l != 6 && v != uint32(200+l) {
				t.Errorf("v_writelane_b32: lane %d has %d", l, v)
			}
		}
	})
}

func TestSwap(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		const exec = uint64(0xaaaaaaaaaaaaaaaa)
		w := exec1(t, target, "v_swap_b32 v2, v3", func(w *wave) { numbered(w); w.setExec(exec) })
		for l := range waveSize {
			want2, want3 := uint32(200+l), uint32(300+l)
			if exec>>l&1 != 0 {
				want2, want3 = want3, want2
			}
			if w.vgpr[2][l] != want2 || w.vgpr[3][l] != want3 {
				t.Errorf("lane %d: %d, %d", l, w.vgpr[2][l], w.vgpr[3][l])
			}
		}
	})
}

// TestPermLaneSwap follows the manual's pseudo-code with all lanes on, and
// with some off the rule for DPP.
func TestPermLaneSwap(t *testing.T) {
	forms := []struct {
		mods      string
		fi, bound bool
	}{{"", false, false}, {" fi:1", true, false}, {" bound_ctrl:1", false, true}, {" bound_ctrl:1 fi:1", true, true}}
	for _, distance := range []int{16, 32} {
		for _, f := range forms {
			for _, exec := range []uint64{^uint64(0), 0, 0x0000ffffff00ff00, 0x123456789abcdef0} {
				text := fmt.Sprintf("v_permlane%d_swap_b32 v2, v3%s", distance, f.mods)
				w := exec1(t, "gfx950", text, func(w *wave) { numbered(w); w.setExec(exec) })
				on := func(l int) bool { return exec>>l&1 != 0 }
				expect := func(reg, base, l, partnerBase, partner int) {
					want := uint32(base + l)
					switch {
					case !on(l):
					case on(partner) || f.fi:
						want = uint32(partnerBase + partner)
					case f.bound:
						want = 0
					}
					if w.vgpr[reg][l] != want {
						t.Errorf("%s, EXEC %#x: v%d lane %d is %d, want %d", text, exec, reg, l, w.vgpr[reg][l], want)
					}
				}
				for l := range waveSize {
					if l/distance%2 == 0 { // a lower row: src0 takes part, vdst does not
						expect(3, 300, l, 200, l+distance)
						expect(2, 200, l, 200, l) // its own value stays
					} else {
						expect(2, 200, l, 300, l-distance)
						expect(3, 300, l, 300, l)
					}
				}
			}
		}
	}
	for _, text := range []string{"v_permlane16_swap_b32_e32 v2, v2", "v_permlane16_swap_b32_e64 v2, v2"} {
		w := exec1(t, "gfx950", text, numbered)
		for l := range waveSize {
			if want := uint32(200 + l ^ 16); w.vgpr[2][l] != uint32(200+(l^16)) {
				t.Errorf("%s: lane %d has %d, want %d", text, l, w.vgpr[2][l], want)
			}
		}
	}
}

func TestCountBelow(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		const mask = 0xf0c3a5960ff01357
		w := exec1(t, target, "v_mbcnt_lo_u32_b32 v0, s2, 0", func(w *wave) { w.setSGPR64(2, mask) })
		in := bindText(t, targetNamed(t, target), "v_mbcnt_hi_u32_b32 v0, s3, v0")
		in.run(w, in)
		for l, got := range w.vgpr[0] {
			if want := bits.OnesCount64(mask & (1<<l - 1)); got != uint32(want) {
				t.Errorf("lane %d: %d bits below, want %d", l, got, want)
			}
		}
		// The manual's way to get the lane's number.
		w = exec1(t, target, "v_mbcnt_lo_u32_b32 v0, -1, 0", nil)
		in = bindText(t, targetNamed(t, target), "v_mbcnt_hi_u32_b32 v0, -1, v0")
		in.run(w, in)
		for l, got := range w.vgpr[0] {
			if got != uint32(l) {
				t.Errorf("lane %d is %d", l, got)
			}
		}
	})
}

func TestCndMask(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		const mask, exec = uint64(0x123456789abcdef0), uint64(0xfffffffffffffff0)
		const dpp = "v_cndmask_b32_dpp v0, v2, v3, vcc row_shl:1 row_mask:0xf bank_mask:0xf"
		for _, text := range []string{"v_cndmask_b32_e32 v0, v2, v3, vcc", "v_cndmask_b32_e64 v0, v2, v3, s[4:5]",
			"v_cndmask_b32_e64 v0, -v2, |v3|, s[4:5]", "v_cndmask_b32_sdwa v0, v2, v3, vcc dst_sel:DWORD src0_sel:BYTE_0 src1_sel:DWORD", dpp} {
			w := exec1(t, target, text, func(w *wave) {
				numbered(w)
				w.setV(0, 7)
				w.setVCC(mask)
				w.setSGPR64(4, mask)
				w.setExec(exec)
			})
			for l, got := range w.vgpr[0] {
				a, b := uint32(200+l), uint32(300+l)
				switch {
				case text[22] == '-':
					a |= 1 << 31
				case text[14:18] == "sdwa":
					a &= 0xff
				case text == dpp:
					a++
				}
				want := a
				if mask>>l&1 != 0 {
					want = b
				}
				if exec>>l&1 == 0 || text == dpp && l%16 == 15 {
					want = 7
				}
				if got != want {
					t.Errorf("%s: lane %d has %#x, want %#x", text, l, got, want)
				}
			}
		}
	})
}

// TestMaskedQuadSAD: the bytes of src0 are 1 to 8, those of the reference 0,
// 2, 3, 4; sums go to four registers, of which one is also a source.
func TestMaskedQuadSAD(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		for _, c := range []struct {
			text string
			add  uint32
			want [4]uint32
		}{
			{"v_mqsad_u32_u8 v[6:9], v[2:3], v4, v[6:9]", 10, [4]uint32{10, 23, 36, 49}},
			{"v_mqsad_u32_u8 v[6:9], v[2:3], v4, v[6:9] clamp", 0xfffffff9, [4]uint32{0xfffffff9, 0xfffffffc, 0xffffffff, 0xffffffff}},
			{"v_mqsad_u32_u8 v[2:5], v[2:3], v4, v[6:9]", 10, [4]uint32{10, 23, 36, 49}},
		} {
			in := bindText(t, targetNamed(t, target), c.text)
			w := testWave(targetNamed(t, target))
			w.setV64(2, 0x0807060504030201)
			w.setV(4, 0x04030200)
			for i := range uint32(4) {
				w.setV(6+int(i), c.add+10*i)
				if c.add > 10 {
					w.setV(6+int(i), c.add)
				}
			}
			in.run(w, in)
			for i, want := range c.want {
				if got := w.vgpr[in.dst.reg+i][9]; got != want {
					t.Errorf("%s: register %d is %d, want %d", c.text, i, got, want)
				}
			}
		}
	})
}

// TestMad64Carry: lanes that are off give no carry, and the source may be the
// destination.
func TestMad64Carry(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		w := exec1(t, target, "v_mad_u64_u32 v[0:1], s[2:3], v4, v5, v[0:1]", func(w *wave) {
			w.setV64(0, 0xffffffffffffffff)
			w.setV(4, 2)
			w.setV(5, 3)
			w.setSGPR64(2, ^uint64(0))
			w.setExec(0xff00)
		})
		if w.sgpr64(2) != 0xff00 || w.v64(0, 8) != 5 || w.v64(0, 0) != ^uint64(0) {
			t.Errorf("carry %#x, v[0:1] %#x and %#x", w.sgpr64(2), w.v64(0, 8), w.v64(0, 0))
		}
	})
}

func TestNothing(t *testing.T) {
	everyTarget(t, func(t *testing.T, target string) {
		for _, text := range []string{"v_nop", "v_clrexcp", "v_nop_e64", "v_clrexcp_e64"} {
			if _, fault := targetNamed(t, target).Parse(text, nil); fault != nil {
				continue
			}
			before, after := testWave(targetNamed(t, target)), exec1(t, target, text, nil)
			if before.sgpr != after.sgpr || before.vgpr != after.vgpr || before.scc != after.scc || before.mode != after.mode {
				t.Errorf("%s changes something", text)
			}
		}
	})
}
