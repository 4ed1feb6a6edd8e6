import { type MotifContext, svgCircle, svgEllipse, svgPath, svgPathData, svgRect } from './svg.ts';

/** A candle, and as far as its light reaches. */
export function candle({ width, height, inks, random }: MotifContext): string {
  const x = width * (0.44 + random() * 0.12);
  const foot = height * 0.9;
  const wick = height * 0.5;
  const half = Math.min(30, height * 0.075);
  const flame = Math.min(height * 0.2, 120);
  const bend = (random() - 0.5) * flame * 0.16;
  const tongue = (size: number) =>
    svgPathData`M${x} ${wick}C${x - size * 0.5} ${wick - size * 0.12} ${x - size * 0.28 + bend} ${wick - size * 0.6} ${x + bend} ${wick - size}C${x + size * 0.3 + bend} ${wick - size * 0.58} ${x + size * 0.5} ${wick - size * 0.12} ${x} ${wick}z`;
  const reach = Math.min(height * 0.4, 270);
  const glow = wick - flame * 0.4;
  const rays = Array.from({ length: 24 }, (_, i) => {
    const [from, to] = [(i * Math.PI) / 12, ((i + 0.36) * Math.PI) / 12];
    const at = (angle: number, far: number) =>
      svgPathData`${x + Math.cos(angle) * far} ${glow + Math.sin(angle) * far}`;
    return svgPath(
      `M${at(from, reach * 1.08)}L${at((from + to) / 2, reach * (i % 2 ? 1.22 : 1.36))}L${at(to, reach * 1.08)}z`,
      inks.second,
    );
  });
  return [
    ...rays,
    svgCircle(x, glow, reach, inks.second),
    svgPath(tongue(flame * 1.25), inks.light),
    svgPath(tongue(flame * 0.55), inks.second),
    svgRect(x - half, wick + 9, half * 2, foot - wick, inks.text),
    svgRect(x - 2, wick - 10, 4, 20, inks.dark),
    svgPath(
      svgPathData`M${x - half} ${wick + 9}v${height * 0.1}q${half * 0.3} ${half} ${half * 0.6} 0v${-height * 0.1}z`,
      inks.light,
    ),
    svgEllipse(x, foot, Math.min(150, height * 0.36), Math.min(22, height * 0.05), inks.text),
    svgRect(0, foot + Math.min(22, height * 0.05) - 3, width, height, inks.dark),
  ].join('');
}
