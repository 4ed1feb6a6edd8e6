import { drawCoatedFigure } from './figure.ts';
import { type MotifContext, svgCircle, svgPath, svgPathData, svgRect } from './svg.ts';

const STEPS = 7;

/** A flight of stairs, and someone in the light at the top. */
export function stairs({ width, height, inks, random }: MotifContext): string {
  const rightwards = random() < 0.5;
  const at = (x: number) => (rightwards ? x : width - x);
  const run = width / (STEPS + 2.4);
  const landing = height * (0.5 + random() * 0.06);
  const rise = (height - landing) / (STEPS + 0.5);
  const someone = width - run * 1.35;
  const tall = Math.min(landing * 0.66, 250);
  let flight = svgPathData`M${at(-9)} ${height + 9}V${height - rise / 2}`;
  let treads = '';
  for (let step = 1; step <= STEPS; step++) {
    const [x, y] = [step * run, height - rise * (step + 0.5)];
    flight += svgPathData`H${at(x)}V${y}`;
    const deep = step === STEPS ? width + 9 - x : run;
    treads += svgRect(Math.min(at(x), at(x + deep)), y, deep, 5, inks.light);
  }
  flight += svgPathData`H${at(width + 9)}V${height + 9}z`;
  return [
    svgRect(0, 0, width, height, inks.second),
    svgCircle(at(someone), landing - tall * 0.52, tall * 0.7, inks.light),
    svgPath(flight, inks.dark),
    treads,
    drawCoatedFigure(at(someone), landing + 1, tall, inks.silhouette),
  ].join('');
}
