package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"heddle/kernels/attention"
	"heddle/verify"
)

// ldsReadJSON is a read of LDS with the proof of its conflicts (tile.Proof).
type ldsReadJSON struct {
	Tensor      string `json:"tensor"`
	Instruction string `json:"instruction"`
	Offset      string `json:"offset"` // of a byte
	Ways        int    `json:"ways"`   // 1 without conflicts
	// Words is the rank of the addresses of a phase over GF(2), Rank that of the bits that choose the bank; null
	// if words were counted.
	Words *int `json:"words"`
	Rank  *int `json:"rank"`
}

func ldsReadsOf(reads []attention.Read) (list []ldsReadJSON) {
	for _, r := range reads {
		x := ldsReadJSON{Tensor: r.Tensor, Instruction: r.Instruction, Offset: r.Offset, Ways: r.Ways}
		if !r.Counted {
			x.Words, x.Rank = &r.Words, &r.Rank
		}
		list = append(list, x)
	}
	return list
}

// writeReads prints the proofs, once for tiles that are parts of a tensor and alike.
func writeReads(w *bufio.Writer, reads []attention.Read) {
	for _, r := range slices.Compact(slices.Clone(reads)) {
		fmt.Fprintf(w, "LDS reads of %s: %s\n", strings.ToUpper(r.Tensor), r.Proof)
	}
}

// registersJSON is what the main loop has in registers (verify.RegisterUse).
type registersJSON struct {
	What      string `json:"what"`
	Registers string `json:"registers"`
	Count     int    `json:"count"`
}

func registersOf(a *verify.Attention) (list []registersJSON) {
	for _, r := range a.Registers() {
		list = append(list, registersJSON{r.What, r.Registers, r.Count})
	}
	return list
}

// writeRegisters prints the map.
func writeRegisters(w *bufio.Writer, a *verify.Attention) {
	for _, r := range a.Registers() {
		fmt.Fprintf(w, "registers of %s in the main loop: %d, %s\n", r.What, r.Count, r.Registers)
	}
}
