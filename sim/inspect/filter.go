package inspect

import (
	"debug/elf"
	"fmt"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"heddle/hsaco"
	"heddle/isa"
	"heddle/sim"
)

// FilterHelp describes the filters that ParseFilter reads.
const FilterHelp = `FILTER is a list of terms with commas between them. An instruction must fit each kind
of term that is there: one of the waves, one of the places, and so on.
  wg=3  wg=0-7         workgroups by linear id, x fastest
  wave=0  wave=1-2     waves within the workgroup
  0x1540  0x1540-1560  addresses in the code object, as in the disassembly
  k.s:12  12  k.s:12-20  source lines; the file may be left out
  loop  loop-done      labels and functions; a function stands for all of its code
  v_mfma*  s_barrier   mnemonics; * and ? stand for other characters
  lane=5  lane=0-3     only values of these lanes are printed; lane=0-63 are all, where a
                       trace prints four
  as=f32               print values as f32, f16 or bf16 (two to a register), i32 or hex`

// Filter chooses instructions of waves. The zero value chooses all of them.
type Filter struct {
	workgroups, waves []span
	lanes             uint64 // to print, 0 for all
	as                format // how values are printed
	places            []place
	words             []string // labels or mnemonics: the code object tells
}

// span is numbers from first to last.
type span struct{ first, last uint64 }

func within(list []span, n uint64) bool {
	return list == nil || slices.ContainsFunc(list, func(s span) bool { return s.first <= n && n <= s.last })
}

// choosesAll reports whether everything fits that the workgroups do which are chosen.
func (f *Filter) choosesAll() bool { return f.waves == nil && len(f.places)+len(f.words) == 0 }

// place is a part of the code: addresses, or lines of a file, or of any if that is empty.
type place struct {
	span
	lines bool
	file  string
	text  string
}

// ParseFilter reads a filter; FilterHelp says what it looks like.
func ParseFilter(text string) (*Filter, error) {
	f := &Filter{}
	for _, term := range strings.Split(text, ",") {
		if term = strings.TrimSpace(term); term == "" {
			return nil, fmt.Errorf("%q has an empty term", text)
		}
		if err := f.term(term); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// term adds a term.
func (f *Filter) term(term string) error {
	key, value, keyed := strings.Cut(term, "=")
	if !keyed {
		return f.bare(term)
	}
	switch key {
	case "as":
		i := slices.Index(formatNames, value)
		if i < 0 {
			return fmt.Errorf("as=%s: %q is not one of %s", value, value, strings.Join(formatNames, ", "))
		}
		if f.as != formatOfUse {
			return fmt.Errorf("%q: values are printed in one format, as=%s is there already", term, formatNames[f.as-1])
		}
		f.as = format(i) + 1
		return nil
	case "wg", "wave", "lane":
	default:
		return fmt.Errorf("%q: %q is not one of wg, wave, lane, as", term, key)
	}
	s, ok := parseSpan(value, parseNumber)
	if !ok {
		return fmt.Errorf("%q: %s=N or %s=N-M is expected, N and M below 2^31", term, key, key)
	}
	switch key {
	case "wg":
		f.workgroups = append(f.workgroups, s)
	case "wave":
		f.waves = append(f.waves, s)
	case "lane":
		if s.last > 63 {
			return fmt.Errorf("%q: lanes are 0 to 63", term)
		}
		for l := s.first; l <= s.last; l++ {
			f.lanes |= 1 << l
		}
	}
	return nil
}

// bare adds a term without a key: a place or a mnemonic.
func (f *Filter) bare(term string) error {
	file, lines, named := cutLast(term, ":")
	if !named {
		file, lines = "", term
	}
	switch s, ok := parseSpan(lines, parseNumber); {
	case ok:
		f.places = append(f.places, place{s, true, file, term})
		return nil
	case named:
		return fmt.Errorf("%q: FILE:LINE or FILE:LINE-LINE is expected", term)
	}
	if strings.HasPrefix(term, "0x") {
		s, ok := parseSpan(term, parseAddress)
		if !ok {
			return fmt.Errorf("%q: an address 0xADDR or 0xADDR-ADDR is expected", term)
		}
		f.places = append(f.places, place{s, false, "", term})
		return nil
	}
	if _, err := path.Match(term, ""); err != nil {
		return fmt.Errorf("%q: %w", term, err)
	}
	f.words = append(f.words, term)
	return nil
}

// cutLast cuts text around the last separator.
func cutLast(text, sep string) (before, after string, found bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(sep):], true
}

// parseSpan reads one number or two with a "-" between them.
func parseSpan(text string, number func(string) (uint64, bool)) (s span, ok bool) {
	first, last, two := strings.Cut(text, "-")
	if s.first, ok = number(first); !ok {
		return s, false
	}
	if s.last = s.first; two {
		s.last, ok = number(last)
	}
	return s, ok && s.first <= s.last
}

func parseNumber(text string) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return n, err == nil
}

func parseAddress(text string) (uint64, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 64)
	return n, err == nil
}

// selector is a filter for the code of an object.
type selector struct {
	*Filter
	lines     *hsaco.LineTable
	places    []place
	mnemonics []string
	unknown   []error // terms that nothing in the object fits
	sites     []int8  // by sim.Event.Site: whether code fits, 0 if that is not known
}

// in returns the filter for an object.
func (f *Filter) in(o *hsaco.Object) *selector {
	s := &selector{Filter: f, lines: linesOf(o), places: slices.Clone(f.places)}
	for _, word := range f.words {
		if p, ok := labelled(o, word); ok {
			s.places = append(s.places, p)
		} else if isMnemonic(o, word) {
			s.mnemonics = append(s.mnemonics, strings.ToLower(word))
		} else {
			s.unknown = append(s.unknown, noSuch(o, word))
		}
	}
	for i := range f.places {
		if p := &f.places[i]; !s.exists(o, p) {
			s.unknown = append(s.unknown, s.nothingAt(o, p))
		}
	}
	return s
}

