package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// rules are hazards.tsv and counters.tsv.
type rules struct {
	classes  []hazardClass
	hazards  []hazard
	counters []counter
	bumps    []bump
}

type hazardClass struct {
	name, doc, when string
	rows            []conjunction // alternatives
}

// conjunction is a list of conditions that must all hold.
type conjunction []condition

// condition compares a property of a line with some values.
type condition struct {
	key    string
	negate bool
	values []string
}

type hazard struct {
	name         string
	producers    []string
	deps         []string
	cond         string
	consumers    []string
	figures      map[string]figures // by target; absent where the pair does not exist
	source, note string
	optional     []string // consumers for which breaking it is no error
}

// figures are wait states for a producer of 2, 4, 8 and 16 passes.
type figures struct{ llvm, manual [4]int }

type counter struct {
	name, bit    string
	max          int
	source, note string
}

type bump struct {
	counter, class, order, done, source, note string
	n                                         int
}

// readRules reads hazards.tsv and counters.tsv.
func readRules(dir string) (*rules, error) {
	r := &rules{}
	for _, name := range []string{"hazards.tsv", "counters.tsv"} {
		if err := r.readFile(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	return r, r.check()
}

func (r *rules) readFile(file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		if err := r.parseLine(strings.Split(sc.Text(), "\t")); err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return sc.Err()
}

func (r *rules) parseLine(c []string) error {
	columns := map[string]int{"class": 5, "hazard": 8 + len(targets), "optional": 4, "counter": 6, "bump": 8}
	if want, ok := columns[c[0]]; !ok || len(c) != want {
		return fmt.Errorf("%q with %d columns; want one of %v", c[0], len(c), columns)
	}
	switch c[0] {
	case "class":
		rows, err := parseConditions(c[2])
		if err != nil {
			return err
		}
		r.classes = append(r.classes, hazardClass{name: c[1], rows: rows, when: optional(c[3]), doc: c[4]})
	case "hazard":
		h := hazard{name: c[1], producers: list(c[2], ","), deps: list(c[3], ","), cond: optional(c[4]), consumers: list(c[5], ","),
			figures: map[string]figures{}, source: c[6+len(targets)], note: optional(c[7+len(targets)])}
		for i, t := range targets {
			if c[6+i] == "-" {
				continue
			}
			f, err := parseFigures(c[6+i])
			if err != nil {
				return fmt.Errorf("%s: %w", t, err)
			}
			h.figures[t] = f
		}
		r.hazards = append(r.hazards, h)
	case "optional":
		i := slices.IndexFunc(r.hazards, func(h hazard) bool { return h.name == c[1] })
		if i < 0 {
			return fmt.Errorf("unknown hazard %q", c[1])
		}
		r.hazards[i].optional, r.hazards[i].note = list(c[2], ","), c[3]
	case "counter":
		most, err := strconv.Atoi(c[3])
		if err != nil {
			return err
		}
		r.counters = append(r.counters, counter{name: c[1], bit: c[2], max: most, source: c[4], note: optional(c[5])})
	case "bump":
		n, err := strconv.Atoi(c[3])
		if err != nil {
			return err
		}
		r.bumps = append(r.bumps, bump{counter: c[1], class: c[2], n: n, order: c[4], done: c[5], source: c[6], note: optional(c[7])})
	}
	return nil
}

func optional(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

func parseConditions(s string) ([]conjunction, error) {
	var rows []conjunction
	for _, alternative := range strings.Split(s, " | ") {
		var all conjunction
		for _, term := range strings.Fields(alternative) {
			key, values, ok := strings.Cut(term, "=")
			if !ok {
				return nil, fmt.Errorf("condition %q: want key=values", term)
			}
			name, negate := strings.CutSuffix(key, "!")
			all = append(all, condition{key: name, negate: negate, values: strings.Split(values, ",")})
		}
		rows = append(rows, all)
	}
	return rows, nil
}

// parseFigures reads LLVM/manual, or one figure for both.
func parseFigures(s string) (figures, error) {
	llvm, manual, two := strings.Cut(s, "/")
	var f figures
	var err error
	if f.llvm, err = parseByPasses(llvm); err != nil {
		return f, err
	}
	if !two {
		f.manual = f.llvm
		return f, nil
	}
	f.manual, err = parseByPasses(manual)
	return f, err
}

func parseByPasses(s string) ([4]int, error) {
	var v [4]int
	list := strings.Split(s, ",")
	if len(list) == 1 {
		list = slices.Repeat(list, len(v))
	}
	if len(list) != len(v) {
		return v, fmt.Errorf("figures %q: want one, or four by the number of passes", s)
	}
	for i, x := range list {
		if x == "x" {
			continue
		}
		n, err := strconv.ParseUint(x, 10, 8)
		if err != nil {
			return v, fmt.Errorf("figures %q: %w", s, err)
		}
		v[i] = int(n)
	}
	return v, nil
}

// Words of the hazard lines and their Go names.
var (
	depNames = map[string]string{"any": "DepAny", "const": "DepConst", "mask": "DepMask", "laneselect": "DepLaneSelect", "saddr": "DepScalarAddr",
		"zflag": "DepZFlag", "vcchalf": "DepVCCHalf", "exec": "DepExec", "m0": "DepM0", "hwreg": "DepHWReg", "vgpr": "DepVGPR", "moved": "DepMoved", "unmoved": "DepUnmoved", "acc": "DepAcc", "old": "DepOld", "kept": "DepKept",
		"srcAB": "DepSrcAB", "index": "DepIndex", "scale": "DepScale", "srcCexact": "DepSrcCExact", "srcCoverlap": "DepSrcCOverlap",
		"vaddr": "DepVAddr", "vdata": "DepVData", "overwrite": "DepOverwrite", "overwrite-srcC": "DepOverwriteSrcC", "overwrite-data": "DepOverwriteData"}
	condNames = map[string]string{"": "", "same-op": "IfSameOp", "other-op": "IfOtherOp", "other-passes": "IfOtherPasses"}
	whenNames = map[string]string{"partial": "partialWrite", "oddbyte": "oddByte", "soffset": "plainSOffset", "trapsts": "setsTrapSts", "vskip": "setsVSkip"}
	bitNames  = map[string]string{"vm": "CountVM", "lgkm": "CountLGKM", "exp": "CountEXP"}
	orderName = map[string]string{"-": "", "vm": "OrderVM", "ds": "OrderDS"}
)

// check finds names that the rules use and do not define.
func (r *rules) check() error {
	classes := map[string]bool{}
	for _, c := range r.classes {
		if _, ok := whenNames[c.when]; c.when != "" && !ok {
			return fmt.Errorf("class %s: unknown predicate %q", c.name, c.when)
		}
		if classes[c.name] {
			return fmt.Errorf("class %s is there twice", c.name)
		}
		classes[c.name] = true
	}
	if len(r.classes) > 64 {
		return fmt.Errorf("%d classes: a ClassSet holds 64", len(r.classes))
	}
	for _, h := range r.hazards {
		for _, c := range slices.Concat(h.producers, h.consumers, h.optional) {
			if !classes[c] {
				return fmt.Errorf("hazard %s: unknown class %q", h.name, c)
			}
		}
		for _, d := range h.deps {
			if depNames[d] == "" {
				return fmt.Errorf("hazard %s: unknown dependence %q", h.name, d)
			}
		}
		if _, ok := condNames[h.cond]; !ok {
			return fmt.Errorf("hazard %s: unknown condition %q", h.name, h.cond)
		}
	}
	for _, c := range r.counters {
		if bitNames[c.bit] == "" {
			return fmt.Errorf("counter %s: unknown name %q", c.name, c.bit)
		}
	}
	for _, b := range r.bumps {
		known := slices.ContainsFunc(r.counters, func(c counter) bool { return c.name == b.counter })
		if _, ok := orderName[b.order]; !ok || !known || !classes[b.class] {
			return fmt.Errorf("bump of %s by %s: unknown counter, class or order", b.counter, b.class)
		}
	}
	return nil
}

// holds reports whether a line is in the class, its predicate aside.
func (c *hazardClass) holds(l *line) (bool, error) {
	for _, all := range c.rows {
		ok := true
		for _, cond := range all {
			yes, err := cond.holds(l)
			if err != nil {
				return false, fmt.Errorf("class %s: %w", c.name, err)
			}
			ok = ok && yes != cond.negate
		}
		if ok {
			return true, nil
		}
	}
	return false, nil
}

func (c *condition) holds(l *line) (bool, error) {
	switch c.key {
	case "unit":
		return slices.Contains(c.values, l.unit), nil
	case "enc":
		return slices.Contains(c.values, l.enc), nil
	case "op":
		return slices.ContainsFunc(c.values, func(glob string) bool {
			ok, err := path.Match(glob, l.base())
			return ok && err == nil
		}), nil
	case "mod":
		return slices.ContainsFunc(c.values, func(m string) bool { return slices.Contains(l.mods, m) }), nil
	case "need":
		return slices.ContainsFunc(c.values, func(m string) bool { return slices.Contains(l.need, m) }), nil
	case "read", "write":
		i := l.index(c.values[0])
		return i >= 0 && strings.Contains(l.operands[i].access, c.key[:1]), nil
	case "len":
		return c.length(l)
	}
	return false, fmt.Errorf("unknown condition %q", c.key)
}

// length compares the length of an operand in dwords with N or N+.
func (c *condition) length(l *line) (bool, error) {
	name, bound, _ := strings.Cut(c.values[0], ":")
	bound, atLeast := strings.CutSuffix(bound, "+")
	want, err := strconv.Atoi(bound)
	if err != nil {
		return false, fmt.Errorf("len=%s: %w", c.values[0], err)
	}
	have := 0
	if i := l.index(name); i >= 0 {
		if have, err = strconv.Atoi(l.operands[i].dwords); err != nil {
			return false, fmt.Errorf("%s: operand %s: %w", l.mnemonic, name, err)
		}
	}
	return have == want || atLeast && have > want, nil
}

// emitRules writes the classes, and for each target its hazards and which
// classes each of its rows is in.
func emitRules(r *rules, tables [][]*line) ([]byte, error) {
	b := header()
	r.emitClasses(b)
	r.emitCounters(b)
	for i, t := range targets {
		if err := r.emitTarget(b, t, tables[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func (r *rules) emitClasses(b *bytes.Buffer) {
	b.WriteString("// The classes of the hazard and counter rules.\nconst (\n")
	for i, c := range r.classes {
		decl := "Haz" + c.name
		if i == 0 {
			decl += " ClassID = iota"
		}
		fmt.Fprintf(b, "%s // %s\n", decl, c.doc)
	}
	b.WriteString("numClassIDs\n)\n\nvar classNames = [numClassIDs]string{\n")
	for _, c := range r.classes {
		fmt.Fprintf(b, "%q,\n", c.name)
	}
	b.WriteString("}\n\n// conditionalClasses depend on operands or modifiers besides the row.\nvar conditionalClasses = [...]conditionalClass{\n")
	for _, c := range r.classes {
		if c.when != "" {
			fmt.Fprintf(b, "{Haz%s, (*Inst).%s},\n", c.name, whenNames[c.when])
		}
	}
	b.WriteString("}\n\n")
}

func (r *rules) emitCounters(b *bytes.Buffer) {
	bit := map[string]string{}
	limit := func(c counter) string { return "Max" + strings.ToUpper(c.bit) + "Count" }
	b.WriteString("// The largest values of the counters.\nconst (\n")
	for _, c := range r.counters {
		fmt.Fprintf(b, "%s = %d // %s\n", limit(c), c.max, source(c.source))
	}
	b.WriteString(")\n\nvar counterInfos = [...]CounterInfo{\n")
	for _, c := range r.counters {
		bit[c.name] = bitNames[c.bit]
		fmt.Fprintf(b, "{Name: %q, Counter: %s, Max: %s, Source: %q, Note: %q},\n", c.name, bit[c.name], limit(c), source(c.source), c.note)
	}
	b.WriteString("}\n\nvar counterRules = [...]CounterRule{\n")
	for _, u := range r.bumps {
		fmt.Fprintf(b, "{Counter: %s, Class: Haz%s, N: %d", bit[u.counter], u.class, u.n)
		if o := orderName[u.order]; o != "" {
			fmt.Fprintf(b, ", Order: %s", o)
		}
		fmt.Fprintf(b, ", Done: %q, Source: %q, Note: %q},\n", u.done, source(u.source), u.note)
	}
	b.WriteString("}\n\n")
}

func source(s string) string { return "hazards.md " + s }

func (r *rules) emitTarget(b *bytes.Buffer, target string, rows []*line) error {
	fmt.Fprintf(b, "var hazards%s = hazardTable{\nhazards: []Hazard{\n", strings.ToUpper(target))
	most := 0
	for _, h := range r.hazards {
		f, ok := h.figures[target]
		if !ok {
			continue
		}
		fmt.Fprintf(b, "{Name: %q, Producer: %s, Consumer: %s, Dep: %s", h.name, classSetText(h.producers), classSetText(h.consumers), depText(h.deps))
		if h.cond != "" {
			fmt.Fprintf(b, ", If: %s", condNames[h.cond])
		}
		fmt.Fprintf(b, ",\nLLVM: %s, Manual: %s,\nSource: %q", waitsText(f.llvm), waitsText(f.manual), source(h.source))
		if h.note != "" {
			fmt.Fprintf(b, ", Note: %q", h.note)
		}
		if len(h.optional) > 0 {
			fmt.Fprintf(b, ", Optional: %s", classSetText(h.optional))
		}
		b.WriteString("},\n")
		most = max(most, slices.Max(f.llvm[:]), slices.Max(f.manual[:]))
	}
	fmt.Fprintf(b, "},\nmaxWaits: %d,\n", most)
	sets := newPool()
	var index bytes.Buffer
	for i, l := range rows {
		s, err := r.classSet(l)
		if err != nil {
			return err
		}
		if i%32 == 0 {
			index.WriteString("\n")
		}
		fmt.Fprintf(&index, "%d,", sets.add(s))
	}
	if len(sets.list) > 256 {
		return fmt.Errorf("%s: %d sets of classes: the index has 8 bits", target, len(sets.list))
	}
	fmt.Fprintf(b, "sets: []ClassSet{\n%s,\n},\n", strings.Join(sets.list, ",\n"))
	fmt.Fprintf(b, "setOf: []uint8{%s\n},\n}\n\n", index.Bytes())
	return nil
}

// classSet returns the classes of a line, as a Go expression.
func (r *rules) classSet(l *line) (string, error) {
	var in []string
	for i := range r.classes {
		ok, err := r.classes[i].holds(l)
		if err != nil {
			return "", err
		}
		if ok {
			in = append(in, r.classes[i].name)
		}
	}
	if len(in) == 0 {
		return "0", nil
	}
	return classSetText(in), nil
}

func classSetText(names []string) string {
	var s []string
	for _, n := range names {
		s = append(s, "1<<Haz"+n)
	}
	return strings.Join(s, "|")
}

func depText(names []string) string {
	var s []string
	for _, n := range names {
		s = append(s, depNames[n])
	}
	return strings.Join(s, "|")
}

func waitsText(v [4]int) string { return fmt.Sprintf("Waits{%d, %d, %d, %d}", v[0], v[1], v[2], v[3]) }
