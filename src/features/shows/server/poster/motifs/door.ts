import { type Art, circle, d, path, rect } from './art.ts';
import { figure } from './figure.ts';

/** A door stands open, and someone is in it. */
export function door({ width, height, inks, random }: Art): string {
  const left = width * (0.34 + random() * 0.2);
  const opening = Math.min(160, height * 0.36);
  const top = height * 0.1;
  const floor = height * 0.76;
  const right = left + opening;
  const leaf = opening * 0.56;
  const paleGround = inks.dark !== inks.ground;
  return [
    rect(0, 0, width, floor, inks.second),
    rect(0, floor, width, height - floor, inks.dark),
    rect(left - 14, top - 14, opening + 28, floor - top + 14, inks.dark),
    rect(left, top, opening, floor - top, inks.light),
    path(d`M${left} ${floor}H${right}L${right + opening * 1.3} ${height}H${left + opening * 0.35}z`, inks.light),
    path(
      d`M${left} ${top}L${left - leaf} ${top + 20}V${floor + 34}L${left} ${floor}z`,
      paleGround ? inks.ground : inks.text,
    ),
    circle(left - leaf + 14, (top + floor) / 2 + 28, 6, inks.second),
    figure(left + opening * 0.56, floor + 1, (floor - top) * 0.8, inks.silhouette),
  ].join('');
}
