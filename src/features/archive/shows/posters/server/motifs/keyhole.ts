import { drawCoatedFigure } from './figure.ts';
import { type MotifContext, svgCircle, svgEllipse, svgPath, svgPathData, svgRect } from './svg.ts';

/** Through the keyhole: someone is in the lit room behind the door. */
export function keyhole({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.42 + random() * 0.16);
  const head = Math.min(height * 0.19, 120);
  const y = height * 0.3;
  const foot = height * 0.86;
  const plate = Math.min(width * 0.36, height * 0.42);
  const panels = [-1, 1].map((side) => svgRect(x + side * width * 0.52 - 3, 0, 6, height, inks.dark));
  return [
    svgRect(0, 0, width, height, inks.second),
    ...panels,
    svgEllipse(x, height * 0.52, plate, height * 0.46, inks.dark),
    svgCircle(x, height * 0.11, 7, inks.second),
    svgCircle(x, height * 0.93, 7, inks.second),
    svgCircle(x, y, head, inks.light),
    svgPath(
      svgPathData`M${x - head * 0.46} ${y}L${x - head * 0.92} ${foot}H${x + head * 0.92}L${x + head * 0.46} ${y}z`,
      inks.light,
    ),
    drawCoatedFigure(x + head * (random() - 0.5) * 0.2, foot, (foot - y) * 0.8, inks.dark, random() < 0.5),
  ].join('');
}
