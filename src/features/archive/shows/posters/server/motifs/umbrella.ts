import { type MotifContext, svgLine, svgPath, svgPathData } from './svg.ts';

const RIBS = 6;

/** An umbrella, and the rain it keeps off. */
export function umbrella({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.44 + random() * 0.12);
  const radius = Math.min(height * 0.5, 235);
  const rim = height * 0.5 + radius * 0.08;
  let rain = '';
  for (let column = -2; column < 17; column++)
    for (let row = 0; row * 96 < height; row++) {
      const [left, top] = [column * 40 + (row % 2) * 20 + random() * 10, row * 96 - random() * 30];
      // None falls on whoever stands under it
      if (Math.abs(left - x) < radius * 0.98 && top + 52 > rim - radius * 0.3) continue;
      rain += svgPathData`M${left} ${top}l-13 46`;
    }
  const canopy = radius * 0.86;
  const edge = (rib: number) => x - radius + (2 * radius * rib) / RIBS;
  let drawn = svgLine(rain, inks.second, 5);
  drawn += svgLine(
    svgPathData`M${x} ${rim - canopy - 16}V${rim + radius * 0.72}q0 ${radius * 0.17} ${-radius * 0.16} ${radius * 0.17}t${-radius * 0.16}${-radius * 0.15}`,
    inks.text,
    radius * 0.05,
  );
  for (let rib = 0; rib < RIBS; rib++) {
    const [from, to] = [edge(rib), edge(rib + 1)];
    const bow = (side: number) => x + (side - x) * 0.94;
    drawn += svgPath(
      svgPathData`M${x} ${rim - canopy}Q${bow(from)} ${rim - canopy * 0.94} ${from} ${rim}Q${(from + to) / 2} ${rim - radius * 0.13} ${to} ${rim}Q${bow(to)} ${rim - canopy * 0.94} ${x} ${rim - canopy}z`,
      rib % 2 ? inks.light : inks.second,
    );
  }
  return drawn;
}
