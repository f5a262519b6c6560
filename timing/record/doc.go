// Package record times dispatches of the simulator.
//
// A Recorder observes a run and makes the Streams of its workgroups: what their waves executed, and
// which memory they touched. Dispatch times a whole grid from the workgroups of one XCD: it works out
// how many workgroups a compute unit holds and in which order they start, records enough of them,
// hands them to the model as places become free, and estimates the rest.
//
//	program.go     a kernel's code as a timing.Program
//	recorder.go    the observer
//	access.go      memory accesses: cache lines
//	lds.go         accesses to the LDS: cycles of its banks
//	scratch.go     where scratch is in memory
//	occupancy.go   workgroups and waves that fit a compute unit, and what limits them
//	order.go       which workgroups an XCD gets, which of them are timed, and when they start
//	feed.go        executes workgroups while the model replays those before them
//	dispatch.go    a dispatch from the simulator to its time
//	estimate.go    the time of a grid from that of some workgroups
//	sensitivity.go which constants of the model matter
//	settle.go      issues with the time at which their data arrived
//	timetable.go   times for the simulator's schedule that follows the model
//	report.go      what package report shows of all this
package record
