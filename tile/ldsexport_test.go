package tile

// RowFirst is the order in which LDS.Load loads a lane's items.
func (l Layout) RowFirst() Layout { return l.rowFirst() }

// Transposing reports whether LDS.Load loads a tile with transposing reads.
func (s *LDS) Transposing(l Layout) bool {
	_, _, ok := s.transposing(l)
	return ok
}
