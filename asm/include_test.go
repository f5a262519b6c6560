package asm

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"heddle/arch"
)

// files are what openFiles reads, by path.
var files = map[string]string{
	"d/k.inc":      "\ufeff.macro twice x\n\\x\n\\x\n.endm\n.include \"sub/n.inc\"\n",
	"d/sub/n.inc":  ".byte 2\n.include \"m.inc\"",
	"d/sub/m.inc":  "// the last line has no end\n.byte 3",
	"d/bad.inc":    "\n\ts_nop 0\n\tfrobnicate\n",
	"d/self.inc":   ".byte 1\n.include \"self.inc\"\n",
	"d/fan.inc":    strings.Repeat(".include \"wide.inc\"\n", 300),
	"d/wide.inc":   strings.Repeat(".byte 0\n", 10000),
	"d/open.inc":   ".if 1\n",
	"d/data.bin":   "0123456789",
	"d/large.bin":  strings.Repeat("x", 40<<20),
	"d/utf16.inc":  "\xff\xfe.\x00b\x00",
	"d/macros.inc": ".macro bad\nfrobnicate\n.endm\n",
}

func openFiles(from, name string) (path string, text []byte, err error) {
	path = from[:strings.LastIndexByte(from, '/')+1] + name
	s, ok := files[path]
	if !ok {
		return path, nil, errors.New("'" + path + "': no such file")
	}
	return path, []byte(s), nil
}

func assembleIncluding(src string) (*Result, error) {
	return Assemble([]byte(src), Options{File: "d/k.s", Chip: &arch.GFX942, Open: openFiles})
}

// TestInclude: the statements of other files, and the bytes of others.
func TestInclude(t *testing.T) {
	r, err := assembleIncluding("\ufeff.data\n.byte 1\n.include \"k.inc\"\ntwice \".byte 4\"\n.incbin \"data.bin\"\n.incbin \"data.bin\", 8\n.incbin \"data.bin\", 2, 3\n.incbin \"data.bin\", , 1\n.byte 5")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Module.Sections {
		if s.Name == ".data" && string(s.Data) != "\x01\x02\x03\x04\x04012345678989234"+"0\x05" {
			t.Errorf(".data is %q", s.Data)
		}
	}
}

// TestIncludeErrors: mistakes have their place in the file they are in; files that include
// themselves, or too much, end.
func TestIncludeErrors(t *testing.T) {
	for src, want := range map[string]string{
		".include \"bad.inc\"":                                "d/bad.inc:3:2: error: unknown instruction",
		".include \"macros.inc\"\n\nbad":                      "<macro 'bad'>:1:1: error: unknown instruction",
		".include \"none.inc\"":                               "d/k.s:1:10: error: 'd/none.inc': no such file",
		".include":                                            "d/k.s:1:9: error: ",
		".include \"k.inc\" x":                                "d/k.s:1:18: error: unexpected",
		".include \"self.inc\"":                               "macros, loops and included files are nested more than 100 levels deep",
		".include \"fan.inc\"":                                "macros, loops and included files expand to more than 16 MiB",
		".include \"large.bin\"":                              "macros, loops and included files expand to more than 16 MiB",
		".include \"utf16.inc\"":                              "d/utf16.inc: the text is in UTF-16: it has to be in UTF-8",
		"\xff\xfe.\x00":                                       "the text is in UTF-16: it has to be in UTF-8",
		".data\n.incbin \"data.bin\", 11":                     "d/k.s:2:21: error: 11 is not a number of bytes of the file; 10 are left",
		".data\n.incbin \"data.bin\", 3, 8":                   "d/k.s:2:24: error: 8 is not a number of bytes of the file; 7 are left",
		".data\n.incbin \"data.bin\", -1":                     "-1 is not a number of bytes of the file; 10 are left",
		".data\n.incbin \"large.bin\"\n.incbin \"large.bin\"": "d/k.s:3:1: error: the included bytes are more than 64 MiB",
	} {
		_, err := assembleIncluding(src)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", fmt.Sprintf("%.40s", src), err, want)
		}
	}
	_, err := assembleIncluding(".include \"bad.inc\"")
	if want := "d/k.s:1"; !strings.Contains(fmt.Sprint(err), want) {
		t.Errorf("the message does not say that %s includes the file:\n%v", want, err)
	}
	if _, err := Assemble([]byte(".include \"k.inc\""), Options{File: "k.s", Chip: &arch.GFX942}); err == nil || !strings.Contains(err.Error(), ".include is not supported here") {
		t.Errorf("without a way to open files: %v", err)
	}
}
