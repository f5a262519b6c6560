package field

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"heddle/arch"
	"heddle/hsaco"
	"heddle/sim"
	"heddle/timing/record"
	"heddle/timing/report"
)

var (
	timesDir     = flag.String("field.times", "", "folder that keeps modelled times between runs; empty it when the code of the model has changed")
	instructions = flag.Int64("field.instructions", 0, "about how many instructions are timed of a dispatch, 0 as many as by heddle time")
)

// A modelled time of one dispatch, or of several one after the other, in which
// case everything but Cycles is of the longest.
type modelled struct {
	Cycles   int64   `json:"cycles"`
	Busy     float64 `json:"busy"` // share of the matrix cores' time, 0 to 1
	Groups   int64   `json:"groups"`
	PerCU    int     `json:"perCU"` // workgroups
	Waves    int     `json:"waves"` // of a workgroup
	VGPRs    int     `json:"vgprs"`
	LDS      int     `json:"lds"`
	LoopMFMA int     `json:"loopMFMA"` // of a turn of the hottest loop
	LoopAll  int     `json:"loopAll"`  // instructions of that turn
	LoopMin  int64   `json:"loopMin"`  // cycles of it
	Loop     int64   `json:"loop"`     // median
	LoopBusy float64 `json:"loopBusy"` // share of it in which the SIMD's matrix core works
	Base     float64 `json:"base"`     // seconds besides the cycles
	MHz      float64 `json:"mhz"`      // modelled clock
}

// whole is the time on a card in cycles at its highest clock, from the first wave until the results have left the L2s:
// with the launches of dispatches after the first one, but without that launch, which is the same for all kernels.
func (m *modelled) whole(card *arch.Product) int64 {
	beside := m.Base*1e6 - card.Chip.Model.Launch.Base.Value // µs
	return m.Cycles + int64(math.Round(beside*float64(card.BoostMHz)))
}

// timeOf returns the time of a dispatch of a code object that a text describes, from
// dispatch if the folder of -field.times does not have it.
func timeOf(code []byte, product *arch.Product, start record.Start, launch string, dispatch func() (*modelled, error)) (*modelled, error) {
	if *timesDir == "" {
		return dispatch()
	}
	file := timeFile(code, product, start, launch)
	text, err := os.ReadFile(file)
	if err == nil {
		m := &modelled{}
		return m, json.Unmarshal(text, m)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	m, err := dispatch()
	if err != nil {
		return nil, err
	}
	if text, err = json.Marshal(m); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(*timesDir, 0o755); err != nil {
		return nil, err
	}
	return m, os.WriteFile(file, text, 0o644)
}

// timeFile is where the time of a dispatch is kept.
func timeFile(code []byte, product *arch.Product, start record.Start, launch string) string {
	h := sha256.New()
	h.Write(code)
	fmt.Fprintf(h, "\n%s %v %s %v", product.Name, start, launch, product.Chip.Model)
	if *instructions != 0 {
		fmt.Fprintf(h, " %d", *instructions)
	}
	return filepath.Join(*timesDir, hex.EncodeToString(h.Sum(nil)[:16])+".json")
}

// timeKept reports whether launchTime has the time already.
func timeKept(file string, product *arch.Product, start record.Start, l *launch) bool {
	if *timesDir == "" {
		return false
	}
	code, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	_, err = os.Stat(timeFile(code, product, start, l.text()))
	return err == nil
}

// launchTime times a launch of the only kernel of a code object in a file.
func launchTime(file string, product *arch.Product, start record.Start, l launch) (*modelled, error) {
	code, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return timeOf(code, product, start, l.text(), func() (*modelled, error) {
		object, err := hsaco.Open(code, "")
		if err != nil {
			return nil, err
		}
		d := sim.NewDevice(object.Chip)
		m, err := d.Load(object)
		if err != nil {
			return nil, err
		}
		k, err := m.Kernel(object.Kernels[0].Name)
		if err != nil {
			return nil, err
		}
		dispatch, _, err := l.on(d, k)
		if err != nil {
			return nil, err
		}
		return timed(d, dispatch, object, record.Options{Product: product, Start: start, Everything: l.waits, Instructions: timedOf(l.uneven)})
	})
}

// text is all that the time of a launch depends on: the sizes of its memory in
// place of addresses.
func (l *launch) text() string {
	text := fmt.Sprint(l.grid, l.block, l.lds, l.slot)
	if l.waits {
		text += " together"
	}
	if l.uneven {
		text += " all"
	}
	for _, a := range l.args {
		if t, ok := a.(*tensor); ok {
			a = fmt.Sprintf("%d bytes", max(len(t.data), t.size))
		}
		text += fmt.Sprintf(" %v", a)
	}
	return text
}

// timedOf is about how many instructions are timed of a dispatch: of one with uneven workgroups all, as by heddle time.
func timedOf(uneven bool) int64 {
	if uneven && *instructions == 0 {
		return math.MaxInt64
	}
	return *instructions
}

// timed times a dispatch as heddle time does.
func timed(d *sim.Device, l sim.Launch, object *hsaco.Object, o record.Options) (*modelled, error) {
	r, err := record.Time(d, l, object, o)
	if err != nil {
		return nil, err
	}
	full, err := r.Report(0)
	if err != nil {
		return nil, err
	}
	doc := report.JSON(full, report.Parts{})
	m := &modelled{
		Cycles: int64(doc.Cycles), Busy: doc.MFMABusy, Groups: doc.Workgroups, PerCU: doc.WorkgroupsPerCU, Waves: r.Occupancy.Waves,
		VGPRs: doc.VGPRs, LDS: doc.LDSBytes, Base: doc.LaunchSeconds, MHz: doc.ClockMHz,
	}
	if doc.Hottest < 0 {
		return m, nil
	}
	hot := &doc.Loops[doc.Hottest]
	m.LoopMFMA, m.LoopAll, m.LoopMin, m.Loop = hot.MFMA, hot.Instructions, int64(hot.Cycles.Min), int64(hot.Cycles.Median)
	perSIMD := float64(min(int64(m.PerCU), (m.Groups+int64(o.Product.CUs)-1)/int64(o.Product.CUs))*int64(m.Waves)) / float64(o.Product.Chip.SIMDs)
	m.LoopBusy = hot.MFMACycles * max(1, perSIMD) / float64(max(1, m.Loop))
	return m, nil
}
