package asm

import (
	"strings"
	"testing"
)

// TestDebugErrors has a directive that is refused, after a file table with
// the numbers 0 to 2. want is a part of the message, mark the operand text
// that it points at.
func TestDebugErrors(t *testing.T) {
	tests := []struct{ line, mark, want string }{
		{`.file`, ``, "a number expected at the end of the line"},
		{`.file x`, `x`, "a number expected"},
		{`.file -1 "a"`, `-1`, "a number expected"},
		{`.file 1x "a"`, `1x`, "1x is not a number"},
		{`.file 0x "a"`, `0x`, "0x is not a number"},
		{`.file 09 "a"`, `09`, "09 is not a number"},
		{`.file 1+1 "a"`, `+1`, "a string in double quotes expected"},
		{`.file 4294967296 "a"`, `4294967296`, "the file number is larger than 4294967295"},
		{`.file 340282366920938463463374607431768211456 "a"`, `340282366920938463463374607431768211456`, "more than 128 bits"},
		{`.file 3`, ``, "a string in double quotes expected at the end of the line"},
		{`.file 3, "a"`, `,`, "a string in double quotes expected"},
		{`.file 3 "a`, `"a`, "the string has no closing quote"},
		{`.file 3 "a\`, `\`, ""},
		{`.file 3 "a\q"`, `\q`, "escape"},
		{`.file 3 "a\0b"`, `"a\0b"`, "a zero byte in the string"},
		{`.file 3 "a" "b" "c"`, `"c"`, "md5 or source expected"},
		{`.file 3 "a" sha1 3`, `sha1`, "md5 or source expected"},
		{`.file 3 "a" md5`, ``, "a number expected"},
		{`.file 3 "a" md5 "b"`, `"b"`, "a number expected"},
		{`.file 3 "a" md5 0x100000000000000000000000000000000`, `0x100000000000000000000000000000000`, "more than 128 bits"},
		{`.file 3 "a" source b`, `b`, "a string in double quotes expected"},
		{`.file 1 "a"`, `1`, "file number 1 is taken"},
		{`.file 0 "/d" ""`, `"/d" ""`, "file 0 needs a name"},
		{`.file "a" "b"`, `"b"`, "without a file number, only the name is expected"},
		{`.file "a" md5 0x3`, `md5`, "without a file number, only the name is expected"},

		{`.loc`, ``, "a number expected at the end of the line"},
		{`.loc 3 1`, `3`, "no .file directive has the number 3"},
		{`.loc 9 1`, `9`, "file 9 repeats file 0"},
		{`.loc -1 1`, `-1`, "a number expected"},
		{`.loc 1 -1`, `-1`, "no such option of .loc"},
		{`.loc 1 1 -1`, `-1`, "no such option of .loc"},
		{`.loc 1 1 1 1`, `1`, "no such option of .loc"},
		{`.loc 1 1 1, is_stmt 1`, `,`, "no such option of .loc"},
		{`.loc 1 99999999999999999999`, `99999999999999999999`, "the line is larger"},
		{`.loc 1 1 1 view 0`, `view`, "no such option of .loc"},
		{`.loc 1 1 1 is_stmt`, ``, "is_stmt expected at the end of the line"},
		{`.loc 1 1 1 is_stmt 2`, `2`, "is_stmt is 2; accepted: 0 to 1"},
		{`.loc 1 1 1 isa -1`, `-1`, "isa is -1; accepted: 0"},
		{`.loc 1 1 1 discriminator x`, `x`, "not a number"},
		// What llvm-mc truncates to 32, 16 or 31 bits.
		{`.loc 4294967297 1`, `4294967297`, "the file number is larger"},
		{`.loc 1 4294967296`, `4294967296`, "the line is larger than 4294967295"},
		{`.loc 1 1 65536`, `65536`, "the column is larger than 65535"},
		{`.loc 1 1 1 is_stmt 0x100000000`, `0x100000000`, "is_stmt is 4294967296"},
		{`.loc 1 1 1 isa 0x100000000`, `0x100000000`, "isa is 4294967296"},
		{`.loc 1 1 1 discriminator -4`, `-4`, "discriminator is -4"},
		{`.loc 1 1 1 discriminator 0x100000004`, `0x100000004`, "discriminator is 4294967300"},
		{`.loc_label`, ``, "a symbol name expected"},
		{`.loc_label 1`, `1`, "a symbol name expected"},
		{`.loc_label a b`, `b`, "no more operands expected"},

		{`.cfi_sections .eh_frame .debug_frame`, `.debug_frame`, "a comma expected"},
		// llvm-mc ignores names that it does not know.
		{`.cfi_sections foo`, `foo`, "no such section"},
		{`.cfi_sections .debug_frame,`, ``, ""},
		{`.cfi_startproc foo`, `foo`, `only "simple" is accepted`},
		{`.cfi_startproc simple 4`, `4`, "no more operands expected"},
		{`.cfi_endproc`, ``, "only between .cfi_startproc and .cfi_endproc"},
		{`.cfi_def_cfa s1, 4`, ``, "only between .cfi_startproc and .cfi_endproc"},
		{`in .cfi_startproc`, ``, "the .cfi_startproc before this one has no .cfi_endproc"},
		{`in .cfi_endproc 4`, `4`, "no more operands expected"},
		{`in .cfi_def_cfa 4`, ``, "a comma expected at the end of the line"},
		{`in .cfi_def_cfa 1, 2, 3`, `,`, "no more operands expected"},
		{`in .cfi_def_cfa`, ``, "no such register"},
		{`in .cfi_def_cfa foo, 2`, `foo`, "no such register"},
		{`in .cfi_def_cfa -1, 2`, `-1`, "no such register"},
		{`in .cfi_def_cfa s[0:1], 2`, `s[0:1]`, "no such register"},
		{`in .cfi_def_cfa s102, 2`, `s102`, "no such register"},
		{`in .cfi_def_cfa v256, 2`, `v256`, "no such register"},
		{`in .cfi_def_cfa v00, 2`, `v00`, "no such register"},
		{`in .cfi_def_cfa s[, 2`, `s`, "no such register"},
		{`in .cfi_same_value s5 s6`, `s6`, "no more operands expected"},
		{`in .cfi_offset 1`, ``, "a comma expected"},
		{`in .cfi_escape`, ``, "a byte expected at the end of the line"},
		{`in .cfi_escape 1,`, ``, "a byte expected at the end of the line"},
		{`in .cfi_label 1`, `1`, "a symbol name expected"},
		{`in .cfi_personality 0xff, x`, `,`, "no more operands expected"},
		{`in .cfi_personality 0`, ``, "a comma expected"},
		{`in .cfi_personality 0, 0`, `0`, "a symbol name expected"},
		{`in .cfi_personality 256, x`, `256`, "the pointer encoding is 256"},
		{`in .cfi_lsda 0x01, x`, `0x01`, "this pointer encoding cannot be assembled"},
		{`in .cfi_lsda 0x09, x`, `0x09`, "this pointer encoding cannot be assembled"},
		{`in .cfi_lsda 0x20, x`, `0x20`, "this pointer encoding cannot be assembled"},
		{`in .cfi_lsda 0x1b, x+4`, `+4`, "no more operands expected"},
		// llvm-mc says "undefined label 'x'": there is no relocation for it.
		{`in .cfi_lsda 0x12, x`, `0x12`, "this pointer encoding cannot be assembled"},
		// What llvm-mc encodes as something else than it says.
		{`in .cfi_same_value 0x100000000`, `0x100000000`, "the register number is 4294967296"},
		{`in .cfi_same_value vcc`, `vcc`, "no such register"},
		{`in .cfi_same_value exec_hi`, `exec_hi`, "no such register"},
		{`in .cfi_same_value m0`, `m0`, "no such register"},
		{`in .cfi_offset s5, 7`, `7`, "offset 7 from the CFA is not a multiple of 4"},
		{`in .cfi_rel_offset s5, -3`, `-3`, "is not a multiple of 4"},
		{`in .cfi_def_cfa_offset -4`, `-4`, "the offset of the CFA would be -4"},
		{`in .cfi_adjust_cfa_offset -4`, `-4`, "the offset of the CFA would be -4"},
		{`in .cfi_escape 256`, `256`, "a byte is 256; accepted: -128 to 255"},
		{`in .cfi_escape 1, -129`, `-129`, "a byte is -129"},
		{`in .cfi_llvm_def_aspace_cfa 4, 5, -1`, `-1`, "the address space is -1"},
		{`in .cfi_llvm_def_aspace_cfa 4, 5, 0x100000001`, `0x100000001`, "the address space is 4294967297"},
		{`in .cfi_return_column 0xffffffff`, `0xffffffff`, "there is no register 4294967295"},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			line, inFrame := strings.CutPrefix(test.line, "in ")
			f := newDbgTestFile(dbgOptions{})
			f.read(t, ".file 0 \"/cd\" \"r\"\n.file 1 \"a\"\n.file 2 \"b\"\n.file 9 \"/cd\" \"r\"\n")
			if inFrame {
				f.read(t, ".cfi_startproc")
			}
			if len(f.faults) > 0 {
				t.Fatal(f.faults)
			}
			name, operands, _ := strings.Cut(line, " ")
			err := f.dbg.directive(name, operands, f.at(), span{}, dbgTestExpr)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Msg, test.want) {
				t.Errorf("message %q", err.Msg)
			}
			if err.Pos < 0 || err.End < err.Pos || err.End > len(operands) || operands[err.Pos:err.End] != test.mark {
				t.Errorf("marks %d to %d of %q, not %q", err.Pos, err.End, operands, test.mark)
			}
		})
	}
}

// TestDebugLateErrors has files that are refused by finish.
func TestDebugLateErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{".file 2 \"a\"", "1: no .file directive has the number 1"},
		{".file 1 \"a\"\n.file 3 \"b\"\n.file 7 \"b\"\n.file 4 \"b\"", "3: no .file directive has the number 2"},
		{".file 2147483648 \"a\"", "1: no .file directive has the number 1"},
		{".file 4294967295 \"a\"", "1: no .file directive has the number 1"},
		{".file 0 \"/cd\" \"a\"\n.file 1 \"/cd\" \"a\"\n.file 2 \"b\"", "3: file 1 repeats file 0, which has only the number 0"},
		{"\n.cfi_startproc", "2: .cfi_startproc without .cfi_endproc"},
		{".cfi_startproc\n.cfi_return_column 300\n.cfi_endproc", "1: return column 300 does not fit"},
		{".cfi_sections .debug_frame\n.cfi_startproc\n.cfi_return_column 300\n.cfi_endproc", ""},
		{"// option version=2\n.cfi_sections .debug_frame\n.cfi_startproc\n.cfi_return_column 300\n.cfi_endproc", "3: return column 300 does not fit"},
		{".cfi_sections .debug_frame, .eh_frame\n.cfi_startproc\n.cfi_label x\n.cfi_endproc", "3: .cfi_label needs exactly one"},
		{".cfi_sections\n.cfi_startproc\n.cfi_label x\n.cfi_endproc", "3: .cfi_label needs exactly one"},
		{".cfi_startproc\n.data\n.cfi_endproc", "3:0-0: the .cfi_startproc of this directive is in another section"},
		{".cfi_startproc\n.data\n.cfi_def_cfa_offset 4\n.text\n.cfi_endproc", "3:0-0: the .cfi_startproc of this directive is in another section"},
		{".loc 0 1", "1:0-1: file 0 exists only after a .file 0 directive"},
		{"// option version=5\n.loc 0 1", "2:0-1: no .file directive has the number 0"},
		{"// option version=5\n.loc_label x", "2:0-1: no .file directive names a file"},
		{".file 0 \"a\" md5 1\n.file 1 \"b\"\n.file 2 \"c\"", "2: some files have an MD5 sum and some do not"},
	}
	for _, test := range tests {
		f := newDbgTestFile(dbgTestOptions(test.src))
		f.read(t, test.src)
		f.finish()
		if got := strings.Join(append(f.faults, f.warnings...), "\n"); test.want == "" && got != "" || !strings.HasPrefix(got, test.want) || strings.Count(got, "MD5") > 1 {
			t.Errorf("%q: %q, not %q", test.src, got, test.want)
		}
	}
}

// TestDebugFileName has .file directives that make no line table.
func TestDebugFileName(t *testing.T) {
	f := newDbgTestFile(dbgOptions{})
	f.read(t, ".file \"a.cl\"\n.file \"b\\\"\\101\"\n.file \"\"")
	if out := f.finish(); out != "" || len(f.faults) > 0 {
		t.Errorf("sections %q, faults %q", out, f.faults)
	}
}

func TestDwarfRegisterNumber(t *testing.T) {
	for name, want := range map[string]int64{"s0": 32, "s63": 95, "s64": 1088, "s101": 1125, "v0": 2560, "v255": 2815, "a0": 3072, "a255": 3327,
		"v[7]": 2567, "pc": 16, "exec": 17, "exec_lo": 1} {
		if n, ok := dwarfRegisterNumber(name); !ok || n != want {
			t.Errorf("%s: %d %v", name, n, ok)
		}
	}
}

// FuzzDebugDirectives runs lines as directives, with other events between.
func FuzzDebugDirectives(f *testing.F) {
	f.Add(".file 1 \"a\"\n.loc 1 2 3 is_stmt 0\ni\n.loc 1 4\nd\n.loc_label x\ni", uint8(4), false)
	f.Add(".file 0 \"/d\" \"a\" md5 0x1 source \"b\"\n.loc 0 4294967295 65535 discriminator 4294967295 isa 2147483647\ni", uint8(5), true)
	f.Add(".cfi_sections .debug_frame, .eh_frame\n.cfi_startproc simple\ni\n.cfi_def_cfa s1, 4\n.cfi_offset v4, -8\n.cfi_escape 1,2\n.cfi_endproc\n", uint8(2), true)
	f.Add(".cfi_startproc\n.cfi_personality 0x9b, x\n.cfi_lsda 0x1b, y\n.cfi_return_column 5\ns\n.cfi_startproc\n.cfi_endproc\ns\n.cfi_endproc", uint8(3), false)
	f.Add(".file 4294967295 \"a/b\"\n.file 2147483648 \"\"\n.loc 4294967295 1", uint8(4), false)
	f.Add("l_x\ni\ns\nl1\ni\n.file 1 \"//x/y\"", uint8(5), true)
	f.Fuzz(func(t *testing.T, src string, version uint8, gen bool) {
		file := newDbgTestFile(dbgOptions{version: 2 + int(version%4), gen: gen, file: "a/b", dir: "/cd"})
		for i, line := range strings.Split(src, "\n") {
			name, operands, _ := strings.Cut(line, " ")
			switch {
			case isDbgDirective(name):
				err := file.dbg.directive(name, operands, file.at(), span{}, dbgTestExpr)
				if err != nil && (err.Pos < 0 || err.Pos > err.End || err.End > len(operands) || err.Msg == "") {
					t.Fatalf("%s: error %+v", line, err)
				}
			case line == "i":
				file.dbg.instruction(file.at(), i)
				file.cur.data = append(file.cur.data, 0, 0, 0, 0)
			case line == "d":
				file.dbg.data(file.at())
				file.cur.data = append(file.cur.data, 0)
			case line == "s":
				file.to(file.section([]string{".text", ".data"}[len(file.sections)&1]))
			case strings.HasPrefix(line, "l"):
				file.dbg.label(line[1:], file.at(), i)
			}
		}
		if out := file.finish(); len(out) > 600*(len(src)+10) {
			t.Errorf("%d bytes of source make %d characters of output", len(src), len(out))
		}
	})
}
