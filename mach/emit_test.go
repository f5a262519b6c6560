package mach

import (
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/asm"
	"heddle/isa"
	"heddle/pass"
)

// TestEmit: registers, statistics and comments.
func TestEmit(t *testing.T) {
	f := parseFunc(t, &arch.GFX942, `
		s_load_dwordx2 s[4:5], s[0:1], 0x0
		s_mov_b32 s20, 0
		loop_rows:
		global_load_dwordx4 a[0:3], v1, s[4:5]
		loop_columns:
		v_exp_f32 v17, v0
		v_add_f32 v17, v17, v17
		s_add_u32 s20, s20, 1
		s_cbranch_scc0 loop_columns
		global_store_dword v1, a5, s[4:5]
		ds_write_b32 v1, v17
		s_barrier @fence=lds
		s_cbranch_scc0 loop_rows
		s_endpgm`)
	f.blockNamed("loop_rows").LoopPos = 4
	f.Inputs = append(f.Inputs, f.NewFixed(isa.SGPR(30), 1, "workgroup"))
	physicalPasses(t, f, pass.Options{})
	c := f.Emit()
	if c.SGPRs != 31 || c.VGPRs != 18 || c.AGPRs != 6 || c.AccumOffset != 20 || c.NextFreeVGPR() != 26 || c.UsesVCC || c.UsesFlatScratch {
		t.Errorf("registers: %d %d %d %d %d %v %v", c.SGPRs, c.VGPRs, c.AGPRs, c.AccumOffset, c.NextFreeVGPR(), c.UsesVCC, c.UsesFlatScratch)
	}
	if len(c.Stats.Loops) != 2 {
		t.Fatalf("%d loops", len(c.Stats.Loops))
	}
	rows, columns := c.Stats.Loops[0], c.Stats.Loops[1]
	if rows.Name != "loop_rows" || rows.Depth != 1 || rows.Pos.Line != 4 || columns.Name != "loop_columns" || columns.Depth != 2 {
		t.Errorf("%+v, %+v", rows, columns)
	}
	if want := (InstrCounts{ClassSALU: 1, ClassTrans: 1, ClassVALU: 1, ClassNop: 1, ClassBranch: 1}); columns.InstrCounts != want {
		t.Errorf("the inner loop has %v", columns.InstrCounts)
	}
	if want := (InstrCounts{ClassLoad: 1, ClassStore: 1, ClassLDS: 1, ClassBarrier: 1, ClassBranch: 1, ClassWait: 1}); rows.InstrCounts != want {
		t.Errorf("the outer loop has %v", rows.InstrCounts)
	}
	if n := c.Stats.All.Total(); n != strings.Count(string(c.AppendText(nil, TextOptions{})), "\n\t")+1 {
		t.Errorf("%d instructions", n)
	}
	text := string(c.AppendText(nil, TextOptions{Comments: true}))
	for _, want := range []string{"loop_rows: loop, depth 1, k.mlir:4", "loop_columns: loop, depth 2", "; k.mlir:7\n", "; trans-use: v_exp_f32_e32", "; fence of the LDS: ds_write_b32 at k.mlir:12"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	assembleCode(t, &arch.GFX942, c)
}

func (f *Func) blockNamed(name string) *Block {
	for _, b := range f.Blocks {
		if b.Name == name {
			return b
		}
	}
	return nil
}

// TestLabels: two kernels in a file, with names that are no symbols.
func TestLabels(t *testing.T) {
	var text []byte
	size := 0
	for _, name := range []string{"a-b", "a_b", "a.b", "ä b", "a$2db"} {
		f := parseFunc(t, &arch.GFX950, "loop:\ns_nop 0\ns_cbranch_scc1 loop")
		f.Name = name
		c := f.Emit()
		text = c.AppendText(text, TextOptions{Comments: true, Loc: func(b []byte, at Position) []byte { return fmt.Appendf(b, "\t.loc\t1 %d %d\n", at.Line, at.Col) }})
		size += len(c.Bytes)
	}
	_, err := asm.Assemble(append([]byte("\t.text\n\t.file 1 \"k.mlir\"\n"), text...), asm.Options{Chip: &arch.GFX950, File: "k.s"})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !strings.Contains(string(text), "\t.loc\t1 2 0\n") {
		t.Errorf("no .loc in\n%s", text)
	}
	if size != 5*12 {
		t.Errorf("%d bytes", size)
	}
}
