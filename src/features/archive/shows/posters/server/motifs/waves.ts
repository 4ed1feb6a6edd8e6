import { type MotifContext, svgCircle, svgPath, svgPathData } from './svg.ts';

const WAVES = 8;

/** The moon over the sea. */
export function waves({ width, height, inks, random }: MotifContext): string {
  const moon = width * (0.56 + random() * 0.2);
  let drawn = svgCircle(moon, height * 0.34, Math.min(height * 0.22, 120), inks.light);
  let y = height * 0.44;
  for (let i = 0; i < WAVES; i++) {
    const apart = height * (0.031 + i * 0.0078);
    y += apart;
    const length = 130 + i * 24;
    // Two crests that met would pinch the water between them into a leaf
    const swell = Math.min(8 + i * 3.2, apart * 0.45);
    // Each wave is half-waves of one curve, begun left of the edge so that no seam shows.
    let data = svgPathData`M${-random() * length * 2 - 20} ${y}q${length / 2}-${swell * 2} ${length} 0`;
    for (let x = -length; x < width + length * 2; x += length) data += svgPathData`t${length} 0`;
    drawn += svgPath(svgPathData`${data}V${height + 99}H-999z`, i % 2 ? inks.ground : inks.second);
  }
  return drawn;
}
