// Package inspect looks inside a run: how often each instruction was executed and what it cost, what
// it read and wrote, and the state of a wave at a place. It observes package sim and changes nothing.
//
//	count.go    Counter: executions, lanes, LDS conflicts and bytes by instruction
//	counted.go  what a Counter has counted, by instruction and by source line, and its table
//	filter.go   Filter: which waves and instructions to look at
//	trace.go    Tracer: what instructions read and write
//	site.go     and of which instructions
//	wavetrace.go  the texts of a wave's registers
//	touch.go    and the memory that they touch
//	break.go    Breaker: stops a run at a place or a finding
//	history.go  History: what each wave executed last
//	write.go    LastWrite: what wrote a piece of memory last
//	dump.go     Dump: the state of a wave at an error
//	values.go   registers as text
//	lanes.go    values of lanes as text
//	source.go   where an instruction comes from
package inspect
