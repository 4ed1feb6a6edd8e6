import { type MotifContext, roundToTenth, svgCircle, svgPath, svgPathData } from './svg.ts';

/** A dahlia, and a few petals let fall. */
export function petals({ width, height, inks, random }: MotifContext): string {
  const x = width / 2;
  const y = height / 2;
  const radius = Math.min(height * 0.47, 250);
  const turn = random() * 30;
  let drawn = '';
  for (const [count, reach, fill] of [
    [15, 1, inks.second],
    [12, 0.74, inks.light],
    [9, 0.48, inks.second],
    [6, 0.26, inks.text],
  ] as const) {
    const length = radius * reach;
    const half = (Math.PI * length * 0.62) / count;
    const petal = svgPathData`M0 0C${half * 1.5}-${length * 0.4} ${half * 1.5}-${length * 0.86} 0-${length}C-${half * 1.5}-${length * 0.86}-${half * 1.5}-${length * 0.4} 0 0z`;
    for (let i = 0; i < count; i++)
      drawn += `<path d="${petal}" fill="${fill}" stroke="${inks.ground}" stroke-width="2.5" transform="translate(${roundToTenth(x)} ${roundToTenth(y)}) rotate(${roundToTenth(turn * reach + (i * 360) / count)})"/>`;
  }
  drawn += svgCircle(x, y, radius * 0.08, inks.ground);
  for (let i = 0; i < 12; i++) {
    const px = 40 + random() * (width - 80);
    const py = 26 + random() * (height - 52);
    const angle = random() * 180;
    const fill = random() < 0.5 ? inks.second : inks.light;
    if (Math.hypot(px - x, py - y) > radius + 26)
      drawn += svgPath('M0-19C11-8 11 8 0 19C-11 8-11-8 0-19z', fill).replace(
        '/>',
        ` transform="translate(${roundToTenth(px)} ${roundToTenth(py)}) rotate(${roundToTenth(angle)})"/>`,
      );
  }
  return drawn;
}
