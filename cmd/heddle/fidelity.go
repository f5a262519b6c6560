package main

import (
	"bufio"
	"fmt"
	"slices"

	"heddle/isa"
	"heddle/sim"
)

// fidelityJSON is how an instruction is simulated.
type fidelityJSON struct {
	Instruction string `json:"instruction"`
	Level       string `json:"level"` // exact, model or refused
	Reason      string `json:"reason,omitempty"`
	// ModelUses says why some uses of it are only a model.
	ModelUses []string `json:"model_uses,omitempty"`
}

// listFidelity prints how each instruction of a target, or each chosen one, is
// simulated.
func (s *streams) listFidelity(t *isa.Target, args []string, chosen []*instruction, asJSON bool) error {
	var names []string
	if len(args) > 0 {
		for _, in := range chosen {
			names = append(names, in.Name)
		}
	} else {
		rows := t.Rows()
		for i := range rows {
			names = append(names, sim.InstructionName(&rows[i]))
		}
	}
	slices.Sort(names)
	list := []fidelityJSON{}
	for _, name := range slices.Compact(names) {
		op, ok := isa.LookupMnemonic(name)
		if !ok {
			panic("BUG: no instruction " + name)
		}
		level, reason := sim.Fidelity(t, op)
		list = append(list, fidelityJSON{name, level.String(), reason, sim.Uses(op)})
	}
	if asJSON {
		return s.writeJSON(struct {
			Schema       string         `json:"schema"`
			Target       string         `json:"target"`
			Instructions []fidelityJSON `json:"instructions"`
		}{"heddle.fidelity/v1", t.Chip.Name, list})
	}
	return s.write(func(w *bufio.Writer) error {
		for _, f := range list {
			if f.Reason != "" {
				f.Level += ": " + f.Reason
			}
			for _, reason := range f.ModelUses {
				f.Level += "; in some uses a model: " + reason
			}
			fmt.Fprintf(w, "%-36s %s\n", f.Instruction, f.Level)
		}
		return nil
	})
}
