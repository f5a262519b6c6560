package asm

import (
	"cmp"
	"debug/elf"
	"math"
	"slices"
)

// ehFDEEncoding is the encoding of a frame's address in .eh_frame: in 4 bytes, signed, relative to
// the place.
const ehFDEEncoding = ehPCRel | 0x0b

// dbgFrameWriter makes .eh_frame or .debug_frame.
type dbgFrameWriter struct {
	*dbgWriter
	d  *dbg
	l  dbgLayout
	eh bool
}

// frameSection makes one of the two frame sections. In .debug_frame all frames share the first
// one's CIE, as in llvm-mc.
func (d *dbg) frameSection(l dbgLayout, eh bool) dbgSection {
	w := dbgFrameWriter{d: d, l: l, eh: eh}
	if eh {
		w.dbgWriter = newDbgWriter(".eh_frame", 8, l)
		w.flags = elf.SHF_ALLOC
	} else {
		w.dbgWriter = newDbgWriter(".debug_frame", 8, l)
	}
	frames := make([]*dbgFrame, len(d.frames))
	for i := range frames {
		frames[i] = &d.frames[i]
	}
	slices.SortStableFunc(frames, func(x, y *dbgFrame) int { return compareCIE(x.cie, y.cie) })
	var cie uint64
	for i, f := range frames {
		if i == 0 || eh && f.cie != frames[i-1].cie {
			cie = w.cie(f.cie)
		}
		w.fde(f, cie, i == len(frames)-1)
	}
	return w.dbgSection
}

// compareCIE is llvm-mc's order of frames.
func compareCIE(x, y dbgCIE) int {
	return cmp.Or(
		cmp.Compare(x.personality, y.personality),
		cmp.Compare(x.personalityEncoding, y.personalityEncoding),
		cmp.Compare(x.lsdaEncoding, y.lsdaEncoding),
		compareBool(x.signal, y.signal),
		compareBool(x.simple, y.simple),
		cmp.Compare(x.returnColumn, y.returnColumn),
	)
}

// compareBool puts false first.
func compareBool(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// version of the CIE.
func (w *dbgFrameWriter) cieVersion() byte {
	switch {
	case w.eh || w.d.version < 3:
		return 1
	case w.d.version == 3:
		return 3
	}
	return 4
}

// cie writes a common information entry and returns its offset in the section.
func (w *dbgFrameWriter) cie(c dbgCIE) uint64 {
	start := w.offset()
	length := w.length()
	if w.eh {
		w.u32(0)
	} else {
		w.u32(math.MaxUint32)
	}
	version := w.cieVersion()
	w.u8(version)
	w.augmentation(c)
	if version >= 4 {
		w.u8(8, 0) // address size, segment selector size
	}
	w.uleb(dbgMinInst)
	w.sleb(dataAlign)
	column := c.returnColumn
	if column == dbgDefaultReturn {
		column = dwarfPC
	}
	if version == 1 {
		w.u8(byte(column))
	} else {
		w.uleb(uint64(column))
	}
	if w.eh {
		w.augmentationData(c)
		w.alignTo(4)
	} else {
		w.alignTo(8)
	}
	length()
	return start
}

// augmentation writes the string that describes the contents of augmentationData.
func (w *dbgFrameWriter) augmentation(c dbgCIE) {
	if w.eh {
		w.u8('z')
		if c.personality != "" {
			w.u8('P')
		}
		if c.hasLSDA {
			w.u8('L')
		}
		w.u8('R')
		if c.signal {
			w.u8('S')
		}
	}
	w.u8(0)
}

func (w *dbgFrameWriter) augmentationData(c dbgCIE) {
	size := 1
	if c.personality != "" {
		size += 1 + ehPointerSize(c.personalityEncoding)
	}
	if c.hasLSDA {
		size++
	}
	w.u8(byte(size))
	if c.personality != "" {
		w.u8(c.personalityEncoding)
		w.pointer(c.personality, c.personalityEncoding)
	}
	if c.hasLSDA {
		w.u8(c.lsdaEncoding)
	}
	w.u8(ehFDEEncoding)
}

func (w *dbgFrameWriter) pointer(symbol string, encoding uint8) {
	w.fixup(dbgFixup{size: ehPointerSize(encoding), pcrel: encoding&ehPCRel != 0, sec: -1, symbol: symbol})
}

// fde writes the entry of one frame.
func (w *dbgFrameWriter) fde(f *dbgFrame, cie uint64, last bool) {
	begin := w.l.addr(f.begin)
	size := w.l.addr(dbgPos{f.begin.sec, f.end}) - begin
	length := w.length()
	if w.eh {
		w.u32(uint32(w.offset() - cie))
		w.fixup(dbgFixup{size: 4, pcrel: true, sec: f.begin.sec, addend: int64(begin)})
		w.u32(uint32(size))
		if f.lsda == "" {
			w.u8(0)
		} else {
			w.u8(byte(ehPointerSize(f.cie.lsdaEncoding)))
			w.pointer(f.lsda, f.cie.lsdaEncoding)
		}
	} else {
		w.ref(w.name, cie)
		w.addr(f.begin.sec, begin)
		w.u64(size)
	}
	w.steps(f, begin)
	if w.eh && !last {
		w.alignTo(4)
	} else {
		w.alignTo(8)
	}
	length()
}

// steps writes a frame's instructions, each after an advance to its place.
func (w *dbgFrameWriter) steps(f *dbgFrame, at uint64) {
	start := 0
	for _, s := range f.steps {
		to := w.l.addr(dbgPos{f.begin.sec, s.off})
		w.advance((to - at) / dbgMinInst)
		at = to
		if s.label != 0 {
			w.d.place(s.label, w.dbgWriter)
		}
		w.u8(f.code[start:s.end]...)
		start = s.end
	}
}

// advance advances the location by n instructions.
func (w *dbgFrameWriter) advance(n uint64) {
	switch {
	case n == 0:
	case n < 1<<6:
		w.u8(cfaAdvanceLoc | byte(n))
	case n < 1<<8:
		w.u8(cfaAdvanceLoc1, byte(n))
	case n < 1<<16:
		w.u8(cfaAdvanceLoc2)
		w.u16(uint16(n))
	default:
		w.u8(cfaAdvanceLoc4)
		w.u32(uint32(n))
	}
}
