package main

import (
	"bufio"
	"fmt"

	"heddle/build"
	"heddle/mach"
)

// kernelStats is the output of --stats for a kernel.
type kernelStats struct {
	Name         string         `json:"name"`
	VGPRs        int            `json:"vgprs"`
	AGPRs        int            `json:"agprs"`
	SGPRs        int            `json:"sgprs"`
	SpilledVGPRs int            `json:"spilledVgprs"` // dwords
	SpilledSGPRs int            `json:"spilledSgprs"`
	ToAGPRs      int            `json:"movedToAgprs"`
	LDS          int            `json:"ldsBytes"`
	Scratch      int            `json:"scratchBytes"`
	Waves        int            `json:"wavesPerSimd"` // limited by registers and LDS
	CodeBytes    int            `json:"codeBytes"`
	Instructions map[string]int `json:"instructions"`
	Loops        []loopStats    `json:"loops"`
}

type loopStats struct {
	Place        string         `json:"place"`
	Depth        int            `json:"depth"`
	Instructions map[string]int `json:"instructions"`
}

func statsOf(k *build.Kernel) kernelStats {
	st := kernelStats{
		Name: k.Name, VGPRs: k.Code.VGPRs, AGPRs: k.Code.AGPRs, SGPRs: k.Code.SGPRs,
		SpilledVGPRs: k.Func.Spills.VGPRs, SpilledSGPRs: k.Func.Spills.SGPRs, ToAGPRs: k.Func.Spills.ToAGPR,
		LDS: k.Func.LDSBytes, Scratch: k.Func.ScratchBytes, CodeBytes: len(k.Code.Bytes) - k.Code.Entry,
		Waves:        k.Func.Waves(k.Code.NextFreeVGPR()),
		Instructions: countsByName(&k.Code.Stats.All), Loops: []loopStats{},
	}
	for i := range k.Code.Stats.Loops {
		l := &k.Code.Stats.Loops[i]
		place := l.Pos.String()
		if l.Pos.Line == 0 {
			place = l.Name
		}
		st.Loops = append(st.Loops, loopStats{place, l.Depth, countsByName(&l.InstrCounts)})
	}
	return st
}

func countsByName(n *mach.InstrCounts) map[string]int {
	m := map[string]int{}
	for c, x := range n {
		if x > 0 {
			m[mach.InstrClass(c).String()] = x
		}
	}
	return m
}

// writeStats prints the statistics as text.
func (s *streams) writeStats(kernels []kernelStats) error {
	return s.write(func(w *bufio.Writer) error {
		for _, k := range kernels {
			fmt.Fprintf(w, "%s: %d VGPRs, %d AGPRs, %d SGPRs, %d bytes of LDS, %d of scratch, %d waves per SIMD, %d bytes of code\n",
				k.Name, k.VGPRs, k.AGPRs, k.SGPRs, k.LDS, k.Scratch, k.Waves, k.CodeBytes)
			fmt.Fprintf(w, "  spilled: %d VGPRs, %d SGPRs; moved to AGPRs: %d\n", k.SpilledVGPRs, k.SpilledSGPRs, k.ToAGPRs)
			fmt.Fprintf(w, "  instructions: %s\n", countsText(k.Instructions))
			for _, l := range k.Loops {
				fmt.Fprintf(w, "  loop %s, depth %d: %s\n", l.Place, l.Depth, countsText(l.Instructions))
			}
		}
		return nil
	})
}

// countsText lists counts in the order of the classes.
func countsText(counts map[string]int) string {
	text, total := "", 0
	for c := mach.InstrClass(0); c.String() != ""; c++ {
		if n := counts[c.String()]; n > 0 {
			text += fmt.Sprintf(", %d %s", n, c)
			total += n
		}
	}
	return fmt.Sprintf("%d%s", total, text)
}
