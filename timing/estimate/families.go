package estimate

// chipFit has what was fitted for a chip: arch.Chips has them in the same order.
type chipFit struct {
	parameters Parameters // of kernels in general
	libraries  []libraryFit
}

// libraryFit has what was fitted for a library's kernels.
type libraryFit struct {
	name       string
	rows       int // measurements
	parameters Parameters
	tiles      []tileFit
}

// tileFit has what was fitted for the kernels of a library with a tile.
type tileFit struct {
	m, n, rows int
	parameters Parameters
}
