package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"heddle/sim"
	"heddle/timing"
)

// header loads the argument into s[4:5] and makes a buffer resource s[8:11] of 4096 bytes there,
// without a cache swizzle; s[12:15] has one with a stride of 512 bytes (facts buffers.md §3.1: bit 30
// of the second word, stride in bits 29:16). v1 is the lane times 4.
const header = `
	s_load_dwordx2 s[4:5], s[0:1], 0x0
	v_lshlrev_b32_e32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	s_mov_b32 s8, s4
	s_mov_b32 s9, s5
	s_mov_b32 s10, 4096
	s_mov_b32 s11, 0x20000
	s_mov_b32 s12, s4
	s_or_b32 s13, s5, 0x42000000
	s_mov_b32 s14, 0x10000
	s_mov_b32 s15, 0x20000
`

// TestAccesses: what one wave touches with each kind of instruction. Lines are 128 bytes; bits 7 and
// 8 choose one of four sets (seed 002). The buffer begins at a page.
func TestAccesses(t *testing.T) {
	lines := func(first, n, step int) (list []string) {
		for i := range n {
			at := first + i*step
			list = append(list, fmt.Sprintf("%#x set %d both", at, at/128%4))
		}
		return list
	}
	for _, x := range []struct {
		name, code string
		want       []string
	}{
		// 64 lanes of 4 bytes are 256 bytes.
		{"a dword a lane", "global_load_dword v2, v1, s[4:5]", append([]string{"global 256"}, lines(0, 2, 128)...)},
		// 64 lanes of 16 bytes are 8 lines.
		{"four dwords a lane", "v_lshlrev_b32_e32 v1, 4, v0\nglobal_load_dwordx4 v[4:7], v1, s[4:5]", append([]string{"global 1024"}, lines(0, 8, 128)...)},
		// All in one set: 512 bytes apart.
		{"a stride of 512", "v_lshlrev_b32_e32 v1, 9, v0\nglobal_load_dword v2, v1, s[4:5]", func() []string {
			list := []string{"global 256"}
			for i := range 64 {
				list = append(list, fmt.Sprintf("%#x set 0 lower", 512*i))
			}
			return list
		}()},
		// The swizzle mixes the bits from the stride on into the set (arch.CacheSet).
		{"with a cache swizzle", "v_lshlrev_b32_e32 v1, 9, v0\nbuffer_load_dword v2, v1, s[12:15], 0 offen", func() []string {
			list := []string{"global 256"}
			for i := range 64 {
				list = append(list, fmt.Sprintf("%#x set %d lower", 512*i, i%4))
			}
			return list
		}()},
		{"without one", "v_lshlrev_b32_e32 v1, 6, v0\nbuffer_load_dword v2, v1, s[8:11], 0 offen", func() []string {
			list := []string{"global 256"}
			for i := range 32 { // two lanes a line
				list = append(list, fmt.Sprintf("%#x set %d both", 128*i, i%4))
			}
			return list
		}()},
		// The buffer has 4096 bytes: lanes from 8 on are out of range.
		{"out of range", "v_lshlrev_b32_e32 v1, 9, v0\nbuffer_load_dword v2, v1, s[8:11], 0 offen", func() []string {
			list := []string{"global 32"}
			for i := range 8 {
				list = append(list, fmt.Sprintf("%#x set 0 lower", 512*i))
			}
			return list
		}()},
		{"all out of range", "buffer_load_dword v2, v1, s[8:11], s10 offen", []string{"global 0"}},
		{"a store of whole lines", "global_store_dword v1, v0, s[4:5]", []string{"global write 256", "0x0 set 0 both whole", "0x80 set 1 both whole"}},
		{"a store of parts", "global_store_byte v1, v0, s[4:5]", []string{"global write 64", "0x0 set 0 both", "0x80 set 1 both"}},
		{"an atomic", "global_atomic_add v1, v0, s[4:5] offset:256", append([]string{"global write atomic 256"}, lines(256, 2, 128)...)},
		{"to the LDS", "s_mov_b32 m0, 0\nbuffer_load_dword v1, s[8:11], 0 offen lds", append([]string{"global to-lds 256"}, lines(0, 2, 128)...)},
		{"no lane", "s_mov_b64 exec, 0\nglobal_load_dword v2, v1, s[4:5]", []string{"none 0"}},
		{"no lane, LDS", "s_mov_b64 exec, 0\nds_read_b32 v2, v1", []string{"none 0"}},
		{"eight scalars", "s_load_dwordx8 s[16:23], s[4:5], 0x40", []string{"scalar 32", "0x0 set 0 upper"}},
		// Facts performance.md §2.1: 32 banks, two phases of 32 lanes.
		{"LDS without conflicts", "ds_read_b32 v2, v1", []string{"lds 256, 2 cycles, 0 conflicts"}},
		// §2.2: the profiler counts 62 where all lanes of a phase meet in one bank.
		{"LDS with conflicts", "v_lshlrev_b32_e32 v1, 7, v0\nds_read_b32 v2, v1", []string{"lds 256, 64 cycles, 62 conflicts"}},
		// One word for all lanes is read once in a phase.
		{"LDS broadcast", "v_mov_b32_e32 v1, 0\nds_read_b32 v2, v1", []string{"lds 256, 2 cycles, 0 conflicts"}},
		{"LDS, two places", "ds_read2_b32 v[2:3], v1 offset1:64", []string{"lds 512, 4 cycles, 0 conflicts"}},
		{"an LDS write", "ds_write_b32 v1, v0", []string{"lds write 256, 2 cycles, 0 conflicts"}},
		{"a lane move", "ds_bpermute_b32 v2, v1, v0", []string{"lds 0, 0 cycles, 0 conflicts"}},
		// Scratch: a dword of each lane beside that of the next.
		{"scratch", "scratch_load_dword v2, off, off offset:4", []string{"global 256", "scratch+0x100 set 2 both", "scratch+0x180 set 3 both"}},
		{"wide scratch", "scratch_load_dwordx2 v[2:3], off, off", []string{"global 512", "scratch+0x0 set 0 both", "scratch+0x80 set 1 both", "scratch+0x100 set 2 both", "scratch+0x180 set 3 both"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			k := kernel{body: header + x.code + "\ns_waitcnt vmcnt(0) lgkmcnt(0)",
				directives: []string{"group_segment_fixed_size 16384", "private_segment_fixed_size 1024", "enable_private_segment 1"}}
			for _, engine := range []sim.Engine{sim.EnginePlain, sim.EngineFast} {
				l := k.load(t)
				launch := l.launch(t, 1, 64, 1<<16)
				launch.Engine = engine
				_, streams, _ := l.record(t, launch, 0)
				s := streams[0]
				at := len(s.Ops) - 3 // before the wait and the end
				if s.Ops[at].Access < 0 {
					t.Fatalf("%v: no access", engine)
				}
				if got := describe(&s.Accesses[s.Ops[at].Access], l.memory.Addr); !slices.Equal(got, x.want) {
					t.Errorf("%v:\n%s", engine, cmp.Diff(x.want, got))
				}
			}
		})
	}
}

