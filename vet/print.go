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
	switch {
	case f.Also > 0 && f.Other != nil:
		fmt.Fprintf(b, "; %s the same", lack(f.Also))
	case f.Also > 0:
		fmt.Fprintf(b, "; so with %s more", accesses(f.Also))
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
	if c := f.Cost; c.PerWave() >= 0 {
		fmt.Fprintf(b, "  cost: in the timing model waves wait here for %.0f cycles each, %.2g %% of their time\n", c.PerWave(), 100*float64(c.Cycles)/float64(max(c.WaveCycles, 1)))
	}
	if f.Advice != "" {
		fmt.Fprintf(b, "  help: %s\n", f.Advice)
	}
}

// WriteAddresses writes where the memory accesses of kernels go: a line for each kernel, and one for each
// access that is listed.
func WriteAddresses(w io.Writer, object string, kernels []Kernel) error {
	var b strings.Builder
	for i := range kernels {
		k := &kernels[i]
		if k.Addresses == nil {
			continue
		}
		for n := range k.Addresses.List {
			k.Addresses.List[n].appendText(&b, object)
		}
		k.Addresses.appendText(&b, object, k.Name)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// verdictTexts are verdicts as the line of a kernel has them.
var verdictTexts = [...]string{"inside of their memory", "kept inside by their resource", "of memory that is not known", "can't tell", "wrong"}

func (a *Addresses) appendText(b *strings.Builder, object, kernel string) {
	counts := [...]int{a.Inside, a.Guarded, a.Open, a.CantTell, a.Wrong}
	total := 0
	var parts []string
	for i, n := range counts {
		if total += n; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, verdictTexts[i]))
		}
	}
	fmt.Fprintf(b, "%s: addresses of %s: %s", object, kernel, accesses(total))
	switch {
	case total > 0 && a.Inside+a.Guarded == total:
		fmt.Fprintf(b, ", all proven: %s\n", strings.Join(parts, ", "))
	case total > 0:
		fmt.Fprintf(b, ": %s\n", strings.Join(parts, ", "))
	default:
		b.WriteByte('\n')
	}
}

func accesses(n int) string {
	if n == 1 {
		return "1 access"
	}
	return fmt.Sprintf("%d accesses", n)
}

func (a *Address) appendText(b *strings.Builder, object string) {
	fmt.Fprintf(b, "%s: %s\n", a.Place.where(object), a.Text)
	of := a.Of
	if of == "" && a.Space == SpaceLDS {
		of = "LDS"
	}
	fmt.Fprintf(b, "  %s: %s byte %s", a.Verdict, of, a.Offset)
	if a.Bounded {
		fmt.Fprintf(b, ": bytes %d to %d", a.Least, a.Most-1)
	}
	if a.Bytes > 0 {
		fmt.Fprintf(b, " of %d", a.Bytes)
	}
	if a.Wraps {
		b.WriteString("; a sum may not fit 32 bits")
	}
	b.WriteByte('\n')
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
