import { type MotifContext, svgCircle, svgPath, svgPathData, svgRect } from './svg.ts';

/** A street of roofs under the moon; not everybody is asleep. */
export function rooftops({ width, height, inks, random }: MotifContext): string {
  const moon = Math.min(height * 0.2, 105);
  let drawn = svgRect(0, 0, width, height, inks.second);
  drawn += svgCircle(width * (0.24 + random() * 0.5), height * 0.3, moon, inks.light);
  let lit = '';
  for (let x = -30 - random() * 30; x < width; ) {
    const wide = 84 + random() * 56;
    const eaves = height * (0.56 + random() * 0.2);
    const ridge = eaves - Math.min(wide * 0.52, height * 0.2);
    const chimney = x + wide * (random() < 0.5 ? 0.2 : 0.68);
    drawn += svgRect(chimney, ridge - height * 0.02, 20, eaves - ridge, inks.dark);
    drawn += svgRect(chimney - 4, ridge - height * 0.02, 28, 7, inks.dark);
    drawn += svgPath(
      svgPathData`M${x - 8} ${eaves}L${x + wide / 2} ${ridge}L${x + wide + 8} ${eaves}H${x + wide}V${height + 9}H${x}V${eaves}z`,
      inks.dark,
    );
    for (const side of [0.24, 0.6])
      for (let y = eaves + 20; y < height - 26; y += 50)
        if (random() < 0.34) lit += svgRect(x + wide * side, y, 18, 26, inks.light);
    x += wide + 2;
  }
  return drawn + lit;
}
