package vet

import (
	"cmp"
	"debug/elf"
	"fmt"
	"slices"

	"heddle/diag"
	"heddle/hsaco"
	"heddle/isa"
)

// Rank says how sure a finding is, and how grave.
type Rank uint8

const (
	RankError    Rank = iota // wrong on some path through the code
	RankTiming               // wrong, but so much time lies between that it works
	RankCantTell             // may be wrong; what it depends on is not known
	RankNote                 // breaks a rule that working code commonly breaks
	numRanks
)

var rankNames = [numRanks]string{"error", "timing", "can't tell", "note"}

// String returns the name of the rank in the output.
func (r Rank) String() string { return rankNames[r] }

// MarshalText returns String, for JSON.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Place is an instruction of a code object.
type Place struct {
	Note   string `json:"note,omitempty"` // what it is to the finding
	Addr   uint64 `json:"addr"`           // in the code object
	Text   string `json:"text,omitempty"` // the instruction, "" if there is none
	File   string `json:"file,omitempty"` // its source, if the object says so
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Step is a place on a path where execution does not go on with the next instruction.
type Step struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to"`
}

// Finding is something that the code of a kernel does on some path and must not do.
type Finding struct {
	Rule     string `json:"rule"`
	Rank     Rank   `json:"rank"`
	Kernel   string `json:"kernel"`
	Place           // the instruction that is wrong
	Other    *Place `json:"other,omitempty"` // the earlier one that it depends on
	Message  string `json:"message"`
	Required string `json:"required,omitempty"` // between the two: "vmcnt(0)", "2 wait states"
	Found    string `json:"found,omitempty"`
	Path     []Step `json:"path,omitempty"`   // from the other instruction to this one
	Advice   string `json:"advice,omitempty"` // the fix, in words
	Fix      *Fix   `json:"fix,omitempty"`
	Source   string `json:"source,omitempty"`     // of the figure, for wait states
	Also     int    `json:"also,omitempty"`       // later instructions that lack the same
	Depth    int    `json:"loop_depth,omitempty"` // of what is too strong: how many loops it is in
	Cost     *Cost  `json:"cost,omitempty"`       // of what is too strong, if someone has timed it

	between int // wait states
}

// Cost is how long waves wait at an instruction.
type Cost struct {
	Cycles     int64 `json:"cycles"` // over all waves
	Waves      int   `json:"waves"`
	WaveCycles int64 `json:"wave_cycles"` // from their beginnings to their ends
}

// PerWave is the mean of the waves; -1 if it is not known.
func (c *Cost) PerWave() float64 {
	if c == nil || c.Waves == 0 {
		return -1
	}
	return float64(c.Cycles) / float64(c.Waves)
}

// Kernel is what was checked in a kernel, or in a function that no kernel is known to call.
type Kernel struct {
	Name         string    `json:"name"`
	Function     bool      `json:"function,omitempty"`
	Instructions int       `json:"instructions"` // that can be reached
	Blocks       int       `json:"blocks"`
	Findings     []Finding `json:"findings"`
	More         int       `json:"more,omitempty"` // findings beyond the most that are kept
	// Registers are nil for functions.
	Registers *Registers `json:"registers,omitempty"`
	// Addresses is where memory accesses go, for kernels of which a launch is known, and for all if that
	// is wanted.
	Addresses *Addresses `json:"addresses,omitempty"`
	Steps     int        `json:"-"` // how much work it was
}

// Report is what was found in a code object.
type Report struct {
	Target  string   `json:"target"`
	Kernels []Kernel `json:"kernels"`
}

// maxFindings is how many findings of a rank are kept, of one kernel.
const maxFindings = 1000

// stepsFor limits the work on a kernel of that many instructions. Compilers' code takes a few steps
// for each; only code that is made to be slow takes more than this.
func stepsFor(instructions int) int { return 500*instructions + 1<<20 }

