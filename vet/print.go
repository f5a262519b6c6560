package vet

import (
	"fmt"
	"io"
	"strings"

	"heddle/diag"
)

// Schema is the "schema" of the JSON of findings.
const Schema = "heddle.vet/v1"

// WriteText writes findings in the form of clang's diagnostics. object is the name of the code object,
// which stands for the source where that is not known. Findings of ranks that show does not have are
// left out.
func WriteText(w io.Writer, object string, kernels []Kernel, show func(Rank) bool) error {
	var b strings.Builder
	for i := range kernels {
		for k := range kernels[i].Findings {
			if f := &kernels[i].Findings[k]; show(f.Rank) {
				f.appendText(&b, object)
			}
		}
		if n := kernels[i].More; n > 0 {
			fmt.Fprintf(&b, "%s: kernel %s: and %s\n", object, kernels[i].Name, diag.Count(n, "further finding"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *Finding) appendText(b *strings.Builder, object string) {
	fmt.Fprintf(b, "%s: %s: [%s] %s%s\n", f.Place.where(object), severities[f.Rank], f.Rule, f.what(), f.Message)
	f.Place.appendInst(b)
	fmt.Fprintf(b, "  kernel %s", f.Kernel)
	if f.Required != "" {
		fmt.Fprintf(b, "; required %s, found %s", f.Required, f.Found)
	}
	if f.Also > 0 {
		fmt.Fprintf(b, "; %s the same", lack(f.Also))
	}
	b.WriteByte('\n')
	if p := f.Other; p != nil {
		fmt.Fprintf(b, "%s: note: %s\n", p.where(object), p.Note)
		p.appendInst(b)
	}
	if len(f.Path) > 0 {
		b.WriteString("  path:")
		for _, s := range f.Path {
			fmt.Fprintf(b, " %#x to %#x", s.From, s.To)
		}
		b.WriteByte('\n')
	}
	if f.Advice != "" {
		fmt.Fprintf(b, "  help: %s\n", f.Advice)
	}
}

// severities are ranks as diagnostics have them: timing and doubts are warnings.
var severities = [numRanks]string{RankError: "error", RankTiming: "warning (timing)", RankCantTell: "warning (can't tell)", RankNote: "note"}

func lack(n int) string {
	if n == 1 {
		return "1 later instruction lacks"
	}
	return fmt.Sprintf("%d later instructions lack", n)
}

// what is the mnemonic, as the subject of the message.
func (f *Finding) what() string {
	if f.Text == "" {
		return ""
	}
	name, _, _ := strings.Cut(f.Text, " ")
	return name + " "
}

func (p *Place) where(object string) string {
	switch {
	case p.File == "":
		return fmt.Sprintf("%s:%#x", object, p.Addr)
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

func (p *Place) appendInst(b *strings.Builder) {
	if p.Text != "" {
		fmt.Fprintf(b, "  %#08x: %s\n", p.Addr, p.Text)
	}
}
