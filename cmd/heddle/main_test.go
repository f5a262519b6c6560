package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"heddle": main})
}

// TestScripts runs the commands as a user does; see testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:          map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits is the script command "exits CODE PROGRAM ARG…": as exec, for a
// program that fails with that exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARG...")
	}
	err := ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || strconv.Itoa(exit.ExitCode()) != args[0] {
		ts.Fatalf("exit: %v, want %s", err, args[0])
	}
}

// TestHexAnswersAtOnce checks that each line is answered while the input stays
// open, as programs on the other end of a pipe need it.
func TestHexAnswersAtOnce(t *testing.T) {
	for _, c := range []struct {
		command  string
		exchange [][2]string
		code     int
	}{
		{"asm", [][2]string{{"s_nop 1", "010080bf"}, {"", ""}, {"s_nop 2\r", "020080bf"}, {"bad", "error: unknown instruction bad"}, {"s_endpgm", "000081bf"}}, exitRejected},
		{"disasm", [][2]string{{"010080bf", "s_nop 1"}, {"", ""}, {"000081BF\r", "s_endpgm"}}, exitOK},
	} {
		t.Run(c.command, func(t *testing.T) {
			inR, inW := io.Pipe()
			outR, outW := io.Pipe()
			code := make(chan int, 1)
			go func() {
				code <- run([]string{c.command, "--mcpu", "gfx950", "--hex", "-"}, inR, outW, io.Discard)
				outW.Close()
			}()
			answers := bufio.NewScanner(outR)
			for _, x := range c.exchange {
				fmt.Fprintln(inW, x[0])
				answer := make(chan bool, 1)
				go func() { answer <- answers.Scan() }()
				select {
				case ok := <-answer:
					if !ok || answers.Text() != x[1] {
						t.Fatalf("answer to %q is %q, want %q", x[0], answers.Text(), x[1])
					}
				case <-time.After(10 * time.Second):
					t.Fatalf("no answer to %q", x[0])
				}
			}
			inW.Close()
			if got := <-code; got != c.code {
				t.Errorf("exit code %d, want %d", got, c.code)
			}
		})
	}
}

// TestHexLongLines checks that a line of any length gets one answer, and that
// the last line needs no end.
func TestHexLongLines(t *testing.T) {
	long := strings.Repeat("x", maxLine+1)
	fits := "s_nop 1 //" + strings.Repeat("x", maxLine-len("s_nop 1 //"))
	in := long + "\n" + fits + "\r\n" + long + long + long + "\r\n" + "s_nop 2\n" + "s_nop 3"
	var out bytes.Buffer
	if code := run([]string{"asm", "--mcpu", "gfx942", "--hex", "-"}, strings.NewReader(in), &out, io.Discard); code != exitRejected {
		t.Errorf("exit code %d", code)
	}
	tooLong := "error: line is longer than 1048576 bytes\n"
	if want := tooLong + "010080bf\n" + tooLong + "020080bf\n" + "030080bf\n"; out.String() != want {
		t.Errorf("got  %q\nwant %q", out.String(), want)
	}
}

// TestHexBulk checks that answers are not written one by one when there is
// more input.
func TestHexBulk(t *testing.T) {
	const n = 100000
	in := strings.NewReader(strings.Repeat("s_nop 1\n", n))
	out := &countingWriter{}
	if code := run([]string{"asm", "--mcpu", "gfx942", "--hex", "-"}, in, out, io.Discard); code != exitOK {
		t.Errorf("exit code %d", code)
	}
	if out.lines != n || out.writes > n/100 {
		t.Errorf("%d lines in %d writes", out.lines, out.writes)
	}
}

type countingWriter struct{ lines, writes int }

func (w *countingWriter) Write(b []byte) (int, error) {
	w.writes++
	w.lines += bytes.Count(b, []byte("\n"))
	return len(b), nil
}

// faultyReader fails, or panics if err is nil.
type faultyReader struct{ err error }

func (r faultyReader) Read([]byte) (int, error) {
	if r.err == nil {
		panic("BUG: provoked")
	}
	return 0, r.err
}

// TestBug checks that a panic anywhere in a command ends in a report and its
// own exit code.
func TestBug(t *testing.T) {
	var out, report bytes.Buffer
	if code := run([]string{"asm", "--mcpu", "gfx950", "--hex", "-"}, faultyReader{}, &out, &report); code != exitBug {
		t.Errorf("exit code %d, want %d", code, exitBug)
	}
	for _, want := range []string{"internal error: BUG: provoked", "report it", "version: heddle", "command: heddle asm --mcpu gfx950", "main_test.go"} {
		if !strings.Contains(report.String(), want) {
			t.Errorf("report lacks %q:\n%s", want, &report)
		}
	}
	if out.Len() > 0 {
		t.Errorf("standard output got %q", &out)
	}
}

// TestInputFails checks that an error of reading is told.
func TestInputFails(t *testing.T) {
	for _, args := range [][]string{
		{"asm", "--mcpu", "gfx950", "--hex", "-"}, {"asm", "--mcpu", "gfx950", "-o", "x", "-"}, {"objdump", "-"},
	} {
		var msg bytes.Buffer
		if code := run(args, faultyReader{errors.New("tape is torn")}, io.Discard, &msg); code != exitRejected {
			t.Errorf("%v: exit code %d", args, code)
		}
		if !strings.Contains(msg.String(), "tape is torn") {
			t.Errorf("%v: %q", args, &msg)
		}
	}
}

