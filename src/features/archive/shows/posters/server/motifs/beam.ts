import { drawCoatedFigure } from './figure.ts';
import { type MotifContext, svgEllipse, svgPath, svgPathData, svgRect } from './svg.ts';

/** A follow spot finds someone in a hat. */
export function beam({ width, height, inks, random }: MotifContext): string {
  const lamp = width * (0.68 + random() * 0.14);
  const x = width * (0.34 + random() * 0.1);
  const floor = height * 0.87;
  const pool = 185;
  const depth = Math.min(40, height * 0.1);
  const tall = height * 0.45;
  // Right of the pool's middle: the beam comes from there, and the hat must be in it.
  const stands = x + pool * 0.4;
  const shadow = inks.night === inks.ground ? inks.second : inks.text;
  return [
    svgRect(0, 0, width, height, inks.night),
    svgPath(svgPathData`M${lamp - 16}-9L${x - pool} ${floor}H${x + pool}L${lamp + 16}-9z`, inks.light),
    svgEllipse(x, floor, pool, depth, inks.light),
    svgPath(
      svgPathData`M${stands - tall * 0.12} ${floor}L${x - 130} ${floor + depth * 0.42}q-14 8 4 12l44 3q16 0 24-9L${stands + tall * 0.11} ${floor}z`,
      shadow,
    ),
    drawCoatedFigure(stands, floor + 3, tall, inks.silhouette, true),
  ].join('');
}
