import {
  drawFigureInCoat,
  formatSvgPathData,
  type MotifContext,
  renderSvgCircle,
  renderSvgEllipse,
  renderSvgPath,
  renderSvgRect,
  renderSvgStroke,
} from './drawing.ts';

const FOLDS = 7;

/** Draws house curtains, tied back from a lit stage. */
export function drawCurtain({ width, height, inks, random }: MotifContext): string {
  const gap = 0.9 + random() * 0.3;
  const tie = height * (0.6 + random() * 0.08);
  let drawn = renderSvgRect(0, 0, width, height, inks.light);
  for (let fold = FOLDS; fold >= 0; fold--) {
    const fill = fold % 2 ? inks.second : inks.dark;
    const top = (fold + 1) * (width / 2 / FOLDS) * 0.93;
    const tied = top - (fold / FOLDS) ** 1.5 * 150 * gap;
    const hem = tied + 8 + fold * 7;
    for (const at of [(x: number) => x, (x: number) => width - x]) {
      drawn += renderSvgPath(
        formatSvgPathData`M${at(-9)}-9H${at(top)}C${at(top)} ${height * 0.4} ${at(tied)} ${tie * 0.8} ${at(tied)} ${tie}S${at(hem - 6)} ${height * 0.88} ${at(hem)} ${height + 9}H${at(-9)}z`,
        fill,
      );
    }
  }
  return drawn + drawPelmet(width, height, inks.dark, inks.second);
}

/** Draws the pelmet: swags across the top of the curtains. */
function drawPelmet(width: number, height: number, fill: string, trim: string): string {
  const drop = Math.min(46, height * 0.11);
  const swags = (depth: number) => {
    let data = formatSvgPathData`M-9-9V${depth * 0.4}`;
    for (let i = 0; i < 6; i++)
      data += formatSvgPathData`Q${(i + 0.5) * (width / 6)} ${depth * 1.75} ${(i + 1) * (width / 6)} ${depth * 0.4}`;
    return `${data}V-9z`;
  };
  return renderSvgPath(swags(drop + 9), trim) + renderSvgPath(swags(drop), fill);
}

const COLUMNS = 5;
const GAP = 13;
const MARGIN = 40;

/** Draws a dark house with a few lit windows, and somebody at one of them. */
export function drawWindow({ width, height, inks, random }: MotifContext): string {
  const pane = (width - 2 * MARGIN - GAP * (COLUMNS - 1)) / COLUMNS;
  const rows = Math.max(3, Math.round((height - MARGIN - 10 + GAP) / (pane * 0.92 + GAP)));
  const tall = (height - MARGIN - 10 - GAP * (rows - 1)) / rows;
  const home = Math.floor(random() * COLUMNS) + COLUMNS * (1 + Math.floor(random() * (rows - 2)));
  let drawn = '';
  for (let i = 0; i < COLUMNS * rows; i++) {
    const x = MARGIN + (i % COLUMNS) * (pane + GAP);
    const y = MARGIN + Math.floor(i / COLUMNS) * (tall + GAP);
    const blind = tall * (0.14 + random() * 0.5);
    const awake = random() < 0.08;
    const lit = i === home || (awake && i !== home - 1 && i !== home + 1);
    drawn += renderSvgRect(x, y, pane, tall, lit ? inks.light : inks.second);
    if (i === home) drawn += drawSitter(x + pane / 2, y + tall, tall, inks.silhouette);
    else drawn += renderSvgRect(x, y, pane, blind, lit ? inks.second : inks.dark).replace('/>', ' opacity=".3"/>');
  }
  return drawn;
}

function drawSitter(x: number, sill: number, tall: number, fill: string): string {
  const unit = tall / 100;
  return (
    renderSvgCircle(x, sill - 58 * unit, 15 * unit, fill) +
    renderSvgPath(
      formatSvgPathData`M${x - 27 * unit} ${sill}C${x - 28 * unit} ${sill - 30 * unit} ${x - 18 * unit} ${sill - 40 * unit} ${x} ${sill - 41 * unit}C${x + 18 * unit} ${sill - 40 * unit} ${x + 28 * unit} ${sill - 30 * unit} ${x + 27 * unit} ${sill}z`,
      fill,
    )
  );
}

