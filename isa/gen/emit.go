package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"sort"
	"strings"
)

// readPairs reads a file of name TAB text lines.
func readPairs(path string) (map[string]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m := map[string]string{}
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		if name, text, ok := strings.Cut(sc.Text(), "\t"); ok && !strings.HasPrefix(name, "#") {
			m[name] = text
		}
	}
	return m, sc.Err()
}

func emitOps(ops []string, meaning, aliases map[string]string) []byte {
	b := header()
	b.WriteString("// The instructions of all targets.\nconst (\nopNone Op = iota\n")
	for _, op := range ops {
		fmt.Fprintf(b, "%s\n", strings.ToUpper(op))
	}
	b.WriteString("numOps\n)\n\nvar opNames = [numOps]string{\n")
	for _, op := range ops {
		fmt.Fprintf(b, "%s: %q,\n", strings.ToUpper(op), op)
	}
	b.WriteString("}\n\nvar opMeanings = [numOps]string{\n")
	for _, op := range ops {
		if m := meaning[op]; m != "" {
			fmt.Fprintf(b, "%s: %q,\n", strings.ToUpper(op), m)
		}
	}
	b.WriteString("}\n\n")
	emitOpHash(b, ops)
	b.WriteString("var aliases = [...]alias{\n")
	for _, a := range slices.Sorted(maps.Keys(aliases)) {
		fmt.Fprintf(b, "{%q, %s},\n", a, strings.ToUpper(aliases[a]))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// emitOpHash writes an open-addressed hash table of the Ops by name, as
// isa.LookupOp reads it: FNV-1a, the next free slot on collision.
func emitOpHash(b *bytes.Buffer, ops []string) {
	const size = 4096 // a power of two, a third full
	var slots [size]string
	for _, op := range ops {
		h := fnv.New32a()
		h.Write([]byte(op))
		i := h.Sum32()
		for slots[i%size] != "" {
			i++
		}
		slots[i%size] = strings.ToUpper(op)
	}
	fmt.Fprintf(b, "var opHash = [%d]Op{\n", size)
	for i, op := range slots {
		if op != "" {
			fmt.Fprintf(b, "%d: %s,\n", i, op)
		}
	}
	b.WriteString("}\n\n")
}

// emitTarget writes the table of one target: the operand lists, the rows, and
// two indexes into the rows, by opcode for the decoder and by Op.
func emitTarget(name string, rows []*line, fams []family) ([]byte, error) {
	byTSV := map[string]*family{}
	for i := range fams {
		byTSV[fams[i].tsv] = &fams[i]
	}
	T := strings.ToUpper(name)
	b := header()
	specs, mods, shapes := newPool(), newPool(), newPool()
	var rowText bytes.Buffer
	for _, l := range rows {
		fam := byTSV[l.enc]
		if fam == nil {
			return nil, fmt.Errorf("%s: unknown encoding %q", l.mnemonic, l.enc)
		}
		if err := emitRow(&rowText, l, fam, specs, mods, shapes, name); err != nil {
			return nil, fmt.Errorf("%s %s: %w", l.enc, l.mnemonic, err)
		}
	}
	// A variable each: a row that names one is laid out by the linker, a row
	// that indexes a table of them would be filled in whenever a process starts.
	b.WriteString("var (\n")
	for i, s := range specs.list {
		fmt.Fprintf(b, "specs%s%s = []OperandSpec{%s}\n", T, suffix(i), s)
	}
	b.WriteString(")\n\nvar (\n")
	for i, m := range mods.list {
		fmt.Fprintf(b, "modFields%s%s = []modField{%s}\n", T, suffix(i), m)
	}
	b.WriteString(")\n\nvar (\n")
	for i, s := range shapes.list {
		fmt.Fprintf(b, "memory%s%s = MemoryShape{%s}\n", T, suffix(i), s)
	}
	fmt.Fprintf(b, ")\n\nvar rows%s = [...]Row{\n%s}\n\n", T, rowText.Bytes())
	emitBuckets(b, T, rows, fams, byTSV)
	emitOpIndex(b, T, rows)
	fmt.Fprintf(b, "\n// hash%s is that of the text above, before gofmt.\nconst hash%s = \"%x\"\n", T, T, sha256.Sum256(b.Bytes()))
	return b.Bytes(), nil
}

// pool keeps one copy of each distinct text.
type pool struct {
	index map[string]int
	list  []string
}

func newPool() *pool { return &pool{index: map[string]int{}} }

func (p *pool) add(s string) int {
	i, ok := p.index[s]
	if !ok {
		i = len(p.list)
		p.index[s] = i
		p.list = append(p.list, s)
	}
	return i
}

// suffix returns the end of the name of a pool's text.
func suffix(i int) string { return fmt.Sprintf("n%d", i) }

func emitRow(b *bytes.Buffer, l *line, fam *family, specs, mods, shapes *pool, target string) error {
	mask, bits, base := l.words(fam)
	fmt.Fprintf(b, "{Op: %s, Enc: Enc%s, Opcode: %d, Mnemonic: %q, Size: %d", strings.ToUpper(l.base()), fam.goName, l.opcode, l.mnemonic, fam.size)
	fmt.Fprintf(b, ", Mask: %s, Bits: %s, Base: %s", hex(mask), hex(bits), hex(base))
	if len(l.operands) > 0 {
		var s []string
		for i := range l.operands {
			t, err := specText(&l.operands[i])
			if err != nil {
				return err
			}
			s = append(s, t)
		}
		fmt.Fprintf(b, ", Operands: specs%s%s", strings.ToUpper(target), suffix(specs.add(strings.Join(s, ","))))
	}
	if n := l.sources(); n > 0 {
		fmt.Fprintf(b, ", Sources: %d", n)
	}
	if slices.Contains(l.mods, "op_sel") {
		fmt.Fprintf(b, ", OpSelLen: %d", l.opSel)
	}
	if l.form != "" {
		fmt.Fprintf(b, ", Form: %q", l.form)
	}
	emitSet(b, "Mods", l.mods)
	emitSet(b, "Need", l.need)
	if m := fam.modFieldsText(l); m != "" {
		fmt.Fprintf(b, ", modFields: modFields%s%s", strings.ToUpper(target), suffix(mods.add(m)))
	}
	imp := map[string]string{"SCC": "ImpSCC", "VCC": "ImpVCC", "EXEC": "ImpEXEC", "M0": "ImpM0", "MODE": "ImpMODE", "FLAT_SCR": "ImpFlatScratch"}
	emitFlags(b, "Reads", l.reads, imp)
	emitFlags(b, "Writes", l.writes, imp)
	fmt.Fprintf(b, ", Unit: %s", unitNames[l.unit])
	if l.passes > 0 {
		fmt.Fprintf(b, ", Passes: %d", l.passes)
	}
	memory, err := l.memoryText()
	if err != nil {
		return err
	}
	if memory != "" {
		fmt.Fprintf(b, ", Memory: &memory%s%s", strings.ToUpper(target), suffix(shapes.add(memory)))
	}
	emitFlags(b, "Counters", l.counters(), map[string]string{"vm": "CountVM", "lgkm": "CountLGKM"})
	emitFlags(b, "Traits", l.traits(), map[string]string{"load": "MayLoad", "store": "MayStore", "lit": "LiteralOK",
		"dst": "ReadsDst", "must": "LiteralMust", "vcc": "ConstBusVCC"})
	b.WriteString("},\n")
	return nil
}

var unitNames = map[string]string{"salu": "UnitSALU", "smem": "UnitSMEM", "branch": "UnitBranch", "valu": "UnitVALU",
	"trans": "UnitTrans", "dot": "UnitDot", "xdl": "UnitXDL", "sgemm": "UnitSGEMM", "dgemm": "UnitDGEMM",
	"lds": "UnitLDS", "vmem": "UnitVMEM", "flat": "UnitFlat", "msg": "UnitMsg"}

// counters: facts isa/hazards.md §1.
func (l *line) counters() []string {
	switch l.unit {
	case "vmem":
		return []string{"vm"}
	case "flat":
		return []string{"vm", "lgkm"}
	case "lds", "smem", "msg":
		return []string{"lgkm"}
	}
	return nil
}

func (l *line) traits() []string {
	t := slices.Clone(l.flags)
	for i := range l.operands {
		o := &l.operands[i]
		if o.class == "KLIT" {
			t = append(t, "must")
		}
		if (o.name == "vdst" || o.name == "sdst") && o.access == "rw" {
			t = append(t, "dst")
		}
	}
	// DPP keeps the old value of lanes that it does not write.
	if strings.HasPrefix(l.enc, "DPP") && l.index("vdst") >= 0 && !slices.Contains(t, "dst") {
		t = append(t, "dst")
	}
	if slices.Contains(l.reads, "VCC") && strings.HasPrefix(l.mnemonic, "v_") {
		t = append(t, "vcc")
	}
	return t
}

// words returns the bits that tell the row, their values, and what an encoder
// starts from.
func (l *line) words(fam *family) (mask, bits, base word) {
	fields := l.ignored
	for i := range l.operands {
		o := &l.operands[i]
		fields.set(o.lo, o.width, 1<<o.width-1)
		for _, bit := range []int{o.accBit, o.sBit, o.neg, o.abs, o.sext} {
			if bit != 0 {
				fields.set(bit, 1, 1)
			}
		}
	}
	for _, m := range fam.mods {
		if slices.Contains(l.mods, m.mod) {
			for _, p := range l.modParts(&m) {
				fields.set(p[0], p[1], 1<<p[1]-1)
			}
		}
	}
	fields = fields.andNot(l.fixMask)
	all := word{0xffffffff, 0}
	if fam.size >= 8 {
		all[0] = 1<<64 - 1
	}
	if fam.size == 16 {
		all[1] = 1<<64 - 1
	}
	base = fam.prefix.or(l.ones).andNot(l.fixMask).or(l.fixed)
	base.set(fam.opLo, fam.opWidth, l.opcode)
	mask = all.andNot(fields)
	return mask, base.and(mask), base
}

func hex(w word) string { return fmt.Sprintf("[2]uint64{%#x, %#x}", w[0], w[1]) }

func emitSet(b *bytes.Buffer, field string, names []string) {
	if len(names) == 0 {
		return
	}
	names = slices.Clone(names)
	sort.Strings(names)
	var s []string
	for _, n := range slices.Compact(names) {
		s = append(s, "1<<"+modifierName(n))
	}
	fmt.Fprintf(b, ", %s: %s", field, strings.Join(s, "|"))
}

func emitFlags(b *bytes.Buffer, field string, names []string, goName map[string]string) {
	if len(names) == 0 {
		return
	}
	var s []string
	for _, n := range names {
		s = append(s, goName[n])
	}
	fmt.Fprintf(b, ", %s: %s", field, strings.Join(s, "|"))
}

func specText(o *operand) (string, error) {
	typ := map[string]string{"-": "TypeNone", "i32": "TypeI32", "f32": "TypeF32", "i16": "TypeI16", "f16": "TypeF16", "bf16": "TypeBF16",
		"i64": "TypeI64", "f64": "TypeF64", "v2i16": "TypeV2I16", "v2f16": "TypeV2F16", "v2bf16": "TypeV2BF16", "v2i32": "TypeV2I32", "v2f32": "TypeV2F32"}[o.typ]
	access := map[string]string{"r": "Read", "w": "Write", "rw": "Both"}[o.access]
	if typ == "" || access == "" {
		return "", fmt.Errorf("operand %s: type %q, access %q", o.name, o.typ, o.access)
	}
	if o.dwords == "*" {
		return "", fmt.Errorf("operand %s: no form gives its length", o.name)
	}
	s := fmt.Sprintf("{Name: %q, Class: Class%s, Type: %s, Dwords: %s, Lo: %d, Width: %d, Access: %s", o.name, o.class, typ, o.dwords, o.lo, o.width, access)
	flags := map[string]string{"neg": "FlagNeg", "abs": "FlagAbs", "sext": "FlagSext", "cbsz": "FlagByCBSZ", "blgp": "FlagByBLGP", "unaligned": "FlagUnaligned", "even": "FlagEven"}
	var f []string
	for _, n := range o.flags {
		if n == "vret" || n == "aret" { // returnForms has made use of it
			continue
		}
		if flags[n] == "" {
			return "", fmt.Errorf("operand %s: unknown flag %q", o.name, n)
		}
		f = append(f, flags[n])
	}
	if len(f) > 0 {
		s += ", Flags: " + strings.Join(f, "|")
	}
	for _, bit := range []struct {
		name string
		v    int
	}{{"AccBit", o.accBit}, {"ScalarBit", o.sBit}, {"NegBit", o.neg}, {"AbsBit", o.abs}, {"SextBit", o.sext}} {
		if bit.v != 0 {
			s += fmt.Sprintf(", %s: %d", bit.name, bit.v)
		}
	}
	return s + "}", nil
}

// emitBuckets writes the decoder's index. VOP3A and VOP3B share an opcode
// space, MAI and PX2 that of VOP3P; a bucket lists the rows of an opcode.
func emitBuckets(b *bytes.Buffer, T string, rows []*line, fams []family, byTSV map[string]*family) {
	space := map[string]string{"VOP3B": "VOP3A", "MAI": "VOP3P", "PX2": "VOP3P"}
	type key struct {
		enc string
		op  uint64
	}
	buckets := map[key][]int{}
	for i, l := range rows {
		enc, op := byTSV[l.enc].goName, l.opcode
		if l.enc == "PX2" {
			op = 0x2c // the opcode of the scale word in front
		}
		if s := space[enc]; s != "" {
			enc = s
		}
		k := key{enc, op}
		if l.enc == "PX2" {
			buckets[k] = append([]int{i}, buckets[k]...)
		} else {
			buckets[k] = append(buckets[k], i)
		}
	}
	var order []int
	fmt.Fprintf(b, "var buckets%s = [numEncodings][]bucket{\n", T)
	for _, f := range fams {
		if space[f.goName] != "" {
			continue
		}
		fmt.Fprintf(b, "Enc%s: {", f.goName)
		for op := range uint64(1) << f.opWidth {
			if ix := buckets[key{f.goName, op}]; len(ix) > 0 {
				fmt.Fprintf(b, "%d: {%d, %d}, ", op, len(order), len(ix))
				order = append(order, ix...)
			}
		}
		b.WriteString("},\n")
	}
	fmt.Fprintf(b, "}\n\nvar order%s = [...]uint16{", T)
	for i, ix := range order {
		if i%20 == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "%d,", ix)
	}
	b.WriteString("\n}\n\n")
}

// emitOpIndex writes, for each Op, the range of its rows.
func emitOpIndex(b *bytes.Buffer, T string, rows []*line) {
	fmt.Fprintf(b, "var byOp%s = [numOps]bucket{\n", T)
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && rows[j].base() == rows[i].base() {
			j++
		}
		fmt.Fprintf(b, "%s: {%d, %d},\n", strings.ToUpper(rows[i].base()), i, j-i)
		i = j
	}
	b.WriteString("}\n")
}
