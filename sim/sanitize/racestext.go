package sanitize

import "fmt"

// describe puts a race into words.
func (t *toucher) describe(addr uint64, earlier stamp, other *raceOp, write, earlierWrite bool) detail {
	sameGroup := earlier.thread/maxGroupWaves == t.w.group.index
	who := fmt.Sprintf("wave %d", earlier.thread%maxGroupWaves)
	if !sameGroup {
		who += fmt.Sprintf(" of workgroup %d", t.c.ids[earlier.thread/maxGroupWaves])
	}
	d := detail{message: fmt.Sprintf("%s %s %#x, which %s %s", verb(write), t.place(), addr, who, verb(earlierWrite))}
	d.note = "the " + noun(earlierWrite) + " is here"
	switch {
	case t.op.level != syncNone || earlier.level() != syncNone:
		d.message += ", one of them not atomically"
		d.advice = "make both accesses atomic, or order them"
		if sameGroup {
			d.advice = "put s_barrier between them"
		}
	case t.met(earlier):
		d.message += fmt.Sprintf("; %s did not wait for this access to complete before the waves met", who)
		d.advice = fmt.Sprintf("put s_waitcnt %s before the s_barrier or the atomic that orders the two", earlier.class().counter())
	case sameGroup:
		d.message += " with no barrier between"
		d.advice = fmt.Sprintf("put s_waitcnt %s and s_barrier between the two", earlier.class().counter())
	default:
		d.message += " with no atomic between"
		d.advice = "let one workgroup signal the other with an atomic access when it is done, or divide the memory between them"
	}
	if t.lds && (t.op.toLDS && write || other.toLDS && earlierWrite) {
		d.message += " (data of a direct-to-LDS load; pipelined kernels may do this on purpose)"
	}
	return d
}

func (t *toucher) place() string {
	if t.lds {
		return "LDS at"
	}
	return "memory at"
}

func verb(write bool) string {
	if write {
		return "writes"
	}
	return "reads"
}

func noun(write bool) string {
	if write {
		return "write"
	}
	return "read"
}

// counter is the wait for accesses of the class.
func (c completion) counter() string {
	return [...]string{"vmcnt(0)", "lgkmcnt(0)", "lgkmcnt(0)", "vmcnt(0)", "lgkmcnt(0)"}[c]
}
