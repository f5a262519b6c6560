//go:build llvm

package hsaco

import (
	"bytes"
	"debug/elf"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	metadataUpdate = flag.Bool("metadata.update", false, "write what LLVM gives to testdata/metadata")
	metadataSeed   = flag.Uint64("metadata.seed", 1, "seed of the random metadata")
	metadataRuns   = flag.Int("metadata.runs", 150, "random metadata texts to compare with LLVM")
)

// scalarSpellings are scalars that are easy to type or to quote wrongly. Each
// is accepted as a value of YAML here and in LLVM.
var scalarSpellings = strings.Split(strings.TrimSpace(`
0
5
-5
+5
0x10
0X1f
010
0o10
0O10
0b11
0B11
-0x10
-010
08
1_000
18446744073709551615
18446744073709551616
-9223372036854775808
-9223372036854775809
1.5
1.
.5
1e5
1e400
-1e400
1e-320
1e-400
-1.5
+1.5
0x1p3
0x1.8p1
0x.8
0x1P-2
0x1p+4
0x1p
1e+
1e-
1e+-5
inf
INF
-Infinity
+inf
.inf
-.inf
nan
NaN
-nan
nanx
infx
true
True
TRUE
false
False
yes
on
null
Null
~
""
''
"5"
'5'
"true"
" 5"
"5 "
" 1.5"
" "
"\t1"
!str 5
!str true
!str ""
!str inf
!str nan
!str 0x10
!str 0b1
!str 1e5
!str .5
!str 5.
!str 1.e5
!str +.5
!str 0o17
!str 0o8
!str .inf
!str .NaN
!str -.INF
!str .Nan
!str "5\n"
!str "\0a"
"\0a"
!int 5
!int 0x10
!int -1
!bool true
!float 1
!float 0.1
!nil ~
!nil x
!!str 5
!!int 5
!foo 5
0.1
3.4028235e38
3.5e38
1.17549435e-38
1.1754943508222875e-38
16777217.0
123456789.0
3.14159265358979
127
128
255
256
65535
65536
4294967295
4294967296
-1
-32
-33
-128
-129
-32768
-32769
-2147483648
-2147483649
-0
0.0
-0.0
a b  c
a,b
a#b
"a\nb\tc"
"\x7f"
"\x41\u00e9\u20ac"
"- a"
"a: b"
"---"
"..."
"it's"
"a\"b\\c"
[]
{}
[1, [2, 3], {a: 1}]
{a: {b: {c: [x]}}, d: []}
2001-01-01
0x
--5
5 6
.
..
^a
_a
a-
-a
0x8000000000000000
-0x8000000000000000
-0x8000000000000001
00
-00
09
1.5f
0x1g
1d5
-x
`), "\n")

// assembleMetadata gives a text to llvm-mc and returns the descriptor of the
// metadata note, or what llvm-mc says.
func assembleMetadata(t *testing.T, text []byte) (desc []byte, refusal string) {
	t.Helper()
	src := append([]byte(".amdgpu_metadata\n"), text...)
	return metadataOf(t, "llvm-mc-22", []string{"-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-filetype=obj", "-o", "-", "-"},
		append(src, "\n.end_amdgpu_metadata\n"...))
}

