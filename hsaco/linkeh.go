package hsaco

import (
	"cmp"
	"debug/elf"
	"slices"
)

// .eh_frame: LLD keeps one copy of equal CIEs, puts the FDEs after their CIE, and ends the section
// with a zero. (clang requests .debug_frame instead; this is for assembly with .cfi_startproc and
// no .cfi_sections.)

const ehFrame = ".eh_frame"

// isEHFrame reports whether s has frame descriptions for the unwinder.
func isEHFrame(s *Section) bool { return s.Name == ehFrame && s.Flags&elf.SHF_ALLOC != 0 }

// ehRecord is a CIE or FDE of a section.
type ehRecord struct {
	data   []byte // including the length field
	relocs []Reloc
	start  uint64 // in the section
}

// ehCIE is a CIE and its FDEs.
type ehCIE struct {
	ehRecord
	fdes []ehRecord
}

// ehKey identifies equal CIEs.
type ehKey struct {
	data        string
	personality *Symbol
}

// ehFrames gathers the .eh_frame sections.
type ehFrames struct {
	cies  []*ehCIE
	byKey map[ehKey]*ehCIE
	input *inSection
}

// addEHFrame adds the records of s.
func (l *linker) addEHFrame(eh *ehFrames, s *Section) {
	records, ok := splitEHFrame(s)
	if !ok {
		l.failf(s, "its contents are not frame descriptions (records with a length, within the section)")
		return
	}
	if eh.input == nil {
		eh.input = &inSection{name: ehFrame, typ: elf.SHT_PROGBITS, align: 1, src: s}
		eh.byKey = make(map[ehKey]*ehCIE)
	}
	eh.input.flags |= s.Flags
	eh.input.align = max(eh.input.align, s.Align)
	at := make(map[uint64]*ehCIE)
	for _, r := range records {
		id := uint64(le.Uint32(r.data[4:]))
		if id == 0 {
			key := ehKey{data: string(r.data)}
			if len(r.relocs) > 0 {
				key.personality = r.relocs[0].Symbol
			}
			c := eh.byKey[key]
			if c == nil {
				c = &ehCIE{ehRecord: r}
				eh.byKey[key] = c
				eh.cies = append(eh.cies, c)
			}
			at[r.start] = c
			continue
		}
		c := at[r.start+4-id]
		if c == nil {
			l.failf(s, "the frame description at %#x does not refer to a CIE before it", r.start)
			return
		}
		if r.describesCode(l) {
			c.fdes = append(c.fdes, r)
		}
	}
}

// describesCode reports whether the code that an FDE describes starts at a place in the file.
func (r *ehRecord) describesCode(l *linker) bool {
	if len(r.relocs) == 0 || r.relocs[0].Symbol == nil {
		return false
	}
	s := r.relocs[0].Symbol
	return s.Place == PlaceSection && !discarded(s.Section)
}

// splitEHFrame cuts s into records.
func splitEHFrame(s *Section) (list []ehRecord, ok bool) {
	if s.Type == elf.SHT_NOBITS {
		return nil, false
	}
	relocs := slices.Clone(s.Relocs)
	slices.SortStableFunc(relocs, func(a, b Reloc) int { return cmp.Compare(a.Offset, b.Offset) })
	next := func(end uint64) []Reloc {
		n, _ := slices.BinarySearchFunc(relocs, end, func(r Reloc, end uint64) int { return cmp.Compare(r.Offset, end) })
		part := relocs[:n]
		relocs = relocs[n:]
		return part
	}
	const header = 8 // length and CIE pointer
	for start := uint64(0); start < s.Size; {
		if s.Size-start < 4 {
			return nil, false
		}
		n := uint64(le.Uint32(s.Data[start:]))
		if n == 0 {
			break
		}
		n += 4
		if n < header || n > s.Size-start {
			return nil, false
		}
		r := ehRecord{data: s.Data[start : start+n], relocs: next(start + n), start: start}
		for _, rel := range r.relocs {
			if k, _ := relocKindOf(rel.Type); rel.Offset+k.width > start+n {
				return nil, false
			}
		}
		list = append(list, r)
		start += n
	}
	return list, true
}

// finish lays out the records.
func (eh *ehFrames) finish() *inSection {
	in := eh.input
	add := func(r ehRecord) uint64 {
		to := uint64(len(in.data))
		in.data = append(in.data, r.data...)
		for _, rel := range r.relocs {
			rel.Offset += to - r.start
			in.relocs = append(in.relocs, rel)
		}
		return to
	}
	for _, c := range eh.cies {
		cie := add(c.ehRecord)
		for _, fde := range c.fdes {
			to := add(fde)
			le.PutUint32(in.data[to+4:], uint32(to+4-cie))
		}
	}
	in.data = append(in.data, 0, 0, 0, 0)
	in.size = uint64(len(in.data))
	return in
}