// Check returns an error if a term fits nothing in any of the objects.
func (f *Filter) Check(objects ...*hsaco.Object) error {
	for i := range f.words {
		one := &Filter{words: f.words[i : i+1]}
		if err := one.check(objects); err != nil {
			return err
		}
	}
	for i := range f.places {
		one := &Filter{places: f.places[i : i+1]}
		if err := one.check(objects); err != nil {
			return err
		}
	}
	return nil
}

// check is Check for a filter of one term: the error of the first object, if all have one.
func (f *Filter) check(objects []*hsaco.Object) (err error) {
	for i := len(objects) - 1; i >= 0; i-- {
		unknown := f.in(objects[i]).unknown
		if unknown == nil {
			return nil
		}
		err = unknown[0]
	}
	return err
}

// labels are the symbols of an object's code.
func labels(o *hsaco.Object) (list []*hsaco.Symbol) {
	for _, s := range o.Symbols {
		if sec := o.SectionOf(s); sec != nil && sec.Flags&elf.SHF_EXECINSTR != 0 && s.Name != "" {
			list = append(list, s)
		}
	}
	return list
}

// labelled returns the place of a label, a function or the code between two labels.
func labelled(o *hsaco.Object, word string) (p place, ok bool) {
	first, last, two := strings.Cut(word, "-")
	from := labelNamed(o, first)
	if from == nil {
		return p, false
	}
	p = place{span: span{o.Address(from), o.Address(from)}, text: word}
	switch {
	case two:
		to := labelNamed(o, last)
		if to == nil || o.Address(to) < p.first {
			return p, false
		}
		p.last = o.Address(to)
	case from.Size > 0:
		p.last += from.Size - 1
	}
	return p, true
}

func labelNamed(o *hsaco.Object, name string) *hsaco.Symbol {
	list := labels(o)
	if i := slices.IndexFunc(list, func(s *hsaco.Symbol) bool { return s.Name == name }); i >= 0 {
		return list[i]
	}
	return nil
}

// exists reports whether there is code at a place.
func (s *selector) exists(o *hsaco.Object, p *place) bool {
	for at := range addresses(o) {
		if s.holds(p, at) {
			return true
		}
	}
	return false
}

// addresses are those where instructions of an object begin, and of dwords that are none. What comes before
// a label may be data, so that an instruction does not go across it.
func addresses(o *hsaco.Object) iter.Seq[uint64] {
	target, begin := isa.For(o.Chip), map[uint64]bool{}
	for _, s := range labels(o) {
		begin[o.Address(s)] = true
	}
	return func(yield func(uint64) bool) {
		for _, sec := range o.Sections {
			if sec.Flags&elf.SHF_EXECINSTR == 0 {
				continue
			}
			for at := 0; at < len(sec.Data); {
				if !yield(sec.Addr + uint64(at)) {
					return
				}
				inst, err := target.Decode(sec.Data[at:])
				end := at + 4
				for err == nil && end < at+inst.Size() && !begin[sec.Addr+uint64(end)] {
					end += 4
				}
				at = end
			}
		}
	}
}

// holds reports whether a place holds the code at an address.
func (s *selector) holds(p *place, addr uint64) bool {
	if !p.lines {
		return p.first <= addr && addr <= p.last
	}
	at := sourceAt(s.lines, addr)
	return at.Line > 0 && p.first <= uint64(at.Line) && uint64(at.Line) <= p.last && p.inFile(at.File)
}

// inFile reports whether a file is the place's.
func (p *place) inFile(file string) bool {
	return p.file == "" || p.file == file || strings.HasSuffix(file, "/"+p.file)
}

// code reports whether an instruction fits, whatever wave executes it.
func (s *selector) code(site int, addr uint64, inst *isa.Inst) bool {
	for site >= len(s.sites) {
		s.sites = append(s.sites, make([]int8, len(s.sites)+64)...)
	}
	if s.sites[site] == 0 {
		s.sites[site] = -1
		if s.fits(addr, inst) {
			s.sites[site] = 1
		}
	}
	return s.sites[site] > 0
}

func (s *selector) fits(addr uint64, inst *isa.Inst) bool {
	if len(s.places)+len(s.mnemonics) == 0 {
		return len(s.unknown) == 0
	}
	if s.places != nil && !slices.ContainsFunc(s.places, func(p place) bool { return s.holds(&p, addr) }) {
		return false
	}
	return s.mnemonics == nil || slices.ContainsFunc(s.mnemonics, func(pattern string) bool { return named(pattern, inst.Row) })
}

// named reports whether a pattern is for the instructions of a row.
func named(pattern string, row *isa.Row) bool {
	for _, name := range []string{row.Mnemonic, row.Op.String()} {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			return true
		}
	}
	return false
}

// wave reports whether a wave is among those that are chosen.
func (s *selector) wave(e *sim.Event) bool {
	return within(s.workgroups, uint64(e.Workgroup)) && within(s.waves, uint64(e.Wave))
}

// event reports whether an event fits.
func (s *selector) event(e *sim.Event) bool { return s.wave(e) && s.code(e.Site, e.CodeAddr, e.Inst) }

// skips reports whether no instruction of a run fits.
func (s *selector) skips(e *sim.Event, run *sim.Run) bool {
	if !s.wave(e) {
		return true
	}
	addr := e.CodeAddr
	for i, inst := range run.Insts {
		if s.code(run.Sites[i], addr, inst) {
			return false
		}
		addr += uint64(inst.Size())
	}
	return true
}
