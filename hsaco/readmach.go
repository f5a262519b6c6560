package hsaco

import (
	"errors"
	"fmt"
	"strings"

	"heddle/arch"
)

// Fields of e_flags. Sources: facts isa/encodings.md §13; LLVM AMDGPUUsage,
// "ELF Header".
const (
	flagMach        = 0xff
	flagXNACKv3     = 0x100 // one bit each in version 3: on or off
	flagSRAMECCv3   = 0x200
	flagXNACKBit    = 8 // two bits each since version 4
	flagSRAMECCBit  = 10
	flagFeatureMask = 3
)

// chipOf returns the chip that e_flags names.
func chipOf(flags uint32) (*arch.Chip, error) {
	mach := flags & flagMach
	if c, ok := arch.ByMach(mach); ok {
		return c, nil
	}
	known := strings.Join(arch.Names(), ", ")
	if name := arch.MachName(mach); name != "" {
		return nil, fmt.Errorf("code object is for %s (EF_AMDGPU_MACH %#x); accepted: %s", name, mach, known)
	}
	return nil, fmt.Errorf("code object is for an unknown chip, EF_AMDGPU_MACH %#x; accepted: %s", mach, known)
}

// featuresOf returns the xnack and sramecc settings of e_flags in a code
// object of the given version.
func featuresOf(flags uint32, version int) (xnack, sramecc Feature) {
	if version == 3 {
		return featureBit(flags & flagXNACKv3), featureBit(flags & flagSRAMECCv3)
	}
	return featureField(flags >> flagXNACKBit), featureField(flags >> flagSRAMECCBit)
}

func featureBit(set uint32) Feature {
	if set != 0 {
		return FeatureOn
	}
	return FeatureOff
}

// featureField decodes 0 unsupported, 1 any, 2 off, 3 on. Code that declares a feature unsupported
// does not depend on it: any.
func featureField(bits uint32) Feature {
	switch bits & flagFeatureMask {
	case 2:
		return FeatureOff
	case 3:
		return FeatureOn
	}
	return FeatureAny
}

// Target is a processor that is known, with settings of its features.
type Target struct {
	Chip           *arch.Chip
	XNACK, SRAMECC Feature
}

// ParseTarget reads a target such as "gfx950" or "gfx950:sramecc+:xnack-".
func ParseTarget(s string) (Target, error) {
	processor, _, _ := strings.Cut(s, ":")
	chip, ok := arch.Lookup(processor)
	if !ok {
		return Target{}, fmt.Errorf("unknown processor %q; accepted: %s", processor, strings.Join(arch.Names(), ", "))
	}
	id, err := parseTargetID(s)
	return Target{chip, id.xnack, id.sramecc}, errors.Unwrap(err)
}

// targetID is a processor and its feature settings, such as
// "gfx950:sramecc+:xnack-".
type targetID struct {
	processor      string
	xnack, sramecc Feature
}

// parseTargetID reads a target id. Unknown processors are accepted.
func parseTargetID(s string) (targetID, error) {
	parts := strings.Split(s, ":")
	t := targetID{processor: parts[0]}
	if t.processor == "" {
		return t, fmt.Errorf("target %q has no processor", s)
	}
	for _, p := range parts[1:] {
		name, setting := strings.TrimRight(p, "+-"), FeatureOff
		if strings.HasSuffix(p, "+") {
			setting = FeatureOn
		}
		var field *Feature
		switch {
		case len(p) != len(name)+1:
		case name == "xnack":
			field = &t.xnack
		case name == "sramecc":
			field = &t.sramecc
		}
		if field == nil || *field != FeatureAny {
			wrong := fmt.Errorf("%q is not one of xnack+, xnack-, sramecc+, sramecc-, each at most once", p)
			return t, fmt.Errorf("target %q: %w", s, wrong)
		}
		*field = setting
	}
	return t, nil
}

// String returns the target id's canonical spelling, features in alphabetical order.
func (t targetID) String() string {
	return t.processor + featureSuffix(":sramecc", t.sramecc) + featureSuffix(":xnack", t.xnack)
}

func featureSuffix(name string, f Feature) string {
	switch f {
	case FeatureOn:
		return name + "+"
	case FeatureOff:
		return name + "-"
	}
	return ""
}

// accepts reports whether code for target code may be used where t is asked for: the same
// processor, and no feature set the other way. The code may set what t leaves open; what the code
// leaves open fits any setting.
func (t targetID) accepts(code targetID) bool {
	return t.processor == code.processor &&
		featureAgrees(t.xnack, code.xnack) && featureAgrees(t.sramecc, code.sramecc)
}

func featureAgrees(a, b Feature) bool {
	return a == b || a == FeatureAny || b == FeatureAny
}
