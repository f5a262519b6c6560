// Package opt brings a kernel in MLIR into the form that code selection takes, and
// makes it faster: calls are inlined, operations of a higher level are replaced by
// simpler ones of exactly the same meaning, and what is computed twice, for
// nothing, or in a loop for no reason is not. It knows the IR and the chip's
// sizes, and nothing of machines.
//
// Exact means: a result that was defined keeps its bits. What was poison may become
// anything, and what was undefined may do anything.
package opt
