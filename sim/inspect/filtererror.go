package inspect

import (
	"debug/elf"
	"fmt"
	"slices"
	"strings"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
)

// isMnemonic reports whether a word is the name of an instruction, or a pattern of names.
func isMnemonic(o *hsaco.Object, word string) bool {
	word = strings.ToLower(word)
	if _, ok := isa.LookupMnemonic(word); ok {
		return true
	}
	return slices.ContainsFunc(isa.For(o.Chip).Rows(), func(r isa.Row) bool { return named(word, &r) })
}

// noSuch is the error for a word that is neither a label nor a mnemonic.
func noSuch(o *hsaco.Object, word string) error {
	if strings.ContainsAny(word, "*?[") {
		return fmt.Errorf("%q: no instruction of %s has such a name", word, o.Chip.Name)
	}
	var names []string
	for _, s := range labels(o) {
		names = append(names, s.Name)
	}
	near := isa.Nearest(word, names, 2)
	if near == nil {
		names = nil
		for _, r := range isa.For(o.Chip).Rows() {
			if name := r.Op.String(); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		near = isa.Nearest(strings.ToLower(word), names, 1+len(word)/6)
	}
	return fmt.Errorf("%q is neither a label nor an instruction%s", word, diag.DidYouMean(near))
}

// nothingAt is the error for a place without code, with what there is near it.
func (s *selector) nothingAt(o *hsaco.Object, p *place) error {
	if p.lines {
		return fmt.Errorf("%q: there is no code of the kernels with that line%s", p.text, s.nearLines(o, p))
	}
	var spans []string
	for _, sec := range o.Sections {
		n := uint64(len(sec.Data))
		if sec.Flags&elf.SHF_EXECINSTR == 0 || n == 0 {
			continue
		}
		if p.first == p.last && p.first-sec.Addr < n {
			return fmt.Errorf("%q: no instruction begins at that address; the one before begins at %#x", p.text, before(o, p.first))
		}
		spans = append(spans, fmt.Sprintf("%#x to %#x", sec.Addr, sec.Addr+n-1))
	}
	return fmt.Errorf("%q: there is no code of the kernels at that address; it is at %s", p.text, strings.Join(spans, ", "))
}

// nearLines says which lines before and after a place have code, or which files.
func (s *selector) nearLines(o *hsaco.Object, p *place) string {
	var files []string
	below, above := 0, 0
	for at := range addresses(o) {
		x := sourceAt(s.lines, at)
		switch {
		case x.Line == 0:
			continue
		case !p.inFile(x.File):
			if name := printable(x.File); !slices.Contains(files, name) {
				files = append(files, name)
			}
			continue
		case uint64(x.Line) < p.first:
			below = max(below, x.Line)
		case above == 0 || x.Line < above:
			above = x.Line
		}
	}
	switch {
	case below > 0 && above > 0:
		return fmt.Sprintf("; the nearest with code are %d and %d", below, above)
	case below+above > 0:
		return fmt.Sprintf("; the nearest with code is %d", below+above)
	case files != nil:
		return "; the code is of " + strings.Join(files[:min(len(files), 3)], ", ")
	}
	return "; the code object has no line numbers"
}

// before is where the last instruction begins before an address.
func before(o *hsaco.Object, addr uint64) (last uint64) {
	for at := range addresses(o) {
		if at < addr {
			last = max(last, at)
		}
	}
	return last
}
