//go:build llvm

package difftest

import (
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"

	"heddle/isa"
)

var exN = flag.Int("ex", 100000, "")
var exSeed = flag.Uint64("exseed", 1, "")

var digits = regexp.MustCompile(`[0-9]+`)

func same(ours, theirs string) bool {
	if len(ours) != len(theirs) {
		return false
	}
	for i := range ours {
		if ours[i] != theirs[i] && theirs[i] != '?' {
			return false
		}
	}
	return true
}

func TestExploreText(t *testing.T) {
	f, _ := os.Create("/tmp/dt/text.diff")
	defer f.Close()
	for _, target := range isa.Targets() {
		g := New(target, *exSeed)
		rows := target.Rows()
		var lines []string
		var from []*isa.Row
		for i := 0; i < *exN/2; i++ {
			row := &rows[i%len(rows)]
			lines = append(lines, g.Statement(row))
			from = append(from, row)
		}
		answers := assemble(t, target, lines)
		groups := map[string][]string{}
		both, refused := 0, 0
		for i, l := range lines {
			inst, err := target.Parse(l, Expr)
			var ours string
			if err == nil {
				var buf [isa.MaxSize]byte
				ours = hex.EncodeToString(buf[:inst.Encode(&buf)])
			}
			a := answers[i]
			switch {
			case err != nil && a.message != "":
				refused++
				continue
			case err == nil && a.message == "" && same(ours, a.encoding):
				both++
				continue
			}
			var key string
			switch {
			case err != nil:
				key = "WE REFUSE: " + digits.ReplaceAllString(err.Msg, "N") + " LLVM OK"
			case a.message != "":
				key = "LLVM REFUSES: " + digits.ReplaceAllString(a.message, "N")
			default:
				key = "BYTES "
			}
			key += " [" + from[i].Enc.String() + "]"
			groups[key] = append(groups[key], fmt.Sprintf("%s\n        ours %s theirs %s", l, ours, a.encoding))
		}
		fmt.Fprintf(f, "%s: %d same, %d refused by both, %d lines\n", target.Chip.Name, both, refused, len(lines))
		t.Logf("%s: %d same, %d refused by both, %d lines", target.Chip.Name, both, refused, len(lines))
		dump(f, groups)
	}
}

func dump(f *os.File, groups map[string][]string) {
	var keys []string
	for k := range groups {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return len(groups[keys[i]]) > len(groups[keys[j]]) })
	for _, k := range keys {
		fmt.Fprintf(f, "== %d %s\n", len(groups[k]), k)
		for i, l := range groups[k] {
			if i < 5 {
				fmt.Fprintf(f, "    %s\n", l)
			}
		}
	}
}

func TestExploreWords(t *testing.T) {
	f, _ := os.Create("/tmp/dt/words.diff")
	defer f.Close()
	for _, target := range isa.Targets() {
		g := New(target, *exSeed)
		rows := target.Rows()
		var words [][SlotSize]byte
		var from []string
		for i := 0; i < *exN/2; i++ {
			if i%5 == 4 {
				words = append(words, g.AnyWords())
				from = append(from, "any")
				continue
			}
			row := &rows[i%len(rows)]
			words = append(words, g.Words(row))
			from = append(from, row.Enc.String())
		}
		keep := 0
		for i := range words {
			defuse(&words[i])
			if !noSelection(words[i][:]) {
				words[keep], from[keep] = words[i], from[i]
				keep++
			}
		}
		words = words[:keep]
		readings := disassemble(t, target, words)
		groups := map[string][]string{}
		both, refused := 0, 0
		for i := range words {
			inst, err := target.Decode(words[i][:])
			var ours string
			if err == nil {
				ours = inst.String()
			}
			r := readings[i]
			switch {
			case err != nil && r.text == "":
				refused++
				if r.comment != "" {
					groups["refused with "+digits.ReplaceAllString(r.comment, "N")] = append(groups["refused with "+digits.ReplaceAllString(r.comment, "N")], fmt.Sprintf("%x", words[i]))
				}
				continue
			case err == nil && ours == r.text && inst.Size() == r.size:
				both++
				continue
			}
			var key string
			switch {
			case err != nil:
				key = "WE REFUSE: " + err.Error() + " LLVM:" + digits.ReplaceAllString(r.comment, "N")
			case r.text == "":
				key = "LLVM REFUSES: " + digits.ReplaceAllString(r.comment, "N")
			case ours == r.text:
				key = "SIZE"
			default:
				key = "TEXT "
			}
			key += " [" + from[i] + "]"
			groups[key] = append(groups[key], fmt.Sprintf("%x\n       ours %s\n     theirs %s %s", words[i], ours, r.text, strings.TrimSpace(r.comment)))
		}
		fmt.Fprintf(f, "%s: %d same, %d refused by both\n", target.Chip.Name, both, refused)
		t.Logf("%s: %d same, %d refused by both", target.Chip.Name, both, refused)
		dump(f, groups)
	}
}
