import { type Art, circle, d, ellipse, path, rect } from './art.ts';
import { figure } from './figure.ts';

/** Through the keyhole: someone is in the lit room behind the door. */
export function keyhole({ width, height, inks, random }: Art): string {
  const x = width * (0.42 + random() * 0.16);
  const head = Math.min(height * 0.19, 120);
  const y = height * 0.3;
  const foot = height * 0.86;
  const plate = Math.min(width * 0.36, height * 0.42);
  const panels = [-1, 1].map((side) => rect(x + side * width * 0.52 - 3, 0, 6, height, inks.dark));
  return [
    rect(0, 0, width, height, inks.second),
    ...panels,
    ellipse(x, height * 0.52, plate, height * 0.46, inks.dark),
    circle(x, height * 0.11, 7, inks.second),
    circle(x, height * 0.93, 7, inks.second),
    circle(x, y, head, inks.light),
    path(
      d`M${x - head * 0.46} ${y}L${x - head * 0.92} ${foot}H${x + head * 0.92}L${x + head * 0.46} ${y}z`,
      inks.light,
    ),
    figure(x + head * (random() - 0.5) * 0.2, foot, (foot - y) * 0.8, inks.dark, random() < 0.5),
  ].join('');
}
