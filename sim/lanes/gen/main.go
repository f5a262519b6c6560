// Command gen writes the kernels of package lanes: z*_amd64.s, their
// declarations z*_amd64.go, and the tables and constants that name them. It runs
// in the package's folder.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"log"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// unit is a file of kernels.
type unit struct {
	name string // without the z and the suffixes
	emit func(m *machine, suffix string)
}

var units = []unit{
	{"int", emitOps(integerOps)},
	{"float", emitOps(floatOps)},
	{"half", emitOps(halfOps)},
	{"trans", emitOps(transOps)},
	{"pair", emitPairs},
	{"other", emitOthers},
	{"memory", emitMemory},
	{"mfma", emitMFMA},
}

func main() {
	log.SetFlags(0)
	files, err := generate()
	if err != nil {
		log.Fatal(err)
	}
	for name, b := range files {
		if err := os.WriteFile(name, b, 0o666); err != nil {
			log.Fatal(err)
		}
	}
}

// generate returns the contents of the generated files by name.
func generate() (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, u := range units {
		if err := u.generate(files); err != nil {
			return nil, fmt.Errorf("%s: %w", u.name, err)
		}
	}
	for name, b := range map[string][]byte{
		"zops.go": emitNames(), "zset_amd64.go": emitSets(), "zmemoryset_amd64.go": emitMemories(),
		"zmfmaframe.go": emitFrame(), "zmfmaset_amd64.go": emitMatrices(),
	} {
		src, err := format.Source(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		files[name] = src
	}
	return files, nil
}

func (u *unit) generate(files map[string][]byte) error {
	ctx := build.NewContext()
	m := &machine{Context: ctx, pool: map[uint64]operand.Mem{}, tables: map[[16]byte]operand.Mem{}, named: map[string]operand.Mem{}}
	for _, level := range levels {
		m.wide = level.wide
		u.emit(m, level.suffix)
	}
	f, err := ctx.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(f); err != nil {
		return err
	}
	if err := checkRegisters(f); err != nil {
		return err
	}
	cfg := printer.Config{Name: "gen", Argv: []string{"gen"}, Pkg: "lanes"}
	for suffix, p := range map[string]printer.Printer{"_amd64.s": printer.NewGoAsm(cfg), "_amd64.go": printer.NewStubs(cfg)} {
		if files["z"+u.name+suffix], err = print(p, f); err != nil {
			return err
		}
	}
	return nil
}

// checkRegisters fails if an AVX2 function uses the vector registers that only
// AVX-512 has, which the assembler would take.
func checkRegisters(f *ir.File) error {
	var many []string
	for _, fn := range f.Functions() {
		if strings.HasSuffix(fn.Name, levels[0].suffix) && slices.ContainsFunc(fn.Instructions(), usesHighVector) {
			many = append(many, fn.Name)
		}
	}
	if many != nil {
		return fmt.Errorf("more registers than AVX2 has: %s", strings.Join(many, ", "))
	}
	return nil
}

func usesHighVector(inst *ir.Instruction) bool {
	return slices.ContainsFunc(inst.Registers(), func(r reg.Register) bool {
		p := reg.ToPhysical(r)
		return p != nil && r.Kind() == reg.KindVector && p.PhysicalIndex() >= 16
	})
}

func print(p printer.Printer, f *ir.File) ([]byte, error) {
	b, err := p.Print(f)
	return append(bytes.TrimRight(b, "\n"), '\n'), err
}

// emitOps returns the emitter of a table of operations on 32 bits.
func emitOps(table []op) func(m *machine, suffix string) {
	return func(m *machine, suffix string) {
		for i := range table {
			o := &table[i]
			m.short = o.twice && !m.wide
			m.kernel(lower(o.name)+suffix, o.doc, shape{o.sources, o.float, m.wide || !o.twice},
				func(p []pointer) chunkFunc { return o.chunk(m, p) })
		}
		m.short = false
	}
}

func emitPairs(m *machine, suffix string) {
	for i := range pairOps {
		o := &pairOps[i]
		m.kernel(lower(o.name)+suffix, o.doc, shape{len(o.sources), o.nan != noNaN, m.wide},
			func(p []pointer) chunkFunc { return o.chunk(m, p) })
	}
	for i := range twinOps {
		t := &twinOps[i]
		o := opNamed(t.of)
		m.kernel(lower(t.name)+suffix, t.doc, shape{o.sources, o.float, m.wide},
			func(p []pointer) chunkFunc { return t.chunk(m, o, p) })
	}
	for i := range pickOps {
		m.pick(lower(pickOps[i].name)+suffix, pickOps[i].doc, opNamed(pickOps[i].of))
	}
}

func emitOthers(m *machine, suffix string) {
	for i := range relations {
		m.compare(lower(relations[i].name)+suffix, &relations[i])
	}
	for _, c := range carries {
		m.carry(lower(c.name)+suffix, c.doc, c.subtract)
	}
	m.choose("select" + suffix)
	m.logic("logic" + suffix)
	m.splat("splat" + suffix)
	m.modify("modify" + suffix)
	m.mad("madU64"+suffix, false)
	m.mad("madI64"+suffix, true)
}

// allOps are the operations on 32 bits.
func allOps() []op { return slices.Concat(integerOps, floatOps, halfOps, transOps) }

func opNamed(name string) *op {
	all := allOps()
	i := slices.IndexFunc(all, func(o op) bool { return o.name == name })
	return &all[i]
}

// lower is the name of the function of an exported constant.
func lower(name string) string {
	n := 0
	for n < len(name) && unicode.IsUpper(rune(name[n])) {
		n++
	}
	if n == 1 || n == len(name) {
		first, size := utf8.DecodeRuneInString(name)
		return string(unicode.ToLower(first)) + name[size:]
	}
	// FMAF32: an initialism of its own and a type.
	return strings.ToLower(name[:n-1]) + name[n-1:]
}

// named is a constant and its meaning.
type named struct{ name, doc string }

func kernelNames() []named {
	var all []named
	for _, o := range allOps() {
		all = append(all, named{o.name, o.doc})
	}
	for i := range pairOps {
		all = append(all, named{pairOps[i].name, pairOps[i].doc})
	}
	for _, t := range twinOps {
		all = append(all, named{t.name, t.doc})
	}
	return all
}

func pickNames() []named {
	var all []named
	for _, t := range pickOps {
		all = append(all, named{t.name, t.doc})
	}
	return all
}

func relationNames() []named {
	var all []named
	for _, r := range relations {
		all = append(all, named{r.name, r.doc})
	}
	return all
}

func carryNames() []named {
	var all []named
	for _, c := range carries {
		all = append(all, named{c.name, c.doc})
	}
	return all
}

const warning = "// Code generated by gen. DO NOT EDIT.\n\npackage lanes\n\n"

func emitNames() []byte {
	b := bytes.NewBufferString(warning)
	for _, group := range []struct {
		typ, doc, none, count string
		names                 []named
	}{
		{"Op", "Op is what a Kernel computes, for each lane.", "NoOp", "numOps", kernelNames()},
		{"PickOp", "PickOp is what a Pick computes, of both dwords.", "NoPick", "numPicks", pickNames()},
		{"Relation", "Relation is what a Compare tests.", "NoRelation", "numRelations", relationNames()},
		{"CarryOp", "CarryOp is what a Carry computes.", "NoCarry", "numCarries", carryNames()},
	} {
		fmt.Fprintf(b, "// %s\ntype %s uint8\n\n// The values of %s; the first is none.\nconst (\n%s %s = iota\n", group.doc, group.typ, group.typ, group.none, group.typ)
		for _, n := range group.names {
			fmt.Fprintf(b, "%s // %s\n", n.name, n.doc)
		}
		fmt.Fprintf(b, "%s\n)\n\n", group.count)
	}
	return b.Bytes()
}

func emitSets() []byte {
	b := bytes.NewBufferString(warning)
	b.WriteString("var sets = [...]Set{\n")
	for _, level := range levels {
		fmt.Fprintf(b, "%s: {\n", level.suffix)
		for _, group := range []struct {
			field, typ, count string
			names             []named
		}{
			{"Kernels", "Kernel", "numOps", kernelNames()},
			{"Picks", "Pick", "numPicks", pickNames()},
			{"Compares", "Compare", "numRelations", relationNames()},
			{"Carries", "Carry", "numCarries", carryNames()},
		} {
			fmt.Fprintf(b, "%s: [%s]%s{\n", group.field, group.count, group.typ)
			for _, n := range group.names {
				fmt.Fprintf(b, "%s: %s%s,\n", n.name, lower(n.name), level.suffix)
			}
			b.WriteString("},\n")
		}
		fmt.Fprintf(b, "Select: select%[1]s,\nLogic: logic%[1]s,\nSplat: splat%[1]s,\nModify: modify%[1]s,\nMadU64: madU64%[1]s,\nMadI64: madI64%[1]s,\n},\n", level.suffix)
	}
	b.WriteString("}\n")
	return b.Bytes()
}