// checker checks one kernel.
type checker struct {
	g        *graph
	copies   *graph // g with a copy of each function for each call, g itself if that cannot be
	kernel   string
	function bool // it is none
	lines    *hsaco.LineTable
	declared *declared // nil where there is no descriptor
	findings []Finding
	first    map[groupKey]int // in findings
	kept     [numRanks]int    // findings
	breaches []breach
	more     int
	steps    int
	// addressed is the kernel whose addresses are checked with options; nil for functions.
	addressed *hsaco.Kernel
	options   *Options
	registers *Registers
	addresses *Addresses
	raced     map[[2]int32]bool // see checkMemoryRaces
	space     searchSpace
	limit     int     // of steps, for the searches of missing waits
	gaveUp    bool    // they are not all done
	depths    []int32 // of loops, by block; nil until they are asked for
	// Of code in which each call has its own copy of a function: findings that are added, and those of the copies of one
	// instruction that are not yet.
	told   map[toldKey]bool
	copied []Finding
}

// Object checks the kernels of a code object. A relocatable object is linked first. The error says
// why there is nothing to check.
func Object(o *hsaco.Object) (*Report, error) { return ObjectWith(o, Options{}) }

// ObjectWith is Object with what is known of launches.
func ObjectWith(o *hsaco.Object, options Options) (*Report, error) {
	c, err := newObjectCheck(o, &options)
	if err != nil {
		return nil, err
	}
	r := &Report{Target: c.o.Chip.Name, Kernels: []Kernel{}}
	for _, k := range c.o.Kernels {
		checked, err := c.kernel(k)
		if err != nil {
			return nil, err
		}
		r.Kernels = append(r.Kernels, checked)
	}
	for _, f := range uncalled(c.o) {
		code := c.regions[c.o.SectionOf(f)]
		if addr := c.o.Address(f); code != nil && !code.isReached(addr) {
			r.Kernels = append(r.Kernels, checkFunction(code, c.rules, c.lines, f.Name, addr))
		}
	}
	return r, nil
}

// objectCheck is what the kernels of a code object have in common.
type objectCheck struct {
	o       *hsaco.Object // linked
	target  *isa.Target
	options *Options
	lines   *hsaco.LineTable // nil if there are none: they are an extra
	rules   *ruleTable
	regions map[*hsaco.ObjectSection]*region // code that has been looked at
}

func newObjectCheck(o *hsaco.Object, options *Options) (*objectCheck, error) {
	o, err := o.Linked()
	if err != nil {
		return nil, err
	}
	target := isa.For(o.Chip)
	if err := target.Err(); err != nil {
		return nil, err
	}
	if err := options.check(o.Chip, o.Kernels); err != nil {
		return nil, err
	}
	c := &objectCheck{o: o, target: target, options: options, rules: newRuleTable(target), regions: map[*hsaco.ObjectSection]*region{}}
	if c.lines, err = o.Lines(); err != nil {
		c.lines = nil
	}
	return c, nil
}

// kernel checks one of the kernels.
func (c *objectCheck) kernel(k *hsaco.Kernel) (Kernel, error) {
	if k.Section == nil || k.Section.Flags&elf.SHF_EXECINSTR == 0 {
		return Kernel{}, fmt.Errorf("kernel %s has no code", k.Name)
	}
	code := c.regions[k.Section]
	if code == nil {
		code = newRegion(c.target, k.Section.Addr, k.Section.Data)
		c.regions[k.Section] = code
	}
	entries := []uint64{k.Addr}
	if n := k.Descriptor.Prologue(); n > 0 {
		entries = append(entries, k.Addr+uint64(n))
	}
	x := &checker{g: newGraph(code, entries, false), kernel: k.Name, lines: c.lines, declared: newDeclared(&k.Descriptor, c.o.Chip), addressed: k, options: c.options}
	return x.check(c.rules, k.Addr, k.Code), nil
}

