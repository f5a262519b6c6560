package asm

import (
	"cmp"
	"debug/elf"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/isa"
)

// dbgTestFile is a source for the tests of debug directives: enough of the
// syntax to know all offsets without knowing instructions. Its first line may
// be `// option...` with options version=N, gen, dir=D, file=F.
type dbgTestFile struct {
	dbg      *dbg
	sections []*dbgTestSection
	stack    []*dbgTestSection
	cur      *dbgTestSection
	labels   map[string]dbgPos
	faults   []string
	warnings []string
}

type dbgTestSection struct {
	name  string
	typ   elf.SectionType
	flags elf.SectionFlag
	data  []byte
	align uint64
	ent   uint64
}

func dbgTestOptions(src string) dbgOptions {
	opt := dbgOptions{dir: "/cd", file: "in.s", source: []byte(src), producer: "test"}
	line, _, _ := strings.Cut(src, "\n")
	rest, ok := strings.CutPrefix(line, "// option")
	if !ok {
		return opt
	}
	for _, word := range strings.Fields(rest) {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "version":
			opt.version, _ = strconv.Atoi(value)
		case "gen":
			opt.gen = true
		case "dir":
			opt.dir = value
		case "file":
			opt.file = value
		}
	}
	return opt
}

// dbgTestExpr takes sums of numbers.
func dbgTestExpr(s string, pos int) (int64, int, *isa.SyntaxError) {
	start, sum, sign := pos, int64(0), int64(1)
	for {
		for pos < len(s) && s[pos] == '-' {
			sign, pos = -sign, pos+1
		}
		end := pos
		for end < len(s) && digitOf(s[end]) < 36 {
			end++
		}
		v, err := strconv.ParseUint(s[pos:end], 0, 64)
		if err != nil {
			return 0, end, &isa.SyntaxError{Pos: start, End: end, Msg: "not a number"}
		}
		sum, pos, sign = sum+sign*int64(v), end, 1
		if pos == len(s) || s[pos] != '+' {
			return sum, pos, nil
		}
		pos++
	}
}

func newDbgTestFile(opt dbgOptions) *dbgTestFile {
	f := &dbgTestFile{dbg: newDbg(opt), labels: map[string]dbgPos{}}
	f.to(f.section(".text"))
	return f
}

func (f *dbgTestFile) at() dbgPos {
	return dbgPos{slices.Index(f.sections, f.cur), uint64(len(f.cur.data))}
}

func (f *dbgTestFile) section(name string) *dbgTestSection {
	for _, s := range f.sections {
		if s.name == name {
			return s
		}
	}
	s := &dbgTestSection{name: name, typ: elf.SHT_PROGBITS, align: 1}
	switch name {
	case ".text":
		s.flags, s.align = elf.SHF_ALLOC|elf.SHF_EXECINSTR, 4
	case ".data":
		s.flags = elf.SHF_ALLOC | elf.SHF_WRITE
	}
	f.sections = append(f.sections, s)
	return s
}

func (f *dbgTestFile) to(s *dbgTestSection) {
	if s != f.cur {
		f.cur = s
		f.dbg.section(f.at(), s.flags)
	}
}

// named is the section of a .section directive.
func (f *dbgTestFile) named(operands string) *dbgTestSection {
	field := strings.Split(operands, ",")
	s := f.section(strings.Trim(field[0], `"`))
	if len(field) > 1 {
		for _, c := range strings.Trim(field[1], `"`) {
			s.flags |= map[rune]elf.SectionFlag{'a': elf.SHF_ALLOC, 'w': elf.SHF_WRITE, 'x': elf.SHF_EXECINSTR,
				'M': elf.SHF_MERGE, 'S': elf.SHF_STRINGS}[c]
		}
	}
	if len(field) > 3 {
		s.ent, _ = strconv.ParseUint(field[3], 0, 64)
	}
	return s
}

func (f *dbgTestFile) read(t testing.TB, src string) {
	for i, line := range strings.Split(src, "\n") {
		line = cutComment(line)
		for {
			line = strings.TrimSpace(line)
			name, rest, ok := strings.Cut(line, ":")
			if !ok || strings.ContainsAny(name, " \"") {
				break
			}
			f.labels[name] = f.at()
			f.dbg.label(name, f.at(), i+1)
			line = rest
		}
		if line != "" {
			f.statement(t, line, i+1)
		}
	}
}

