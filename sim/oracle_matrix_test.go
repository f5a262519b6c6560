package sim

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"heddle/isa"
	"heddle/long"
)

var (
	matrixTrials = flag.Int("matrix.trials", 0, "trials of each kind of inputs for every matrix instruction; 0 takes 1, with -long 2")
	matrixSeed   = flag.Uint64("matrix.seed", 1, "seed of the first trial of every matrix instruction")
)

// A trial checks one of oracleShare elements of D. There are that many kinds of
// inputs, so that all are checked with any number of trials.
const oracleShare = 4

// TestOracleMatrix compares every matrix instruction with the oracle.
func TestOracleMatrix(t *testing.T) {
	t.Logf("-matrix.trials=%d -matrix.seed=%d", *matrixTrials, *matrixSeed)
	trials := *matrixTrials
	if trials == 0 {
		trials = long.Count(1, 2)
	}
	o := newOracleMath()
	for _, target := range isa.Targets() {
		for _, op := range oracleOps(t, target) {
			t.Run(target.Chip.Name+"/"+op.mnemonic, func(t *testing.T) {
				if !op.byField {
					runOracleTrials(t, o, &op, trials)
					return
				}
				for i, a := range oracleFields {
					for j, b := range oracleFields {
						if op.a, op.b = a, b; long.Some(i+j, 5) {
							runOracleTrials(t, o, &op, trials)
						}
					}
				}
			})
		}
	}
}

func runOracleTrials(t *testing.T, o *oracleMath, op *oracleOp, trials int) {
	for kind := range oracleKind(len(oracleKinds)) {
		for trial := range trials {
			seed := *matrixSeed + uint64(trial)
			h := fnv.New64a()
			fmt.Fprint(h, op, kind)
			x := newOracleTrial(rand.New(rand.NewPCG(seed, h.Sum64())), op, kind)
			share := (int(kind) + trial) % oracleShare
			if bad := x.check(t, o, share, oracleShare); bad != "" {
				t.Errorf("%s, inputs %s, seed %d\n%s", op, x.what, seed, bad)
			}
		}
	}
}

func (op *oracleOp) String() string {
	return fmt.Sprintf("%s %s A %s B %s", op.target.Chip.Name, op.mnemonic, op.a.name, op.b.name)
}

// check runs the instruction and compares one of every so many elements of D,
// and all registers that it must leave alone. It returns what is wrong.
func (x *oracleTrial) check(t *testing.T, o *oracleMath, first, step int) string {
	t.Helper()
	op := x.op
	var before *wave
	fill := rand.New(rand.NewPCG(1, 2))
	w := exec1(t, op.target.Chip.Name, x.text, func(w *wave) {
		for r := range w.vgpr {
			v := fill.Uint32()
			for l := range w.vgpr[r] {
				w.vgpr[r][l] = v + uint32(l)
			}
		}
		x.load(w)
		before = new(wave)
		*before = *w
	})
	var bad []string
	nd := op.itemsD() * op.d.bits() / 32
	for r := range w.vgpr {
		if (r < x.at.d || r >= x.at.d+nd) && w.vgpr[r] != before.vgpr[r] {
			bad = append(bad, fmt.Sprintf("  changed %s", registerName(r, 1)))
		}
	}
	if w.sgpr != before.sgpr || w.scc != before.scc {
		bad = append(bad, "  changed scalar registers")
	}
	n, wrong := 0, 0
	for b := range op.blocks {
		for i := range op.m {
			for j := range op.n {
				if n++; (n+i)%step != first {
					continue
				}
				p := op.placeD(b, i, j)
				got := unpackItem(w, x.at.d, p.lane, op.d.bits(), p.item)
				want := x.expect(o, b, i, j)
				if got != want {
					if wrong++; wrong <= 3 {
						bad = append(bad, x.explain(b, i, j, got, want))
					}
				}
			}
		}
	}
	if wrong > 0 {
		bad = append(bad, fmt.Sprintf("  %d elements differ", wrong))
	}
	if len(bad) == 0 {
		return ""
	}
	return fmt.Sprintf("  %s\n  MODE %#x EXEC %#x\n", x.text, x.mode, x.exec) + strings.Join(bad, "\n")
}

