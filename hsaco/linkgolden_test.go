package hsaco

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"io"
	"testing"
)

// goldenIdent is the string in the golden files, those of Debian's LLD 22.
const goldenIdent = "Linker: Debian LLD 22.1.8"

// linkCase is a golden object: how clang-22 makes it of a file in
// testdata/link. With it in goldens.zip are NAME.o and what LLD makes of it,
// NAME.so. "go test -tags llvm -run TestLinkGoldens -link.update" writes them anew.
type linkCase struct {
	name, source string
	args         []string
}

var linkCases = []linkCase{
	{"kernels-O0", "kernels.cl", []string{"-mcpu=gfx942", "-O0", "-g"}},
	{"kernels-O2", "kernels.cl", []string{"-mcpu=gfx950", "-O2"}},
	{"kernels-O3-g", "kernels.cl", []string{"-mcpu=gfx950", "-O3", "-g"}},
	{"kernels-v4", "kernels.cl", []string{"-mcpu=gfx942:xnack+:sramecc-", "-O3", "-mcode-object-version=4"}},
	{"kernels-v5", "kernels.cl", []string{"-mcpu=gfx950:xnack-", "-O3", "-mcode-object-version=5"}},
	{"kernels-v6", "kernels.cl", []string{"-mcpu=gfx950:sramecc+", "-O3", "-mcode-object-version=6"}},
	{"globals-O0", "globals.cl", []string{"-mcpu=gfx950", "-O0"}},
	{"globals-O3", "globals.cl", []string{"-mcpu=gfx942", "-O3", "-g"}},
	{"globals-sections", "globals.cl", []string{"-mcpu=gfx942", "-O3", "-ffunction-sections", "-fdata-sections"}},
	{"pointers-O0", "pointers.cpp", []string{"-mcpu=gfx942", "-O0"}},
	{"pointers-O2", "pointers.cpp", []string{"-mcpu=gfx950", "-O2", "-g"}},
	{"pointers-sections", "pointers.cpp", []string{"-mcpu=gfx950", "-O3", "-ffunction-sections", "-fdata-sections"}},
	{"asm", "asm.s", []string{"-mcpu=gfx950"}},
	{"asm-g", "asm.s", []string{"-mcpu=gfx942", "-g"}},
	{"merge", "merge.s", []string{"-mcpu=gfx950"}},
	{"odd", "odd.s", []string{"-mcpu=gfx942:xnack+"}},
	{"empty", "empty.s", []string{"-mcpu=gfx950"}},
	{"many", "many.s", []string{"-mcpu=gfx950"}},
}

func TestLinkGoldens(t *testing.T) {
	files := goldens(t)
	for _, c := range linkCases {
		t.Run(c.name, func(t *testing.T) {
			m, want := moduleOf(t, files[c.name+".o"]), files[c.name+".so"]
			got, err := link(m, goldenIdent)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Error(describeDiff(got, want))
			}
			if got, err = Link(m); err != nil {
				t.Fatal(err)
			}
			if diff := describeDiff(hideIdent(t, got), hideIdent(t, want)); !bytes.Equal(hideIdent(t, got), hideIdent(t, want)) {
				t.Errorf("outside of .comment: %s", diff)
			}
		})
	}
}

// goldens are the files of goldens.zip.
func goldens(t testing.TB) map[string][]byte {
	z, err := zip.OpenReader("testdata/link/goldens.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files := make(map[string][]byte)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// hideIdent is file without the contents of .comment.
func hideIdent(t *testing.T, file []byte) []byte {
	f, err := elf.NewFile(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	file = bytes.Clone(file)
	s := f.Section(".comment")
	clear(file[s.Offset:][:s.Size])
	return file
}
