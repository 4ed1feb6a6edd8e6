import { type MotifContext, svgCircle, svgPath, svgPathData } from './svg.ts';

/** Faces in two halves that don't quite meet: twins, masks, mistaken identities. */
export function halves({ width, height, inks, random }: MotifContext): string {
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
    drawn += half(x - 1, y - slip / 2, radius, 0, one) + half(x + 1, y + slip / 2, radius, 1, second);
    drawn += svgCircle(x - radius * 0.44, y - slip / 2 - radius * 0.16, radius * 0.1, inks.ground);
    drawn += svgCircle(x + radius * 0.44, y + slip / 2 - radius * 0.16, radius * 0.1, inks.ground);
  }
  return drawn;
}

function half(x: number, y: number, radius: number, sweep: 0 | 1, fill: string): string {
  return svgPath(svgPathData`M${x} ${y - radius}a${radius} ${radius} 0 0 ${sweep} 0 ${radius * 2}z`, fill);
}
