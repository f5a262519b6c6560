package build_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/build"
	"heddle/hsaco"
	"heddle/ir"
)

// compile builds a module's text.
func compile(t testing.TB, file, text string, o build.Options) (*build.Result, error) {
	t.Helper()
	m, err := ir.Parse(file, text)
	if err == nil {
		err = ir.Verify(m, ir.Options{Chip: o.Chip})
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return build.MLIR(m, o)
}

// TestNames builds kernels whose names mean something else to an assembler or
// in YAML.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"nan", "null", "true", "1", "1.5", "0x10", "-1", "~", "s0", "v0", "vcc", "exec", "s_endpgm", "a b", "x.y", "a-b", "a@b", "$x", "_GLOBAL_OFFSET_TABLE_", "kernel.s", "ü", "カーネル",
		`a"b`, `a\b`, "a\nb", "a;b", "a//b", "a#b", "!str", "a:b", "[a]", "k.kd", strings.Repeat("long", 300),
	} {
		text := named(name)
		r, err := compile(t, "name.mlir", text, build.Options{Chip: &arch.GFX950, Debug: true})
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		o, err := hsaco.Open(r.Object, "")
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if len(o.Kernels) != 1 || o.Kernels[0].Name != name || r.Kernels[0].Name != name {
			t.Errorf("%q: %d kernels, the first is %q", name, len(o.Kernels), o.Kernels[0].Name)
		}
	}
}

// TestRefusedNames: names that a code object cannot have.
func TestRefusedNames(t *testing.T) {
	for _, name := range []string{".L1", ".text", "_DYNAMIC", "a\x00b", "a\xffb"} {
		if _, err := compile(t, "name.mlir", named(name), build.Options{Chip: &arch.GFX950}); err == nil || !strings.Contains(err.Error(), "name.mlir:2:3: error: a kernel cannot be called") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := compile(t, "name.mlir", named("k.kd", "k"), build.Options{Chip: &arch.GFX950}); err == nil || !strings.Contains(err.Error(), "would both be \"k.kd\"") {
		t.Errorf("k and k.kd: %v", err)
	}
}

// named is a module with kernels of those names.
func named(names ...string) string {
	text := "\"gpu.module\"() <{sym_name = \"m\"}> ({\n"
	for _, name := range names {
		text += fmt.Sprintf(`  "gpu.func"() <{function_type = (i32) -> ()}> ({
  ^bb0(%%x: i32):
    "gpu.return"() : () -> ()
  }) {gpu.kernel, sym_name = %s} : () -> ()
`, quote(name))
	}
	return text + "}) : () -> ()\n"
}

// quote is a string in MLIR.
func quote(s string) string {
	var b bytes.Buffer
	b.WriteByte('"')
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String() + `"`
}
