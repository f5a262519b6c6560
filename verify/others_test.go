package verify

import (
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"heddle/arch"
	"heddle/ir"
	"heddle/ir/interp"
	"heddle/long"
	"heddle/pass"
	"heddle/sim"
	"heddle/verify/corpus"
)

var othersKernel = flag.String("others.kernel", "", "run only this module of testdata/others")

// otherCase is a module in the style of somebody else's tool. Its header is
// that of package corpus, with more keys:
//
//	value:   i64 100      an argument that is a number, in its place among the args
//	far:     -8589934592  the pointer of the arg above is that many bytes away from
//	                      its memory: what the kernel adds has to come back
//	refused: TEXT         the compiler's message has this in it
type otherCase struct {
	corpus  *corpus.Case
	order   []otherArg
	refused string
}

// otherArg is a number, or the next of the header's args.
type otherArg struct {
	value []byte
	far   int64
}

func readOther(file string) (*otherCase, string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, "", err
	}
	o := &otherCase{}
	var rest strings.Builder
	header := true
	for l := range strings.Lines(string(text)) {
		comment, ok := strings.CutPrefix(l, "//")
		key, value, _ := strings.Cut(comment, ":")
		header = header && ok
		own := false
		if header {
			if own, err = o.entry(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
				return nil, "", fmt.Errorf("%s: %w", file, err)
			}
		}
		if !own {
			rest.WriteString(l)
		}
	}
	o.corpus, err = corpus.Parse(file, rest.String())
	return o, string(text), err
}

// entry takes a line of the header if it is not only package corpus's.
func (o *otherCase) entry(key, value string) (own bool, err error) {
	switch key {
	case "arg":
		o.order = append(o.order, otherArg{})
		return false, nil
	case "refused":
		o.refused = value
	case "far":
		o.order[len(o.order)-1].far, err = strconv.ParseInt(value, 10, 64)
	case "value":
		typ, number, _ := strings.Cut(value, " ")
		t, err := ir.ParseType(typ)
		if err != nil {
			return true, err
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return true, err
		}
		bits, ok := ir.BitWidth(t)
		if !ok {
			return true, fmt.Errorf("%s has no width", typ)
		}
		o.order = append(o.order, otherArg{value: binary.LittleEndian.AppendUint64(nil, uint64(n))[:max(1, bits/8)]})
	default:
		return false, nil
	}
	return true, err
}

// args makes the launch's arguments.
func (o *otherCase) args() (args []interp.Arg) {
	next := 0
	for _, a := range o.order {
		if a.value != nil {
			args = append(args, interp.Bytes(a.value))
			continue
		}
		c := &o.corpus.Args[next]
		b := &interp.Buffer{Name: strconv.Itoa(next), Data: c.Contents(), Undefined: !c.In}
		args = append(args, interp.Arg{Buffer: b, Offset: a.far})
		next++
	}
	return args
}

// schedules are the orders of waves and of arriving loads that a kernel runs under.
var schedules = []sim.Options{{Schedule: sim.ScheduleRoundRobin}, {Schedule: sim.ScheduleLate}, {Schedule: sim.ScheduleRandom, Seed: 7}}

// TestOthers compiles the modules of testdata/others, which are written as
// other tools emit them (Wave, IREE, upstream's conversions), for the chips
// they are for, and compares with the interpreter under several schedules.
func TestOthers(t *testing.T) {
	files, err := filepath.Glob("testdata/others/*.mlir")
	if err != nil || len(files) < 47 {
		t.Fatalf("%d modules: %v", len(files), err)
	}
	for n, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		if *othersKernel != "" && *othersKernel != name {
			continue
		}
		o, text, err := readOther(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, chip := range o.corpus.Chips {
			t.Run(name+"/"+chip.Name, func(t *testing.T) {
				t.Parallel()
				more := schedules[1:]
				if !long.On() {
					more = more[n%len(more):][:1]
				}
				o.run(t, text, chip, more)
			})
		}
	}
}

func (o *otherCase) run(t *testing.T, text string, chip *arch.Chip, more []sim.Options) {
	c := Case{Name: filepath.Base(o.corpus.File), Text: text, Chip: chip, Grid: o.corpus.Grid, Block: o.corpus.Block, Args: o.args()}
	c.SameAll = func(want, got [][]byte) error { return o.corpus.Compare(got, want) }
	_, err := Run(c, Options{Passes: pass.Options{Verify: true}, Sim: schedules[0], More: more})
	var stage *Error
	switch {
	case o.refused == "" && err != nil:
		t.Error(err)
	case o.refused != "" && (!errors.As(err, &stage) || stage.Stage != "compile" || !strings.Contains(err.Error(), o.refused)):
		t.Errorf("got %v, want it refused with %q", err, o.refused)
	}
}
