package hsaco

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// minimalMetadata has one kernel with what is required, and is open for more
// keys of that kernel.
const minimalMetadata = `---
amdhsa.version:
  - 1
  - 2
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .kernarg_segment_size: 8
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 8
    .vgpr_count: 8
    .max_flat_workgroup_size: 256
`

// checkGolden checks that text assembles to note, that note prints as printed
// (if that is not nil), and that what it prints assembles to note again.
func checkGolden(t *testing.T, name string, text, note, printed []byte) {
	t.Helper()
	doc, err := ParseMetadataYAML(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if got := doc.Note(); !bytes.Equal(got, note) {
		t.Errorf("%s: note of %d bytes is not the expected one of %d bytes", name, len(got), len(note))
		if other, err := ParseMetadataNote(note); err == nil {
			t.Error(cmp.Diff(other.Root, doc.Root))
		}
	}
	fromNote, err := ParseMetadataNote(note)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if diff := cmp.Diff(doc, fromNote); diff != "" {
		t.Errorf("%s: document of the text and of the note:\n%s", name, diff)
	}
	yaml, err := fromNote.YAML()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if printed != nil {
		if diff := cmp.Diff(string(printed), string(yaml)); diff != "" {
			t.Errorf("%s: YAML:\n%s", name, diff)
		}
	}
	again, err := ParseMetadataYAML(yaml)
	if err != nil {
		t.Fatalf("%s: reading back: %v\n%s", name, err, yaml)
	}
	if !bytes.Equal(again.Note(), note) {
		t.Errorf("%s: the printed YAML assembles to another note", name)
	}
}

// TestMetadataGolden runs the texts NAME.yaml in testdata/metadata. NAME.hex
// is the note that LLVM makes of it, NAME.out what is printed for that
// (metadata_llvm_test.go, -metadata.update); without it, the text itself.
func TestMetadataGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/metadata/*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, name := range files {
		base := strings.TrimSuffix(name, ".yaml")
		t.Run(filepath.Base(base), func(t *testing.T) {
			text := readFile(t, name)
			note, err := hex.DecodeString(strings.Join(strings.Fields(string(readFile(t, base+".hex"))), ""))
			if err != nil {
				t.Fatal(err)
			}
			printed := text
			if _, err := os.Stat(base + ".out"); err == nil {
				printed = readFile(t, base+".out")
			}
			checkGolden(t, name, text, note, printed)
		})
	}
}

// readFile returns the content of a file.
func readFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// metadataTexts are more keys for minimalMetadata, or whole documents: what
// they mean, in LLVM's layout, or the error. LLVM agrees (metadata_llvm_test.go)
// unless differs says why not.
var metadataTexts = []struct{ in, want, err, differs string }{
	{in: "    x: [1,\n  2]\n", want: "    x:\n      - 1\n      - 2\n"},
	{in: "    x:\n    - 1\n    - 2\n", want: "    x:\n      - 1\n      - 2\n"},
	{in: "    x: {a: 1,\n b: 2}\n", want: "    x:\n      a: 1\n      b: 2\n"},
	{in: "    x: foo\n      bar\n", want: "    x: foo bar\n"},
	{in: "    x: \"foo\n      bar\"\n", want: "    x: foo bar\n"},
	{in: "    x: |\n      foo\n      bar\n", want: "    x: \"foo\\nbar\\n\"\n"},
	{in: "    x: >\n      foo\n      bar\n", want: "    x: \"foo bar\\n\"\n"},
	{in: "    x: |-\n      5\n", want: "    x: 5\n"},
	{in: "    x: !str |-\n      5\n", want: "    x: !str '5'\n"},
	{in: "    ? foo\n    : bar\n", want: "    foo: bar\n"},
	{in: "    \"foo\": bar\n", want: "    foo: bar\n"},
	{in: "    <<: {a: 1}\n", want: "    '<<':\n      a: 1\n"},
	{in: "    x: {a, b}\n", want: "    x: {a: [], b: []}\n"},
	{in: "    x: [a: 1, b: 2]\n", want: "    x: [{a: 1}, {b: 2}]\n"},
	{in: "    x: {\"a\":1}\n", want: "    x: {a: 1}\n"},
	{in: "    x: {a:1}\n", want: "    x: {'a:1': []}\n"},
	{in: "    x: [1,]\n", want: "    x: [1]\n"},
	{in: "    x: !foo [1]\n", want: "    x: [1]\n"},
	{in: "    x: &a 5\n", want: "    x: 5\n"},
	{in: "    x:\n", want: "    x: []\n"},
	{in: "    x: !nil\n", want: "    x: []\n"},
	{in: "    0x10: 1\n", want: "    16: 1\n"},
	{in: "    x: 1\r\n", want: "    x: 1\n"},
	{in: "# c\n    x: 1 # c\n# c\n", want: "    x: 1\n"},
	{in: "    x: 5 ; c\n", want: "    x: 5\n"},
	{in: "    x: a b;c\n", want: "    x: a b\n"},
	{in: "    x: a // c 'x\n", want: "    x: a\n"},
	{in: "    x: it's\n    y: \"a;b//c#d\" ; 'c\n", want: "    x: it's\n    y: 'a;b//c#d'\n"},
	{in: "    x: 'a;b //c #d'\n", want: "    x: \"a;b //c #d\"\n", differs: "LLVM's lexer loses its way in single quotes, even in clang's own output"},
	{in: "    x: 'it''s; so'\n", want: "    x: \"it's; so\"\n", differs: "as above"},
	{in: "    x: 1\n    x: 2\n", err: "17:5: amdhsa.kernels[0].x: duplicate key"},
	{in: "    5: 1\n    0x5: 2\n", err: "17:5: amdhsa.kernels[0].5: duplicate key", differs: "LLVM keeps the last"},
	{in: "    x: {a: 1, b: 2, a: 3}\n", err: "16:21: amdhsa.kernels[0].x.a: duplicate key"},
	{in: "    x: &a [1]\n    y: *a\n", err: "17:8: amdhsa.kernels[0].y: aliases (*a) are not allowed in metadata"},
	{in: "    x:\n      - 1\n      -\n      - 2\n", err: "18:8: amdhsa.kernels[0].x[1]: the element is empty", differs: "LLVM takes the next element for one of a list in it"},
	{in: "    [1, 2]: 1\n", err: "16:5: amdhsa.kernels[0]: a map key must be a scalar"},
	{in: "    x: [\n", err: "did not find expected node content"},
	{in: "    x: @foo\n", err: "found character that cannot start any token"},
	{in: "    x: a: b\n", err: "mapping values are not allowed in this context"},
	{in: "    x: \"abc\n", err: "found unexpected end of stream"},
	{in: "    x: !int foo\n", err: `16:8: amdhsa.kernels[0].x: invalid number: "foo"`},
	{in: "    x: !bool 1\n", err: `16:8: amdhsa.kernels[0].x: invalid boolean: "1"; accepted: true, false`},
	{in: "    x: !float y\n", err: `16:8: amdhsa.kernels[0].x: invalid floating point number: "y"`},
	{in: "    .args: 5\n", err: "16:12: amdhsa.kernels[0].args: is an integer, not an array"},
	{in: "    .args: [5]\n", err: "16:13: amdhsa.kernels[0].args[0]: is an integer, not a map"},
	{in: "    .args:\n      - .offset: 0\n        .size: 4\n", err: "17:9: amdhsa.kernels[0].args[0].value_kind: the key is required"},
	{in: "    .args:\n      - .offset: 0\n        .size: 4\n        .value_kind: by_valu\n",
		err: "19:22: amdhsa.kernels[0].args[0].value_kind: unknown value by_valu; accepted: by_value, global_buffer, dynamic_shared_pointer,"},
	{in: "    .args: [{.offset: x, .size: 4, .value_kind: by_value}]\n", err: "16:23: amdhsa.kernels[0].args[0].offset: x is a string, not an integer"},
	{in: "    .uses_dynamic_stack: 1\n", err: "16:26: amdhsa.kernels[0].uses_dynamic_stack: 1 is an integer, not a boolean"},
	{in: "    .reqd_workgroup_size: [1, 2]\n", err: "16:27: amdhsa.kernels[0].reqd_workgroup_size: has 2 elements, not 3"},
	{in: "    .language: 5\n", err: "16:16: amdhsa.kernels[0].language: 5 is an integer, not a string; the tag !str makes a scalar one"},
	{in: "    .symbol: k.kd\n", err: "16:5: amdhsa.kernels[0].symbol: duplicate key"},
	{in: "  - .name: k2\n", err: "16:5: amdhsa.kernels[1].symbol: the key is required"},
	{in: "amdhsa.printf: [5]\n", err: "16:17: amdhsa.printf[0]: 5 is an integer, not a string; the tag !str makes a scalar one"},
	{in: "amdhsa.printf: abc\n", err: "16:16: amdhsa.printf: is a string, not an array"},
	{in: "...\n---\na: 1\n", err: "17:1: a second YAML document; metadata is a single document", differs: "LLVM passes over it"},
}

// TestMetadataTexts checks what texts mean.
func TestMetadataTexts(t *testing.T) {
	for _, c := range metadataTexts {
		doc, err := ParseMetadataYAML([]byte(minimalMetadata + c.in))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: %v, want %s", c.in, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		want, err := ParseMetadataYAML([]byte(minimalMetadata + c.want))
		if err != nil {
			t.Fatalf("%q: %v", c.want, err)
		}
		if diff := cmp.Diff(want, doc); diff != "" {
			t.Errorf("%q:\n%s", c.in, diff)
		}
	}
}

// TestMetadataPlaces checks the places of errors in lines that YAML ends
// otherwise, and after characters of several bytes.
func TestMetadataPlaces(t *testing.T) {
	for text, want := range map[string]string{
		"\r\r0":                      "1:3: metadata is an integer, not a map",
		"\r\n\r\n 0":                 "3:2: metadata is an integer, not a map",
		"# \u2028\n{\"\u00e9\": *a}": "unknown anchor 'a' referenced",
		"a: 1\namdhsa.version: [\"\u20ac\", 1]\namdhsa.kernels: []":         `2:18: amdhsa.version[0]: € is a string, not an integer`,
		"a: 1\namdhsa.version: [1, !str \"\u20ac\", x]\namdhsa.kernels: []": "2:17: amdhsa.version: has 3 elements, not 2",
		"{\"\u20ac\": 1, amdhsa.version: 5}":                                "1:28: amdhsa.version: is an integer, not an array",
	} {
		if _, err := ParseMetadataYAML([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestMetadataWhole checks documents that are nothing or not a map.
func TestMetadataWhole(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "the metadata is empty",
		"\n\n":                   "the metadata is empty",
		"---\n...\n":             "the metadata is empty",
		"5":                      "1:1: metadata is an integer, not a map",
		"[1, 2]":                 "1:1: metadata is an array, not a map",
		"a: 1":                   "1:1: amdhsa.version: the key is required",
		"amdhsa.version: [1, 2]": "1:1: amdhsa.kernels: the key is required",
		"amdhsa.version: [1]\namdhsa.kernels: []":    "1:17: amdhsa.version: has 1 elements, not 2",
		"amdhsa.version: [1, x]\namdhsa.kernels: []": "1:21: amdhsa.version[1]: x is a string, not an integer",
	} {
		_, err := ParseMetadataYAML([]byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseMetadataYAML([]byte("amdhsa.version: [1, 2]\namdhsa.kernels: []\n")); err != nil {
		t.Error(err)
	}
}

// TestMetadataTyped checks the typed view of what the compiler wrote.
func TestMetadataTyped(t *testing.T) {
	doc, err := ParseMetadataYAML(readFile(t, "testdata/metadata/compiled_gfx950_O1_names.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := doc.Metadata()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{1, 2}, m.Version); diff != "" || m.Target != "amdgcn-amd-amdhsa--gfx950:xnack+" || len(m.Printf) != 4 {
		t.Errorf("version %v, target %q, printf %q", m.Version, m.Target, m.Printf)
	}
	names := map[string]KernelMetadata{}
	for _, k := range m.Kernels {
		names[k.Name] = k
	}
	k := names["pointers"]
	explicit := 0
	for _, a := range k.Args {
		if !strings.HasPrefix(a.ValueKind, "hidden_") {
			explicit++
		}
	}
	if k.Symbol != "pointers.kd" || explicit != 9 || k.WavefrontSize != 64 || k.Language != "OpenCL C" || k.MaxFlatWorkgroupSize != 256 || k.KernargSegmentAlign != 8 {
		t.Errorf("%+v", k)
	}
	want := []Arg{
		{Name: "p", TypeName: "int*", Offset: 0, Size: 8, ValueKind: "global_buffer", AddressSpace: "global", IsRestrict: true},
		{Name: "q", TypeName: "float*", Offset: 8, Size: 8, ValueKind: "global_buffer", AddressSpace: "global", IsConst: true},
		{Name: "r", TypeName: "double*", Offset: 16, Size: 8, ValueKind: "global_buffer", AddressSpace: "global", IsVolatile: true},
	}
	for i := range k.Args {
		k.Args[i].ActualAccess = ""
	}
	if diff := cmp.Diff(want, k.Args[:3]); diff != "" {
		t.Error(diff)
	}
	if a := k.Args[4]; a.ValueKind != "dynamic_shared_pointer" || a.PointeeAlign != 4 || a.AddressSpace != "local" {
		t.Errorf("%+v", a)
	}
	if a := names["pipes"].Args[0]; a.ValueKind != "pipe" || !a.IsPipe || a.Access != "read_only" {
		t.Errorf("%+v", a)
	}
	if k := names["sized"]; cmp.Diff([]int{64, 2, 1}, k.ReqdWorkgroupSize) != "" {
		t.Errorf("%+v", k)
	}
	if k := names["hinted"]; cmp.Diff([]int{8, 8, 4}, k.WorkgroupSizeHint) != "" || k.VecTypeHint != "float4" {
		t.Errorf("%+v", k)
	}
	if k, ok := names["inf"]; !ok || k.Args[0].Name != "nan" {
		t.Errorf("a kernel called inf: %+v", k)
	}
}

// TestMetadataTypedErrors checks values of wrong types.
func TestMetadataTypedErrors(t *testing.T) {
	text := func(s string) Node { return Node{Kind: NodeString, Str: s} }
	number := func(n uint64) Node { return Node{Kind: NodeUint, Num: n} }
	array := func(n ...Node) Node { return Node{Kind: NodeArray, Items: n} }
	object := func(n ...Node) Node { return Node{Kind: NodeMap, Items: n} }
	for _, c := range []struct {
		root Node
		want string
	}{
		{number(5), "is an integer, not a map"},
		{object(text("amdhsa.version"), number(1)), "amdhsa.version: is an integer, not an array"},
		{object(text("amdhsa.kernels"), array(number(1))), "amdhsa.kernels[0]: is an integer, not a map"},
		{object(text("amdhsa.kernels"), array(object(text(".name"), number(1)))), "amdhsa.kernels[0].name: is an integer, not a string"},
		{object(text("amdhsa.kernels"), array(object(text(".sgpr_count"), number(1<<63)))), "amdhsa.kernels[0].sgpr_count: 9223372036854775808 is too large"},
		{object(text("amdhsa.kernels"), array(object(text(".args"), array(object(text(".is_const"), text("x")))))), "amdhsa.kernels[0].args[0].is_const: is a string, not a boolean"},
		{object(text("amdhsa.printf"), array(number(1))), "amdhsa.printf[0]: is an integer, not a string"},
	} {
		d := Document{Root: c.root}
		if _, err := d.Metadata(); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	if m, err := (&Document{Root: object()}).Metadata(); err != nil || len(m.Kernels) != 0 {
		t.Errorf("%+v %v", m, err)
	}
}

// TestMetadataCheck checks that a note is held to the rules without turning
// strings into numbers.
func TestMetadataCheck(t *testing.T) {
	doc, err := ParseMetadataYAML([]byte(minimalMetadata + "    .sgpr_spill_count: !str 5\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := doc.Check(); err != nil {
		t.Error(err)
	}
	kernel := &doc.Root.Get("amdhsa.kernels").Items[0]
	if n := kernel.Get(".sgpr_spill_count"); n == nil || n.Kind != NodeUint || n.Num != 5 {
		t.Errorf("spill count %+v", n)
	}
	*kernel.Get(".vgpr_count") = Node{Kind: NodeString, Str: "8"}
	want := "amdhsa.kernels[0].vgpr_count: 8 is a string, not an integer"
	if err := doc.Check(); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestMetadataNoYAML checks documents for which there is no YAML.
func TestMetadataNoYAML(t *testing.T) {
	entry := func(key, value Node) *Document {
		return &Document{Root: Node{Kind: NodeMap, Items: []Node{key, value}}}
	}
	text := func(s string) Node { return Node{Kind: NodeString, Str: s} }
	for _, c := range []struct {
		doc  *Document
		want string
	}{
		{&Document{Root: text("x")}, "metadata is a string, not a map"},
		{entry(text("a"), Node{Kind: NodeBinary, Str: "x"}), "a: binary data cannot be expressed in YAML"},
		{entry(text("a"), text("\xff")), "a: the string is not UTF-8, which YAML cannot express"},
		{entry(text("a\xff"), text("x")), `"a\xff": the string is not UTF-8, which YAML cannot express`},
		{entry(text("5"), text("x")), `5: the key "5" is a string, but would be read as an integer`},
		{entry(Node{Kind: NodeNil}, text("x")), "nil: nil cannot be expressed in YAML"},
		{entry(text("a"), Node{Kind: NodeFloat, Num: 0x7ff8000000000001}), "a: a NaN with payload 0x7ff8000000000001 cannot be expressed in YAML"},
		{entry(text(strings.Repeat("k", 2000)), text("x")), "there is no YAML for this metadata"},
	} {
		if text, err := c.doc.YAML(); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", text, err, c.want)
		}
	}
	// What LLVM prints in a way that does not read back.
	for _, value := range []Node{
		{Kind: NodeFloat, Num: 0x400921fb54442d18 &^ 0x1fffffff}, // pi in 24 bits
		{Kind: NodeFloat, Num: 1},
		{Kind: NodeFloat, Num: 0xfff8000000000000},
		{Kind: NodeArray, Items: []Node{{Kind: NodeArray}, {Kind: NodeMap}, {Kind: NodeNil}}},
	} {
		doc := entry(text("a"), value)
		yaml, err := doc.YAML()
		if err != nil {
			t.Error(err)
			continue
		}
		root, _, err := readMetadataYAML(yaml)
		if err != nil || !bytes.Equal((&Document{Root: root}).Note(), doc.Note()) {
			t.Errorf("%s: %v %v", yaml, root, err)
		}
	}
}

// TestMetadataNoteErrors checks notes that are broken, or claim more than
// there is.
func TestMetadataNoteErrors(t *testing.T) {
	for note, want := range map[string]string{
		"":                       "the note ends in the middle of a value",
		"81":                     "a map of 2 values, but only 0 bytes are left",
		"81a161":                 "a: the note ends in the middle of a value",
		"81a362":                 "a string of 3 bytes, but 1 bytes are left",
		"81a161cd00":             "a: the note ends in the middle of a value",
		"82a16101a16102":         "a: duplicate key",
		"829001a16102":           "a map key is an array, not a scalar",
		"dfffffffff":             "a map of 8589934590 values, but only 0 bytes are left",
		"ddffffffff01":           "an array of 4294967295 values, but only 1 bytes are left",
		"dbffffffff61":           "a string of 4294967295 bytes, but 1 bytes are left",
		"c6ffffffff61":           "binary data of 4294967295 bytes, but 1 bytes are left",
		"c1":                     "type byte 0xc1 does not occur in metadata",
		"d4017f":                 "type byte 0xd4 does not occur in metadata",
		"81a16101000000":         "",
		"81a1610100000000":       "4 bytes follow the metadata of 4 bytes",
		"81a16101000001":         "3 bytes follow the metadata of 4 bytes",
		strings.Repeat("91", 70): "nested more than 64 deep",
	} {
		b, err := hex.DecodeString(note)
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParseMetadataNote(b)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", note, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", note, err, want)
		}
	}
}

// TestMetadataForeignNote reads a note with wide integers and unsorted keys,
// and writes it as LLVM would.
func TestMetadataForeignNote(t *testing.T) {
	note, _ := hex.DecodeString("de0002" + "a162" + "cf0000000000000005" + "d90161" + "d3ffffffffffffffff")
	doc, err := ParseMetadataNote(note)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := hex.EncodeToString(doc.Note()), "82a161ffa16205"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestNotes reads sections of notes.
func TestNotes(t *testing.T) {
	section := append(NoteSection([]byte("12345")), NoteSection(nil)...)
	notes, err := ParseNotes(section)
	want := []Note{{"AMDGPU", 32, []byte("12345")}, {"AMDGPU", 32, []byte{}}}
	if diff := cmp.Diff(want, notes); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	// The padding of the last note may be missing.
	if notes, err := ParseNotes(NoteSection([]byte("12345"))[:noteHeader+8+5]); err != nil || string(notes[0].Desc) != "12345" {
		t.Errorf("%v %v", notes, err)
	}
	for n := 1; n < noteHeader+8+5; n++ {
		if notes, err := ParseNotes(section[:n]); err == nil {
			t.Errorf("%d bytes are notes: %v", n, notes)
		}
	}
	huge := bytes.Clone(section)
	copy(huge, "\xff\xff\xff\xff\xff\xff\xff\xff")
	if notes, err := ParseNotes(huge); err == nil {
		t.Errorf("huge sizes give %v", notes)
	}
}
