//go:build !unobservable

package sim

// observable says that runs can have observers. A build with the tag unobservable is without the
// comparisons that they cost; docs/speed.md compares the two.
const observable = true
