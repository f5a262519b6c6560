package tiling

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// anyProblem is a problem made of random bytes: any sizes, loops in any order, any types.
func anyProblem(bytes []byte) (*Problem, Options, *Target, Mode) {
	next := func() int64 {
		if len(bytes) == 0 {
			return 0
		}
		b := bytes[0]
		bytes = bytes[1:]
		return int64(b)
	}
	size := func() int64 {
		switch n := next(); n % 8 {
		case 0:
			return 1 + next()
		case 1:
			return 1 + next()<<8 + next()
		case 2:
			return 16 * (1 + next())
		case 3:
			return 1 + next()<<24 + next()<<16
		case 4:
			if next()%8 == 0 {
				return Dynamic
			}
		case 5:
			return 1 << (n / 8 * 2)
		case 6:
			return 1 + n
		}
		return 128
	}
	p := &Problem{}
	flags := next()
	p.TransA, p.TransB, p.Accumulate, p.Scaled = flags&1 != 0, flags&2 != 0, flags&4 != 0, next()%8 == 0
	p.Op = Op(next() % 3)
	p.A = Types[next()%int64(len(Types))]
	p.B = p.A
	if next()%8 == 0 {
		p.B = Types[next()%int64(len(Types))]
	}
	p.Acc = map[string]Type{"f64": {"f64", 64}, "i8": {"i32", 32}}[p.A.Name]
	if p.Acc.Bits == 0 {
		p.Acc = Type{"f32", 32}
	}
	if next()%16 == 0 {
		p.Acc = Type{"f16", 16}
	}
	p.SplitK, p.Fused = next()%8, next()%4
	for range next() % 6 {
		p.Dims = append(p.Dims, Dim{Kind(next() % 5), size()})
	}
	p.Dims = append(p.Dims, Dim{M, size()}, Dim{N, size()}, Dim{K, size()})
	if p.Scaled {
		p.Dims = append(p.Dims, Dim{K, 32})
	}
	stages := int(next() % 5)
	o := Options{Direct: flags&32 != 0, Pipeline: Pipeline(next() % 8 / 7)}
	if flags&64 != 0 {
		o.Stages = &stages
	}
	return p, o, Targets()[next()%int64(len(Targets()))], []Mode{IREE, Seed}[flags>>7]
}

// checkChoice checks what holds for every choice.
func checkChoice(t *testing.T, bytes []byte) {
	t.Helper()
	p, o, target, mode := anyProblem(bytes)
	r, err := Choose(mode, target, p, o)
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	again, _ := Choose(mode, target, p, o)
	if !reflect.DeepEqual(r, again) {
		t.Errorf("%s: two choices differ:\n%+v\n%+v", p, r, again)
	}
	if r.Intrinsic == nil {
		if r.NoMatrix == "" {
			t.Errorf("%s: no matrix instruction, and no reason", p)
		}
		return
	}
	if r.LDSBytes > target.LDSBytes || r.LDSUsed > r.LDSBytes {
		t.Errorf("%s: %d bytes of LDS, %d used, on %s", p, r.LDSBytes, r.LDSUsed, target.Name)
	}
	if r.Threads < 1 || r.Threads > 1024 || r.Threads != target.WaveSize*r.SubgroupsM*r.SubgroupsN {
		t.Errorf("%s: %d threads for %dx%d subgroups", p, r.Threads, r.SubgroupsM, r.SubgroupsN)
	}
	tileM, tileN := r.Intrinsic.M, r.Intrinsic.N
	for i, d := range p.Dims {
		wg, k := r.Workgroup[i], r.Reduction[i]
		switch d.Kind {
		case M, N, Batch:
			if wg < 1 || k != 0 {
				t.Errorf("%s: loop %d: a tile of %d, a step of %d", p, i, wg, k)
			}
		default:
			if wg != 0 || k < 1 {
				t.Errorf("%s: loop %d: a tile of %d, a step of %d", p, i, wg, k)
			}
		}
		if d.Size == Dynamic && d.Kind != K && d.Kind != Window && wg != 1 {
			t.Errorf("%s: loop %d, whose size is not known, has tiles of %d", p, i, wg)
		}
		if d.Kind == M {
			tileM *= max(1, r.Subgroup[i]) * r.Subgroups[i]
		}
		if d.Kind == N {
			tileN *= max(1, r.Subgroup[i]) * r.Subgroups[i]
		}
	}
	if tileM != r.TileM || tileN != r.TileN {
		t.Errorf("%s: loops have tiles of %dx%d, the workgroup of %dx%d", p, tileM, tileN, r.TileM, r.TileN)
	}
	if tile, _, err := r.Tile(); err != nil || tile.BM < tile.WavesM*tile.Matrix || tile.BN < tile.WavesN*tile.Matrix {
		t.Errorf("%s: as a tile of GEMM: %s, %v", p, tile, err)
	}
}

