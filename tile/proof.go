package tile

import "fmt"

// Proof says what conflicts an announced use of LDS has, and why.
type Proof struct {
	Instruction string
	// Offset is the place of a byte as a formula of row and col. Of tiles with short rows these are the
	// lines that several of them share.
	Offset string
	// Ways is that of the worst phase: how many different words of a bank it needs, 1 without conflicts.
	Ways int
	// Words is the rank of the addresses of a phase over GF(2), Rank that of their bits that choose the bank:
	// Ways is 2^(Words-Rank). Counted says that the words of each bank were counted instead, as the addresses
	// of padded LDS are sums, which have no rank.
	Words, Rank int
	Counted     bool
}

// String is the proof in one line.
func (p Proof) String() string {
	text := "no conflicts"
	if p.Ways > 1 {
		text = fmt.Sprintf("%d ways", p.Ways)
	}
	if p.Counted {
		return fmt.Sprintf("%s, offset = %s: %s, counted lane by lane", p.Instruction, p.Offset, text)
	}
	text = fmt.Sprintf("%s, offset = %s: %s: rank %d on the bits of the bank, of %d that the addresses of a phase have", p.Instruction, p.Offset, text, p.Rank, p.Words)
	if p.Ways > 1 {
		text += fmt.Sprintf(": 2^(%d-%d) = %d meet", p.Words, p.Rank, p.Ways)
	}
	return text
}

// Proofs returns a proof for each announced use.
func (s *LDS) Proofs() (list []Proof) {
	for _, u := range s.uses {
		if s.padding != nil {
			p := s.paddedUse(u)
			list = append(list, Proof{Instruction: p.Access.Instruction, Offset: s.padding.String(), Ways: s.padding.Ways(p), Counted: true})
			continue
		}
		p := s.pattern(u)
		c, err := s.swizzle.Certificate(p)
		if err != nil {
			panic(fmt.Sprintf("BUG: %v", err))
		}
		list = append(list, Proof{Instruction: p.Access.Instruction, Offset: s.swizzle.Formula(), Ways: c.Ways(), Words: c.Words, Rank: c.Rank})
	}
	return list
}
