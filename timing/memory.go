package timing

// Memory says when accesses are served. Its methods are called in the order of time: now never
// decreases. cu is the number of a compute unit from 0 on.
type Memory interface {
	// Vector is called when an access of vector memory has come to the head of the compute unit's
	// queue. It returns when the path can take the next access of that compute unit, and when the data
	// are in the registers (or the LDS), or the store is acknowledged.
	Vector(now Cycle, cu int, a *Access) (taken, done Cycle)
	// Scalar returns when the data of a scalar load are in the registers.
	Scalar(now Cycle, cu int, a *Access) (done Cycle)
	// Fetch returns when the line of the instruction cache with that address is there.
	Fetch(now Cycle, cu int, line uint64) (done Cycle)
}