// explain prints an element of D and all that it is made of.
func (x *oracleTrial) explain(b, i, j int, got, want uint64) string {
	op := x.op
	p := op.placeD(b, i, j)
	var s strings.Builder
	fmt.Fprintf(&s, "  D[%d,%d,%d] lane %d item %d: got %#x, want %#x; c %#x; k, a, b:",
		b, i, j, p.lane, p.item, got, want, x.elementC(b, i, j))
	for n := range op.depthA() {
		k := x.trueK(i, n)
		fmt.Fprintf(&s, " %d %0*x %0*x", k, (op.a.bits()+3)/4, x.elementA(b, i, n), (op.b.bits()+3)/4, x.elementB(b, k, j))
		if shift, nan := x.blockScale(i, j, k); op.scale && k%32 == 0 {
			fmt.Fprintf(&s, " (scale 2^%d, NaN %t)", shift, nan)
		}
	}
	return s.String()
}

// TestOracleMatrixVectors checks the oracle itself with the vectors that were
// computed from mfma_numerics.md by a program of their own.
func TestOracleMatrixVectors(t *testing.T) {
	formats := map[string]*oracleFormat{"f16": oracleF16, "bf16": oracleBF16, "xf32": oracleXF32,
		"e4m3fnuz": oracleFP8FNUZ, "e5m2fnuz": oracleBF8FNUZ}
	sizes := map[string]int{"f16": 8, "bf16": 8, "xf32": 4, "e4m3fnuz": 16, "e5m2fnuz": 16}
	o := newOracleMath()
	hex := func(s string) uint64 {
		v, err := strconv.ParseUint(s, 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	rows := readGzipLines(t, "testdata/mfma_numerics_vectors.csv.gz")[1:]
	for n, row := range rows {
		cell := strings.Split(row, ",")
		f, size := formats[cell[0]], sizes[cell[0]]
		if f == nil || len(cell) != 5 {
			t.Fatalf("row %d: cannot read %q", n, row)
		}
		as, bs := strings.Fields(cell[1]), strings.Fields(cell[2])
		var terms []oracleProduct
		read := &oracleTrial{mode: rocmMode}
		for k := range as {
			terms = append(terms, o.product(o.number(f, read.read(f, hex(as[k]))), o.number(f, read.read(f, hex(bs[k]))), 0, false))
		}
		got := o.groups(terms, hex(cell[3]), size, size == 16, false)
		if cell[4] == "nan" && got == oracleNaN {
			continue
		}
		if want := hex(cell[4]); got != want {
			t.Errorf("row %d: %s: got %#x", n, row, got)
		}
	}
}

// TestOracleMatrixModifiers runs all legal modifiers of every instruction, and
// all constants for C, on few elements each.
func TestOracleMatrixModifiers(t *testing.T) {
	o := newOracleMath()
	runs, number := 0, 0
	for _, target := range isa.Targets() {
		for _, op := range oracleOps(t, target) {
			if op.byField {
				op.a, op.b = oracleFP8, oracleFP4
			}
			rng := rand.New(rand.NewPCG(*matrixSeed, 7))
			run := func(change func(x *oracleTrial)) {
				if number++; !long.Some(number, 5) {
					return
				}
				x := newOracleTrial(rng, &op, oracleNormal)
				change(x)
				x.write()
				step := op.blocks * op.m * op.n / 16
				if bad := x.check(t, o, rng.IntN(step), step); bad != "" {
					t.Errorf("%s, seed %d, run %d\n%s", &op, *matrixSeed, runs, bad)
				}
				runs++
			}
			op.everyModifier(run)
		}
	}
	t.Logf("%d runs", runs)
}

// everyModifier calls run with functions that set the modifiers of a trial.
func (op *oracleOp) everyModifier(run func(change func(x *oracleTrial))) {
	switch {
	case op.scale:
		for n := range 16 {
			run(func(x *oracleTrial) { x.byte = [2]int{n % 4, n / 4} })
		}
	case op.sparse:
		for abid := range 16 {
			for _, cbsz := range [...]int{0, 1 + abid%7, 4} {
				run(func(x *oracleTrial) { x.cbsz, x.abid = cbsz, abid })
			}
		}
	case op.d == oracleF64:
		for neg := range 8 {
			run(func(x *oracleTrial) { x.blgp = neg })
		}
	case !op.byField:
		for blgp := range 8 {
			for cbsz := 0; 1<<cbsz <= op.blocks; cbsz++ {
				for abid := range 1 << cbsz {
					run(func(x *oracleTrial) { x.cbsz, x.abid, x.blgp = cbsz, abid, blgp })
				}
			}
		}
	}
	if !op.sparse {
		for i := range oracleInlines {
			run(func(x *oracleTrial) { x.inline = &oracleInlines[i] })
		}
	}
}
