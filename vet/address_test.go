package vet

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/long"
	"heddle/sim"
	"heddle/sim/simtest"
)

// learner finds out what numbers a kernel is given, from what it loads.
type learner struct {
	*watcher
	args map[int]uint32 // by byte offset
}

func (l *learner) Executing(e *sim.Event) {
	for _, c := range l.claims[e.CodeAddr] {
		p := l.v.poly(c.id)
		if x, ok := p.isAtom(); ok && c.reg < 128 {
			if d := l.v.at(x); d.op == opSymbol && symbol(d.k).kind() == symArg {
				l.args[symbol(d.k).number()] = e.Registers.Scalar(c.reg)
			}
		}
	}
}

// toucher compares the memory that a kernel touches with what is said of each access.
type toucher struct {
	*watcher
	list    map[uint64]*Address
	buffers map[int]sim.Buffer // by the offset of the argument
	ends    map[int]int64      // how far each is touched
	checks  int
	open    int
}

func (r *toucher) Executing(*sim.Event) {}

func (r *toucher) Executed(e *sim.Event) {
	for i := range e.Accesses {
		a := &e.Accesses[i]
		at := a.Inst - e.Addr + e.CodeAddr
		for arg, b := range r.buffers {
			for left := a.Lanes; left != 0 && a.Space == sim.SpaceGlobal; left &= left - 1 {
				if from := a.Addr(trailing(left)) - b.Addr; from < b.Size {
					r.ends[arg] = max(r.ends[arg], int64(from)+int64(a.Size))
				}
			}
		}
		x := r.list[at]
		if x == nil {
			continue
		}
		b, ok := r.buffers[x.base]
		base := b.Addr
		if a.Space == sim.SpaceLDS && x.Space == SpaceLDS {
			base, ok = 0, true
		}
		if !ok || !x.Bounded || x.Wraps {
			r.open++
			continue
		}
		for left := a.Lanes; left != 0; left &= left - 1 {
			from := int64(a.Addr(trailing(left)) - base)
			if r.checks++; from < x.Least || from+int64(a.Size) > x.Most {
				if len(r.wrong) < 5 {
					r.wrong = append(r.wrong, fmt.Sprintf("%#x: %s touches %d to %d, not only %d to %d (%s)", at, e.Inst, from, from+int64(a.Size), x.Least, x.Most, x.Offset))
				}
				return
			}
		}
	}
}

