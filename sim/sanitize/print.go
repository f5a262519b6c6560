package sanitize

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Schema is the "schema" of the JSON that WriteJSON writes.
const Schema = "heddle.findings/v1"

// WriteText writes findings in the form of clang's diagnostics. object is the name of the code
// object, which replaces the source where that is not known.
func WriteText(w io.Writer, object string, findings []Finding) error {
	var b strings.Builder
	for i := range findings {
		findings[i].appendText(&b, cmp.Or(findings[i].Object, object))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *Finding) appendText(b *strings.Builder, object string) {
	fmt.Fprintf(b, "%s: %s: [%s] %s %s\n", where(object, f.File, f.Line, f.Column, f.Addr), f.severity(), f.Check, mnemonic(f.Text), f.Message)
	fmt.Fprintf(b, "  %#08x: %s\n", f.Addr, f.Text)
	fmt.Fprintf(b, "  kernel %s, workgroup %d,%d,%d, wave %d%s%s\n", f.Kernel, f.Group[0], f.Group[1], f.Group[2], f.Wave, inLane(f.Lane), times(f.Count))
	if p := f.Other; p != nil {
		fmt.Fprintf(b, "%s: note: %s", where(object, p.File, p.Line, p.Column, p.Addr), p.Note)
		if p.Workgroup != f.Workgroup {
			fmt.Fprintf(b, " (workgroup %d, wave %d%s)", p.Workgroup, p.Wave, inLane(p.Lane))
		} else if p.Wave != f.Wave {
			fmt.Fprintf(b, " (wave %d%s)", p.Wave, inLane(p.Lane))
		}
		fmt.Fprintf(b, "\n  %#08x: %s\n", p.Addr, p.Text)
	}
	if f.Advice != "" {
		fmt.Fprintf(b, "  help: %s\n", f.Advice)
	}
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

func times(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprintf("; %d times, the first is shown", n)
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
		Schema   string    `json:"schema"`
		Findings []Finding `json:"findings"`
	}{Schema, findings})
}
