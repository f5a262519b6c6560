//go:build llvm

package asm

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
)

// llvmMC assembles src with llvm-mc-22 and gives the object file, or the
// error text.
func llvmMC(t testing.TB, src []byte, chip string, flags ...string) ([]byte, string) {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.s"), filepath.Join(dir, "out.o")
	if err := os.WriteFile(in, src, 0o666); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-triple=amdgcn-amd-amdhsa", "-mcpu=" + chip, "-filetype=obj", in, "-o", out}, flags...)
	text, err := exec.Command("llvm-mc-22", args...).CombinedOutput()
	if err != nil {
		return nil, string(text) + err.Error()
	}
	obj, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return obj, ""
}

// objectModule turns a relocatable object into the module that it stands for.
// Section groups are left out, and so are the symbols that name them.
func objectModule(t testing.TB, obj []byte) *hsaco.Module {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(obj))
	if err != nil {
		t.Fatal(err)
	}
	flags := binary.LittleEndian.Uint32(obj[48:])
	m := &hsaco.Module{Version: int(f.ABIVersion) + 2}
	m.Chip, _ = arch.ByMach(flags & 0xff)
	m.XNACK = feature(flags >> 8 & 3)
	m.SRAMECC = feature(flags >> 10 & 3)
	made := make([]*hsaco.Section, len(f.Sections))
	for i, s := range f.Sections {
		switch s.Type {
		case elf.SHT_NULL, elf.SHT_RELA, elf.SHT_SYMTAB, elf.SHT_STRTAB, elf.SHT_GROUP:
			continue
		}
		made[i] = &hsaco.Section{
			Name: s.Name, Type: s.Type, Flags: s.Flags, Align: s.Addralign, EntSize: s.Entsize, Size: s.Size,
		}
		if s.Type != elf.SHT_NOBITS {
			if made[i].Data, err = s.Data(); err != nil {
				t.Fatal(err)
			}
		}
		m.Sections = append(m.Sections, made[i])
	}
	symbols, err := f.Symbols()
	if err != nil && err != elf.ErrNoSymbols {
		t.Fatal(err)
	}
	syms := make([]*hsaco.Symbol, len(symbols)+1)
	for i, s := range symbols {
		out := &hsaco.Symbol{
			Name: s.Name, Value: s.Value, Size: s.Size,
			Type: elf.ST_TYPE(s.Info), Bind: elf.ST_BIND(s.Info), Visibility: elf.ST_VISIBILITY(s.Other),
		}
		switch {
		case s.Section == elf.SHN_UNDEF:
		case s.Section == elf.SHN_COMMON:
			out.Place = hsaco.PlaceCommon
		case s.Section >= elf.SHN_LORESERVE:
			out.Place = hsaco.PlaceAbsolute
		case made[s.Section] == nil:
			continue
		default:
			out.Place, out.Section = hsaco.PlaceSection, made[s.Section]
		}
		if out.Type == elf.STT_SECTION {
			out.Name = ""
		}
		syms[i+1] = out
		m.Symbols = append(m.Symbols, out)
	}
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA {
			continue
		}
		data, err := s.Data()
		if err != nil {
			t.Fatal(err)
		}
		for ; len(data) >= 24; data = data[24:] {
			info := binary.LittleEndian.Uint64(data[8:])
			to := made[s.Info]
			to.Relocs = append(to.Relocs, hsaco.Reloc{
				Offset: binary.LittleEndian.Uint64(data), Type: hsaco.RelocType(uint32(info)),
				Symbol: syms[info>>32], Addend: int64(binary.LittleEndian.Uint64(data[16:])),
			})
		}
	}
	return m
}

func feature(bits uint32) hsaco.Feature {
	switch bits {
	case 2:
		return hsaco.FeatureOff
	case 3:
		return hsaco.FeatureOn
	}
	return hsaco.FeatureAny
}