type faultyWriter struct{ err error }

func (w faultyWriter) Write([]byte) (int, error) { return 0, w.err }

// TestOutputFails checks that an error of writing is told, but not that the
// reader of a pipe has gone away.
func TestOutputFails(t *testing.T) {
	for _, args := range [][]string{
		{"isa", "--list", "--mcpu", "gfx950"}, {"isa", "s_nop"}, {"isa", "s_nop", "--json"}, {"version"},
		{"disasm", "--mcpu", "gfx950", "--hex", "-"},
	} {
		in := func() io.Reader { return strings.NewReader("000080bf\n") }
		var msg bytes.Buffer
		if code := run(args, in(), faultyWriter{errors.New("disk is full")}, &msg); code != exitRejected || !strings.Contains(msg.String(), "disk is full") {
			t.Errorf("%v: exit code %d, %q", args, code, &msg)
		}
		msg.Reset()
		pipe := &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
		if code := run(args, in(), faultyWriter{pipe}, &msg); code == exitOK || msg.Len() > 0 {
			t.Errorf("%v: exit code %d, %q for a broken pipe", args, code, &msg)
		}
	}
}

func TestColorize(t *testing.T) {
	got := colorize("a.s:1:2: error: no: good\n\tv_x v0\n\t  ^~~\na.s:3: note: why")
	want := "\x1b[1ma.s:1:2:\x1b[0m \x1b[1;31merror:\x1b[0m \x1b[1mno: good\x1b[0m\n" +
		"\tv_x v0\n" +
		"\x1b[1;32m\t  ^~~\x1b[0m\n" +
		"\x1b[1ma.s:3:\x1b[0m \x1b[1;36mnote:\x1b[0m \x1b[1mwhy\x1b[0m"
	if got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestNoColor checks that colours need a terminal.
func TestNoColor(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if isTerminal(f) || isTerminal(&bytes.Buffer{}) {
		t.Error("a file is no terminal")
	}
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("no terminal to try: ", err)
	}
	defer tty.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !isTerminal(tty) {
		t.Error("a terminal has no colours")
	}
	t.Setenv("NO_COLOR", "1")
	if isTerminal(tty) {
		t.Error("NO_COLOR is not respected")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if isTerminal(tty) {
		t.Error("TERM=dumb is not respected")
	}
}

// TestSingleDash checks which arguments get a second dash.
func TestSingleDash(t *testing.T) {
	s := &streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	for _, c := range [][2]string{
		{"asm -mcpu=gfx950 x", "asm --mcpu=gfx950 x"},
		{"asm -mcpu gfx950 - -o -", "asm --mcpu gfx950 - -o -"},
		{"asm -show-encoding -g -ofile", "asm --show-encoding -g -ofile"},
		{"objdump -d -disassemble --mcpu=x", "objdump -d --disassemble --mcpu=x"},
		{"asm -- -mcpu", "asm -- -mcpu"},
		{"asm -unknown", "asm -unknown"},
	} {
		got := strings.Join(normalizeArgs(rootCommand(s), strings.Fields(c[0])), " ")
		if got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// TestObjdumpGolden compares objdump -d with what llvm-objdump-22 -d printed
// for the code objects of package asm.
func TestObjdumpGolden(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", "asm", "testdata", "disasm"))
	files, err := filepath.Glob("*.hsaco")
	if err != nil || len(files) < 5 {
		t.Fatalf("found only %q: %v", files, err)
	}
	for _, file := range files {
		var out, msg bytes.Buffer
		if code := run([]string{"objdump", "-d", file}, nil, &out, &msg); code != exitOK {
			t.Errorf("%s: exit code %d: %s", file, code, &msg)
		}
		if want := gunzip(t, file+".txt.gz"); out.String() != want {
			t.Errorf("%s: not what llvm-objdump prints; see TestWriteDisassembly in package asm", file)
		}
	}
}

// TestHexRoundTrip sends instructions through both filters.
func TestHexRoundTrip(t *testing.T) {
	text := gunzip(t, filepath.Join("..", "..", "asm", "testdata", "disasm", "builtins.hsaco.txt.gz"))
	var in strings.Builder
	for line := range strings.Lines(text) {
		inst, _, ok := strings.Cut(line, "// ")
		if ok && strings.HasPrefix(inst, "\t") && !strings.HasPrefix(inst, "\t.") {
			in.WriteString(strings.TrimSpace(inst) + "\n")
		}
	}
	var code, back bytes.Buffer
	if c := run([]string{"asm", "--mcpu", "gfx942", "--hex", "-"}, strings.NewReader(in.String()), &code, os.Stderr); c != exitOK {
		t.Fatalf("exit code %d", c)
	}
	if c := run([]string{"disasm", "--mcpu", "gfx942", "--hex", "-"}, &code, &back, os.Stderr); c != exitOK {
		t.Fatalf("exit code %d", c)
	}
	if back.String() != in.String() {
		t.Error("asm --hex and disasm --hex are not the reverse of each other")
	}
}
func gunzip(t *testing.T, file string) string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
