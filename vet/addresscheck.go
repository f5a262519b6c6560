package vet

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"heddle/hsaco"
)

// Verdict says what is known of an access.
type Verdict uint8

const (
	VerdictInside   Verdict = iota // of its memory, in all work-items
	VerdictGuarded                 // the range check of its resource keeps it inside
	VerdictOpen                    // nothing is known of the memory or the arguments
	VerdictCantTell                // it may go wrong
	VerdictWrong                   // it goes wrong in some work-item
)

var verdictNames = [...]string{"inside", "guarded", "open", "can't tell", "wrong"}

// String returns the name of the verdict in the output.
func (v Verdict) String() string { return verdictNames[v] }

// MarshalText returns String, for JSON.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Address is where a memory access goes.
type Address struct {
	Place
	Space   Space   `json:"space"`
	Store   bool    `json:"store,omitempty"`
	Size    int64   `json:"size"`            // bytes of a lane
	Of      string  `json:"of,omitempty"`    // the argument that points to the memory
	Bytes   int64   `json:"bytes,omitempty"` // of that memory
	Offset  string  `json:"offset"`          // from the beginning of the memory or the LDS, as a formula
	Bounded bool    `json:"bounded"`
	Least   int64   `json:"least"` // the first byte that it can reach
	Most    int64   `json:"most"`  // the one behind the last, as if no sum wrapped
	Wraps   bool    `json:"wraps,omitempty"`
	Verdict Verdict `json:"verdict"`

	base int // see access
}

// Addresses counts the accesses of a kernel by verdict, and lists them if that is wanted.
type Addresses struct {
	Inside   int       `json:"inside"`
	Guarded  int       `json:"guarded"`
	Open     int       `json:"open"`
	CantTell int       `json:"cant_tell"`
	Wrong    int       `json:"wrong"`
	List     []Address `json:"list,omitempty"`
}

// count counts an access.
func (a *Addresses) count(v Verdict) {
	*[...]*int{&a.Inside, &a.Guarded, &a.Open, &a.CantTell, &a.Wrong}[v]++
}

// maxLaunches is how many launches of a kernel are looked at.
const maxLaunches = 64

// checkAddresses finds out where memory accesses of a kernel go.
func (c *checker) checkAddresses(k *hsaco.Kernel, o *Options, rules *ruleTable) {
	var launches []*Launch
	left := 0
	for i := range o.Launches {
		l := &o.Launches[i]
		switch {
		case !l.isFor(k.Name) || slices.ContainsFunc(launches, l.equal):
		case len(launches) == maxLaunches:
			left++
		default:
			launches = append(launches, l)
		}
	}
	if left > 0 {
		c.add(Finding{Rule: "address", Rank: RankCantTell, Place: Place{Addr: c.g.addr}, Message: fmt.Sprintf("addresses are checked for %d launches; %d more are not looked at", maxLaunches, left)})
	}
	if len(launches) == 0 && !o.Addresses {
		return
	}
	if len(launches) == 0 {
		launches = append(launches, nil)
	}
	v := newValues(c.g, rules.transfers, newStart(&k.Descriptor), newGiven(k, launches[0]))
	asked := v.askAccesses()
	v.ask()
	var total Addresses
	for _, l := range launches {
		v.given = newGiven(k, l)
		v.reset()
		v.solve()
		a := addressCheck{checker: c, values: v, listed: o.Addresses}
		a.check(asked)
		for i, n := range [...]int{a.total.Inside, a.total.Guarded, a.total.Open, a.total.CantTell, a.total.Wrong} {
			*[...]*int{&total.Inside, &total.Guarded, &total.Open, &total.CantTell, &total.Wrong}[i] += n
		}
		total.List = append(total.List, a.total.List...)
	}
	c.addresses = &total
	c.steps += max(0, stepsFor(len(c.g.nodes))-v.steps)
	if v.steps <= 0 {
		c.giveUp("address")
	}
}

