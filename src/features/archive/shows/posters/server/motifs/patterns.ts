import {
  drawFigureInCoat,
  formatSvgPathData,
  type MotifContext,
  renderSvgCircle,
  renderSvgEllipse,
  renderSvgPath,
  renderSvgRect,
  renderSvgStroke,
  roundToTenth,
} from './drawing.ts';

const RINGS = 9;

/** Draws rings that overlap, and a light moving round them. */
export function drawOrbit({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.45 + random() * 0.1);
  const lean = random() * Math.PI * 2;
  const outer = Math.min(height * 0.47, width * 0.41);
  const y = height * 0.5;
  let drawn = '';
  let [cx, cy] = [x, y];
  for (let ring = RINGS; ring >= 1; ring--) {
    const radius = (outer * ring) / RINGS;
    drawn += renderSvgCircle(cx, cy, radius, ring % 2 ? inks.second : inks.ground);
    const step = (outer / RINGS) * 0.62;
    cx += Math.cos(lean + ring * 0.22) * step;
    cy += Math.sin(lean + ring * 0.22) * step;
  }
  const turn = lean + Math.PI * 0.9;
  return (
    drawn +
    renderSvgCircle(x + Math.cos(turn) * outer * 0.89, y + Math.sin(turn) * outer * 0.89, outer * 0.09, inks.light)
  );
}

/** Draws a follow spot on a person in a hat. */
export function drawFollowSpot({ width, height, inks, random }: MotifContext): string {
  const lamp = width * (0.68 + random() * 0.14);
  const x = width * (0.34 + random() * 0.1);
  const floor = height * 0.87;
  const pool = 185;
  const depth = Math.min(40, height * 0.1);
  const tall = height * 0.45;
  // The figure stands to the right of the middle of the pool of light, so that the hat is inside the beam.
  const stands = x + pool * 0.4;
  const shadow = inks.night === inks.ground ? inks.second : inks.text;
  return [
    renderSvgRect(0, 0, width, height, inks.night),
    renderSvgPath(formatSvgPathData`M${lamp - 16}-9L${x - pool} ${floor}H${x + pool}L${lamp + 16}-9z`, inks.light),
    renderSvgEllipse(x, floor, pool, depth, inks.light),
    renderSvgPath(
      formatSvgPathData`M${stands - tall * 0.12} ${floor}L${x - 130} ${floor + depth * 0.42}q-14 8 4 12l44 3q16 0 24-9L${stands + tall * 0.11} ${floor}z`,
      shadow,
    ),
    drawFigureInCoat(stands, floor + 3, tall, inks.silhouette, true),
  ].join('');
}

const WAVES = 8;

/** Draws the moon over the sea. */
export function drawWaves({ width, height, inks, random }: MotifContext): string {
  const moon = width * (0.56 + random() * 0.2);
  let drawn = renderSvgCircle(moon, height * 0.34, Math.min(height * 0.22, 120), inks.light);
  let y = height * 0.44;
  for (let i = 0; i < WAVES; i++) {
    const apart = height * (0.031 + i * 0.0078);
    y += apart;
    const length = 130 + i * 24;
    // If two crests met, the water between the waves would look like a leaf
    const swell = Math.min(8 + i * 3.2, apart * 0.45);
    // Each wave is a series of half-waves of one curve. It begins beyond the left edge so that no seam shows.
    let data = formatSvgPathData`M${-random() * length * 2 - 20} ${y}q${length / 2}-${swell * 2} ${length} 0`;
    for (let x = -length; x < width + length * 2; x += length) data += formatSvgPathData`t${length} 0`;
    drawn += renderSvgPath(formatSvgPathData`${data}V${height + 99}H-999z`, i % 2 ? inks.ground : inks.second);
  }
  return drawn;
}

/** Draws a dahlia and a few fallen petals. */
export function drawPetals({ width, height, inks, random }: MotifContext): string {
  const x = width / 2;
  const y = height / 2;
  const radius = Math.min(height * 0.47, 250);
  const turn = random() * 30;
  let drawn = '';
  for (const [count, reach, fill] of [
    [15, 1, inks.second],
    [12, 0.74, inks.light],
    [9, 0.48, inks.second],
    [6, 0.26, inks.text],
  ] as const) {
    const length = radius * reach;
    const halfWidth = (Math.PI * length * 0.62) / count;
    const petal = formatSvgPathData`M0 0C${halfWidth * 1.5}-${length * 0.4} ${halfWidth * 1.5}-${length * 0.86} 0-${length}C-${halfWidth * 1.5}-${length * 0.86}-${halfWidth * 1.5}-${length * 0.4} 0 0z`;
    for (let i = 0; i < count; i++)
      drawn += `<path d="${petal}" fill="${fill}" stroke="${inks.ground}" stroke-width="2.5" transform="translate(${roundToTenth(x)} ${roundToTenth(y)}) rotate(${roundToTenth(turn * reach + (i * 360) / count)})"/>`;
  }
  drawn += renderSvgCircle(x, y, radius * 0.08, inks.ground);
  for (let i = 0; i < 12; i++) {
    const px = 40 + random() * (width - 80);
    const py = 26 + random() * (height - 52);
    const angle = random() * 180;
    const fill = random() < 0.5 ? inks.second : inks.light;
    if (Math.hypot(px - x, py - y) > radius + 26)
      drawn += renderSvgPath('M0-19C11-8 11 8 0 19C-11 8-11-8 0-19z', fill).replace(
        '/>',
        ` transform="translate(${roundToTenth(px)} ${roundToTenth(py)}) rotate(${roundToTenth(angle)})"/>`,
      );
  }
  return drawn;
}