// describe says what an access is, with addresses from base on.
func describe(a *timing.Access, base uint64) []string {
	words := []string{[]string{"global", "lds", "scalar", "none"}[a.Space]}
	for _, x := range []struct {
		on   bool
		word string
	}{{a.Write, "write"}, {a.Atomic, "atomic"}, {a.ToLDS, "to-lds"}} {
		if x.on {
			words = append(words, x.word)
		}
	}
	list := []string{strings.Join(words, " ") + fmt.Sprintf(" %d", a.Bytes)}
	if a.Space == timing.LDS {
		list[0] += fmt.Sprintf(", %d cycles, %d conflicts", a.Data, a.Conflicts)
	}
	for _, l := range a.Lines {
		text := fmt.Sprintf("%#x", l.Addr-base)
		if l.Addr >= scratchBase {
			text = fmt.Sprintf("scratch+%#x", l.Addr-scratchBase)
		}
		text += fmt.Sprintf(" set %d %s", l.Set, []string{"", "lower", "upper", "both"}[l.Halves])
		if l.Whole {
			text += " whole"
		}
		list = append(list, text)
	}
	return list
}

// TestStream: the ops of a loop, in the order of execution, with branches that are taken and one that
// is not; accesses of the LDS that are alike are there once.
func TestStream(t *testing.T) {
	l := kernel{body: `
	s_mov_b32 s4, 3
	v_lshlrev_b32_e32 v1, 2, v0
loop:
	ds_read_b32 v2, v1
	v_add_u32_e32 v3, 1, v3
	v_add_u32_e32 v3, 1, v3
	s_sub_u32 s4, s4, 1
	s_cmp_lg_u32 s4, 0
	s_cbranch_scc1 loop
	s_waitcnt lgkmcnt(0)`, directives: []string{"group_segment_fixed_size 1024"}}.load(t)
	p, streams, report := l.record(t, l.launch(t, 2, 128, 64), 1)
	if len(streams) != 2 {
		t.Fatalf("%d streams, want 2 waves", len(streams))
	}
	want := []int32{0, 1, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 2, 3, 4, 5, 6, 7, 8, 9}
	executed := 0
	for wave, s := range streams {
		var got []int32
		for _, op := range s.Ops {
			got = append(got, op.Inst)
			if reads := p.Insts[op.Inst].Inst.Row.Mnemonic == "ds_read_b32"; reads != (op.Access == 0) {
				t.Errorf("wave %d: access %d of %s", wave, op.Access, p.Insts[op.Inst].Inst.String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("wave %d executed %v, want %v", wave, got, want)
		}
		if s.Workgroup != 1 || s.Wave != wave || len(s.Accesses) != 1 {
			t.Errorf("wave %d: stream of %d.%d with %d accesses, want 1.%d with 1", wave, s.Workgroup, s.Wave, len(s.Accesses), wave)
		}
		executed += len(s.Ops)
	}
	if report.Executed != uint64(2*executed) {
		t.Errorf("2 workgroups of %d instructions; the simulator counts %d", executed, report.Executed)
	}
	if in := p.Insts[2]; in.File != "k.s" || in.Line == 0 {
		t.Errorf("source of the first instruction of the loop: %s:%d", in.File, in.Line)
	}
}