func FuzzChoose(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 50 {
		f.Add(randomBytes(r))
	}
	f.Fuzz(checkChoice)
}

func randomBytes(r *rand.Rand) []byte {
	b := make([]byte, 40)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestChooseAnything: whatever the problem, the choice fits the LDS, its parts agree, and it is the same
// again.
func TestChooseAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 18))
	chosen := 0
	for range 8000 {
		b := randomBytes(r)
		checkChoice(t, b)
		p, o, target, mode := anyProblem(b)
		if x, err := Choose(mode, target, p, o); err == nil && x.Intrinsic != nil {
			chosen++
		}
		if t.Failed() {
			return
		}
	}
	if chosen < 1500 {
		t.Errorf("a matrix instruction for %d of 8000 problems: the test hardly tests", chosen)
	}
}

// Impossible problems are errors.
func TestCheck(t *testing.T) {
	good := func() *Problem { return nt(64, 64, 64, f16) }
	for what, p := range map[string]*Problem{
		"no K":        {Dims: []Dim{{M, 1}, {N, 1}}, A: f16, B: f16, Acc: f32},
		"size 0":      nt(0, 64, 64, f16),
		"size -2":     nt(64, -2, 64, f16),
		"no types":    {Dims: good().Dims},
		"scaled":      {Dims: good().Dims, A: f16, B: f16, Acc: f32, Scaled: true},
		"split":       {Dims: good().Dims, A: f16, B: f16, Acc: f32, SplitK: -1},
		"kind":        {Dims: append(good().Dims, Dim{9, 1}), A: f16, B: f16, Acc: f32},
		"wide types":  {Dims: good().Dims, A: Type{"x", 256}, B: f16, Acc: f32},
		"no loops":    {A: f16, B: f16, Acc: f32},
		"fused below": {Dims: good().Dims, A: f16, B: f16, Acc: f32, Fused: -1},
	} {
		if _, err := Choose(IREE, target(t, "gfx942"), p, Options{}); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := Choose(Auto, target(t, "gfx942"), good(), Options{}); err == nil {
		t.Error("Choose has the mode auto")
	}
}

// Products stop at the largest number.
func TestNumbers(t *testing.T) {
	const most = 1<<63 - 1
	for _, x := range []struct{ got, want int64 }{
		{mul(), 1}, {mul(3, 4, 5), 60}, {mul(1<<40, 1<<40), most}, {mul(1<<40, 1<<40, 0), 0}, {add(most, most), most}, {add(1, 2), 3},
		{ceil(10, 3), 4}, {ceil(9, 3), 3}, {ceil(0, 3), 0}, {ceil(most, 2), 1 << 62}, {roundUp(129, 128), 256}, {gcd(12, 18), 6}, {gcd(0, 5), 5},
	} {
		if x.got != x.want {
			t.Error(fmt.Sprint(x))
		}
	}
	for x := int64(1); x < 70; x++ {
		if l := log2(x); 1<<l > x || 2<<l <= x {
			t.Errorf("log2(%d) = %d", x, l)
		}
		if l := log2Up(x); 1<<l < x || l > 0 && 1<<(l-1) >= x {
			t.Errorf("log2Up(%d) = %d", x, l)
		}
	}
}
