import { type MotifContext, svgCircle, svgLine, svgPath, svgPathData } from './svg.ts';

const LASHES = 11;

/** An eye that has seen something. */
export function eye({ width, height, inks, random }: MotifContext): string {
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
    lashes += svgPathData`M${x + (t * 2 - 1) * half * 0.96} ${lid}L${x + (t * 2 - 1) * half * 1.13} ${lid - open * 0.34 * far}`;
  }
  const almond = svgPathData`M${x - half} ${y}Q${x} ${y - open * 2} ${x + half} ${y}Q${x} ${y + open * 2} ${x - half} ${y}z`;
  return [
    svgLine(lashes, inks.text, half * 0.03),
    svgPath(almond, inks.light),
    svgCircle(x + look, y, open * 0.84, inks.second),
    svgCircle(x + look, y, open * 0.46, inks.dark),
    svgCircle(x + look + open * 0.3, y - open * 0.32, open * 0.15, inks.light),
    svgLine(svgPathData`M${x - half} ${y}Q${x} ${y - open * 2} ${x + half} ${y}`, inks.text, half * 0.045),
  ].join('');
}