// cutComment cuts ; and // outside of strings.
func cutComment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted && (line[i] == ';' || strings.HasPrefix(line[i:], "//")):
			return line[:i]
		}
	}
	return line
}

func (f *dbgTestFile) statement(t testing.TB, line string, number int) {
	name, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	rest = strings.TrimSpace(rest)
	if isDbgDirective(name) {
		err := f.dbg.directive(name, rest, f.at(), span{pos{0, int32(number)}, 1}, dbgTestExpr)
		if err != nil {
			f.faults = append(f.faults, fmt.Sprintf("%d:%d-%d: %s", number, err.Pos, err.End, err.Msg))
		}
		return
	}
	switch name {
	case ".text", ".data":
		f.to(f.section(name))
	case ".section":
		f.to(f.named(rest))
	case ".pushsection":
		f.stack = append(f.stack, f.cur)
		f.to(f.named(rest))
	case ".popsection":
		f.to(f.stack[len(f.stack)-1])
		f.stack = f.stack[:len(f.stack)-1]
	case ".byte", ".long", ".quad":
		f.dbg.data(f.at())
		n := map[string]int{".byte": 1, ".long": 4, ".quad": 8}[name]
		for _, v := range strings.Split(rest, ",") {
			v, err := strconv.ParseInt(strings.TrimSpace(v), 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			f.cur.data = append(f.cur.data, binary.LittleEndian.AppendUint64(nil, uint64(v))[:n]...)
		}
	case ".zero", ".fill":
		if name == ".fill" {
			f.dbg.data(f.at())
		}
		n, err := strconv.Atoi(rest)
		if err != nil {
			t.Fatal(err)
		}
		f.cur.data = append(f.cur.data, make([]byte, n)...)
	case ".p2align":
		shift, _, _ := strings.Cut(rest, ",")
		n, err := strconv.Atoi(shift)
		if err != nil {
			t.Fatal(err)
		}
		f.cur.data = append(f.cur.data, make([]byte, -len(f.cur.data)&(1<<n-1))...)
		f.cur.align = max(f.cur.align, 1<<n)
	case "s_nop", "s_endpgm":
		f.dbg.instruction(f.at(), number)
		f.cur.data = append(f.cur.data, 0, 0, 0, 0)
	default:
		t.Fatalf("line %d: %s is not for these tests", number, line)
	}
}

// finish gives the debug sections in the form of the golden files.
func (f *dbgTestFile) finish() string {
	out, faults := f.dbg.finish(dbgLayout{
		addr: func(p dbgPos) uint64 { return p.off },
		size: func(sec int) uint64 { return uint64(len(f.sections[sec].data)) },
		have: func(name string) uint64 {
			for _, s := range f.sections {
				if s.name == name {
					return uint64(len(s.data))
				}
			}
			return 0
		},
	})
	for _, fault := range faults {
		text := fmt.Sprintf("%d: %s", fault.where.off, fault.err.Msg)
		if fault.warning {
			f.warnings = append(f.warnings, text)
		} else {
			f.faults = append(f.faults, text)
		}
	}
	var views []dbgView
	for _, s := range f.sections {
		if isDbgSection(s.name) {
			views = append(views, dbgView{name: s.name, typ: s.typ, flags: s.flags, align: s.align, ent: s.ent, data: s.data})
		}
	}
	for _, s := range out {
		i := slices.IndexFunc(views, func(v dbgView) bool { return v.name == s.name })
		if i < 0 {
			i = len(views)
			views = append(views, dbgView{name: s.name, typ: s.typ, flags: s.flags, align: s.align, ent: s.entSize})
		}
		v := &views[i]
		base := uint64(len(v.data))
		v.data = append(slices.Clone(v.data), s.data...)
		v.align = max(v.align, s.align)
		for _, fx := range s.fixups {
			v.relocs = append(v.relocs, f.reloc(base, fx))
		}
		for _, m := range f.dbg.labels() {
			if m.section == s.name {
				v.labels = append(v.labels, fmt.Sprintf("%s = %#x", m.name, base+m.off))
			}
		}
	}
	return printDbgViews(views)
}

func (f *dbgTestFile) reloc(base uint64, fx dbgFixup) string {
	typ := map[bool]map[int]string{
		false: {4: "ABS32", 8: "ABS64"},
		true:  {4: "REL32", 8: "REL64"},
	}[fx.pcrel][fx.size]
	target, addend := fx.name, fx.addend
	if fx.sec >= 0 {
		target = f.sections[fx.sec].name
	} else if fx.symbol != "" {
		target = fx.symbol
		if at, ok := f.labels[fx.symbol]; ok {
			target, addend = f.sections[at.sec].name, addend+int64(at.off)
		}
	}
	return fmt.Sprintf("%#x %s %s+%#x", base+fx.offset, typ, target, addend)
}

// dbgView is a debug section of a relocatable object, for comparison.
type dbgView struct {
	name       string
	typ        elf.SectionType
	flags      elf.SectionFlag
	align, ent uint64
	data       []byte
	relocs     []string
	labels     []string
}

func isDbgSection(name string) bool {
	return strings.HasPrefix(name, ".debug_") || name == ".eh_frame"
}

func printDbgViews(views []dbgView) string {
	var b strings.Builder
	for _, v := range views {
		fmt.Fprintf(&b, "%s %v %#x align %d size %d\n", v.name, v.typ, uint64(v.flags), cmp.Or(v.align, 1), v.ent)
		for i := 0; i < len(v.data); i += 16 {
			fmt.Fprintf(&b, "  %s\n", hex.EncodeToString(v.data[i:min(i+16, len(v.data))]))
		}
		for _, r := range v.relocs {
			fmt.Fprintf(&b, "  reloc %s\n", r)
		}
		for _, l := range v.labels {
			fmt.Fprintf(&b, "  label %s\n", l)
		}
	}
	return b.String()
}

// TestDebugDirectives compares the debug sections of the files in
// testdata/dwarf with what llvm-mc-22 makes of them.
func TestDebugDirectives(t *testing.T) {
	for file, src := range dbgTestSources(t, "testdata/dwarf") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			checkDebug(t, src, string(want))
		})
	}
}

