//go:build !unobservable

package sim

// observable says that runs can have observers. A build with the tag
// unobservable has none of the comparisons that they cost: docs/speed.md
// compares it with this one.
const observable = true
