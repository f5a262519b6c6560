package asm

import (
	"errors"

	"heddle/hsaco"
)

// LinkDiagnostics adds source places to the errors of hsaco.Link for r.Module: for a relocation the
// place of its operand, for a symbol its first use.
func (r *Result) LinkDiagnostics(err error) Diagnostics {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	var ds Diagnostics
	for _, e := range list {
		if ds.Full() {
			ds.Count++
			continue
		}
		at, msg := nowhere, e.Error()
		var fault *hsaco.LinkError
		if errors.As(e, &fault) {
			if at = r.placeOf(fault); at.src >= 0 {
				msg = fault.Msg
			}
		}
		ds.Add(r.asm.diagnostic(at, msg, nil))
	}
	return ds
}

// placeOf finds the operand that a link error is about.
func (r *Result) placeOf(e *hsaco.LinkError) span {
	if e.Reloc != nil && e.Section != nil {
		for _, x := range r.relocs[e.Section] {
			if uint64(x.off) == e.Offset {
				return x.where
			}
		}
	}
	if e.Symbol == nil {
		return nowhere
	}
	for _, s := range r.Module.Sections {
		for i, x := range r.relocs[s] {
			if s.Relocs[i].Symbol == e.Symbol {
				return x.where
			}
		}
	}
	return nowhere
}