// dbgTestSources are the sources in a directory, by path without the ".s".
func dbgTestSources(t *testing.T, dir string) iter.Seq2[string, string] {
	t.Helper()
	files, err := filepath.Glob(dir + "/*.s")
	if err != nil || len(files) == 0 {
		t.Fatal("no test files in ", dir, err)
	}
	return func(yield func(string, string) bool) {
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(strings.TrimSuffix(file, ".s"), string(src)) {
				return
			}
		}
	}
}

func checkDebug(t *testing.T, src, want string) {
	t.Helper()
	opt := dbgTestOptions(src)
	opt.producer = "llvm-mc (based on LLVM 22.1.8)"
	f := newDbgTestFile(opt)
	f.read(t, src)
	got := f.finish()
	for _, fault := range f.faults {
		t.Error(fault)
	}
	if got != want {
		t.Errorf("debug sections differ (- LLVM, + ours)\n%s", lineDiff(want, got))
	}
}

// objectSections are the debug sections that no source has, for which clang's
// own object files can be compared.
var objectSections = []string{".debug_line", ".debug_line_str", ".debug_frame"}

// TestDebugObject compares with the object files that clang-22 wrote for the
// kernels of which testdata/dwarf/object has the assembly.
func TestDebugObject(t *testing.T) {
	for file, src := range dbgTestSources(t, "testdata/dwarf/object") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			checkDebugObject(t, src, string(want))
		})
	}
}

func checkDebugObject(t *testing.T, src, want string) {
	t.Helper()
	f := newDbgTestFile(dbgOptions{frameEnds: true})
	f.read(t, src)
	if got := onlySections(f.finish(), objectSections...); got != want || len(f.faults) > 0 {
		t.Errorf("debug sections differ (- clang, + ours) %v\n%s", f.faults, lineDiff(want, got))
	}
}

// onlySections keeps sections of a printed view, in the order of names.
func onlySections(view string, names ...string) string {
	var b strings.Builder
	for _, name := range names {
		keep := false
		for _, line := range strings.SplitAfter(view, "\n") {
			if !strings.HasPrefix(line, " ") {
				keep = strings.HasPrefix(line, name+" ")
			}
			if keep {
				b.WriteString(line)
			}
		}
	}
	return b.String()
}

// lineDiff shows where two texts begin to differ.
func lineDiff(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; i < max(len(w), len(g)); i++ {
		if i >= len(w) || i >= len(g) || w[i] != g[i] {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, strings.Join(w[min(i, len(w)):min(i+4, len(w))], "\n- "),
				strings.Join(g[min(i, len(g)):min(i+4, len(g))], "\n+ "))
		}
	}
	return ""
}