/** Draws an open door with somebody in the doorway. */
export function drawDoor({ width, height, inks, random }: MotifContext): string {
  const left = width * (0.34 + random() * 0.2);
  const opening = Math.min(160, height * 0.36);
  const top = height * 0.1;
  const floor = height * 0.76;
  const right = left + opening;
  const leaf = opening * 0.56;
  const paleGround = inks.dark !== inks.ground;
  return [
    renderSvgRect(0, 0, width, floor, inks.second),
    renderSvgRect(0, floor, width, height - floor, inks.dark),
    renderSvgRect(left - 14, top - 14, opening + 28, floor - top + 14, inks.dark),
    renderSvgRect(left, top, opening, floor - top, inks.light),
    renderSvgPath(
      formatSvgPathData`M${left} ${floor}H${right}L${right + opening * 1.3} ${height}H${left + opening * 0.35}z`,
      inks.light,
    ),
    renderSvgPath(
      formatSvgPathData`M${left} ${top}L${left - leaf} ${top + 20}V${floor + 34}L${left} ${floor}z`,
      paleGround ? inks.ground : inks.text,
    ),
    renderSvgCircle(left - leaf + 14, (top + floor) / 2 + 28, 6, inks.second),
    drawFigureInCoat(left + opening * 0.56, floor + 1, (floor - top) * 0.8, inks.silhouette),
  ].join('');
}

/** Draws the view through a keyhole into a lit room, with somebody in it. */
export function drawKeyhole({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.42 + random() * 0.16);
  const head = Math.min(height * 0.19, 120);
  const y = height * 0.3;
  const foot = height * 0.86;
  const plate = Math.min(width * 0.36, height * 0.42);
  const panels = [-1, 1].map((side) => renderSvgRect(x + side * width * 0.52 - 3, 0, 6, height, inks.dark));
  return [
    renderSvgRect(0, 0, width, height, inks.second),
    ...panels,
    renderSvgEllipse(x, height * 0.52, plate, height * 0.46, inks.dark),
    renderSvgCircle(x, height * 0.11, 7, inks.second),
    renderSvgCircle(x, height * 0.93, 7, inks.second),
    renderSvgCircle(x, y, head, inks.light),
    renderSvgPath(
      formatSvgPathData`M${x - head * 0.46} ${y}L${x - head * 0.92} ${foot}H${x + head * 0.92}L${x + head * 0.46} ${y}z`,
      inks.light,
    ),
    drawFigureInCoat(x + head * (random() - 0.5) * 0.2, foot, (foot - y) * 0.8, inks.dark, random() < 0.5),
  ].join('');
}

/** Draws a street of roofs under the moon, with a few lit windows. */
export function drawRooftops({ width, height, inks, random }: MotifContext): string {
  const moon = Math.min(height * 0.2, 105);
  let drawn = renderSvgRect(0, 0, width, height, inks.second);
  drawn += renderSvgCircle(width * (0.24 + random() * 0.5), height * 0.3, moon, inks.light);
  let lit = '';
  for (let x = -30 - random() * 30; x < width; ) {
    const wide = 84 + random() * 56;
    const eaves = height * (0.56 + random() * 0.2);
    const ridge = eaves - Math.min(wide * 0.52, height * 0.2);
    const chimney = x + wide * (random() < 0.5 ? 0.2 : 0.68);
    drawn += renderSvgRect(chimney, ridge - height * 0.02, 20, eaves - ridge, inks.dark);
    drawn += renderSvgRect(chimney - 4, ridge - height * 0.02, 28, 7, inks.dark);
    drawn += renderSvgPath(
      formatSvgPathData`M${x - 8} ${eaves}L${x + wide / 2} ${ridge}L${x + wide + 8} ${eaves}H${x + wide}V${height + 9}H${x}V${eaves}z`,
      inks.dark,
    );
    for (const side of [0.24, 0.6])
      for (let y = eaves + 20; y < height - 26; y += 50)
        if (random() < 0.34) lit += renderSvgRect(x + wide * side, y, 18, 26, inks.light);
    x += wide + 2;
  }
  return drawn + lit;
}

const STEPS = 7;

/** Draws a flight of stairs, with somebody in the light at the top. */
export function drawStairs({ width, height, inks, random }: MotifContext): string {
  const rightwards = random() < 0.5;
  const at = (x: number) => (rightwards ? x : width - x);
  const run = width / (STEPS + 2.4);
  const landing = height * (0.5 + random() * 0.06);
  const rise = (height - landing) / (STEPS + 0.5);
  const someone = width - run * 1.35;
  const tall = Math.min(landing * 0.66, 250);
  let flight = formatSvgPathData`M${at(-9)} ${height + 9}V${height - rise / 2}`;
  let treads = '';
  for (let step = 1; step <= STEPS; step++) {
    const [x, y] = [step * run, height - rise * (step + 0.5)];
    flight += formatSvgPathData`H${at(x)}V${y}`;
    const deep = step === STEPS ? width + 9 - x : run;
    treads += renderSvgRect(Math.min(at(x), at(x + deep)), y, deep, 5, inks.light);
  }
  flight += formatSvgPathData`H${at(width + 9)}V${height + 9}z`;
  return [
    renderSvgRect(0, 0, width, height, inks.second),
    renderSvgCircle(at(someone), landing - tall * 0.52, tall * 0.7, inks.light),
    renderSvgPath(flight, inks.dark),
    treads,
    drawFigureInCoat(at(someone), landing + 1, tall, inks.silhouette),
  ].join('');
}

