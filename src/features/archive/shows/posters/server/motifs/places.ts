import {
  drawFigureInCoat,
  formatSvgPathData,
  type MotifContext,
  renderSvgCircle,
  renderSvgEllipse,
  renderSvgPath,
  renderSvgRect,
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

/** Draws the swags across the top. */
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
