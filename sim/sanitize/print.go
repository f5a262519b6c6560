package sanitize

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"
)

// Schema is the "schema" of the JSON that WriteJSON writes.
const Schema = "heddle.findings/v1"

// DefaultLimit is how many mistakes are shown where nothing else is said.
const DefaultLimit = 20

// WriteText writes findings in the form of clang's diagnostics, those of one mistake as one, the most
// important first, and of so many mistakes at most; 0 is all. object is the name of the code object,
// which replaces the source where that is not known.
func WriteText(w io.Writer, object string, findings []Finding, limit int) error {
	var b strings.Builder
	groups := Groups(findings)
	for i := range groups {
		if limit > 0 && i == limit {
			fmt.Fprintf(&b, "  and %s: %s\n", count(len(groups)-i, "more finding"), tally(groups[i:]))
			break
		}
		groups[i].appendText(&b, cmp.Or(groups[i].First().Object, object))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// tally counts groups by check: "12 hazards, 3 undefined".
func tally(groups []Group) string {
	of := map[string]int{}
	for i := range groups {
		of[groups[i].First().Check]++
	}
	var list []string
	for _, check := range importance {
		if of[check] > 0 {
			list = append(list, fmt.Sprintf("%d %s", of[check], check))
		}
	}
	return strings.Join(list, ", ")
}

func (g *Group) appendText(b *strings.Builder, object string) {
	f := g.First()
	fmt.Fprintf(b, "%s: %s: [%s] %s %s\n", where(object, f.File, f.Line, f.Column, f.Addr), f.severity(), f.Check, mnemonic(f.Text), f.Message)
	fmt.Fprintf(b, "  %#08x: %s\n", f.Addr, f.Text)
	fmt.Fprintf(b, "  kernel %s, workgroup %d,%d,%d, wave %d%s%s\n", f.Kernel, f.Group[0], f.Group[1], f.Group[2], f.Wave, inLane(f.Lane), workItem(f.WorkItem))
	if p := f.Other; p != nil {
		fmt.Fprintf(b, "%s: note: %s", where(object, p.File, p.Line, p.Column, p.Addr), p.Note)
		if p.Workgroup != f.Workgroup {
			fmt.Fprintf(b, " (workgroup %d, wave %d%s)", p.Workgroup, p.Wave, inLane(p.Lane))
		} else if p.Wave != f.Wave {
			fmt.Fprintf(b, " (wave %d%s)", p.Wave, inLane(p.Lane))
		}
		fmt.Fprintf(b, "\n  %#08x: %s\n", p.Addr, p.Text)
	}
	if g.Count > 1 {
		fmt.Fprintf(b, "  the first of %d times: %s\n", g.Count, g.Extent.String())
	}
	if g.Pairs > 1 {
		fmt.Fprintf(b, "  and %s: %s\n", g.more(), g.places())
	}
	for _, c := range g.wakeOf() {
		fmt.Fprintf(b, "  in its wake: %s\n", c)
	}
	if advice := g.Advice(); advice != "" {
		fmt.Fprintf(b, "  help: %s\n", advice)
	}
}

// more says how many more findings there are, and what they have in common.
func (g *Group) more() string {
	f := g.First()
	what := "of the same mistake"
	switch f.Check {
	case "waits":
		what = "that lack the same wait"
	case "hazards", "hazards-manual":
		what = "that break the same rule"
	case "races", "lds-dma":
		switch f.Rule {
		case ruleNoBarrier:
			what = "that lack the same barrier"
		case ruleNoWait:
			what = "that lack the same wait"
		case ruleNoAtomic:
			what = "in the same memory"
		}
	case "undefined":
		what = "of the same undefined value"
	case "bounds", "bounds-buffer":
		what = "in the same memory"
	}
	thing := "more instruction"
	if f.Other != nil {
		thing = "more pair"
	}
	return count(g.Pairs-1, thing) + " " + what
}

// places names where the instructions of a group are: lines with how many of them are there, or
// addresses.
func (g *Group) places() string {
	text := listed(g.sites(func(f *Finding) *Place { return &Place{Addr: f.Addr, File: f.File, Line: f.Line} }))
	if others := g.sites(func(f *Finding) *Place { return f.Other }); len(others) > 0 {
		text += " with " + listed(others)
	}
	return text
}

// lines is a place in the source, or an address, with how many instructions of a group are there.
type lines struct {
	name string
	n    int
}

// sites counts instructions of a group, without its first finding, by source line.
func (g *Group) sites(of func(*Finding) *Place) []lines {
	var list []lines
	seen := map[uint64]bool{}
	for i := range g.Findings[1:] {
		p := of(&g.Findings[i+1])
		if p == nil || seen[p.Addr] {
			continue
		}
		seen[p.Addr] = true
		name := sourceOr(p.File, p.Line, p.Addr)
		k := slices.IndexFunc(list, func(x lines) bool { return x.name == name })
		if k < 0 {
			k, list = len(list), append(list, lines{name: name})
		}
		list[k].n++
	}
	return list
}

// listed puts places into words: "k.s:12 (4 instructions), k.s:14 and 3 more lines".
func listed(list []lines) string {
	const most = 4
	var parts []string
	for i, x := range list {
		if i == most && len(list) > most+1 {
			return fmt.Sprintf("%s and %d more", strings.Join(parts, ", "), len(list)-most)
		}
		if x.n > 1 {
			x.name += fmt.Sprintf(" (%d instructions)", x.n)
		}
		parts = append(parts, x.name)
	}
	return strings.Join(parts, ", ")
}

// wakeOf describes the findings of other checks that come of the mistake, a text for each check.
func (g *Group) wakeOf() []string {
	var list []string
	for i := range g.Wake {
		f := &g.Wake[i]
		if slices.ContainsFunc(g.Wake[:i], func(x Finding) bool { return x.Check == f.Check }) {
			continue
		}
		n := 0
		for k := i; k < len(g.Wake); k++ {
			n += bit(g.Wake[k].Check == f.Check)
		}
		text := fmt.Sprintf("[%s] %#x: %s %s", f.Check, f.Addr, mnemonic(f.Text), f.Message)
		if n > 1 {
			text += fmt.Sprintf(", and %d more", n-1)
		}
		list = append(list, text)
	}
	return list
}

// Advice says what to do about all of the group.
func (g *Group) Advice() string {
	f := g.First()
	cover := f.cover
	for i := range g.Findings {
		cover = cover.both(g.Findings[i].cover)
	}
	switch {
	case f.Rule == ruleNoWait && f.barrier != "":
		return fmt.Sprintf("put %s before the s_barrier at %s", cover, f.barrier)
	case g.Pairs == 1:
	case f.Check == "waits" && cover != (covering{}):
		return cover.advice()
	case f.Rule == ruleNoBarrier:
		if from, to, ok := g.gap(); ok {
			return fmt.Sprintf("put %s and s_barrier between %s and %s", cover, from, to)
		}
		return fmt.Sprintf("put %s and s_barrier between them", cover)
	case f.Rule == ruleNoWait:
		return fmt.Sprintf("put %s before the s_barrier or the atomic that orders them", cover)
	}
	return f.Advice
}

// gap returns the instructions between which a barrier lies behind the earlier and before the later
// accesses of all pairs; not ok if there is no such place in straight code.
func (g *Group) gap() (from, to string, ok bool) {
	last, first := g.Findings[0].Other, &g.Findings[0]
	for i := range g.Findings {
		f := &g.Findings[i]
		if f.Other.addr() > last.addr() {
			last = f.Other
		}
		if f.Addr < first.Addr {
			first = f
		}
	}
	if g.Pairs > len(g.Findings) || last.addr() >= first.Addr {
		return "", "", false
	}
	return sourceOr(last.File, last.Line, last.Addr), sourceOr(first.File, first.Line, first.Addr), true
}

// sourceOr names a place in the source, or an address if that is not known.
func sourceOr(file string, line int, addr uint64) string {
	if file == "" {
		return fmt.Sprintf("%#x", addr)
	}
	return fmt.Sprintf("%s:%d", file, line)
}

// severity: working code breaks rules that only one source has.
func (f *Finding) severity() string {
	if f.Check == "hazards-manual" {
		return "warning"
	}
	return "error"
}

func where(object, file string, line, column int, addr uint64) string {
	switch {
	case file == "":
		return fmt.Sprintf("%s:%#x", object, addr)
	case column == 0:
		return fmt.Sprintf("%s:%d", file, line)
	}
	return fmt.Sprintf("%s:%d:%d", file, line, column)
}

func mnemonic(text string) string {
	name, _, _ := strings.Cut(text, " ")
	return name
}

func inLane(lane int) string {
	if lane < 0 {
		return ""
	}
	return fmt.Sprintf(", lane %d", lane)
}

// count returns "n things", given the name of one.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// workItem names a work-item.
func workItem(at *[3]uint32) string {
	if at == nil {
		return ""
	}
	return fmt.Sprintf(", work-item %d,%d,%d", at[0], at[1], at[2])
}

// String is the extent in words: "lanes 0-63, waves 0-3, LDS 0x0-0x3fff".
func (x *Extent) String() string {
	var parts []string
	if x.Lanes != 0 {
		parts = append(parts, numbered("lane", x.Lanes))
	}
	parts = append(parts, numbered("wave", uint64(x.Waves)))
	if lo, hi := x.Workgroups[0], x.Workgroups[1]; lo == hi {
		parts = append(parts, fmt.Sprintf("workgroup %d", lo))
	} else {
		parts = append(parts, fmt.Sprintf("workgroups %d-%d", lo, hi))
	}
	if m := x.Memory; m != nil {
		name := "memory"
		if m.Space == spaceLDS {
			name = "LDS"
		}
		parts = append(parts, fmt.Sprintf("%s %#x-%#x", name, m.First, m.Last))
	}
	return strings.Join(parts, ", ")
}

// numbered names the numbers of the bits that are set: "lanes 0-31, 40", or how many there are.
func numbered(thing string, set uint64) string {
	const most = 3 // ranges
	n := bits.OnesCount64(set)
	if n != 1 {
		thing += "s"
	}
	var ranges []string
	for left := set; left != 0; {
		from := bits.TrailingZeros64(left)
		to := from + bits.TrailingZeros64(^(left >> from)) - 1
		left &^= ^uint64(0) >> (63 - to)
		if ranges = append(ranges, fmt.Sprint(from)); to > from {
			ranges[len(ranges)-1] += fmt.Sprintf("-%d", to)
		}
	}
	if len(ranges) > most {
		return fmt.Sprintf("%d %s", n, thing)
	}
	return thing + " " + strings.Join(ranges, ", ")
}

// GroupJSON is a group in JSON. Its findings are numbers of those in the list that was grouped.
type GroupJSON struct {
	Check    string `json:"check"`
	Rule     string `json:"rule"`
	Findings []int  `json:"findings"`       // the one to look at first, first
	Wake     []int  `json:"wake,omitempty"` // findings of other checks that come of it
	Pairs    int    `json:"pairs"`          // of instructions, also those that are not listed
	Count    int    `json:"count"`
	Advice   string `json:"advice,omitempty"`
	Extent
}

// GroupsJSON are the groups of findings.
func GroupsJSON(findings []Finding) []GroupJSON {
	list := []GroupJSON{}
	for _, g := range Groups(findings) {
		x := GroupJSON{Check: g.First().Check, Rule: g.First().Rule, Pairs: g.Pairs, Count: g.Count, Advice: g.Advice(), Extent: g.Extent}
		for i := range g.Findings {
			x.Findings = append(x.Findings, g.Findings[i].index)
		}
		for i := range g.Wake {
			x.Wake = append(x.Wake, g.Wake[i].index)
		}
		list = append(list, x)
	}
	return list
}

// WriteJSON writes findings as one JSON document.
func WriteJSON(w io.Writer, findings []Finding) error {
	if findings == nil {
		findings = []Finding{}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Schema   string      `json:"schema"`
		Groups   []GroupJSON `json:"groups"`
		Findings []Finding   `json:"findings"`
	}{Schema, GroupsJSON(findings), findings})
}