// uncalled lists the functions of a code object by address, kernels among them.
func uncalled(o *hsaco.Object) []*hsaco.Symbol {
	var list []*hsaco.Symbol
	for _, s := range o.Symbols {
		if s.Type == elf.STT_FUNC && s.Section != nil {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(a, b *hsaco.Symbol) int { return cmp.Compare(o.Address(a), o.Address(b)) })
	return list
}

// Code checks machine code that is executed from its first byte on.
func Code(t *isa.Target, code []byte) Kernel {
	c := &checker{g: newGraph(newRegion(t, 0, code), []uint64{0}, false)}
	return c.check(newRuleTable(t), 0, nil)
}

// checkFunction checks a function that is called from where it is not known. It is entered with
// nothing outstanding (LLVM's functions wait for everything first).
func checkFunction(code *region, rules *ruleTable, lines *hsaco.LineTable, name string, entry uint64) Kernel {
	c := &checker{g: newGraph(code, []uint64{entry}, true), kernel: name, lines: lines, function: true}
	k := c.check(rules, entry, nil)
	k.Function = true
	return k
}

// check applies all rules. own is the code of which all should be reached.
func (c *checker) check(rules *ruleTable, entry uint64, own []byte) Kernel {
	g := c.g
	for i := range g.nodes {
		n := &g.nodes[i]
		n.waits, n.states = newWaitFacts(g.target, &n.inst), rules.factsOf(&n.inst)
	}
	g.markIndexed()
	for _, f := range g.faults {
		x := Finding{Rule: f.rule, Rank: f.rank, Place: Place{Addr: f.addr}, Message: f.text}
		if f.inst != nil {
			x.Text = f.inst.String()
		}
		c.locate(&x.Place)
		c.add(x)
	}
	if c.copies = g.inlined(c.function); c.copies == nil {
		c.copies = g
	}
	c.onCopies(func() {
		c.checkWaits()
		c.checkStates()
	})
	c.checkResources(c.declared)
	if c.addressed != nil {
		c.onCopies(func() {
			c.checkAddresses(c.addressed, c.options, rules)
			c.checkFP8(c.addressed, rules)
		})
	}
	if len(g.faults) == 0 {
		c.checkReached(entry, own)
		if c.addressed != nil {
			c.onCopies(func() { c.checkWorkgroups(c.addressed, c.options, rules) })
		}
		if !c.function {
			c.checkStrength()
		}
	}
	return Kernel{Name: c.kernel, Instructions: len(g.nodes), Blocks: len(g.order), Findings: c.sorted(), More: c.more, Registers: c.registers, Addresses: c.addresses, Steps: c.steps}
}

// onCopies checks the code in which a return leads to its caller only.
func (c *checker) onCopies(check func()) {
	whole := c.g
	c.g = c.copies
	check()
	c.g = whole
}

// checkReached reports code of the kernel that nothing leads to. Padding is none.
func (c *checker) checkReached(entry uint64, own []byte) {
	reached := make([]bool, len(own)/4+1)
	for i := range c.g.nodes {
		n := &c.g.nodes[i]
		for off := n.addr - entry; off < n.next()-entry && off < uint64(len(own)); off += 4 {
			reached[off/4] = true
		}
	}
	first, unreached := -1, 0
	var inst isa.Inst
	for off := 0; off+4 <= len(own); {
		size := 4
		if !reached[off/4] && c.g.target.DecodeInto(&inst, own[off:]) == nil {
			if size = inst.Size(); inst.Row.Op != isa.S_NOP {
				if first < 0 {
					first = off
				}
				unreached++
			}
		}
		off += size
	}
	if first >= 0 {
		f := Finding{Rule: "unreachable", Rank: RankNote, Place: Place{Addr: entry + uint64(first)}, Message: fmt.Sprintf("nothing leads here; %s of the kernel cannot be reached", diag.Count(unreached, "instruction"))}
		if c.g.target.DecodeInto(&inst, own[first:]) == nil {
			f.Text = inst.String()
		}
		c.locate(&f.Place)
		c.add(f)
	}
}

// giveUp says that a rule took too long.
func (c *checker) giveUp(rule string) {
	c.add(Finding{Rule: rule, Rank: RankCantTell, Place: Place{Addr: c.g.addr}, Message: fmt.Sprintf("the check was given up after %d steps", c.steps)})
}

// groupKey is what findings have in common of which the first stands for all: instructions that lack
// the same after one other instruction.
type groupKey struct {
	rule, source string
	rank         Rank
	other        uint64
}

// alike counts a finding as one like another that is known, about an instruction in front of this one.
func (c *checker) alike(at int32, rule string, rank Rank, other int32) bool {
	i, ok := c.first[groupKey{rule: rule, rank: rank, other: c.g.nodes[other].addr}]
	if !ok || c.findings[i].Addr > c.g.nodes[at].addr {
		return false
	}
	c.findings[i].Also++
	return true
}

// alone reports whether no other finding stands for one: each wait that is too strong is its own, and, unless there are
// very many, each pair of accesses of which vet cannot tell, and each that reads or writes what no other does.
func (c *checker) alone(f *Finding) bool {
	const most = 64 // more than a reader looks at
	return f.Rule == RuleTooStrong || c.kept[f.Rank] < most && (f.Rule == ruleRace && f.Rank == RankCantTell || f.Rule == ruleUnwritten || f.Rule == ruleUnused || f.Rule == ruleMemoryRace)
}

// isKnown reports whether a finding adds nothing: it is like another one, or one of a copy of its instruction says it.
func (c *checker) isKnown(at int32, rule string, rank Rank, other int32) bool {
	if c.g.alike == nil {
		return c.alike(at, rule, rank, other)
	}
	i := c.ofCopy(rule, c.g.nodes[other].addr)
	return i >= 0 && c.copied[i].Rank <= rank
}

// ofCopy is the place in copied of what a copy of an instruction lacks after another instruction, -1 if there is none.
func (c *checker) ofCopy(rule string, other uint64) int {
	return slices.IndexFunc(c.copied, func(f Finding) bool { return f.Rule == rule && f.Other.Addr == other })
}

// addOnce adds a finding about an instruction, or keeps the gravest of all its copies until addCopied.
func (c *checker) addOnce(f Finding) {
	switch i := c.ofCopy(f.Rule, f.Other.Addr); {
	case c.g.alike == nil:
		c.add(f)
	case i < 0:
		c.copied = append(c.copied, f)
	default:
		c.copied[i] = f
	}
}

// addCopied adds what the copies of an instruction lack.
func (c *checker) addCopied() {
	for _, f := range c.copied {
		c.add(f)
	}
	c.copied = c.copied[:0]
}

// toldKey is what findings have in common that are of copies of the same instructions.
type toldKey struct {
	rule, message string
	rank          Rank
	addr, other   uint64
}

// add keeps a finding, or counts it as one like another.
func (c *checker) add(f Finding) {
	f.Kernel = c.kernel
	if c.g.alike != nil {
		key := toldKey{rule: f.Rule, message: f.Message, rank: f.Rank, addr: f.Addr}
		if f.Other != nil {
			key.other = f.Other.Addr
		}
		if c.told[key] {
			return
		}
		if c.told == nil {
			c.told = map[toldKey]bool{}
		}
		c.told[key] = true
	}
	if f.Other != nil && !c.alone(&f) {
		key := groupKey{f.Rule, f.Source, f.Rank, f.Other.Addr}
		if i, ok := c.first[key]; ok {
			old := &c.findings[i]
			f.Also = old.Also + 1
			if f.Addr < old.Addr {
				*old = f
			}
			old.Also = f.Also
			return
		}
		if c.first == nil {
			c.first = map[groupKey]int{}
		}
		if c.kept[f.Rank] < maxFindings {
			c.first[key] = len(c.findings)
		}
	}
	if c.kept[f.Rank] >= maxFindings {
		c.more++
		return
	}
	c.kept[f.Rank]++
	c.findings = append(c.findings, f)
}

// place describes an instruction.
func (c *checker) place(i int32) Place {
	n := &c.g.nodes[i]
	p := Place{Addr: n.addr, Text: n.inst.String()}
	c.locate(&p)
	return p
}

// locate looks up the source of a place.
func (c *checker) locate(p *Place) {
	if c.lines == nil {
		return
	}
	if at, ok := c.lines.Lookup(nil, p.Addr); ok {
		p.File, p.Line, p.Column = at.File, at.Line, at.Column
	}
}

// sorted returns the findings by rank, by loop depth where they have one, and by address.
func (c *checker) sorted() []Finding {
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(b.Depth, a.Depth), cmp.Compare(a.Addr, b.Addr), cmp.Compare(a.Rule, b.Rule))
	})
	return append([]Finding{}, c.findings...)
}
