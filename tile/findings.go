package tile

import (
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/sim/sanitize"
)

// FindingsError is the error of Run if sanitizers found something. It tells of each mistake once: what
// instructions of the same line of the kernel did is one, and so is what came of it.
type FindingsError struct{ Findings []sanitize.Finding }

func (e *FindingsError) Error() string {
	all := mistakesOf(e.Findings)
	var b strings.Builder
	fmt.Fprintf(&b, "the sanitizers have %s\n", diag.Count(len(all), "finding"))
	for _, m := range all {
		m.append(&b)
	}
	return b.String()
}

// mistake is what findings say of a line of the kernel.
type mistake struct {
	first sanitize.Finding
	said  saying
	count int
	// others are checks that found what came of it.
	others []string
}

// saying is a finding in the words of the language.
type saying struct{ what, help string }

// mistakesOf merges the mistakes of a line, or of two that conflict.
func mistakesOf(findings []sanitize.Finding) []*mistake {
	var list []*mistake
	by := map[string]*mistake{}
	for _, g := range sanitize.Groups(findings) {
		f := g.First()
		said := sayingOf(f)
		key := fmt.Sprint(place(f.Object, f.File, f.Line, f.Addr), " ", otherPlace(f), " ", said)
		m := by[key]
		if m == nil {
			m = &mistake{first: *f, said: said}
			list, by[key] = append(list, m), m
		}
		if m.first.Check == f.Check {
			m.count += g.Count
		}
		m.also(f.Check)
		for i := range g.Wake {
			m.also(g.Wake[i].Check)
		}
	}
	return list
}

// also notes that a check found what came of it.
func (m *mistake) also(check string) {
	if check != m.first.Check && !slices.Contains(m.others, check) {
		m.others = append(m.others, check)
	}
}

// otherPlace is the line of the instruction that a finding conflicts with.
func otherPlace(f *sanitize.Finding) string {
	if f.Other == nil {
		return ""
	}
	return place(f.Object, f.Other.File, f.Other.Line, f.Other.Addr)
}

func place(object, file string, line int, addr uint64) string {
	if file == "" {
		return fmt.Sprintf("%s %#x", object, addr)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

func (m *mistake) append(b *strings.Builder) {
	f := &m.first
	fmt.Fprintf(b, "%s: error: [%s] %s\n", place(f.Object, f.File, f.Line, f.Addr), strings.Join(append([]string{f.Check}, m.others...), ", "), m.said.what)
	if f.Other != nil {
		fmt.Fprintf(b, "%s: note: %s\n", otherPlace(f), f.Other.Note)
	}
	times := ""
	if m.count > 1 {
		times = fmt.Sprintf("%d times, first in ", m.count)
	}
	lane := ""
	if f.Lane >= 0 {
		lane = fmt.Sprintf(", lane %d", f.Lane)
	}
	fmt.Fprintf(b, "  %sworkgroup %d,%d,%d, wave %d%s: %s %s\n", times, f.Group[0], f.Group[1], f.Group[2], f.Wave, lane, f.Text, f.Message)
	if m.said.help != "" {
		fmt.Fprintf(b, "  help: %s\n", m.said.help)
	}
}

// sayingOf puts a finding into the words of the language.
func sayingOf(f *sanitize.Finding) saying {
	switch f.Check {
	case "races", "lds-dma", "waits":
		return conflict(f)
	case "undefined":
		return saying{"data that nothing has stored are used where others see it",
			"store what is read here before, on every path that leads here; LDS begins undefined"}
	case "bounds":
		if strings.Contains(f.Message, "LDS") {
			return saying{"LDS is accessed outside of what the kernel has", "the number of the buffer, or the place in it, is outside of that LDS: it has as many buffers as Kernel.LDS was asked for"}
		}
		return saying{"memory is accessed outside of the tensor", "correct the indices, or what Below, MultipleOf, AtMost and StrideMultipleOf state"}
	case "bounds-buffer":
		return saying{"a tile is partly outside of its tensor, where loads are 0 and nothing is stored", "if this is not intended, correct the indices, or what Below, MultipleOf, AtMost and StrideMultipleOf state"}
	case "barriers":
		return saying{"waves of the workgroup come to different numbers of barriers", "let all of them execute the same Kernel.Barrier, and roles as many of them"}
	case "hazards", "hazards-manual":
		return saying{"the compiler has put two instructions too close to each other", "this is a mistake of the compiler's: report it with the kernel"}
	}
	return saying{"the kernel " + f.Message, f.Advice}
}

// conflict is about two accesses that nothing orders.
func conflict(f *sanitize.Finding) saying {
	direct := strings.Contains(f.Message, "direct-to-LDS")
	unfinished := strings.Contains(f.Message, "did not wait")
	verb := "read"
	if word, _, _ := strings.Cut(f.Message, " "); word != "reads" {
		verb = "written"
	}
	where := "memory"
	if strings.Contains(f.Message, "LDS") {
		where = "LDS"
	}
	switch {
	case f.Check == "waits" && !direct:
		return saying{"a value is used while it is still being loaded", "this is a mistake of the compiler's: report it with the kernel"}
	case f.Check == "waits", direct && unfinished:
		return saying{fmt.Sprintf("%s is %s while Copy, in Async, may not have finished with it", where, verb), "call Kernel.Await and then Kernel.Barrier between the two"}
	case f.Other != nil && f.Other.Workgroup != f.Workgroup:
		return saying{fmt.Sprintf("%s is %s that another workgroup accesses, with nothing between that orders the two", where, verb),
			"workgroups run in any order, or at the same time: divide the tensor between them, by WorkgroupID, or add with AtomicAdd or ScatterAdd"}
	case strings.Contains(f.Message, "atomically"):
		return saying{fmt.Sprintf("%s is %s that another wave accesses, one of both not atomically", where, verb), "call Kernel.Barrier between the two, or let both be AtomicAdd or ScatterAdd"}
	case where == "memory":
		return saying{fmt.Sprintf("memory is %s that another wave accesses, with no barrier between", verb), "call Kernel.MemoryBarrier between the two, or let each wave load what it stores itself: a tile with as many pieces as lanes does"}
	}
	return saying{fmt.Sprintf("LDS is %s that another wave accesses, with no barrier between", verb), "call Kernel.Barrier between the two; in a loop also between its end and the next step's beginning"}
}