/** Draws a telephone dial and its cord, which runs to the edge of the picture. */
export function drawTelephoneDial({ width, height, inks, random }: MotifContext): string {
  const radius = Math.min(height * 0.42, 210);
  const x = width * (0.52 + random() * 0.06);
  const y = height * 0.5;
  const ring = radius * 0.72;
  const called = Math.floor(random() * 10);
  let drawn = renderSvgStroke(drawCord(x, height), inks.text, 7) + renderSvgCircle(x, y, radius, inks.second);
  for (let hole = 0; hole < 10; hole++) {
    const angle = -0.95 - hole * 0.52;
    drawn += renderSvgCircle(
      x + Math.cos(angle) * ring,
      y + Math.sin(angle) * ring,
      radius * 0.155,
      hole === called ? inks.light : inks.ground,
    );
  }
  // The finger stop extends beyond the dial. Inside, it would look like a drawing mistake
  const stop = 0.26;
  drawn += renderSvgStroke(
    formatSvgPathData`M${x + Math.cos(stop) * radius * 0.6} ${y + Math.sin(stop) * radius * 0.6}L${x + Math.cos(stop) * radius * 1.12} ${y + Math.sin(stop) * radius * 1.12}`,
    inks.text,
    radius * 0.09,
  );
  return drawn + renderSvgCircle(x, y, radius * 0.4, inks.text) + renderSvgCircle(x, y, radius * 0.1, inks.second);
}

/** Draws the coiled cord from the left edge to the dial. */
function drawCord(to: number, height: number): string {
  const coil = Math.min(22, height * 0.06);
  let data = '';
  for (let t = 0; t * 5 < to; t += 0.45) {
    const x = t * 5 - 20 - coil * Math.sin(t);
    const sag = Math.sin((t * 5) / to) * height * 0.06;
    data += formatSvgPathData`${data === '' ? 'M' : 'L'}${x} ${height * 0.78 + sag + coil * Math.cos(t)}`;
  }
  return data;
}

/** Draws a candle and the circle of its light. */
export function drawCandle({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.44 + random() * 0.12);
  const foot = height * 0.9;
  const wick = height * 0.5;
  const half = Math.min(30, height * 0.075);
  const flame = Math.min(height * 0.2, 120);
  const bend = (random() - 0.5) * flame * 0.16;
  const tongue = (size: number) =>
    formatSvgPathData`M${x} ${wick}C${x - size * 0.5} ${wick - size * 0.12} ${x - size * 0.28 + bend} ${wick - size * 0.6} ${x + bend} ${wick - size}C${x + size * 0.3 + bend} ${wick - size * 0.58} ${x + size * 0.5} ${wick - size * 0.12} ${x} ${wick}z`;
  const reach = Math.min(height * 0.4, 270);
  const glow = wick - flame * 0.4;
  const rays = Array.from({ length: 24 }, (_, i) => {
    const [from, to] = [(i * Math.PI) / 12, ((i + 0.36) * Math.PI) / 12];
    const at = (angle: number, far: number) =>
      formatSvgPathData`${x + Math.cos(angle) * far} ${glow + Math.sin(angle) * far}`;
    return renderSvgPath(
      `M${at(from, reach * 1.08)}L${at((from + to) / 2, reach * (i % 2 ? 1.22 : 1.36))}L${at(to, reach * 1.08)}z`,
      inks.second,
    );
  });
  return [
    ...rays,
    renderSvgCircle(x, glow, reach, inks.second),
    renderSvgPath(tongue(flame * 1.25), inks.light),
    renderSvgPath(tongue(flame * 0.55), inks.second),
    renderSvgRect(x - half, wick + 9, half * 2, foot - wick, inks.text),
    renderSvgRect(x - 2, wick - 10, 4, 20, inks.dark),
    renderSvgPath(
      formatSvgPathData`M${x - half} ${wick + 9}v${height * 0.1}q${half * 0.3} ${half} ${half * 0.6} 0v${-height * 0.1}z`,
      inks.light,
    ),
    renderSvgEllipse(x, foot, Math.min(150, height * 0.36), Math.min(22, height * 0.05), inks.text),
    renderSvgRect(0, foot + Math.min(22, height * 0.05) - 3, width, height, inks.dark),
  ].join('');
}

const LASHES = 11;

