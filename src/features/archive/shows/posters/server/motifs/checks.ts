import { drawCoatedFigure } from './figure.ts';
import { type MotifContext, svgEllipse, svgPath, svgPathData, svgRect } from './svg.ts';

const ROWS = 7;
const COLUMNS = 6;

/** A chequered floor runs back to a wall, and someone has the whole of it. */
export function checks({ width, height, inks, random }: MotifContext): string {
  const wall = height * 0.46;
  const x = width * (0.36 + random() * 0.28);
  const at = (row: number) => wall + (height - wall + 2) * (row / ROWS) ** 1.7;
  const spread = (row: number) => 62 + (row / ROWS) ** 1.7 * 200;
  let tiles = '';
  for (let row = 0; row < ROWS; row++) {
    const [top, bottom] = [at(row), at(row + 1)];
    for (let column = -COLUMNS; column < COLUMNS; column++) {
      if ((row + column) % 2 === 0) continue;
      const [far, near] = [spread(row), spread(row + 1)];
      tiles += svgPathData`M${x + column * far} ${top}H${x + (column + 1) * far}L${x + (column + 1) * near} ${bottom}H${x + column * near}z`;
    }
  }
  const feet = at(4);
  const tall = (feet - height * 0.08) * 0.92;
  return [
    svgRect(0, 0, width, wall, inks.second),
    svgRect(0, wall, width, height - wall, inks.light),
    svgPath(tiles, inks.dark),
    svgRect(0, wall - 7, width, 7, inks.dark),
    svgEllipse(x, feet, tall * 0.2, tall * 0.035, inks.second),
    drawCoatedFigure(x, feet + 2, tall, inks.dark, random() < 0.5),
  ].join('');
}
