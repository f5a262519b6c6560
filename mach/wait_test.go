package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/isa"
	"heddle/pass"
)

// waitCase is code and what it becomes: the instructions that stand in front
// of lines with "^", joined.
type waitCase struct {
	name, code string
	want       string // waits in the order of the code: "N: s_waitcnt …", N the line of the code in front of which it is
}

// waitsOf lists the waits of a kernel by the source line that they stand in
// front of, "end" for those at the end of a block.
func waitsOf(f *Func) string {
	var s []string
	for _, b := range f.Blocks {
		for i, in := range b.Instrs {
			if in.Row.Op != isa.S_WAITCNT {
				continue
			}
			machine := in.Machine()
			where := "end of " + b.Name
			if i+1 < len(b.Instrs) {
				where = fmt.Sprint(f.Positions[b.Instrs[i+1].Pos].Line)
			}
			s = append(s, where+": "+strings.TrimPrefix(machine.String(), "s_waitcnt "))
		}
	}
	return strings.Join(s, "; ")
}

var waitCases = []waitCase{
	{"the data of an atomic whose result goes there", `buffer_load_dword v10, v1, s[8:11], 0 offen
		buffer_atomic_add v10, v1, s[8:11], 0 offen sc0`, "2: vmcnt(0)"},
	{"stores count, in order with loads (mlir_input.md §2.6, item 6)", `global_load_dword v10, v1, s[4:5]
		global_store_dword v1, v11, s[4:5]
		v_mov_b32 v12, v10`, "3: vmcnt(1)"},
	{"no number of instructions replaces a wait (mlir_input.md §2.6, item 5)", "ds_read_b32 v10, v1\nds_read_b32 v11, v1\n" + strings.Repeat("v_mov_b32 v12, v13\n", 100) + "v_mov_b32 v12, v10",
		"103: lgkmcnt(1)"},
	{"a wait covers what is older", `global_load_dword v10, v1, s[4:5]
		global_load_dword v11, v1, s[4:5]
		global_load_dword v12, v1, s[4:5]
		v_mov_b32 v13, v11
		v_mov_b32 v13, v10
		v_mov_b32 v13, v12`, "4: vmcnt(1); 6: vmcnt(0)"},
	{"scalar loads come in any order", `s_load_dword s20, s[0:1], 0x0
		s_load_dword s21, s[0:1], 0x0
		s_mov_b32 s22, s20
		s_mov_b32 s22, s21`, "3: lgkmcnt(0)"},
	{"LDS in order beside scalar loads", `ds_read_b32 v10, v1
		s_load_dword s21, s[0:1], 0x0
		ds_read_b32 v11, v1
		v_mov_b32 v12, v10
		s_mov_b32 s22, s21`, "4: lgkmcnt(1); 5: lgkmcnt(0)"},
	{"flat counts twice", `flat_load_dword v10, v[2:3] @global
		global_load_dword v11, v1, s[4:5]
		v_mov_b32 v12, v10`, "3: vmcnt(0) lgkmcnt(0)"},
	{"flat does not hold up others", `global_load_dword v11, v1, s[4:5]
		flat_store_dword v[2:3], v12 @global
		global_load_dword v13, v1, s[4:5]
		v_mov_b32 v12, v11`, "4: vmcnt(1)"},
	{"overwriting what a load writes", `global_load_dword v10, v1, s[4:5]
		v_mov_b32 v10, v11`, "2: vmcnt(0)"},
	{"overwriting what a store or load reads", `global_store_dword v1, v10, s[4:5]
		v_mov_b32 v10, v11
		global_load_dword v12, v13, s[4:5]
		v_mov_b32 v13, v11`, ""},
	{"loads of one order over each other", `global_load_dword v10, v1, s[4:5]
		global_load_dword v10, v1, s[4:5]
		ds_read_b32 v11, v1
		ds_read_b32 v11, v1`, ""},
	{"loads of different orders over each other", `global_load_dword v10, v1, s[4:5]
		ds_read_b32 v10, v1
		s_load_dword s20, s[0:1], 0x0
		s_load_dword s20, s[0:1], 0x0`, "2: vmcnt(0); 4: lgkmcnt(0)"},
	{"a full counter has the oldest", "global_load_dword v10, v1, s[4:5]\n" + strings.Repeat("global_store_dword v1, v11, s[4:5]\n", 63) + "v_mov_b32 v12, v10", ""},
	{"a counter that is nearly full", "global_load_dword v10, v1, s[4:5]\n" + strings.Repeat("global_store_dword v1, v11, s[4:5]\n", 62) + "v_mov_b32 v12, v10", "64: vmcnt(62)"},
	{"a full LDS counter has the oldest", "ds_read_b32 v10, v1\n" + strings.Repeat("ds_write_b32 v1, v11\n", 15) + "v_mov_b32 v12, v10", ""},
	{"the worse of two ways", `global_load_dword v10, v1, s[4:5]
		s_cbranch_scc1 join
		global_load_dword v11, v1, s[4:5]
		join:
		v_mov_b32 v12, v10`, "5: vmcnt(0)"},
	{"waited for on one way only", `global_load_dword v10, v1, s[4:5]
		s_cbranch_scc1 join
		v_mov_b32 v12, v10
		join:
		v_mov_b32 v12, v10`, "3: vmcnt(0); 5: vmcnt(0)"},
	{"waited for on both ways", `global_load_dword v10, v1, s[4:5]
		s_cbranch_scc1 other
		v_mov_b32 v12, v10
		s_branch join
		other:
		v_mov_b32 v13, v10
		join:
		v_mov_b32 v12, v10`, "3: vmcnt(0); 6: vmcnt(0)"},
	{"around a loop", `loop:
		v_mov_b32 v12, v10
		global_load_dword v10, v1, s[4:5]
		global_load_dword v11, v1, s[4:5]
		s_cbranch_scc1 loop`, "2: vmcnt(1)"},
	{"a pipelined loop", `global_load_dword v10, v1, s[4:5]
		global_load_dword v11, v1, s[4:5]
		loop:
		v_mov_b32 v12, v10
		global_load_dword v10, v1, s[4:5]
		v_mov_b32 v12, v11
		global_load_dword v11, v1, s[4:5]
		s_cbranch_scc1 loop`, "4: vmcnt(1); 6: vmcnt(1)"},
	{"in front of a loop", `global_load_dword v10, v1, s[4:5]
		s_load_dword s20, s[0:1], 0x0
		loop:
		v_mov_b32 v12, v10
		global_store_dword v1, v12, s[4:5]
		s_add_u32 s21, s20, s21
		s_cbranch_scc1 loop`, "end of entry: vmcnt(0) lgkmcnt(0)"},
	{"the user's waits", `global_load_dword v10, v1, s[4:5]
		global_load_dword v11, v1, s[4:5]
		s_waitcnt vmcnt(1)
		v_mov_b32 v12, v10
		s_waitcnt lgkmcnt(0)
		v_mov_b32 v12, v11`, "4: vmcnt(1); 6: vmcnt(0) lgkmcnt(0)"},
	{"VCC that is loaded and branched on", `s_load_dwordx2 vcc, s[0:1], 0x0
		s_cbranch_vccz out
		s_nop 0
		out:`, "end of entry: lgkmcnt(0)"},
	{"the end waits for nothing", `global_load_dword v10, v1, s[4:5]
		global_store_dword v1, v11, s[4:5]
		s_endpgm`, ""},
	{"direct to LDS, then read", `buffer_load_dword v1, s[12:15], 0 offen lds @tolds=1
		buffer_load_dword v1, s[12:15], 0 offen lds @tolds=2
		global_store_dword v1, v11, s[4:5]
		ds_read_b32 v10, v1 @root=3
		ds_read_b32 v10, v1 @root=1
		ds_read_b32 v10, v1 @root=2
		ds_read_b32 v10, v1`, "5: vmcnt(2); 6: vmcnt(1)"},
	{"direct to LDS over what is read", `ds_read_b32 v10, v1 @root=1
		ds_read_b32 v11, v1 @root=2
		ds_bpermute_b32 v12, v1, v13
		buffer_load_dword v1, s[12:15], 0 offen lds @tolds=1`, "4: lgkmcnt(2)"},
	{"direct to LDS, nothing known", `buffer_load_dword v1, s[12:15], 0 offen lds
		ds_write_b32 v1, v10
		buffer_load_dword v1, s[12:15], 0 offen lds`, "2: vmcnt(0); 3: lgkmcnt(0)"},
	{"a barrier waits for nothing by itself", `ds_write_b32 v1, v10
		global_store_dword v1, v11, s[4:5]
		s_barrier`, ""},
	{"a barrier of the LDS", `ds_write_b32 v1, v10
		global_store_dword v1, v11, s[4:5]
		s_barrier @fence=lds`, "3: lgkmcnt(0)"},
	{"a barrier of everything", `ds_write_b32 v1, v10
		global_store_dword v1, v11, s[4:5]
		global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		ds_read_b32 v10, v1
		s_barrier @fence=all
		global_store_dword v1, v11, s[4:5]`, "4: vmcnt(1) lgkmcnt(0); 5: vmcnt(0); 6: lgkmcnt(0)"},
	{"a load that another wave may overwrite behind the barrier", `global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		global_store_dword v1, v11, s[4:5]`, "2: vmcnt(0)"},
	{"one that none overwrites", `global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		v_mov_b32 v11, v10`, "3: vmcnt(0)"},
	{"the next barrier waits", `global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		s_barrier @fence=all
		global_store_dword v1, v11, s[4:5]`, "3: vmcnt(0)"},
	{"one that leaves loads alone does not", `global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		s_barrier @fence=lds+stores
		global_store_dword v1, v11, s[4:5]`, "2: vmcnt(0)"},
	{"an atomic may tell other workgroups", `global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		global_atomic_add v1, v11, s[6:7]`, "2: vmcnt(0)"},
	{"a loop that loads ahead", `global_load_dword v10, v1, s[4:5]
		loop:
		v_mov_b32 v11, v10
		global_load_dword v10, v1, s[4:5]
		s_barrier @fence=all
		ds_read_b32 v12, v1
		s_add_u32 s21, s21, 1
		s_cmp_lt_u32 s21, 3
		s_cbranch_scc1 loop
		s_barrier @fence=all
		global_store_dword v1, v11, s[4:5]`, "3: vmcnt(0) lgkmcnt(0); 10: vmcnt(0) lgkmcnt(0)"},
	{"what has arrived by then is waited for at once", `ds_read_b32 v10, v1
		global_load_dword v11, v1, s[4:5]
		v_mov_b32 v12, v11
		v_mov_b32 v13, v10`, "3: vmcnt(0) lgkmcnt(0)"},
	{"what arrives later is waited for later", `global_load_dword v11, v1, s[4:5]
		ds_read_b32 v10, v1
		v_mov_b32 v12, v10
		v_mov_b32 v13, v11`, "3: lgkmcnt(0); 4: vmcnt(0)"},
	{"what is not under way yet is waited for later", `global_load_dword v11, v1, s[4:5]
		v_mov_b32 v12, v11
		ds_read_b32 v10, v1
		v_mov_b32 v13, v10`, "2: vmcnt(0); 4: lgkmcnt(0)"},
	{"a fence of stores leaves younger loads", `global_store_dword v1, v11, s[4:5]
		global_load_dword v10, v1, s[4:5]
		s_barrier @fence=stores`, "3: vmcnt(1)"},
	{"a fence of direct-to-LDS loads", `buffer_load_dword v1, s[12:15], 0 offen lds @tolds=1
		global_load_dword v10, v1, s[4:5]
		s_barrier @fence=lds+dma`, "3: vmcnt(1)"},
	{"a fence of write-backs", `buffer_wbl2 sc1
		s_barrier @fence=stores`, "2: vmcnt(0)"},
	{"a fence with nothing outstanding", `s_barrier @fence=all
		ds_bpermute_b32 v12, v1, v13
		s_barrier @fence=all`, ""},
	{"an asynchronous load is for its groups' waits alone", `buffer_load_dword v1, s[12:15], 0 offen lds @async
		NOP @mark
		buffer_load_dword v1, s[12:15], 0 offen lds @async
		buffer_load_dword v1, s[12:15], 0 offen lds @async
		NOP @mark
		buffer_load_dword v1, s[12:15], 0 offen lds @async
		ds_read_b32 v10, v1
		s_barrier @fence=dma
		NOP @await=2
		s_nop 1
		NOP @await=1
		s_nop 2
		NOP @await=0
		s_nop 3`, "12: vmcnt(3); 14: vmcnt(1)"},
	{"a group's operations are counted on all paths", `s_cbranch_scc1 more
		buffer_load_dword v1, s[12:15], 0 offen lds @async
		NOP @mark
		s_branch end
	more:
		buffer_load_dword v1, s[12:15], 0 offen lds @async
		NOP @mark
		global_store_dword v1, v11, s[4:5]
	end:
		NOP @await=0
		s_nop 0`, "11: vmcnt(0)"},
	{"groups of earlier turns of a loop", `buffer_load_dword v1, s[12:15], 0 offen lds @async
		NOP @mark
	loop:
		global_load_dword v10, v1, s[4:5]
		buffer_load_dword v1, s[12:15], 0 offen lds @async
		NOP @mark
		NOP @await=1
		s_nop 0
		s_cbranch_scc1 loop
		s_nop 1`, "8: vmcnt(2)"},
}

