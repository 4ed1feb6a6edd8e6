import { type MotifContext, svgCircle, svgLine, svgPath, svgPathData } from './svg.ts';

/** Bulbs and bunting, strung across a fairground. */
export function festoon({ width, height, inks, random }: MotifContext): string {
  const strings = Math.max(2, Math.round(height / 118));
  const apart = height / (strings + 0.25);
  let drawn = '';
  for (let string = 0; string < strings; string++) {
    const y = apart * (string + 0.18);
    const sag = apart * (0.45 + random() * 0.25);
    const low = width * (0.36 + random() * 0.28);
    const hang = (x: number) => y + sag * (1 - ((x - low) / (x < low ? low + 20 : width - low + 20)) ** 2);
    let rope = svgPathData`M-10 ${hang(-10)}`;
    for (let x = 10; x <= width + 10; x += 20) rope += svgPathData`L${x} ${hang(x)}`;
    const lamps = (string + (apart > 130 ? 1 : 0)) % 2 === 0;
    const step = lamps ? 50 : 60;
    const size = Math.min(apart * 0.42, 48);
    for (let at = 0; at * step < width + step; at++) {
      const x = at * step + 12;
      const colour = [inks.light, inks.second, inks.text][(at + string) % 3] ?? inks.light;
      drawn += lamps
        ? svgLine(svgPathData`M${x} ${hang(x)}v9`, inks.text, 7) +
          svgCircle(x, hang(x) + 24, Math.min(15, size * 0.42), at % 4 === 3 ? inks.second : inks.light)
        : svgPath(
            svgPathData`M${x - 22} ${hang(x - 22)}L${x + 22} ${hang(x + 22)}L${x} ${hang(x) + size * 1.15}z`,
            colour,
          );
    }
    drawn += svgLine(rope, inks.text, 4);
  }
  return drawn;
}
