package difftest

import (
	"testing"

	"heddle/isa"
)

// TestStatementsStable makes statements and words for every row and takes them
// around: what isa encodes it also decodes, and the same bytes come out again.
func TestStatementsStable(t *testing.T) {
	const each = 4
	for _, target := range isa.Targets() {
		g := New(target, 1)
		rows := target.Rows()
		parsed, decoded := 0, 0
		for i := range each * len(rows) {
			row := &rows[i%len(rows)]
			if inst, err := target.Parse(g.Statement(row).Text, constantsOnly); err == nil {
				parsed++
				stable(t, target, &inst)
			}
			w := g.Words(row)
			if inst, err := target.Decode(w[:]); err == nil {
				decoded++
				stable(t, target, &inst)
			}
		}
		if total := each * len(rows); parsed < total/2 || decoded < total/3 {
			t.Errorf("%s: of %d statements and words only %d parsed and %d decoded", target.Chip.Name, total, parsed, decoded)
		}
	}
}

// constantsOnly is Expr without symbols, which have no text.
func constantsOnly(s string, pos int) (isa.ExprValue, int, *isa.SyntaxError) {
	v, end, err := Expr(s, pos)
	if err == nil && !v.Absolute {
		err = &isa.SyntaxError{Pos: pos, End: end, Msg: "a symbol"}
	}
	return v, end, err
}

// stable encodes inst, decodes the bytes and encodes again.
func stable(t *testing.T, target *isa.Target, inst *isa.Inst) {
	t.Helper()
	var first, second [isa.MaxSize]byte
	n := inst.Encode(&first)
	if n != inst.Size() {
		t.Errorf("%s: %d bytes, Size says %d", inst, n, inst.Size())
	}
	again, err := target.Decode(first[:n])
	if err != nil {
		t.Errorf("%s %s: %x does not decode: %v", target.Chip.Name, inst, first[:n], err)
		return
	}
	if m := again.Encode(&second); first != second || m != n {
		t.Errorf("%s %s: %x decodes to %s, %x", target.Chip.Name, inst, first[:n], &again, second[:m])
	}
}