// TestAddressesCorpus: clang's kernels touch the memory that their addresses are said to reach, and no
// other. There are no errors with the sizes of memory and the numbers that kernels get, nor with arrays
// that are just as long as what is touched of them; it is counted how many are found that are a byte
// shorter.
func TestAddressesCorpus(t *testing.T) {
	checks, open, caught, missed, counts := 0, 0, 0, 0, [5]int{}
	for n, chip := range arch.Chips {
		objects, err := simtest.Archived(filepath.Join("..", "sim", "testdata", "corpus"), chip)
		if err != nil {
			t.Fatal(err)
		}
		for l, level := range simtest.Levels {
			loaded := map[string]*simtest.Loaded{}
			for i, row := range simtest.RowsOf(chip, level) {
				if !long.Some(n+l+i, 80) {
					continue
				}
				name := row.File + "-" + level
				if loaded[name] == nil {
					if loaded[name], err = simtest.Load(chip, objects[name]); err != nil {
						t.Fatal(err)
					}
				}
				o := loaded[name].Object
				learned := &learner{args: map[int]uint32{}}
				var found *Kernel
				var before []sim.Buffer
				var last Launch
				r := &toucher{watcher: &watcher{}, list: map[uint64]*Address{}, buffers: map[int]sim.Buffer{}, ends: map[int]int64{}}
				for pass := range 2 {
					_, err := loaded[name].Run(row, sim.Options{Workers: 1}, func(launch *sim.Launch) {
						k := o.Kernels[slices.IndexFunc(o.Kernels, func(k *hsaco.Kernel) bool { return k.Name == launch.Kernel.Name() })]
						x := Launch{Kernel: k.Name, Grid: launch.Groups(), Block: launch.Block, Global: launch.Global, LDS: int64(launch.LDS)}
						given := newGiven(k, &x)
						all := loaded[name].Device.Buffers()
						slices.SortFunc(all, func(a, b sim.Buffer) int { return cmp.Compare(a.Addr, b.Addr) })
						if pass == 0 {
							before = all
							learned.watcher = watch(o, k, given)
							launch.Observers = append(launch.Observers, learned)
							return
						}
						for _, n := range given.names {
							addr := uint64(learned.args[n.offset]) | uint64(learned.args[n.offset+4])<<32
							at := slices.IndexFunc(before, func(b sim.Buffer) bool { return b.Addr == addr })
							if n.pointer && at >= 0 && len(all) == len(before) {
								r.buffers[n.offset] = all[at]
								x.Args = append(x.Args, Argument{Offset: n.offset, Memory: true, Bytes: int64(all[at].Size)})
							}
						}
						for at, n := range learned.args {
							_, low := r.buffers[at]
							_, high := r.buffers[at-4]
							if !low && !high {
								x.Args = append(x.Args, Argument{Offset: at, Dword: true, Least: int64(n), Most: int64(n)})
							}
						}
						last = x
						found = launched(t, o, x, true)
						for i := range found.Addresses.List {
							a := &found.Addresses.List[i]
							r.list[a.Addr] = a
							counts[a.Verdict]++
						}
						for _, f := range found.Findings {
							if (f.Rule == "address" || f.Rule == ruleStride) && f.Rank == RankError {
								t.Errorf("%s %s %s: %#x: %s %s", chip.Name, name, row.Name(), f.Addr, f.Text, f.Message)
							}
						}
						launch.Observers = append(launch.Observers, r)
					})
					if err != nil {
						t.Fatalf("%s %s: %v", name, row.Name(), err)
					}
				}
				for _, arg := range slices.Sorted(maps.Keys(r.ends)) {
					for _, less := range []int64{0, 1} {
						y := last
						y.Args = slices.Clone(last.Args)
						for i := range y.Args {
							if y.Args[i].Memory && y.Args[i].Offset == arg {
								y.Args[i].Bytes = r.ends[arg] - less
							}
						}
						wrong := launched(t, o, y, false).Addresses.Wrong
						switch {
						case less > 0 && wrong > 0:
							caught++
						case less > 0:
							missed++
						case wrong > 0:
							t.Errorf("%s %s %s: error where argument @%d has %d bytes, which are all that it touches", chip.Name, name, row.Name(), arg, r.ends[arg])
						}
					}
				}
				checks, open = checks+r.checks, open+r.open
				for _, text := range r.wrong {
					t.Errorf("%s %s %s: %s", chip.Name, name, row.Name(), text)
				}
			}
		}
	}
	t.Logf("of %d arrays that are a byte too short, %d are found", caught+missed, caught)
	t.Logf("%d addresses of lanes, %d accesses of which no range is known; accesses inside, guarded, open, can't tell, wrong: %d", checks, open, counts)
}

// launched checks the kernel of a launch alone.
func launched(t *testing.T, o *hsaco.Object, x Launch, addresses bool) *Kernel {
	t.Helper()
	c, err := newObjectCheck(o, &Options{Launches: []Launch{x}, Addresses: addresses})
	if err != nil {
		t.Fatal(err)
	}
	k, err := c.kernel(c.o.Kernels[slices.IndexFunc(c.o.Kernels, func(k *hsaco.Kernel) bool { return k.Name == x.Kernel })])
	if err != nil {
		t.Fatal(err)
	}
	return &k
}

// TestAddressesBroken: code with random changes gets an answer.
func TestAddressesBroken(t *testing.T) {
	seed := long.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	objects, err := simtest.Archived(filepath.Join("..", "sim", "testdata", "corpus"), arch.Chips[0])
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(objects))
	for range long.Count(6, 60) { // -long.seed has others
		raw := slices.Clone(objects[names[r.IntN(len(names))]])
		o, err := hsaco.Open(raw, "")
		if err != nil {
			t.Fatal(err)
		}
		text := o.Kernels[0].Section.Data
		for range 1 + r.IntN(200) {
			at := 4 * r.IntN(len(text)/4)
			copy(text[at:at+4], text[4*r.IntN(len(text)/4):])
			if r.IntN(4) == 0 {
				text[at+r.IntN(4)] ^= 1 << r.IntN(8)
			}
		}
		var launches []Launch
		for _, k := range o.Kernels {
			l := Launch{Kernel: k.Name, Grid: [3]uint32{5, 3, 1}, Block: [3]uint32{64, 1, 1}, LDS: 0}
			if len(k.Metadata.ReqdWorkgroupSize) > 0 {
				l.Block = [3]uint32{}
			}
			for _, n := range newGiven(k, nil).names {
				if n.size == 4 || n.size == 8 {
					l.Args = append(l.Args, Argument{Offset: n.offset, Memory: n.pointer, Bytes: 4096, Most: 100})
				}
			}
			launches = append(launches, l)
		}
		if _, err := ObjectWith(o, Options{Launches: launches, Addresses: true}); err != nil {
			t.Fatal(err)
		}
	}
}