// metadataOf runs a tool that writes an object to its standard output.
func metadataOf(t *testing.T, tool string, args []string, stdin []byte) (desc []byte, refusal string) {
	t.Helper()
	cmd := exec.Command(tool, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, stderr.String()
	}
	f, err := elf.NewFile(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	section, err := f.Section(".note").Data()
	if err != nil {
		t.Fatal(err)
	}
	notes, err := ParseNotes(section)
	if err != nil || len(notes) != 1 || notes[0].Name != "AMDGPU" || notes[0].Type != NoteTypeMetadata {
		t.Fatalf("notes %v: %v", notes, err)
	}
	if again := NoteSection(notes[0].Desc); !bytes.Equal(again, section) {
		t.Errorf("NoteSection:\n% x\nLLVM:\n% x", again, section)
	}
	return notes[0].Desc, ""
}

// printMetadata gives a text to llvm-mc and returns the text that it prints.
func printMetadata(t *testing.T, text []byte) []byte {
	t.Helper()
	cmd := exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx950", "-filetype=asm", "-o", "-", "-")
	cmd.Stdin = strings.NewReader(".amdgpu_metadata\n" + string(text) + "\n.end_amdgpu_metadata\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return metadataBody(t, out)
}

var metadataBlock = regexp.MustCompile(`(?s)\.amdgpu_metadata\n(.*?\n\.\.\.\n)`)

// metadataBody cuts the YAML out of an assembly file.
func metadataBody(t *testing.T, asm []byte) []byte {
	t.Helper()
	m := metadataBlock.FindSubmatch(asm)
	if m == nil {
		t.Fatal("no .amdgpu_metadata")
	}
	return m[1]
}

// compilations are ways to compile testdata/metadata/kernels.cl.
var compilations = []struct{ name, args string }{
	{"gfx950_O3", "-mcpu=gfx950 -O3"},
	{"gfx942_O0_v5", "-mcpu=gfx942 -O0 -mcode-object-version=5 -cl-kernel-arg-info"},
	{"gfx942_O2_v4", "-mcpu=gfx942:xnack-:sramecc+ -O2 -mcode-object-version=4 -cl-uniform-work-group-size"},
	{"gfx950_O1_names", "-mcpu=gfx950:xnack+ -O1 -g -cl-kernel-arg-info"},
}

// TestMetadataOfCompiler compares the note made from the YAML of clang -S
// with the note of the object of the same command, and the YAML printed from
// the note with that of clang.
func TestMetadataOfCompiler(t *testing.T) {
	for _, c := range compilations {
		t.Run(c.name, func(t *testing.T) {
			args := append(strings.Fields("-x cl -cl-std=CL2.0 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -nogpulib "+
				"-Xclang -mlink-builtin-bitcode -Xclang /usr/lib/clc/amdgcn-amd-amdhsa.bc -w"), strings.Fields(c.args)...)
			args = append(args, "-o", "-", "-")
			source, err := os.ReadFile("testdata/metadata/kernels.cl")
			if err != nil {
				t.Fatal(err)
			}
			note, refusal := metadataOf(t, "clang-22", append([]string{"-c"}, args...), source)
			if refusal != "" {
				t.Fatal(refusal)
			}
			cmd := exec.Command("clang-22", append([]string{"-S"}, args...)...)
			cmd.Stdin = bytes.NewReader(source)
			asm, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			text := metadataBody(t, asm)
			checkGolden(t, "compiled_"+c.name, text, note, text)
			writeGolden(t, "compiled_"+c.name, text, note, nil)
		})
	}
}

// writeGolden stores a text, its note and how LLVM prints it, if that is not
// the text.
func writeGolden(t *testing.T, name string, text, note, printed []byte) {
	t.Helper()
	if !*metadataUpdate {
		return
	}
	write := func(suffix string, data []byte) {
		if err := os.WriteFile(filepath.Join("testdata/metadata", name+suffix), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".yaml", text)
	write(".hex", wrapHex(note))
	if printed != nil {
		write(".out", printed)
	}
}

// wrapHex writes bytes as lines of hex digits.
func wrapHex(b []byte) []byte {
	var out bytes.Buffer
	for len(b) > 0 {
		n := min(len(b), 48)
		out.WriteString(hex.EncodeToString(b[:n]) + "\n")
		b = b[n:]
	}
	return out.Bytes()
}

// TestMetadataScalars compares how scalars are typed, written and printed.
func TestMetadataScalars(t *testing.T) {
	var text strings.Builder
	text.WriteString(minimalMetadata)
	for i, s := range scalarSpellings {
		fmt.Fprintf(&text, "    .s%03d: %s\n", i, s)
	}
	fmt.Fprintf(&text, "    .flow: %s\n", "{a: 1, 5: 2, -3: 3, true: 4, 1.5: 5, ~: 6}")
	note, refusal := assembleMetadata(t, []byte(text.String()))
	if refusal != "" {
		t.Fatal(refusal)
	}
	printed := printMetadata(t, []byte(text.String()))
	checkGolden(t, "scalars", []byte(text.String()), note, nil)
	doc, err := ParseMetadataNote(note)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := doc.YAML()
	if err != nil {
		t.Fatal(err)
	}
	// Where LLVM's own text would not read back, ours differs on purpose.
	compareLines(t, ours, printed, inexactFloat.MatchString)
	writeGolden(t, "scalars", []byte(text.String()), note, ours)
}

// inexactFloat matches what LLVM prints for floats: six digits, and a NaN
// without its sign.
var inexactFloat = regexp.MustCompile(`(\de[-+]\d+|nan)$`)

// compareLines compares texts by line, but for the lines that may differ.
func compareLines(t *testing.T, got, want []byte, may func(want string) bool) {
	t.Helper()
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	if len(g) != len(w) {
		t.Errorf("%d lines, LLVM %d", len(g), len(w))
	}
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] && !may(w[i]) {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
}

// TestMetadataRandom compares random documents: the same note, or refused by
// both.
func TestMetadataRandom(t *testing.T) {
	t.Logf("-metadata.seed=%d", *metadataSeed)
	rng := rand.New(rand.NewPCG(*metadataSeed, 2))
	refused := 0
	for range *metadataRuns {
		text := randomMetadata(rng)
		want, refusal := assembleMetadata(t, text)
		doc, err := ParseMetadataYAML(text)
		switch {
		case (err != nil) != (refusal != ""):
			t.Fatalf("ours: %v\nLLVM: %s\n%s", err, refusal, text)
		case err != nil:
			refused++
			continue
		case !bytes.Equal(doc.Note(), want):
			t.Fatalf("note\n% x\nLLVM\n% x\n%s", doc.Note(), want, text)
		}
		printed := printMetadata(t, text)
		ours, err := doc.YAML()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		compareLines(t, ours, printed, inexactFloat.MatchString)
		if t.Failed() {
			t.Fatalf("%s", text)
		}
	}
	t.Logf("%d of %d were refused by both", refused, *metadataRuns)
}

// randomMetadata makes a document that breaks few rules.
func randomMetadata(rng *rand.Rand) []byte {
	var b strings.Builder
	b.WriteString("---\namdhsa.version: [1, 2]\n")
	if rng.IntN(3) == 0 {
		b.WriteString("amdhsa.printf:\n")
		for range 1 + rng.IntN(3) {
			fmt.Fprintf(&b, "  - !str %s\n", randomQuoted(rng))
		}
	}
	b.WriteString("amdhsa.kernels:\n")
	for range 1 + rng.IntN(2) {
		randomEntries(rng, &b, "  - ", "    ", kernelRules)
	}
	b.WriteString("...\n")
	return []byte(b.String())
}

// randomEntries writes keys for the rules, the required ones nearly always.
func randomEntries(rng *rand.Rand, b *strings.Builder, first, indent string, rules []metaRule) {
	prefix := first
	for _, i := range rng.Perm(len(rules)) {
		r := &rules[i]
		if r.required && rng.IntN(300) == 0 || !r.required && rng.IntN(2) == 0 {
			continue
		}
		fmt.Fprintf(b, "%s%s:", prefix, r.key)
		prefix = indent
		if r.want == wantMaps && r.fields != nil {
			b.WriteByte('\n')
			for range 1 + rng.IntN(3) {
				randomEntries(rng, b, indent+"  - ", indent+"    ", r.fields)
			}
			continue
		}
		fmt.Fprintf(b, " %s\n", randomValue(rng, r))
	}
	for range rng.IntN(3) {
		fmt.Fprintf(b, "%s.x%d: %s\n", prefix, rng.IntN(1000000), randomAny(rng, 3))
		prefix = indent
	}
}

// randomValue writes a value for a rule, rarely a wrong one.
func randomValue(rng *rand.Rand, r *metaRule) string {
	if rng.IntN(400) == 0 {
		return randomAny(rng, 2)
	}
	switch r.want {
	case wantString:
		if r.values != nil {
			return r.values[rng.IntN(len(r.values))]
		}
		return "!str " + randomQuoted(rng)
	case wantBool:
		return []string{"true", "false", "!str true", "'false'"}[rng.IntN(4)]
	case wantIntegers:
		n := r.length
		if rng.IntN(400) == 0 {
			n++
		}
		var e []string
		for range n {
			e = append(e, randomInteger(rng))
		}
		return "[" + strings.Join(e, ", ") + "]"
	}
	return randomInteger(rng)
}

// randomInteger writes an integer of any width.
func randomInteger(rng *rand.Rand) string {
	v := rng.Uint64() >> rng.IntN(64)
	return []string{
		fmt.Sprint(v), fmt.Sprintf("0x%x", v), fmt.Sprintf("0%o", v), fmt.Sprintf("-%d", v>>1), fmt.Sprintf("!str %d", v),
		fmt.Sprintf("'%d'", v), fmt.Sprintf("!int 0b%b", v),
	}[rng.IntN(7)]
}

// randomQuoted writes a string in double quotes.
func randomQuoted(rng *rand.Rand) string {
	const interesting = "aZ059 .-+_:;,#'\"\\/|&*!?@`%~^[]{}<>=$()eExinfNA\t\n\r\x00\x01\x1b\x7f"
	var b strings.Builder
	b.WriteByte('"')
	for range rng.IntN(8) {
		switch c := interesting[rng.IntN(len(interesting))]; {
		case rng.IntN(12) == 0:
			fmt.Fprintf(&b, "\\u%04x", []rune{0x80, 0x85, 0xa0, 0xe9, 0x20ac, 0x2028, 0x2029, 0xfeff, 0xfffd}[rng.IntN(9)])
		default:
			fmt.Fprintf(&b, "\\x%02x", c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// randomAny writes any value, in flow style.
func randomAny(rng *rand.Rand, depth int) string {
	switch n := rng.IntN(8); {
	case n == 0 && depth > 0:
		// An element that is itself empty is what LLVM prints wrongly.
		var e []string
		for range rng.IntN(4) {
			e = append(e, randomInteger(rng))
		}
		return "[" + strings.Join(e, ", ") + "]"
	case n == 1 && depth > 0:
		var e []string
		for i := range rng.IntN(4) {
			e = append(e, fmt.Sprintf("k%d: %s", i, randomAny(rng, depth-1)))
		}
		return "{" + strings.Join(e, ", ") + "}"
	case n == 2:
		return randomInteger(rng)
	case n == 3:
		return randomQuoted(rng)
	case n == 4:
		return fmt.Sprint(rng.NormFloat64() * 1e3)
	}
	return scalarSpellings[rng.IntN(len(scalarSpellings))]
}

// TestMetadataTextsLLVM compares the texts of metadataTexts.
func TestMetadataTextsLLVM(t *testing.T) {
	for _, c := range metadataTexts {
		text := []byte(minimalMetadata + c.in)
		want, refusal := assembleMetadata(t, text)
		doc, err := ParseMetadataYAML(text)
		same := (err == nil) == (refusal == "")
		if same && err == nil {
			same = bytes.Equal(doc.Note(), want)
		}
		if same != (c.differs == "") {
			t.Errorf("%q: ours %v, LLVM %x %s; expected to differ: %q", c.in, err, want, refusal, c.differs)
		}
	}
}