/** Draws a wide-open eye. */
export function drawEye({ width, height, inks, random }: MotifContext): string {
  const x = width / 2;
  const half = Math.min(width * 0.41, height * 0.62);
  const open = half * 0.56;
  const y = height * 0.54;
  const look = (random() - 0.5) * half * 0.5;
  let lashes = '';
  for (let i = 0; i < LASHES; i++) {
    const t = (i + 1) / (LASHES + 1);
    const lid = y - 4 * t * (1 - t) * open;
    const far = 1 + 0.3 * Math.sin(Math.PI * t);
    lashes += formatSvgPathData`M${x + (t * 2 - 1) * half * 0.96} ${lid}L${x + (t * 2 - 1) * half * 1.13} ${lid - open * 0.34 * far}`;
  }
  const almond = formatSvgPathData`M${x - half} ${y}Q${x} ${y - open * 2} ${x + half} ${y}Q${x} ${y + open * 2} ${x - half} ${y}z`;
  return [
    renderSvgStroke(lashes, inks.text, half * 0.03),
    renderSvgPath(almond, inks.light),
    renderSvgCircle(x + look, y, open * 0.84, inks.second),
    renderSvgCircle(x + look, y, open * 0.46, inks.dark),
    renderSvgCircle(x + look + open * 0.3, y - open * 0.32, open * 0.15, inks.light),
    renderSvgStroke(
      formatSvgPathData`M${x - half} ${y}Q${x} ${y - open * 2} ${x + half} ${y}`,
      inks.text,
      half * 0.045,
    ),
  ].join('');
}

/** Draws bulbs and bunting, strung across a fairground. */
export function drawFestoon({ width, height, inks, random }: MotifContext): string {
  const strings = Math.max(2, Math.round(height / 118));
  const apart = height / (strings + 0.25);
  let drawn = '';
  for (let string = 0; string < strings; string++) {
    const y = apart * (string + 0.18);
    const sag = apart * (0.45 + random() * 0.25);
    const low = width * (0.36 + random() * 0.28);
    const hang = (x: number) => y + sag * (1 - ((x - low) / (x < low ? low + 20 : width - low + 20)) ** 2);
    let rope = formatSvgPathData`M-10 ${hang(-10)}`;
    for (let x = 10; x <= width + 10; x += 20) rope += formatSvgPathData`L${x} ${hang(x)}`;
    const lamps = (string + (apart > 130 ? 1 : 0)) % 2 === 0;
    const step = lamps ? 50 : 60;
    const size = Math.min(apart * 0.42, 48);
    for (let at = 0; at * step < width + step; at++) {
      const x = at * step + 12;
      const colour = [inks.light, inks.second, inks.text][(at + string) % 3] ?? inks.light;
      drawn += lamps
        ? renderSvgStroke(formatSvgPathData`M${x} ${hang(x)}v9`, inks.text, 7) +
          renderSvgCircle(x, hang(x) + 24, Math.min(15, size * 0.42), at % 4 === 3 ? inks.second : inks.light)
        : renderSvgPath(
            formatSvgPathData`M${x - 22} ${hang(x - 22)}L${x + 22} ${hang(x + 22)}L${x} ${hang(x) + size * 1.15}z`,
            colour,
          );
    }
    drawn += renderSvgStroke(rope, inks.text, 4);
  }
  return drawn;
}

const RIBS = 6;

/** Draws an umbrella, and the rain on it. */
export function drawUmbrella({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.44 + random() * 0.12);
  const radius = Math.min(height * 0.5, 235);
  const rim = height * 0.5 + radius * 0.08;
  let rain = '';
  for (let column = -2; column < 17; column++)
    for (let row = 0; row * 96 < height; row++) {
      const [left, top] = [column * 40 + (row % 2) * 20 + random() * 10, row * 96 - random() * 30];
      // No drop is drawn under the umbrella
      if (Math.abs(left - x) < radius * 0.98 && top + 52 > rim - radius * 0.3) continue;
      rain += formatSvgPathData`M${left} ${top}l-13 46`;
    }
  const canopy = radius * 0.86;
  const edge = (rib: number) => x - radius + (2 * radius * rib) / RIBS;
  let drawn = renderSvgStroke(rain, inks.second, 5);
  drawn += renderSvgStroke(
    formatSvgPathData`M${x} ${rim - canopy - 16}V${rim + radius * 0.72}q0 ${radius * 0.17} ${-radius * 0.16} ${radius * 0.17}t${-radius * 0.16}${-radius * 0.15}`,
    inks.text,
    radius * 0.05,
  );
  for (let rib = 0; rib < RIBS; rib++) {
    const [from, to] = [edge(rib), edge(rib + 1)];
    const bow = (side: number) => x + (side - x) * 0.94;
    drawn += renderSvgPath(
      formatSvgPathData`M${x} ${rim - canopy}Q${bow(from)} ${rim - canopy * 0.94} ${from} ${rim}Q${(from + to) / 2} ${rim - radius * 0.13} ${to} ${rim}Q${bow(to)} ${rim - canopy * 0.94} ${x} ${rim - canopy}z`,
      rib % 2 ? inks.light : inks.second,
    );
  }
  return drawn;
}
