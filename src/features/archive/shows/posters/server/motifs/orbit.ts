import { type MotifContext, svgCircle } from './svg.ts';

const RINGS = 9;

/** Rings that lean into each other, and a light going round. */
export function orbit({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.45 + random() * 0.1);
  const lean = random() * Math.PI * 2;
  const outer = Math.min(height * 0.47, width * 0.41);
  const y = height * 0.5;
  let drawn = '';
  let [cx, cy] = [x, y];
  for (let ring = RINGS; ring >= 1; ring--) {
    const radius = (outer * ring) / RINGS;
    drawn += svgCircle(cx, cy, radius, ring % 2 ? inks.second : inks.ground);
    const step = (outer / RINGS) * 0.62;
    cx += Math.cos(lean + ring * 0.22) * step;
    cy += Math.sin(lean + ring * 0.22) * step;
  }
  const turn = lean + Math.PI * 0.9;
  return (
    drawn + svgCircle(x + Math.cos(turn) * outer * 0.89, y + Math.sin(turn) * outer * 0.89, outer * 0.09, inks.light)
  );
}