/** Draws faces in two halves that don't quite match: twins, masks, mistaken identities. */
export function drawSplitFaces({ width, height, inks, random }: MotifContext): string {
  const rows = Math.max(2, Math.round(height / 145));
  const cell = (height - 50) / rows;
  const columns = Math.max(2, Math.floor((width - 70) / cell));
  const radius = cell * 0.46;
  const left = (width - cell * columns) / 2;
  const top = (height - cell * rows) / 2;
  const turn = Math.floor(random() * 3);
  const colours = [inks.second, inks.light, inks.text];
  let drawn = '';
  for (let i = 0; i < rows * columns; i++) {
    const x = left + ((i % columns) + 0.5) * cell;
    const y = top + (Math.floor(i / columns) + 0.5) * cell;
    const slip = (random() < 0.4 ? 1 : 0) * radius * (0.12 + random() * 0.26) * (random() < 0.5 ? -1 : 1);
    const one = colours[(i + turn) % 3] ?? inks.second;
    const other = colours[(i + turn + 1 + Math.floor(i / columns)) % 3] ?? inks.light;
    const second = other === one ? (colours[(i + turn + 1) % 3] ?? inks.light) : other;
    drawn += drawHalfFace(x - 1, y - slip / 2, radius, 0, one) + drawHalfFace(x + 1, y + slip / 2, radius, 1, second);
    drawn += renderSvgCircle(x - radius * 0.44, y - slip / 2 - radius * 0.16, radius * 0.1, inks.ground);
    drawn += renderSvgCircle(x + radius * 0.44, y + slip / 2 - radius * 0.16, radius * 0.1, inks.ground);
  }
  return drawn;
}

function drawHalfFace(x: number, y: number, radius: number, sweep: 0 | 1, fill: string): string {
  return renderSvgPath(formatSvgPathData`M${x} ${y - radius}a${radius} ${radius} 0 0 ${sweep} 0 ${radius * 2}z`, fill);
}

const RAYS = 19;

/** Draws the sun rising behind a fence. */
export function drawSunrise({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.42 + random() * 0.16);
  const horizon = height * 0.92;
  const sun = Math.min(130, height * 0.34);
  let drawn = '';
  for (let i = 0; i < RAYS; i++) {
    const from = Math.PI * (1 + (i + 0.24) / RAYS);
    const to = from + (Math.PI * 0.52) / RAYS;
    const far = (angle: number) =>
      formatSvgPathData`L${x + Math.cos(angle) * 1100} ${horizon + Math.sin(angle) * 1100}`;
    drawn += renderSvgPath(`${formatSvgPathData`M${x} ${horizon}`}${far(from)}${far(to)}z`, inks.second);
  }
  drawn +=
    renderSvgCircle(x, horizon, sun, inks.light) + renderSvgRect(0, horizon, width, height - horizon + 1, inks.dark);
  let posts = '';
  let wire = '';
  for (let i = 0; i <= 10; i++) {
    const post = i * 62 - 14 + random() * 14;
    const tall = 30 + random() * 12;
    posts += formatSvgPathData`M${post} ${horizon + 2}v${-tall}`;
    wire +=
      wire === ''
        ? formatSvgPathData`M${post - 30} ${horizon - 24}L${post} ${horizon - 22}`
        : formatSvgPathData`Q${post - 31} ${horizon - 12} ${post} ${horizon - 22}`;
  }
  return drawn + renderSvgStroke(posts, inks.dark, 6) + renderSvgStroke(wire, inks.dark, 2.5);
}

const ROWS = 7;
const COLUMNS = 6;

/** Draws a chequered floor that ends at a wall, with one person on it. */
export function drawChequeredFloor({ width, height, inks, random }: MotifContext): string {
  const wall = height * 0.46;
  const x = width * (0.36 + random() * 0.28);
  const at = (row: number) => wall + (height - wall + 2) * (row / ROWS) ** 1.7;
  const spread = (row: number) => 62 + (row / ROWS) ** 1.7 * 200;
  let tiles = '';
  for (let row = 0; row < ROWS; row++) {
    const [top, bottom] = [at(row), at(row + 1)];
    for (let column = -COLUMNS; column < COLUMNS; column++) {
      if ((row + column) % 2 === 0) continue;
      const [far, near] = [spread(row), spread(row + 1)];
      tiles += formatSvgPathData`M${x + column * far} ${top}H${x + (column + 1) * far}L${x + (column + 1) * near} ${bottom}H${x + column * near}z`;
    }
  }
  const feet = at(4);
  const tall = (feet - height * 0.08) * 0.92;
  return [
    renderSvgRect(0, 0, width, wall, inks.second),
    renderSvgRect(0, wall, width, height - wall, inks.light),
    renderSvgPath(tiles, inks.dark),
    renderSvgRect(0, wall - 7, width, 7, inks.dark),
    renderSvgEllipse(x, feet, tall * 0.2, tall * 0.035, inks.second),
    drawFigureInCoat(x, feet + 2, tall, inks.dark, random() < 0.5),
  ].join('');
}
