//go:build llvm

package difftest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"heddle/isa"
)

// Statements and words that one run of a tool gets. llvm-objdump crashes now
// and then, and what it was given has to be cut in halves to find the culprit.
const (
	statementBatch = 20000
	wordBatch      = 4000
)

// patience is how long a tool may take for a batch.
const patience = 10 * time.Second

// answer is what llvm-mc says of a statement.
type answer struct {
	encoding string // hex, "??" for a byte that a fixup fills; "" if it was refused
	message  string // why it was refused
}

// assemble runs statements through llvm-mc.
func assemble(t *testing.T, target *isa.Target, lines []string) []answer {
	t.Helper()
	answers := make([]answer, 0, len(lines))
	for len(lines) > 0 {
		n := min(statementBatch, len(lines))
		answers = append(answers, assembleBatch(t, target, lines[:n])...)
		lines = lines[n:]
	}
	return answers
}

var errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):(\d+): error: (.*)$`)

func assembleBatch(t *testing.T, target *isa.Target, lines []string) []answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu="+target.Chip.Name, "-show-encoding")
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	crashed := strings.Contains(stderr.String(), "Stack dump")
	if answers, ok := readAnswers(len(lines), stdout.String(), stderr.String()); ok && !crashed {
		return answers
	}
	if len(lines) == 1 { // it crashed, hangs, or took the line for something else than an instruction
		return []answer{{message: "no answer"}}
	}
	half := len(lines) / 2
	return append(assembleBatch(t, target, lines[:half]), assembleBatch(t, target, lines[half:])...)
}

// readAnswers assigns the encodings that llvm-mc printed to the lines that it
// did not refuse. It fails if they are not as many.
func readAnswers(n int, stdout, stderr string) ([]answer, bool) {
	answers := make([]answer, n)
	for _, m := range errorLine.FindAllStringSubmatch(stderr, -1) {
		if i, _ := strconv.Atoi(m[1]); i > n {
			return nil, false
		} else if a := &answers[i-1]; a.message == "" {
			a.message = m[3]
		}
	}
	next := 0
	for line := range strings.Lines(stdout) {
		_, enc, ok := strings.Cut(line, "; encoding: [")
		if !ok {
			continue
		}
		for next < n && answers[next].message != "" {
			next++
		}
		if next == n {
			return nil, false
		}
		answers[next].encoding = encodingHex(enc)
		next++
	}
	for next < n && answers[next].message != "" {
		next++
	}
	return answers, next == n
}

// encodingHex turns "0x01,A,0x82,0xbf]" into hex.
func encodingHex(s string) string {
	s, _, _ = strings.Cut(s, "]")
	var b strings.Builder
	for _, f := range strings.Split(s, ",") {
		if h, ok := strings.CutPrefix(f, "0x"); ok {
			b.WriteString(h)
		} else {
			b.WriteString("??")
		}
	}
	return b.String()
}

// reading is what llvm-objdump says of the words in a slot.
type reading struct {
	text    string // "" if they are no instruction
	size    int
	comment string // warning of the disassembler
}

// spacing is the distance of slots in the object that is disassembled. Behind
// the words is room for instructions that do nothing, so that the
// disassembler is in step again at the next slot.
const spacing = 2 * SlotSize

// disassemble runs words through llvm-objdump.
func disassemble(t *testing.T, target *isa.Target, words [][SlotSize]byte) []reading {
	t.Helper()
	dir := t.TempDir()
	var readings []reading
	for len(words) > 0 {
		n := min(wordBatch, len(words))
		readings = append(readings, disassembleBatch(t, target, dir, words[:n])...)
		words = words[n:]
	}
	return readings
}

// noSelection reports whether b starts with an SDWA instruction one of whose
// selections is 7, which does not exist: llvm-objdump crashes there.
func noSelection(b []byte) bool {
	first, second := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
	const sdwa = 249
	if first>>31 != 0 || first&0x1ff != sdwa {
		return false
	}
	vop1, vopc := first>>25 == 0x3f, first>>25 == 0x3e
	return !vopc && second>>8&7 == 7 || second>>16&7 == 7 || !vop1 && second>>24&7 == 7
}

// defuse changes words behind the first instruction that would crash
// llvm-objdump.
func defuse(w *[SlotSize]byte) {
	for k := SlotSize - 8; k > 0; k -= 4 {
		if noSelection(w[k:]) {
			w[k] = 0
		}
	}
}

var objdumpLine = regexp.MustCompile(`^\t(.*?)\s*// ([0-9A-F]{12}): ([0-9A-F ]+?)(?: ;(.*?))?(?: <.*>)?$`)

func disassembleBatch(t *testing.T, target *isa.Target, dir string, words [][SlotSize]byte) []reading {
	t.Helper()
	data := make([]byte, spacing*len(words))
	for i := range words {
		slot := data[spacing*i : spacing*(i+1)]
		for k := 0; k < spacing; k += 4 {
			binary.LittleEndian.PutUint32(slot[k:], noOp)
		}
		copy(slot, words[i][:])
	}
	bin, obj := filepath.Join(dir, "words"), filepath.Join(dir, "words.o")
	if err := os.WriteFile(bin, data, 0o666); err != nil {
		t.Fatal(err)
	}
	mc := exec.Command("llvm-mc-22", "-triple=amdgcn-amd-amdhsa", "-mcpu="+target.Chip.Name, "-filetype=obj", "-o", obj)
	mc.Stdin = strings.NewReader(fmt.Sprintf(".incbin %q\n", bin))
	if out, err := mc.CombinedOutput(); err != nil {
		t.Fatalf("llvm-mc: %v\n%s", err, out)
	}
	objdump := exec.Command("llvm-objdump-22", "-d", "--disassemble-zeroes", obj)
	objdump.Env = append(os.Environ(), "LLVM_DISABLE_SYMBOLIZATION=1", "LLVM_DISABLE_CRASH_REPORT=1")
	out, err := objdump.Output()
	if err != nil { // it crashes on some words
		if len(words) == 1 {
			return []reading{{comment: "crash"}}
		}
		half := len(words) / 2
		return append(disassembleBatch(t, target, dir, words[:half]), disassembleBatch(t, target, dir, words[half:])...)
	}
	readings := make([]reading, len(words))
	seen := 0
	for line := range strings.Lines(string(out)) {
		m := objdumpLine.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			if strings.Contains(line, "// 0") {
				t.Fatalf("unexpected line of llvm-objdump: %q", line)
			}
			continue
		}
		addr, _ := strconv.ParseUint(m[2], 16, 64)
		if addr%spacing != 0 {
			continue
		}
		seen++
		r := &readings[addr/spacing]
		r.comment = m[4]
		if !strings.HasPrefix(m[1], ".long") {
			r.text, r.size = m[1], 4*len(strings.Fields(m[3]))
		}
	}
	if seen != len(words) {
		t.Fatalf("llvm-objdump printed %d of %d slots", seen, len(words))
	}
	return readings
}
