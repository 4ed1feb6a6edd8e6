import { type MotifContext, svgCircle, svgPath, svgPathData, svgRect } from './svg.ts';

const COLUMNS = 5;
const GAP = 13;
const MARGIN = 40;

/** One lit window in a dark house, and someone at it. */
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
    drawn += svgRect(x, y, pane, tall, lit ? inks.light : inks.second);
    if (i === home) drawn += sitter(x + pane / 2, y + tall, tall, inks.silhouette);
    else drawn += svgRect(x, y, pane, blind, lit ? inks.second : inks.dark).replace('/>', ' opacity=".3"/>');
  }
  return drawn;
}

function sitter(x: number, sill: number, tall: number, fill: string): string {
  const unit = tall / 100;
  return (
    svgCircle(x, sill - 58 * unit, 15 * unit, fill) +
    svgPath(
      svgPathData`M${x - 27 * unit} ${sill}C${x - 28 * unit} ${sill - 30 * unit} ${x - 18 * unit} ${sill - 40 * unit} ${x} ${sill - 41 * unit}C${x + 18 * unit} ${sill - 40 * unit} ${x + 28 * unit} ${sill - 30 * unit} ${x + 27 * unit} ${sill}z`,
      fill,
    )
  );
}
