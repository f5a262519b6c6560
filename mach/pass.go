package mach

import (
	"slices"

	"heddle/pass"
)

// Selection is the name of the step whose code the passes start with.
const Selection = "selection"

// Passes turn code selection's output into physical code. An error is the user's: the
// kernel does not fit the machine.
var Passes = pass.New(Selection, []pass.Pass[*Func]{
	{Name: "share", Run: share},
	{Name: "hoist", Run: hoist},
	{Name: "dead code", Run: deadCode},
	{Name: "combine", Run: combine,
		After: pass.After("an instruction that nobody needs is a use, too", "dead code")},
	{Name: "induct", Run: induct,
		After: pass.After("numbers that nobody needs would count, too", "hoist", "dead code", "combine")},
	{Name: "preload", Run: preload,
		After: pass.After("a dead instruction that reads an argument would have it preloaded", "dead code")},
	{Name: "arguments", Run: trimLoads, After: slices.Concat(
		pass.After("a dead instruction that reads an argument would keep its load", "dead code"),
		pass.After("what is preloaded needs no load", "preload"))},
	{Name: "schedule", Run: schedule,
		After: pass.After("hoist expects chains of values in SCC as selection makes them, with nothing in between", "hoist")},
	{Name: "allocate", Run: allocate, Need: pass.Essential,
		After: pass.After("they work on virtual registers, which do not exist after it", "share", "hoist", "dead code", "combine", "induct", "preload", "arguments", "schedule")},
	{Name: "shrink", Run: shrink,
		After: pass.After("which encodings an instruction has depends on its registers", "allocate")},
	{Name: "branches", Run: layoutBranches, Need: pass.Essential,
		After: pass.After("spills and copies decide which blocks are empty", "allocate")},
	{Name: "m0", Run: reuseM0,
		After: pass.After("it compares physical registers, and copies to M0 become instructions only then", "allocate")},
	{Name: "wait", Run: insertWaits, Need: pass.Required, After: slices.Concat(
		pass.After("a wait is for a physical register, and spills are memory accesses", "allocate"),
		pass.After("counters are followed along the remaining branches", "branches"))},
	{Name: "nops", Run: insertNops, Need: pass.Required, After: slices.Concat(
		pass.After("an s_waitcnt is a wait state", "wait"),
		pass.After("an instruction that is removed is no longer a wait state", "m0"),
		pass.After("a branch is a wait state, and the order of the blocks decides where there is one", "branches"))},
})