func TestWaits(t *testing.T) {
	for _, c := range waitCases {
		for _, chip := range arch.Chips {
			f := parseFunc(t, chip, strings.ReplaceAll(c.code, "NOP", "s_waitcnt vmcnt(63) expcnt(7) lgkmcnt(15)"))
			f.LinkPreds()
			if err := insertWaits(f, &pass.Options{}); err != nil {
				t.Fatal(err)
			}
			if got := waitsOf(f); got != c.want {
				t.Errorf("%s: %s\n\tgot  %s\n\twant %s", c.name, chip.Name, got, c.want)
			}
		}
	}
}

// TestFenceAlone: a fence is the wait that it takes, or nothing.
func TestFenceAlone(t *testing.T) {
	f := parseFunc(t, &arch.GFX950, "ds_write_b32 v1, v10\ns_nop 0\ns_nop 1")
	b := &Builder{F: f, Block: f.Blocks[0]}
	b.Fence(FenceAll)
	b.Fence(FenceAll)
	if err := insertWaits(f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := listing(f), "\tds_write_b32 v1, v10\n\ts_nop 0\n\ts_nop 1\n\ts_waitcnt lgkmcnt(0)\n\ts_endpgm\n"; got != want {
		t.Errorf("got %s", got)
	}
}

// TestWaitNotes: a wait says what it waits for, and where that is.
func TestWaitNotes(t *testing.T) {
	f := parseFunc(t, &arch.GFX950, `
		global_load_dwordx4 v[4:7], v1, s[4:5]
		global_load_dword v10, v1, s[4:5]
		v_add_f32 v11, v5, v10
		ds_write_b32 v1, v11
		s_barrier @fence=lds`)
	if err := insertWaits(f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	var notes []string
	for _, in := range f.Blocks[0].Instrs {
		if in.Note != "" {
			notes = append(notes, in.Note)
		}
	}
	want := "v10 <- global_load_dword at k.mlir:3, and 1 more|fence of the LDS: ds_write_b32 at k.mlir:5"
	if got := strings.Join(notes, "|"); got != want {
		t.Errorf("got %s", got)
	}
}

// TestOwnWaits: a program that waits for its direct-to-LDS loads itself.
func TestOwnWaits(t *testing.T) {
	f := parseFunc(t, &arch.GFX950, `buffer_load_dword v1, s[12:15], 0 offen lds
		buffer_load_dword v1, s[12:15], 0 offen lds
		s_waitcnt vmcnt(1)
		s_barrier @fence=lds
		ds_read_b32 v10, v1
		v_mov_b32 v11, v10
		s_barrier @fence=lds+dma`)
	f.OwnWaits = true
	if err := insertWaits(f, &pass.Options{}); err != nil {
		t.Fatal(err)
	}
	if got, want := waitsOf(f), "4: vmcnt(1); 6: lgkmcnt(0); 7: vmcnt(0)"; got != want {
		t.Errorf("got %s", got)
	}
}
