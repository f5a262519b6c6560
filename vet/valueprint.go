package vet

import (
	"fmt"
	"strings"
)

// opNames are the operations as describe prints them.
var opNames = map[valueOp]string{
	opAdd: "+", opSub: "-", opMul: "*", opMulHi: "mulhi", opMulHiS: "mulhi_i", opAnd: "&", opOr: "|", opXor: "^", opShl: "<<", opShr: ">>", opSar: ">>>",
	opMin: "min", opMax: "max", opMinS: "min_i", opMaxS: "max_i", opCarry: "carry", opBorrow: "borrow", opCmp: "cmp",
	opPair: "pair", opSext: "sext", opSigned: "signed", opWideAdd: "+64", opWideShl: "<<64", opWideShr: ">>64", opWideSar: ">>>64", opWideMul: "*64", opWideMulS: "*i64",
	opLow: "low", opHigh: "high", opEither: "either", opSelect: "select", opFirst: "first", opLoad: "load",
}

// describe prints how a value is made, so many operations deep.
func (v *values) describe(x valueID, deep int) string {
	x = v.find(x)
	d := v.list[x]
	switch d.op {
	case opUnknown:
		return "unknown"
	case opConst:
		return fmt.Sprintf("%#x", d.k)
	case opSymbol:
		return symbol(d.k).String()
	case opCount:
		return fmt.Sprintf("count(%#x)", v.g.nodes[v.g.blocks[d.node].first].addr)
	case opResult, opBallot:
		return fmt.Sprintf("result(%#x,%d)", v.g.nodes[d.node].addr, d.k)
	case opPhi:
		if deep == 0 {
			return fmt.Sprintf("phi%d", x)
		}
		var parts []string
		for _, a := range v.args[d.a:d.b] {
			parts = append(parts, v.describe(a, deep-1))
		}
		return fmt.Sprintf("phi%d(%s)", x, strings.Join(parts, ", "))
	}
	if deep == 0 {
		return "…"
	}
	parts := []string{v.describe(d.a, deep-1)}
	if d.b != 0 {
		parts = append(parts, v.describe(d.b, deep-1))
	}
	return fmt.Sprintf("%s(%s)", opNames[d.op], strings.Join(parts, ", "))
}

// String names a symbol as messages do.
func (s symbol) String() string {
	n := s.number()
	switch s.kind() {
	case symKernarg:
		return fmt.Sprintf("kernarg[%d]", n)
	case symArg:
		return fmt.Sprintf("arg[%d]", n)
	case symGroup:
		return "workgroup." + "xyz?"[min(n, 3):min(n, 3)+1]
	case symItem:
		return "item." + "xyz?"[min(n, 3):min(n, 3)+1]
	case symDispatch:
		return fmt.Sprintf("dispatch[%d]", n)
	case symPacket:
		return fmt.Sprintf("packet[%d]", n)
	case symLane:
		return "lane"
	}
	return fmt.Sprintf("start(%d)", n)
}
