package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// laneTable is a table of docs/lds.md: what lanes get in a kernel of examples/tr8.s.
var laneTable = regexp.MustCompile(`(?s)<!-- lanes (\w+) -->\n(.*?)<!-- end -->\n`)

// commandBlock is a command with its output, and the empty line behind it.
var commandBlock = regexp.MustCompile(`(?m)^    \$ .*\n(?:\n?    [^$\n].*\n)*\n`)

// TestLDSDoc runs the commands of docs/lds.md and compares what they print, and what the kernels of
// examples/tr8.s give to lanes.
func TestLDSDoc(t *testing.T) {
	const path = "docs/lds.md"
	t.Chdir("../..")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	now := commandBlock.ReplaceAllStringFunc(string(b)+"\n", func(block string) string {
		command, _, _ := strings.Cut(strings.TrimPrefix(block, "    $ "), "\n")
		got, _ := printed(t, strings.ReplaceAll(strings.ReplaceAll(command, "'", ""), "out:", "out:"+dir+"/"))
		text := "    $ " + command + "\n"
		for line := range strings.Lines(got) {
			text += strings.TrimRight("    "+line, " \n") + "\n"
		}
		return text + "\n"
	})
	now = strings.TrimSuffix(now, "\n")
	now = laneTable.ReplaceAllStringFunc(now, func(block string) string {
		kernel := laneTable.FindStringSubmatch(block)[1]
		return "<!-- lanes " + kernel + " -->\n" + lanesTable(t, dir, kernel) + "<!-- end -->\n"
	})
	if now == string(b) {
		return
	}
	if *updateDoc {
		if err := os.WriteFile(path, []byte(now), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not what the commands print; go test ./cmd/heddle -run TestLDSDoc -update writes\n%s", path, now)
}

// lanesTable runs a kernel of examples/tr8.s for rows and for columns, and lists what some lanes get.
func lanesTable(t *testing.T, dir, kernel string) string {
	t.Helper()
	var got [2][]byte
	for column := range got {
		file := fmt.Sprintf("%s/%s.%d.npy", dir, kernel, column)
		out, code := printed(t, fmt.Sprintf("heddle run examples/tr8.s --kernel %s --mcpu gfx950 --grid 1 --block 64 --check all --arg out:%s:u8[64,8] --arg u32:%d", kernel, file, column))
		if code != 0 {
			t.Fatalf("%s: %s", kernel, out)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got[column] = b[len(b)-64*8:]
	}
	text := "| lane | row, column of its 8 bytes |\n|--:|---|\n"
	for _, lane := range []int{0, 1, 2, 8, 15, 16, 32, 63} {
		var places []string
		for i := lane * 8; i < lane*8+8; i++ {
			places = append(places, fmt.Sprintf("%d,%d", got[0][i], got[1][i]))
		}
		text += fmt.Sprintf("| %d | %s |\n", lane, strings.Join(places, "  "))
	}
	return text
}
