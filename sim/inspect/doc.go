// Package inspect looks inside a run: how often each instruction was executed and what it cost, what
// it read and wrote, and the state of a wave at a place. It observes package sim and changes nothing.
//
//	count.go    Counter: executions, lanes, LDS conflicts and bytes by instruction
//	counted.go  what a Counter has counted, by instruction and by source line, and its table
//	source.go   where an instruction comes from
package inspect
