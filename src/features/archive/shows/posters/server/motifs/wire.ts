import { type MotifContext, svgCircle, svgLine, svgPathData } from './svg.ts';

/** A telephone dial, and its cord running out of the picture. */
export function wire({ width, height, inks, random }: MotifContext): string {
  const radius = Math.min(height * 0.42, 210);
  const x = width * (0.52 + random() * 0.06);
  const y = height * 0.5;
  const ring = radius * 0.72;
  const called = Math.floor(random() * 10);
  let drawn = svgLine(cord(x, height), inks.text, 7) + svgCircle(x, y, radius, inks.second);
  for (let hole = 0; hole < 10; hole++) {
    const angle = -0.95 - hole * 0.52;
    drawn += svgCircle(
      x + Math.cos(angle) * ring,
      y + Math.sin(angle) * ring,
      radius * 0.155,
      hole === called ? inks.light : inks.ground,
    );
  }
  // The finger stop is held from outside the dial: one that lies within it looks like a slip of the pen
  const stop = 0.26;
  drawn += svgLine(
    svgPathData`M${x + Math.cos(stop) * radius * 0.6} ${y + Math.sin(stop) * radius * 0.6}L${x + Math.cos(stop) * radius * 1.12} ${y + Math.sin(stop) * radius * 1.12}`,
    inks.text,
    radius * 0.09,
  );
  return drawn + svgCircle(x, y, radius * 0.4, inks.text) + svgCircle(x, y, radius * 0.1, inks.second);
}

/** Coils from the left edge to the dial. */
function cord(to: number, height: number): string {
  const coil = Math.min(22, height * 0.06);
  let data = '';
  for (let t = 0; t * 5 < to; t += 0.45) {
    const x = t * 5 - 20 - coil * Math.sin(t);
    const sag = Math.sin((t * 5) / to) * height * 0.06;
    data += svgPathData`${data === '' ? 'M' : 'L'}${x} ${height * 0.78 + sag + coil * Math.cos(t)}`;
  }
  return data;
}
