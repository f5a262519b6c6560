// Package lsq fits the parameters of a model to measurements: the Levenberg-Marquardt method with
// absolute errors instead of squares, so that rows that were measured wrongly do not lead, and with
// a pull of each parameter towards what is known of it beforehand.
package lsq

import "math"

// Problem is a fit.
type Problem struct {
	// Start has the parameters from which the search starts.
	Start []float64
	// Prior and Spread say what is known of the parameters: parameter i is Prior[i], give or take
	// Spread[i]. A Spread of 0 keeps the parameter at its Start.
	Prior, Spread []float64
	// Rows is the number of measurements. Residual writes into r the relative error of each, with
	// the parameters p.
	Rows     int
	Residual func(p, r []float64)
	// Weight is the weight of each row, nil for 1.
	Weight []float64
	// Scale is the size of usual residuals: below it, errors count as squares.
	Scale float64
	// Steps is the number of improvements that are tried at most.
	Steps int
}

// Fit returns the parameters that fit best.
func Fit(f *Problem) []float64 {
	n := len(f.Start)
	p := append([]float64(nil), f.Start...)
	var free []int
	for i := range n {
		if f.Spread[i] > 0 {
			free = append(free, i)
		}
	}
	s := &state{f, free, make([]float64, f.Rows), make([]float64, f.Rows), nil}
	for range free {
		s.jacobian = append(s.jacobian, make([]float64, f.Rows))
	}
	f.Residual(p, s.r)
	cost, damping := s.cost(p, s.r), 1e-3
	trial := make([]float64, n)
	for range f.Steps {
		s.derive(p)
		normal, gradient := s.normal(p)
		better := false
		for range 6 {
			step := solve(normal, gradient, damping)
			copy(trial, p)
			for k, i := range free {
				trial[i] -= min(max(step[k], float64(-2*f.Spread[i])), float64(2*f.Spread[i]))
			}
			f.Residual(trial, s.other)
			if c := s.cost(trial, s.other); c < cost {
				better = cost-c > float64(1e-5*cost)
				cost, damping = c, damping/4
				copy(p, trial)
				s.r, s.other = s.other, s.r
				break
			}
			damping = float64(damping * 5)
		}
		if !better {
			break
		}
	}
	return p
}

type state struct {
	*Problem
	free     []int
	r, other []float64
	jacobian [][]float64
}

func (s *state) weight(i int) float64 {
	if s.Weight == nil {
		return 1
	}
	return s.Weight[i]
}

// cost is the sum of Huber's function of the residuals, in units of Scale, and of the pull.
func (s *state) cost(p, r []float64) float64 {
	sum := 0.0
	for i, e := range r {
		e = math.Abs(e) / s.Scale
		if !(e < 1e6) {
			return math.Inf(1)
		}
		if e > 1 {
			sum += float64(s.weight(i) * (float64(2*e) - 1))
		} else {
			sum += float64(s.weight(i) * e * e)
		}
	}
	for _, i := range s.free {
		d := (p[i] - s.Prior[i]) / s.Spread[i]
		sum += float64(d * d)
	}
	return sum
}

// derive takes the derivatives by differences.
func (s *state) derive(p []float64) {
	for k, i := range s.free {
		keep, h := p[i], float64(1e-4*s.Spread[i])
		p[i] += h
		s.Residual(p, s.other)
		p[i] = keep
		for j := range s.other {
			s.jacobian[k][j] = (s.other[j] - s.r[j]) / h
		}
	}
}

// normal returns the matrix and the right side of the normal equations.
func (s *state) normal(p []float64) ([][]float64, []float64) {
	n := len(s.free)
	weights := make([]float64, s.Rows)
	for j, e := range s.r {
		weights[j] = s.weight(j) / (s.Scale * max(math.Abs(e), s.Scale))
	}
	a, g := make([][]float64, n), make([]float64, n)
	for k, i := range s.free {
		a[k] = make([]float64, n)
		for l := range k + 1 {
			sum := 0.0
			for j, w := range weights {
				sum += float64(w * s.jacobian[k][j] * s.jacobian[l][j])
			}
			a[k][l], a[l][k] = sum, sum
		}
		sum := 0.0
		for j, w := range weights {
			sum += float64(w * s.jacobian[k][j] * s.r[j])
		}
		v := float64(s.Spread[i] * s.Spread[i])
		a[k][k] += 1 / v
		g[k] = sum + (p[i]-s.Prior[i])/v
	}
	return a, g
}

// solve returns x with (a + damping*diagonal(a)) x = g, by Cholesky's method. a is positive
// definite, because the pull is part of it.
func solve(a [][]float64, g []float64, damping float64) []float64 {
	n := len(g)
	l, x := make([][]float64, n), make([]float64, n)
	for i := range n {
		l[i] = make([]float64, n)
		for j := range i + 1 {
			sum := a[i][j]
			if i == j {
				sum = float64(sum * (1 + damping))
			}
			for k := range j {
				sum -= float64(l[i][k] * l[j][k])
			}
			if i == j {
				l[i][i] = math.Sqrt(max(sum, 1e-300))
			} else {
				l[i][j] = sum / l[j][j]
			}
		}
	}
	for i := range n {
		sum := g[i]
		for k := range i {
			sum -= float64(l[i][k] * x[k])
		}
		x[i] = sum / l[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		sum := x[i]
		for k := i + 1; k < n; k++ {
			sum -= float64(l[k][i] * x[k])
		}
		x[i] = sum / l[i][i]
	}
	return x
}
