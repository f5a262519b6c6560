package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/isa"
	"heddle/timing"
)

// What is said about a loop is said from these shares on.
const (
	worthSaying  = 0.05 // of the loop's time, for a wait or another stall
	nearlyFull   = 0.75 // of what a level of memory can move: more loads in flight only queue there
	worthHiding  = 0.05 // of the loop's time, that an advice must save
	mostBuffers  = 8    // more buffers than this are no advice
	costlyAccess = 4    // cycles of conflicts of an LDS access
	mostSites    = 3    // instructions that are named if there is no loop
	crowded      = 1.05 // waves on a SIMD, in the mean, from which on they share it
)

// summary says what the hottest loop does, or without loops which instructions take most time; nil if nothing ran.
func summary(r *Report, views []loopView) []string {
	if l := hottest(views); l != nil {
		return sentences(r, l)
	}
	all := allCycles(r.Result.Sites)
	var order []int
	for n := range r.Result.Sites {
		if share(cyclesOf(&r.Result.Sites[n]), all) >= warmSite {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(cyclesOf(&r.Result.Sites[b]), cyclesOf(&r.Result.Sites[a])) })
	var parts []string
	for _, n := range order[:min(len(order), mostSites)] {
		s, in := &r.Result.Sites[n], &r.Result.Program.Insts[n]
		text := fmt.Sprintf("%s at %#x", in.Inst.Row.Mnemonic, in.Addr)
		if line := source(in); line != "" {
			text += " (" + line + ")"
		}
		text += ", " + percent(share(cyclesOf(s), all))
		if list := causes(&s.Stalls); len(list) > 0 {
			text += ", for " + causeTexts[list[0].cause]
		}
		parts = append(parts, text)
	}
	if parts == nil {
		return nil
	}
	return []string{"No loop ran. Waves spend most time at " + strings.Join(parts, "; ") + "."}
}

// sentences say what the hottest loop does and waits for, and what would help if the numbers show it.
func sentences(r *Report, l *loopView) []string {
	list := []string{loopSentence(r, l)}
	if w := l.longestWait(r.Result); w != nil && w.cycles >= float64(worthSaying*l.mean) {
		list = append(list, waitSentence(r, l, w))
		if text := advice(r, l, w); text != "" {
			list = append(list, text)
		}
	}
	if text := otherStalls(l); text != "" {
		list = append(list, text)
	}
	if text := aloneSentence(r, l); text != "" {
		list = append(list, text)
	}
	if text := conflictSentence(r, l); text != "" {
		list = append(list, text)
	}
	return list
}

// aloneSentence says what would use the matrix core of a wave that has a SIMD to itself, and waits for the
// matrix core as well as leaving it idle.
func aloneSentence(r *Report, l *loopView) string {
	waits := float64(l.Stalls[timing.MatrixBusy])
	if together(r.Result) > crowded || waits < float64(worthSaying*l.mean) || l.matrix >= float64(nearlyFull*l.mean) {
		return ""
	}
	return fmt.Sprintf("With one wave on a SIMD, its matrix core rests for %s of an iteration: matrix instructions between the others, or another wave, would use it.",
		percent(1-l.matrix/l.mean))
}

// loopSentence says how long the loop takes, and its matrix instructions.
func loopSentence(r *Report, l *loopView) string {
	in := &r.Result.Program.Insts[l.Begin]
	at := ""
	if s := source(in); s != "" {
		at = " (" + s + ")"
	}
	text := fmt.Sprintf("The loop at %#x%s takes %s of the time of the waves: %d cycles an iteration in the median", in.Addr, at, percent(l.share), l.Median)
	if l.matrix < 1 {
		return text + "."
	}
	text += fmt.Sprintf("; its %s %s for %s of them", matrixNoun(l.MFMA), takeThe(l.MFMA), cyclesText(l.matrix))
	if n := together(r.Result); n > crowded {
		text += fmt.Sprintf(", and %.3g waves share a SIMD", n)
	}
	return text + "." + fullSentence(l)
}

// fullSentence says how busy the loop keeps the matrix core in its steady state.
func fullSentence(l *loopView) string {
	if l.Full.Cycles <= 0 {
		return ""
	}
	in := "one wave of a SIMD is"
	if n := l.Full.Waves; n > 1 {
		in = fmt.Sprintf("%d waves of a SIMD are", n)
	}
	return fmt.Sprintf(" While %s in it, the matrix core is busy for %s.", in, percent(l.fullBusy()))
}

func matrixNoun(n int) string {
	if n == 1 {
		return "matrix instruction"
	}
	return fmt.Sprintf("%d matrix instructions", n)
}

func takeThe(n int) string {
	if n == 1 {
		return "takes the matrix core"
	}
	return "take the matrix core"
}

