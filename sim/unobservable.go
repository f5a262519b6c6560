//go:build unobservable

package sim

const observable = false
