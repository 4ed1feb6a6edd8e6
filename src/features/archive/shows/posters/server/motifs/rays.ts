import { type MotifContext, svgCircle, svgLine, svgPath, svgPathData, svgRect } from './svg.ts';

const RAYS = 19;

/** A sun comes up behind a fence. */
export function rays({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.42 + random() * 0.16);
  const horizon = height * 0.92;
  const sun = Math.min(130, height * 0.34);
  let drawn = '';
  for (let i = 0; i < RAYS; i++) {
    const from = Math.PI * (1 + (i + 0.24) / RAYS);
    const to = from + (Math.PI * 0.52) / RAYS;
    const far = (angle: number) => svgPathData`L${x + Math.cos(angle) * 1100} ${horizon + Math.sin(angle) * 1100}`;
    drawn += svgPath(`${svgPathData`M${x} ${horizon}`}${far(from)}${far(to)}z`, inks.second);
  }
  drawn += svgCircle(x, horizon, sun, inks.light) + svgRect(0, horizon, width, height - horizon + 1, inks.dark);
  let posts = '';
  let wire = '';
  for (let i = 0; i <= 10; i++) {
    const post = i * 62 - 14 + random() * 14;
    const tall = 30 + random() * 12;
    posts += svgPathData`M${post} ${horizon + 2}v${-tall}`;
    wire +=
      wire === ''
        ? svgPathData`M${post - 30} ${horizon - 24}L${post} ${horizon - 22}`
        : svgPathData`Q${post - 31} ${horizon - 12} ${post} ${horizon - 22}`;
  }
  return drawn + svgLine(posts, inks.dark, 6) + svgLine(wire, inks.dark, 2.5);
}