// waitSentence says what the loop waits for most.
func waitSentence(r *Report, l *loopView, w *wait) string {
	insts := r.Result.Program.Insts
	by := &insts[w.by]
	mostly := ""
	if w.part < 0.9 {
		mostly = "mostly "
	}
	text := fmt.Sprintf("Of an iteration, %s is waiting at s_waitcnt (%s), %sfor the %s at %s", percent(w.cycles/l.mean), causeName(w.cause), mostly,
		instNoun(&by.Inst), place(by, &insts[l.Begin]))
	if w.latency > 0 {
		text += fmt.Sprintf(", issued %s cycles earlier; it takes %s cycles", cyclesText(w.lead), cyclesText(w.latency))
	}
	return text + "."
}

// afterHiding is how long an iteration takes at least once the wait is gone, and which part of the machine
// is then its limit, "" for none: what else it does, the matrix instructions of the waves that share the SIMD, and
// the share of the time in which the LDS is busy.
func afterHiding(r *Report, l *loopView, w *wait) (cycles float64, limit string) {
	cycles = l.mean - w.cycles
	if m := float64(l.matrix * together(r.Result)); m > cycles {
		cycles, limit = m, "the matrix core of the SIMD"
	}
	if lds := float64(l.mean * r.LDSBusy()); lds > cycles {
		cycles, limit = lds, "the LDS"
	}
	return cycles, limit
}

// advice says how the wait could be hidden, "" if the numbers show no way.
func advice(r *Report, l *loopView, w *wait) string {
	if w.latency == 0 || !w.inLoop {
		return ""
	}
	after, limit := afterHiding(r, l, w)
	if l.mean-after < float64(worthHiding*l.mean) {
		return fmt.Sprintf("Hiding that would gain little: other waves keep %s busy meanwhile.", limit)
	}
	unit := r.Result.Program.Insts[w.by].Inst.Row.Unit
	switch {
	case w.cause == timing.WaitVM && (unit == isa.UnitVMEM || unit == isa.UnitFlat):
		return bufferAdvice(r, l, w, after)
	case w.cause == timing.WaitLGKM && unit == isa.UnitLDS:
		return fmt.Sprintf("Issuing it %s cycles earlier would hide it: at best %s cycles an iteration.", cyclesText(float64(math.Ceil((w.latency-w.lead)/4)*4)), cyclesText(after))
	}
	return ""
}

// bufferAdvice says how many iterations earlier a load has to be issued, if its latency is the limit and
// not the bandwidth of a memory. Each further buffer gives it one more iteration, which then no longer has the
// wait in it. What is left of the wait may be worthSaying of an iteration.
func bufferAdvice(r *Report, l *loopView, w *wait, after float64) string {
	if roof, used := busiest(r); roof != nil && used >= nearlyFull {
		return fmt.Sprintf("More loads in flight would not help: %s is at %s of its bandwidth.", clean(roof.Level), percent(used))
	}
	// Of the iterations between the load and its wait, each has lost its own wait.
	lead := w.lead - float64(math.Floor(w.lead/l.mean)*w.cycles)
	buffers := int(math.Ceil((w.latency-lead)/after - worthSaying))
	if buffers < 1 || buffers > mostBuffers {
		return ""
	}
	return fmt.Sprintf("%s would hide it, if nothing else slows down: at best %s cycles an iteration.", diag.Count(buffers, "more buffer"), cyclesText(after))
}

// otherStalls names what else the loop loses time to.
func otherStalls(l *loopView) string {
	var parts []string
	for _, c := range causes(&l.Stalls) {
		if c.cause == timing.WaitVM || c.cause == timing.WaitLGKM || float64(c.cycles) < float64(worthSaying*l.mean) {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s for %s", percent(float64(c.cycles)/l.mean), causeTexts[c.cause]))
	}
	if parts == nil {
		return ""
	}
	return "Waves wait " + joinAnd(parts) + "."
}

// joinAnd lists parts as a sentence does.
func joinAnd(parts []string) string {
	n := len(parts)
	if n == 1 {
		return parts[0]
	}
	return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
}

// conflictSentence names the LDS access of the loop that loses most cycles to conflicts.
func conflictSentence(r *Report, l *loopView) string {
	worst := -1
	for n := l.Begin; n <= l.End; n++ {
		if c := r.Result.Sites[n].Conflicts; c > 0 && (worst < 0 || c > r.Result.Sites[worst].Conflicts) {
			worst = n
		}
	}
	if worst < 0 {
		return ""
	}
	s, insts := &r.Result.Sites[worst], r.Result.Program.Insts
	each := share(s.Conflicts, s.Issues)
	if each < costlyAccess {
		return ""
	}
	return fmt.Sprintf("Bank conflicts keep the LDS %s cycles longer at each %s at %s; those of the loop cost the LDS %s cycles an iteration of a wave.", cyclesText(each),
		instNoun(&insts[worst].Inst), place(&insts[worst], &insts[l.Begin]), cyclesText(l.conflicts))
}
