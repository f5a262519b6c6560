// Package vet reads the machine code of kernels and says what is wrong on any path through it,
// without running it. It works on any code object, whoever made it. What it knows of instructions,
// counters and wait states comes from package isa; it shares nothing with the compiler and the
// simulator.
//
//	vet.go     Object: the kernels of a code object, and what is said about each
//	code.go    the code that a kernel can reach, as a graph of blocks
//	jump.go, constants.go  where s_setpc and s_swappc go
//	waits.go   what is outstanding at each instruction, as a fixed point over the graph
//	waitsearch.go  the load behind a missing wait, and the path that leads from it
//	waitpath.go  findings about waits, and how sure they are
//	crossed.go  errors that a branch may rule out
//	clock.go   how long code takes at the least
//	states.go  wait states between pairs of instructions
//	resources.go  registers that a kernel uses and was not given, or never writes
//	value.go   what registers hold, as values in static single assignment form
//	valueread.go  the definition that reaches a register, in which lanes
//	valueop.go, valuetable.go  what each instruction computes
//	valuesolve.go, valuefact.go, valuepoly.go, valuewide.go  what values can be: ranges, known bits,
//	           polynomials, also of 64 bits in two registers
//	valueloop.go  what grows in loops, and how often they turn; conditions of branches and masks
//	valuelinear.go  values that are linear maps of the bits of a work-item's number
//	valuegiven.go  what a wave is given, and what is known of a launch
//	address.go, addresscheck.go  where memory accesses go, and whether that is inside of their memory
//	addresssearch.go, witness.go  work-items in which an access goes wrong
//	addressstride.go  offsets that reach the stride of a resource
//	launches.go  what is known of launches
//	valuelanes.go  masks that contain all lanes again
//	strong.go, spare.go, idle.go  waits, s_nop and barriers that are stronger than needed
//	control.go, uniform.go  which branches decide about a block, and which all waves take alike
//	ldsvalue.go, ldslaunch.go, ldsanswers.go  what values are in each work-item, as numbers
//	inline.go  code with a copy of each function for each call, for the rules about several waves
//	barrier.go  barriers that not all waves pass
//	empty.go   v_readfirstlane without lanes
//	fp8.go     conversions with the limits of another chip
//	ldsrace.go, ldsplaces.go, ldsdata.go  accesses of different waves to the same bytes of the LDS
//	ldswalk.go, ldsmeet.go  the way of each wave through the code, and where two waves meet on it
//	ldspart.go, ldsprivate.go  numbers of some lanes; what waves keep in private memory on their way
//	ldslate.go  writes to the LDS that are not complete at a barrier
//	loops.go   how deep loops are nested
//	fix.go     what does away with findings
//	index.go   where VGPR indexing may be on
//	rules.go   the rules, their sources and examples
//	print.go   findings as text and JSON
package vet
