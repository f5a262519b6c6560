package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// memoryKinds are the kinds of memory instructions by how their names begin, the
// prefix of the encoding excepted. The first that fits counts.
var memoryKinds = []struct{ prefix, kind string }{
	{"load_format_", "MemoryLoadFormat"}, {"store_format_", "MemoryStoreFormat"},
	{"load_", "MemoryLoad"}, {"store_", "MemoryStore"}, {"atomic_", "MemoryAtomic"},
	{"read2", "MemoryLoad2"}, {"write2", "MemoryStore2"}, {"wrxchg2", "MemoryExchange2"},
	{"read_b64_tr_", "MemoryTranspose"}, {"read_b96_tr_", "MemoryTranspose"},
	{"read_", "MemoryLoad"}, {"write_", "MemoryStore"},
	{"append", "MemoryCount"}, {"consume", "MemoryCount"},
	{"swizzle_", "MemoryLanes"}, {"permute_", "MemoryLanes"}, {"bpermute_", "MemoryLanes"},
	{"nop", "MemoryNothing"}, {"inv", "MemoryNothing"}, {"wbl2", "MemoryNothing"},
	{"", "MemoryAtomic"}, // of the LDS
}

// memoryBytes are the bytes that the parts of a name stand for.
var memoryBytes = map[string]int{
	"ubyte": 1, "sbyte": 1, "byte": 1, "u8": 1, "i8": 1, "b8": 1,
	"ushort": 2, "sshort": 2, "short": 2, "u16": 2, "i16": 2, "b16": 2,
	"dword": 4, "b32": 4, "dwordx2": 8, "b64": 8, "dwordx3": 12, "b96": 12, "dwordx4": 16, "b128": 16,
}

// memoryText is the isa.MemoryShape of a row, empty for what is neither vector
// memory nor LDS, and for ds_gws_*.
func (l *line) memoryText() (string, error) {
	prefix, name, _ := strings.Cut(l.mnemonic, "_")
	if l.unit != "lds" && l.unit != "vmem" && l.unit != "flat" || strings.HasPrefix(name, "gws_") {
		return "", nil
	}
	kind := ""
	for _, k := range memoryKinds {
		if strings.HasPrefix(name, k.prefix) {
			kind = k.kind
			break
		}
	}
	words := strings.Split(name, "_")
	last := words[len(words)-1]
	var f []string
	set := func(field string, value any) { f = append(f, fmt.Sprintf("%s: %v", field, value)) }
	set("Kind", kind)
	bytes, dwords := 0, 0
	data := l.memoryOperand("r", "data", "data0", "vdata")
	switch kind {
	case "MemoryLoadFormat", "MemoryStoreFormat":
		set("Components", len(last)) // x, xy, xyz, xyzw
		if dwords = len(last); slices.Contains(words, "d16") {
			dwords = (dwords + 1) / 2
		}
	case "MemoryAtomic":
		values := 1
		if l.index("data1") >= 0 || words[1] == "cmpswap" {
			values = 2
		}
		given, err := strconv.Atoi(l.operands[data].dwords)
		if err != nil {
			return "", err
		}
		if bytes = 4 * given; values == 2 && l.index("data1") < 0 {
			bytes /= 2
		}
		set("Values", values)
		set("Swap", words[0] == "wrxchg" || words[0] == "atomic" && words[1] == "swap")
		set("Aligns", words[0] == "condxchg32")
	case "MemoryCount":
		bytes = 4
	case "MemoryLoad", "MemoryStore", "MemoryLoad2", "MemoryStore2", "MemoryExchange2", "MemoryTranspose":
		for _, w := range words {
			if n := memoryBytes[w]; n > 0 && bytes == 0 {
				bytes = n
				set("Signed", prefix != "ds" && w[0] == 's' && n < 4 && w != "short" || w == "i8" || w == "i16")
			}
		}
		if bytes == 0 {
			return "", fmt.Errorf("no part of the name says how many bytes it accesses")
		}
	}
	switch kind {
	case "MemoryLoad2", "MemoryStore2", "MemoryExchange2":
		if scale := bytes; strings.HasSuffix(words[0], "st64") {
			set("Scale", 64*scale)
		} else {
			set("Scale", scale)
		}
	case "MemoryTranspose":
		set("Element", last[1:])
	}
	switch {
	case strings.Contains(name, "d16_hi"):
		set("D16", "D16High")
	case slices.Contains(words, "d16"):
		set("D16", "D16Low")
	}
	set("AddTID", slices.Contains(words, "addtid"))
	set("ToLDS", slices.Contains(l.need, "lds") || slices.Contains(words, "lds"))
	dwords = max(dwords, (bytes+3)/4)
	set("Bytes", bytes)
	set("Dwords", dwords)
	dst := l.memoryOperand("w", "vdst", "vdata")
	switch {
	case dst >= 0 && kind == "MemoryAtomic": // of two values one comes back
		set("Return", dwords)
	case dst >= 0:
		set("Return", l.operands[dst].dwords)
	}
	if dst == data && kind != "MemoryAtomic" {
		data = -1 // a load that keeps half of its destination
	}
	set("Dst", dst)
	set("Addr", l.memoryOperand("r", "addr", "vaddr"))
	set("Data", data)
	set("Data1", l.memoryOperand("r", "data1"))
	set("SAddr", l.memoryOperand("r", "saddr"))
	set("Resource", l.memoryOperand("r", "srsrc"))
	set("SOffset", l.memoryOperand("r", "soffset"))
	f = slices.DeleteFunc(f, func(s string) bool { return strings.HasSuffix(s, ": false") || strings.HasSuffix(s, "s: 0") })
	return strings.Join(f, ", "), nil
}

// memoryOperand is the index of the operand with one of the names and that
// access, -1 if there is none or it is "off".
func (l *line) memoryOperand(access string, names ...string) int {
	return slices.IndexFunc(l.operands, func(o operand) bool {
		return o.class != "OFF" && slices.Contains(names, o.name) && strings.Contains(o.access, access)
	})
}
