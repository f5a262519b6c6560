"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const canvas = document.getElementById("timeline"), ctx = canvas.getContext("2d");
  const what = document.getElementById("what"), range = document.getElementById("range");
  const rowHeight = 16, top = 20;
  let from = data.begin, to = data.end, width = 0, label = 0, pressed = null, moved = false;

  // Begins are written as differences.
  for (const row of data.rows) {
    let at = 0;
    row.at = row.d.map(function (d) { return at += d; });
  }
  const height = top + rowHeight * data.rows.length + 2;

  function color(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }
  let classColors, ink, soft, line;
  function readColors() {
    classColors = data.classes.map(function (_, i) { return color("--c" + i); });
    ink = color("--ink"); soft = color("--soft"); line = color("--line");
  }

  function x(cycle) { return label + (cycle - from) / (to - from) * (width - label); }
  function cycleAt(px) { return from + (px - label) / (width - label) * (to - from); }

  // first returns the index of the last item of a row that begins at or before a cycle, at least 0.
  function first(row, cycle) {
    let low = 0, high = row.at.length;
    while (high - low > 1) {
      const mid = (low + high) >> 1;
      if (row.at[mid] - row.w[mid] <= cycle) low = mid; else high = mid;
    }
    return low;
  }

  function axis() {
    const rough = (to - from) / Math.max(2, (width - label) / 70), power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map(function (m) { return m * power; }).find(function (s) { return s >= rough; });
    ctx.strokeStyle = line; ctx.fillStyle = soft; ctx.textAlign = "left"; ctx.textBaseline = "middle";
    for (let c = Math.ceil(from / step) * step; c <= to; c += step) {
      const px = Math.round(x(c)) + 0.5;
      ctx.beginPath(); ctx.moveTo(px, 0); ctx.lineTo(px, height); ctx.stroke();
      const text = String(Math.round(c));
      if (px + 3 + ctx.measureText(text).width < width) ctx.fillText(text, px + 3, top / 2);
    }
  }

  function drawRow(row, y) {
    for (let n = first(row, from); n < row.at.length; n++) {
      const begin = row.at[n] - row.w[n];
      if (begin > to) break;
      const a = x(row.at[n]), e = x(row.at[n] + row.l[n]);
      if (row.w[n] > 0) {
        const b = Math.max(label, x(begin));
        ctx.fillStyle = data.colors[row.s[n]];
        if (a > b) ctx.fillRect(b, y + 5, a - b, rowHeight - 10);
      }
      if (e > label) {
        const b = Math.max(label, a), gap = e - a > 4 ? 1 : 0;
        ctx.fillStyle = classColors[data.insts[row.i[n]].c];
        ctx.fillRect(b, y + 2, Math.max(e - b - gap, 0.3), rowHeight - 4);
      }
    }
  }

  function draw() {
    const scale = window.devicePixelRatio || 1;
    width = canvas.clientWidth;
    label = width < 600 ? 92 : 190;
    canvas.style.height = height + "px";
    canvas.width = Math.round(width * scale); canvas.height = Math.round(height * scale);
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.font = (width < 600 ? 10 : 12) + "px system-ui, sans-serif";
    axis();
    data.rows.forEach(function (row, r) {
      const y = top + r * rowHeight;
      if (row.first) { ctx.fillStyle = line; ctx.fillRect(0, y, width, 1); }
      drawRow(row, y);
      ctx.clearRect(0, y + 1, label, rowHeight - 1);
      ctx.fillStyle = row.pipe ? soft : ink; ctx.textAlign = "left"; ctx.textBaseline = "middle";
      ctx.fillText(width < 600 ? row.short : row.name, 3, y + rowHeight / 2);
    });
    range.textContent = "cycles " + Math.round(from) + " to " + Math.round(to);
  }

  function view(a, b) {
    const least = 40, all = data.end - data.begin;
    const length = Math.min(Math.max(b - a, least), Math.max(all, least));
    const begin = Math.min(Math.max((a + b - length) / 2, data.begin), Math.max(data.begin, data.end - length));
    from = begin; to = begin + length;
    requestAnimationFrame(draw);
  }
  function zoom(factor, at) { view(at - (at - from) * factor, at + (to - at) * factor); }
  function middle() { return (from + to) / 2; }

  function hit(event) {
    const box = canvas.getBoundingClientRect(), px = event.clientX - box.left, py = event.clientY - box.top;
    const row = data.rows[Math.floor((py - top) / rowHeight)];
    if (!row || px < label || row.at.length === 0) return null;
    const cycle = cycleAt(px);
    for (let n = first(row, cycle), tried = 0; n >= 0 && tried < 2; n--, tried++) {
      if (cycle >= row.at[n] - row.w[n] && cycle < row.at[n] + row.l[n]) return { row: row, n: n, stalled: cycle < row.at[n] };
    }
    return null;
  }
  function show(h) {
    if (!h) { what.textContent = "Point at a bar to see what it is."; return; }
    const row = h.row, n = h.n, inst = data.insts[row.i[n]];
    let text = row.name + ", cycle " + row.at[n] + ": " + inst.a + "  " + inst.t + (inst.s ? "  (" + inst.s + ")" : "");
    if (row.w[n] > 0) text += "; waited " + row.w[n] + " cycles for " + data.causes[row.s[n]];
    if (row.pipe) text += "; busy for " + row.l[n] + " cycles";
    what.textContent = text;
  }

  canvas.addEventListener("wheel", function (e) {
    if (!e.ctrlKey && !e.metaKey) return;
    e.preventDefault();
    zoom(e.deltaY > 0 ? 1.25 : 0.8, cycleAt(e.clientX - canvas.getBoundingClientRect().left));
  }, { passive: false });
  canvas.addEventListener("pointerdown", function (e) { pressed = { x: e.clientX, from: from, to: to }; moved = false; canvas.setPointerCapture(e.pointerId); });
  canvas.addEventListener("pointermove", function (e) {
    if (!pressed) { show(hit(e)); return; }
    const by = (pressed.x - e.clientX) / (width - label) * (pressed.to - pressed.from);
    if (Math.abs(pressed.x - e.clientX) > 3) moved = true;
    if (moved) view(pressed.from + by, pressed.to + by);
  });
  canvas.addEventListener("pointerup", function (e) {
    pressed = null;
    const h = moved ? null : hit(e);
    if (!h) return;
    show(h);
    const chosen = document.querySelector("tr.chosen"), tr = document.getElementById("i" + h.row.i[h.n]);
    if (chosen) chosen.classList.remove("chosen");
    if (tr) { tr.classList.add("chosen"); tr.scrollIntoView({ block: "center", behavior: "smooth" }); }
  });
  canvas.addEventListener("pointercancel", function () { pressed = null; });
  canvas.addEventListener("keydown", function (e) {
    const step = (to - from) / 5;
    const keys = { "+": function () { zoom(0.6, middle()); }, "-": function () { zoom(1 / 0.6, middle()); }, "0": function () { view(data.begin, data.end); },
      ArrowLeft: function () { view(from - step, to - step); }, ArrowRight: function () { view(from + step, to + step); } };
    if (keys[e.key]) { e.preventDefault(); keys[e.key](); }
  });
  document.getElementById("in").onclick = function () { zoom(0.5, middle()); };
  document.getElementById("out").onclick = function () { zoom(2, middle()); };
  document.getElementById("all").onclick = function () { view(data.begin, data.end); };

  function legend() {
    const list = document.getElementById("legend");
    list.textContent = "";
    function add(name, fill, stall) {
      const li = document.createElement("li"), i = document.createElement("i");
      i.style.background = fill;
      if (stall) i.className = "stall";
      li.append(i, name);
      list.append(li);
    }
    data.classes.forEach(function (name, i) { add(name, classColors[i], false); });
    data.used.forEach(function (cause) { add("waits: " + data.causes[cause], data.colors[cause], true); });
  }
  function recolor() { readColors(); legend(); draw(); }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolor);
  window.addEventListener("resize", draw);
  recolor();
  view(data.begin, data.end);
})();
