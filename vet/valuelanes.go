package vet

import "heddle/isa"

// mostMasks limits the values that one question about lanes leads to.
const mostMasks = 512

// startsWith reports whether lanes, half a mask, are among those that the wave starts with, whatever way
// execution took: the lanes of loops that lanes leave one by one, and of what is behind them. All values
// that it is made of are taken to be, until one shows that it need not be.
func (v *values) startsWith(x valueID, half isa.Reg) bool {
	start := v.symbol(symRegister | symbol(half))
	index := map[valueID]int{}
	var list []valueID
	add := func(y valueID) {
		if y = v.find(y); index[y] == 0 {
			list = append(list, y)
			index[y] = len(list)
		}
	}
	parts := func(y valueID) []valueID {
		switch d := v.list[y]; d.op {
		case opAnd, opOr:
			return []valueID{d.a, d.b}
		case opBallot:
			m := v.masks[v.lanesAt(d.node)]
			return []valueID{[...]valueID{m.low, m.high}[d.k]}
		case opPhi:
			return v.args[d.a:d.b]
		}
		return nil
	}
	add(x)
	for i := 0; i < len(list); i++ {
		if len(list) > mostMasks {
			return false
		}
		for _, p := range parts(list[i]) {
			add(p)
		}
	}
	out := make([]bool, len(list))
	for changed := true; changed; {
		changed = false
		for i, y := range list {
			if out[i] {
				continue
			}
			leaves, stays := 0, 0
			for _, p := range parts(y) {
				if out[index[v.find(p)]-1] {
					leaves++
				} else {
					stays++
				}
			}
			is := leaves == 0 && stays > 0
			switch d := v.list[y]; d.op {
			case opAnd:
				is = stays > 0
			case opConst:
				is = d.k == 0
			case opSymbol:
				is = y == start
			}
			if !is {
				out[i], changed = true, true
			}
		}
	}
	return !out[0]
}
