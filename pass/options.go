package pass

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// Options configure the passes of a compilation. The zero value is the default.
type Options struct {
	// Disable names passes to skip.
	Disable []string
	// Dump, if not nil, is called after each pass.
	Dump func(pass string, u Unit)
	// Verify checks the code after each pass and panics on an error.
	Verify bool
	// Shuffle, if not 0, is the seed with which passes run in any order that their
	// dependencies allow, and reorder what they may reorder freely, to find what
	// depends on an order by chance.
	Shuffle uint64
	// Bisect, if not nil, leaves out optional passes, and single places in those
	// that ask, where a hash does not match: see Chosen.
	Bisect *Bisect
	// HideRule, if not nil, makes passes ignore the rules that it names, to test
	// whatever should detect that.
	HideRule func(rule string) bool
	// Times, if not nil, adds up the time of the passes.
	Times *Times
}

// Bisect narrows down a miscompilation: an optimization happens only at places whose hash
// ends in Suffix, a string of 0s and 1s.
type Bisect struct {
	Suffix string
	// Trace, if not nil, is called with each place where an optimization happens.
	Trace func(pass, place string)
}

// Disabled reports whether a pass is to be skipped.
func (o *Options) Disabled(pass string) bool { return slices.Contains(o.Disable, pass) }

// Chosen reports whether an optimization of a pass may happen at a place: a kernel's
// name, or a kernel's name and a place in it.
func (o *Options) Chosen(pass, place string) bool {
	if o.Bisect == nil {
		return true
	}
	h := fnv.New64a()
	h.Write([]byte(pass + " " + place))
	if !strings.HasSuffix(fmt.Sprintf("%064b", h.Sum64()), o.Bisect.Suffix) {
		return false
	}
	if o.Bisect.Trace != nil {
		o.Bisect.Trace(pass, place)
	}
	return true
}

// look dumps and verifies the code after a pass.
func (o *Options) look(pass string, u Unit) {
	if o.Dump != nil {
		o.Dump(pass, u)
	}
	if !o.Verify {
		return
	}
	if err := u.Verify(); err != nil {
		panic(fmt.Sprintf("the code is wrong after it: %v", err))
	}
}