// addressCheck checks a kernel for one launch.
type addressCheck struct {
	*checker
	values *values
	listed bool
	total  Addresses
	open   []*judgement // accesses that a witness is looked for
}

// judgement is an access with what is known of it.
type judgement struct {
	access
	memory  memory
	has     bool // memory is known
	whole   poly // place, as if no sum wrapped
	wraps   bool // they may differ
	verdict Verdict
	reach   interval // bytes of the memory, as if no sum wrapped
	guesses []guess  // work-items that reach far, farthest first
	finding *Finding
	// conditions hold where the access is executed.
	conditions []condition
	mayCut     bool // see cut
}

// check judges all accesses, and looks for witnesses of those that may go wrong.
func (a *addressCheck) check(list []asked) {
	v := a.values
	all := make([]judgement, len(list))
	for i := range list {
		x := &all[i]
		x.access = v.accessOf(&list[i])
		if a.judge(x); x.verdict == VerdictCantTell || x.verdict == VerdictInside && a.cut(x) || a.spills(x) {
			a.open = append(a.open, x)
		}
	}
	if v.given.whole && len(a.open) > 0 {
		a.search()
	}
	a.report(all)
	a.checkMemoryRaces(all)
}

// judge finds a verdict from ranges alone.
func (a *addressCheck) judge(x *judgement) {
	v := a.values
	x.whole, x.wraps = v.unwrapped(x.place)
	bounds := v.boundsAt(x.node)
	r := v.rangeWithin(x.whole, bounds)
	x.memory, x.has = v.given.memory[x.base]
	if x.base == baseArguments {
		x.memory, x.has = memory{name: "the arguments", bytes: v.given.arguments}, true
	}
	if x.space == SpaceLDS {
		x.memory, x.has = memory{name: "the LDS", bytes: v.given.lds}, v.given.lds >= 0
	}
	x.reach = r.plus(interval{x.memory.at, x.memory.at}).plus(interval{0, x.size})
	switch {
	case !x.has:
		x.verdict = VerdictOpen
	case x.base == baseArguments && !(x.reach.lo >= 0 && x.reach.hi <= x.memory.bytes):
		x.verdict = VerdictOpen // compilers load more than there is, and the segment is padded
	case x.reach.lo >= 0 && x.reach.hi-x.size+x.need <= x.memory.bytes && (!x.wraps || a.fits(x, bounds)):
		x.verdict = VerdictInside
	case x.space == SpaceLDS && v.given.ldsAssumed && !v.given.whole && x.reach.lo < x.memory.bytes:
		x.verdict = VerdictOpen
	case !x.wraps && (a.guarded(x) || a.guardedBy(x, x.place, x.checked, bounds, mostChoices)):
		x.verdict = VerdictGuarded
	default:
		x.verdict = VerdictCantTell
	}
}

// fits reports whether all sums that may wrap do not, under the bounds of the access.
func (a *addressCheck) fits(x *judgement, bounds []bound) bool {
	v := a.values
	rest := x.place
	for _, id := range x.parts {
		p := v.poly(id)
		rest = rest.plus(v.extended(id), -1)
		if q, wraps := v.unwrapped(p); wraps {
			p = q
		}
		if r := v.rangeWithin(p, bounds); r.lo < 0 || r.hi > math.MaxUint32 {
			return false
		}
	}
	_, wraps := v.unwrapped(rest)
	return !wraps
}

// cut reports whether a resource may end before the access although the memory does not, by mistake: its
// number of records is the most that the code has for any memory, or more than 32 bits hold.
func (a *addressCheck) cut(x *judgement) bool {
	v := a.values
	if x.space != SpaceBuffer || x.stride {
		return false
	}
	records := v.facts[v.find(x.records)]
	last := v.rangeOf(x.checked).plus(v.rangeOf(x.soffset)).hi + x.size
	_, wraps := v.unwrapped(v.extended(x.records))
	const mostRecords = 1<<31 - 1<<16
	_, fixed := records.single()
	return last > int64(records.lo) && (wraps || fixed && records.lo >= mostRecords)
}

