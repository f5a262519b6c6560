// Package timing says how long a kernel would take: a model of the compute units of a chip, driven by
// what the waves of a kernel executed. Nothing in it was validated on silicon by this project; docs/timing.md
// says what it was compared with, and how far off it is.
//
// A run has three parts, each usable alone:
//
//   - A Program and its Streams say what was executed: which instructions, in which order, and which
//     memory they touched. Package record takes them from the simulator, package att from a thread trace
//     of a card.
//   - A Core replays them on compute units: it decides in which cycle each wave issues each
//     instruction, and what it waits for.
//   - A Memory says when vector, scalar and instruction accesses are served. Package cache has the
//     caches and the memory of a chip; Given takes latencies from elsewhere.
//
// Times are cycles of the engine clock. Waves issue in slots of four cycles, so that all issue times
// are multiples of 4. The clock itself is a model of its own (clock.go).
package timing
