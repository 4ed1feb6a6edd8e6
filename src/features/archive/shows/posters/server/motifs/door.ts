import { drawCoatedFigure } from './figure.ts';
import { type MotifContext, svgCircle, svgPath, svgPathData, svgRect } from './svg.ts';

/** A door stands open, and someone is in it. */
export function door({ width, height, inks, random }: MotifContext): string {
  const left = width * (0.34 + random() * 0.2);
  const opening = Math.min(160, height * 0.36);
  const top = height * 0.1;
  const floor = height * 0.76;
  const right = left + opening;
  const leaf = opening * 0.56;
  const paleGround = inks.dark !== inks.ground;
  return [
    svgRect(0, 0, width, floor, inks.second),
    svgRect(0, floor, width, height - floor, inks.dark),
    svgRect(left - 14, top - 14, opening + 28, floor - top + 14, inks.dark),
    svgRect(left, top, opening, floor - top, inks.light),
    svgPath(
      svgPathData`M${left} ${floor}H${right}L${right + opening * 1.3} ${height}H${left + opening * 0.35}z`,
      inks.light,
    ),
    svgPath(
      svgPathData`M${left} ${top}L${left - leaf} ${top + 20}V${floor + 34}L${left} ${floor}z`,
      paleGround ? inks.ground : inks.text,
    ),
    svgCircle(left - leaf + 14, (top + floor) / 2 + 28, 6, inks.second),
    drawCoatedFigure(left + opening * 0.56, floor + 1, (floor - top) * 0.8, inks.silhouette),
  ].join('');
}