// guarded reports whether a resource lets no access out of the memory, whether its range check counts
// soffset or not.
func (a *addressCheck) guarded(x *judgement) bool {
	if x.space != SpaceBuffer || x.stride {
		return false
	}
	v := a.values
	start := x.resource
	start.c += x.memory.at
	s := v.rangeOf(x.soffset)
	return v.rangeOf(start).lo >= 0 && s.bounded() && v.mostBehind(start, x.records, true, mostNested)+s.hi <= x.memory.bytes
}

// mostChoices is how many choices of an offset are looked at in all their combinations.
const mostChoices = 4

// guardedBy reports whether an access is inside of its memory, or past its resource whether the range
// check counts soffset or not, whatever its offset is chosen from.
func (a *addressCheck) guardedBy(x *judgement, place, checked poly, bounds []bound, deep int) bool {
	v := a.values
	if r := v.rangeWithin(place, bounds); r.lo+x.memory.at >= 0 && r.hi+x.memory.at+x.need <= x.memory.bytes {
		return true
	}
	if x.space == SpaceBuffer && !x.stride {
		records := int64(v.facts[v.find(x.records)].hi)
		offset := v.rangeWithin(checked, bounds)
		if offset.bounded() && offset.lo+min(x.size, 4) > records && v.rangeOf(x.soffset).lo >= 0 {
			return true
		}
	}
	t, ok := v.chosen(place)
	if !ok || deep == 0 {
		return false
	}
	d := *v.at(t.atoms[0])
	for k, arm := range [...]valueID{d.a, d.b} {
		with := v.unsignedPoly(arm).plus(atomOf(t.atoms[0]), -1)
		more := v.appendBounds(bounds[:len(bounds):len(bounds)], condition{d.c, k == 0})
		if !a.guardedBy(x, place.plus(with, t.coef), v.replaced(checked, t.atoms[0], with), more, deep-1) {
			return false
		}
	}
	return true
}

// chosen is a term of a polynomial that is chosen by a condition, if there is one between a constant and
// something else.
func (v *values) chosen(p poly) (found term, ok bool) {
	for _, t := range p.terms {
		if d := v.at(t.atoms[0]); d.op == opSelect && t.atoms[1] == 0 {
			_, a := v.isConst(d.a)
			_, b := v.isConst(d.b)
			if found, ok = t, true; a || b {
				return t, true
			}
		}
	}
	return found, ok
}

// replaced adds a difference to a polynomial for each time that it has an atom.
func (v *values) replaced(p poly, atom valueID, difference poly) poly {
	for i := range p.terms {
		if t := &p.terms[i]; t.atoms[0] == atom && t.atoms[1] == 0 {
			return p.plus(difference, t.coef)
		}
	}
	return p
}

// mostBehind is the largest sum of a polynomial and a number, which is often the least or largest of two:
// then the sum is.
func (v *values) mostBehind(p poly, x valueID, unsigned bool, deep int) int64 {
	of := v.signedPoly
	if unsigned {
		of = v.unsignedPoly
	}
	most := v.rangeOf(p.plus(of(x), 1)).hi
	d := v.at(x)
	if deep == 0 || d.a == 0 || d.b == 0 {
		return most
	}
	signed := d.op == opMinS || d.op == opMaxS
	if signed && unsigned && v.facts[v.find(x)].slo < 0 || !signed && !unsigned && v.facts[v.find(x)].hi > math.MaxInt32 {
		return most
	}
	if d.op >= opMin && d.op <= opMaxS {
		unsigned = !signed
	}
	switch d.op {
	case opMax, opMaxS, opSelect:
		return min(most, max(v.mostBehind(p, d.a, unsigned, deep-1), v.mostBehind(p, d.b, unsigned, deep-1)))
	case opMin, opMinS:
		return min(most, v.mostBehind(p, d.a, unsigned, deep-1), v.mostBehind(p, d.b, unsigned, deep-1))
	}
	return most
}

