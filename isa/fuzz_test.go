package isa_test

import (
	"testing"

	"heddle/isa"
	"heddle/isa/difftest"
)

// FuzzDecode: any bytes decode to an instruction or to an error. What decodes
// has a text, and its encoding decodes to the same.
func FuzzDecode(f *testing.F) {
	for _, target := range isa.Targets() {
		g := difftest.New(target, 1)
		rows := target.Rows()
		for i := 0; i < len(rows); i += 37 {
			w := g.Words(&rows[i])
			f.Add(w[:])
		}
	}
	f.Add([]byte{0, 0, 0x80})
	f.Add([]byte{0xff, 0, 0x80, 0xbe})
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, target := range isa.Targets() {
			inst, err := target.Decode(b)
			if err != nil {
				continue
			}
			if n := inst.Size(); n > len(b) || n > isa.MaxSize {
				t.Fatalf("%s: %x: size %d", target.Chip.Name, b, n)
			}
			checkAgain(t, target, &inst)
			inst.Reads()
			inst.Writes()
		}
	})
}

// checkAgain encodes inst and decodes the bytes: the text is the same.
func checkAgain(t *testing.T, target *isa.Target, inst *isa.Inst) isa.Inst {
	t.Helper()
	var buf, second [isa.MaxSize]byte
	n := inst.Encode(&buf)
	again, err := target.Decode(buf[:n])
	if err != nil {
		t.Fatalf("%s %s: its encoding %x does not decode: %v", target.Chip.Name, inst, buf[:n], err)
	}
	if m := again.Encode(&second); m != n || second != buf {
		t.Fatalf("%s %s: encoding %x, decoded and encoded %x", target.Chip.Name, inst, buf[:n], second[:m])
	}
	return again
}

// FuzzParse: any text is a statement or an error inside it. What parses has an
// encoding; its text parses, and after a second time nothing changes any more.
func FuzzParse(f *testing.F) {
	for _, target := range isa.Targets() {
		g := difftest.New(target, 1)
		rows := target.Rows()
		for i := 0; i < len(rows); i += 23 {
			f.Add(g.Statement(&rows[i]).Text)
		}
	}
	f.Add("v_add_f32 v0,")
	f.Add("s_mov_b32 s0, -|")
	f.Fuzz(func(t *testing.T, s string) {
		for _, target := range isa.Targets() {
			inst, err := target.Parse(s, difftest.Expr)
			if err != nil {
				if err.Pos < 0 || err.Pos > len(s) || err.End < err.Pos || err.Msg == "" {
					t.Fatalf("%s %q: error at %d to %d: %q", target.Chip.Name, s, err.Pos, err.End, err.Msg)
				}
				continue
			}
			if symbolic(&inst) {
				continue
			}
			checkStable(t, target, &inst)
		}
	})
}

// symbolic reports whether an operand is a symbol, which has no text here.
func symbolic(inst *isa.Inst) bool {
	for i := range inst.Args {
		if inst.Args[i].Kind == isa.KindExpr {
			return true
		}
	}
	return false
}

// checkStable prints and parses until the text does not change. LLVM's text of
// a literal of a double can be that of an inline constant, so it may take two
// rounds; that of a 16-bit constant of v_madak_f16 may not parse at all.
func checkStable(t *testing.T, target *isa.Target, inst *isa.Inst) {
	t.Helper()
	last := ""
	for range 3 {
		decoded := checkAgain(t, target, inst)
		text := decoded.String()
		if text == last {
			return
		}
		last = text
		next, err := target.Parse(text, nil)
		if err != nil {
			if inst.Row.Traits&isa.LiteralMust != 0 {
				return
			}
			t.Fatalf("%s: %q does not parse: %v", target.Chip.Name, text, err)
		}
		*inst = next
	}
	t.Fatalf("%s: %q changes each time it is printed and parsed", target.Chip.Name, last)
}
