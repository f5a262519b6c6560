package hsaco

import (
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

// machNames are the processors that are no Chip of ours, by EF_AMDGPU_MACH
// value, so that a refusal can say which chip the code is for. Source: LLVM
// AMDGPUUsage, "AMDGPU ELF Header e_flags"; llvm-readelf 22 prints the same.
var machNames = map[uint32]string{
	0x01: "r600", 0x02: "r630", 0x03: "rs880", 0x04: "rv670", 0x05: "rv710", 0x06: "rv730",
	0x07: "rv770", 0x08: "cedar", 0x09: "cypress", 0x0a: "juniper", 0x0b: "redwood",
	0x0c: "sumo", 0x0d: "barts", 0x0e: "caicos", 0x0f: "cayman", 0x10: "turks",

	0x20: "gfx600", 0x21: "gfx601", 0x22: "gfx700", 0x23: "gfx701", 0x24: "gfx702", 0x25: "gfx703",
	0x26: "gfx704", 0x28: "gfx801", 0x29: "gfx802", 0x2a: "gfx803", 0x2b: "gfx810",
	0x2c: "gfx900", 0x2d: "gfx902", 0x2e: "gfx904", 0x2f: "gfx906", 0x30: "gfx908", 0x31: "gfx909",
	0x32: "gfx90c", 0x33: "gfx1010", 0x34: "gfx1011", 0x35: "gfx1012", 0x36: "gfx1030", 0x37: "gfx1031",
	0x38: "gfx1032", 0x39: "gfx1033", 0x3a: "gfx602", 0x3b: "gfx705", 0x3c: "gfx805", 0x3d: "gfx1035",
	0x3e: "gfx1034", 0x3f: "gfx90a", 0x40: "gfx940", 0x41: "gfx1100", 0x42: "gfx1013", 0x43: "gfx1150",
	0x44: "gfx1103", 0x45: "gfx1036", 0x46: "gfx1101", 0x47: "gfx1102", 0x48: "gfx1200", 0x49: "gfx1250",
	0x4a: "gfx1151", 0x4b: "gfx941", 0x4e: "gfx1201", 0x51: "gfx9-generic", 0x52: "gfx10-1-generic",
	0x53: "gfx10-3-generic", 0x54: "gfx11-generic", 0x55: "gfx1152", 0x58: "gfx1153",
	0x59: "gfx12-generic", 0x5a: "gfx1251", 0x5f: "gfx9-4-generic",
}

// chipOf returns the chip that e_flags names.
func chipOf(flags uint32) (*arch.Chip, error) {
	mach := flags & flagMach
	if c, ok := arch.ByMach(mach); ok {
		return c, nil
	}
	known := strings.Join(arch.Names(), ", ")
	if name, ok := machNames[mach]; ok {
		return nil, fmt.Errorf("code object is for %s (EF_AMDGPU_MACH %#x); known are %s", name, mach, known)
	}
	return nil, fmt.Errorf("code object is for an unknown chip, EF_AMDGPU_MACH %#x; known are %s", mach, known)
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

// featureField decodes 0 unsupported, 1 any, 2 off, 3 on. A code object that
// says a feature is unsupported does not depend on it: any.
func featureField(bits uint32) Feature {
	switch bits & flagFeatureMask {
	case 2:
		return FeatureOff
	case 3:
		return FeatureOn
	}
	return FeatureAny
}

// targetID is a processor and its feature settings, such as
// "gfx950:sramecc+:xnack-".
type targetID struct {
	processor      string
	xnack, sramecc Feature
}

// parseTargetID reads a target id. The processor need not be known.
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
			return t, fmt.Errorf("target %q: %q is not one of xnack+, xnack-, sramecc+, sramecc-, each at most once", s, p)
		}
		*field = setting
	}
	return t, nil
}

// String is the target id's canonical spelling, features in alphabetical order.
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

// accepts reports whether code for target code may be used where t is asked
// for: the same processor, and no feature set the other way. What t leaves
// open the code may set; what the code leaves open fits any setting.
func (t targetID) accepts(code targetID) bool {
	return t.processor == code.processor &&
		featureAgrees(t.xnack, code.xnack) && featureAgrees(t.sramecc, code.sramecc)
}

func featureAgrees(a, b Feature) bool {
	return a == b || a == FeatureAny || b == FeatureAny
}