// report adds findings, counts, and the list.
func (a *addressCheck) report(all []judgement) {
	type cause struct {
		base  int
		space Space
		rank  Rank
	}
	first := map[cause]int{}
	var found []Finding
	var reach []int64
	for _, x := range a.once(all) {
		a.total.count(x.verdict)
		if a.listed {
			a.total.List = append(a.total.List, a.address(x))
		}
		if x.finding == nil && x.verdict == VerdictCantTell {
			x.finding = a.doubt(x)
		}
		if x.finding == nil {
			continue
		}
		key := cause{x.base, x.space, x.finding.Rank}
		if k, ok := first[key]; ok { // the one that reaches farthest stands for the others
			also := found[k].Also + 1
			if x.reach.hi > reach[k] {
				found[k], reach[k] = *x.finding, x.reach.hi
			}
			found[k].Also = also
			continue
		}
		first[key] = len(found)
		found, reach = append(found, *x.finding), append(reach, x.reach.hi)
	}
	for _, f := range found {
		a.add(f)
	}
}

// once are the accesses, one for all copies of an instruction: the one that is judged worst, and what all of them reach.
func (a *addressCheck) once(all []judgement) (list []*judgement) {
	first := map[int32]int{}
	for i := range all {
		x := &all[i]
		k, ok := first[a.g.copyOf(x.node)]
		if !ok {
			first[a.g.copyOf(x.node)] = len(list)
			list = append(list, x)
			continue
		}
		y := list[k]
		if x.verdict > y.verdict {
			x, y = y, x
		}
		reach := interval{min(x.reach.lo, y.reach.lo), max(x.reach.hi, y.reach.hi)}
		if x.base != y.base || x.wraps != y.wraps {
			reach = everything()
		}
		y.reach = reach
		list[k] = y
	}
	return list
}

// address describes an access for the list.
func (a *addressCheck) address(x *judgement) Address {
	v := a.values
	r := Address{Place: a.place(x.node), Space: x.space, Store: x.store, Size: x.size, Wraps: x.wraps, Verdict: x.verdict, base: x.base}
	at := x.whole
	switch at.c += x.memory.at; {
	case x.base >= 0:
		r.Of = v.given.name(x.base)
	case x.has:
		r.Of = x.memory.name
	}
	if x.has {
		r.Bytes = x.memory.bytes
	}
	r.Offset = v.formula(at)
	if x.reach.bounded() {
		r.Bounded, r.Least, r.Most = true, x.reach.lo, x.reach.hi
	}
	return r
}

// doubt is the finding of an access that nothing is certain about.
func (a *addressCheck) doubt(x *judgement) *Finding {
	f := &Finding{Rule: "address", Rank: RankCantTell, Place: a.place(x.node)}
	name := a.nameOf(x)
	switch {
	case x.wraps && x.reach.lo >= 0 && x.reach.bounded():
		f.Message = fmt.Sprintf("may reach %s by an offset that 32 bits do not hold", a.span(x, name))
	case x.reach.bounded() && !x.wraps:
		f.Message = fmt.Sprintf("may reach %s, which has %d bytes", a.span(x, name), x.memory.bytes)
	default:
		f.Message = fmt.Sprintf("reaches a byte of %s that is not known", name)
	}
	f.Required, f.Found = fmt.Sprintf("bytes 0 to %d of %s", x.memory.bytes-1, name), "what only the run tells"
	switch {
	case x.space == SpaceLDS:
		*f = a.values.given.leavesLDS(*f)
	case !a.values.given.whole:
		f.Advice = "say how large the launch is with --grid and --block: vet then looks for a work-item that goes wrong"
	}
	return f
}

// span says which bytes an access can reach.
func (a *addressCheck) span(x *judgement, name string) string {
	if !x.reach.bounded() {
		return name
	}
	return fmt.Sprintf("bytes %d to %d of %s", x.reach.lo, x.reach.hi-1, name)
}

func (a *addressCheck) nameOf(x *judgement) string {
	return cmp.Or(x.memory.name, a.values.given.name(x.base))
}

func abs(x int64) int64 { return max(x, -x) }
