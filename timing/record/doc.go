// Package record times dispatches of the simulator.
//
// A Recorder observes a run and makes the Streams of its workgroups: what their waves executed, and
// which memory they touched. Dispatch times a whole grid from the workgroups of one XCD: it works out
// how many workgroups a compute unit holds and in which order they start, records enough of them,
// hands them to the model as places become free, and estimates the rest.
//
//	program.go     a kernel's code as a timing.Program
//	recorder.go    the observer
//	access.go      memory accesses: cache lines, LDS cycles
//	scratch.go     where scratch is in memory
//	occupancy.go   workgroups and waves that fit a compute unit, and what limits them
//	order.go       which workgroups an XCD gets, and when
//	dispatch.go    a dispatch from the simulator to its time
package record
