package sim

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/isa"
)

// tryBind binds an instruction; what it panics with is an error.
func tryBind(target *isa.Target, inst isa.Inst) (err error, refused bool) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	_, err = bind(target, inst, 0x1000, inst.Size())
	return nil, err != nil
}

// TestCoreEveryRowBinds: each row of both targets executes or is refused by
// name with a reason; nothing is neither.
func TestCoreEveryRowBinds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	names := map[string]bool{}
	for _, target := range isa.Targets() {
		rows := target.Rows()
		for i := range rows {
			row := &rows[i]
			bound, wasRefused := 0, false
			for try := 0; try < 20000 && bound < 3; try++ {
				inst, ok := randomEncoding(target, row, r)
				if !ok {
					continue
				}
				bound++
				err, refused := tryBind(target, inst)
				if err != nil {
					t.Errorf("%s: %s: %v", target.Chip.Name, inst.String(), err)
				}
				wasRefused = wasRefused || refused
			}
			if bound == 0 {
				t.Errorf("%s: no encoding of %s was found", target.Chip.Name, row.Mnemonic)
			}
			level, reason := Fidelity(target, row.Op)
			if wasRefused != (level == Refused) {
				t.Errorf("%s: %s is %v, but binding it is refused: %t", target.Chip.Name, row.Mnemonic, level, wasRefused)
			}
			if (level == Exact) != (reason == "") {
				t.Errorf("%s: %s is %v because %q", target.Chip.Name, row.Mnemonic, level, reason)
			}
			if level == Refused {
				names[InstructionName(row)] = true
			}
		}
	}
	if len(names) == 0 || len(names) > 25 {
		t.Errorf("%d instructions are refused: %v", len(names), names)
	}
}

// TestCoreOpsInRange: the statistics have room for every Op.
func TestCoreOpsInRange(t *testing.T) {
	for _, target := range isa.Targets() {
		for _, row := range target.Rows() {
			if row.Op >= maxOp {
				t.Fatalf("%s is Op %d", row.Mnemonic, row.Op)
			}
		}
		if target.Chip.WaveSize != waveSize || target.Chip.SGPRs > int(isa.FlatScratchLo) || target.Chip.VGPRs != numbers || target.Chip.UnifiedVGPRs != 2*numbers {
			t.Errorf("%s does not fit the simulator's arrays", target.Chip.Name)
		}
	}
}

// TestCoreFidelityTables: each list names an instruction once, with a reason.
func TestCoreFidelityTables(t *testing.T) {
	seen := map[isa.Op]bool{}
	for _, table := range [][]opNote{refused[:], floatModels[:], integerModels[:], memoryModels[:], scaleModels[:], scalarModels[:]} {
		for _, n := range table {
			if seen[n.op] || n.reason == "" {
				t.Errorf("%v is listed twice or without a reason %q", n.op, n.reason)
			}
			seen[n.op] = true
		}
	}
}

// TestUsesHaveRoom: the slots of uses are behind those of operations, and each
// has a reason.
func TestUsesHaveRoom(t *testing.T) {
	for _, target := range isa.Targets() {
		for _, row := range target.Rows() {
			if int(row.Op) >= maxOp-len(uses) {
				t.Fatalf("%s is Op %d; uses count from %d on", row.Mnemonic, row.Op, maxOp-len(uses))
			}
		}
	}
	for i := range uses {
		if op, reason := counted(maxOp - 1 - i); op != uses[i].op || reason == "" {
			t.Errorf("slot %d is %v, %q", maxOp-1-i, op, reason)
		}
	}
}
