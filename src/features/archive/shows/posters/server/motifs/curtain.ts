import { type MotifContext, svgPath, svgPathData, svgRect } from './svg.ts';

const FOLDS = 7;

/** House curtains, tied back from a lit stage. */
export function curtain({ width, height, inks, random }: MotifContext): string {
  const gap = 0.9 + random() * 0.3;
  const tie = height * (0.6 + random() * 0.08);
  let drawn = svgRect(0, 0, width, height, inks.light);
  for (let fold = FOLDS; fold >= 0; fold--) {
    const fill = fold % 2 ? inks.second : inks.dark;
    const top = (fold + 1) * (width / 2 / FOLDS) * 0.93;
    const tied = top - (fold / FOLDS) ** 1.5 * 150 * gap;
    const hem = tied + 8 + fold * 7;
    for (const at of [(x: number) => x, (x: number) => width - x]) {
      drawn += svgPath(
        svgPathData`M${at(-9)}-9H${at(top)}C${at(top)} ${height * 0.4} ${at(tied)} ${tie * 0.8} ${at(tied)} ${tie}S${at(hem - 6)} ${height * 0.88} ${at(hem)} ${height + 9}H${at(-9)}z`,
        fill,
      );
    }
  }
  return drawn + pelmet(width, height, inks.dark, inks.second);
}

/** Swags across the top. */
function pelmet(width: number, height: number, fill: string, trim: string): string {
  const drop = Math.min(46, height * 0.11);
  const swags = (depth: number) => {
    let data = svgPathData`M-9-9V${depth * 0.4}`;
    for (let i = 0; i < 6; i++)
      data += svgPathData`Q${(i + 0.5) * (width / 6)} ${depth * 1.75} ${(i + 1) * (width / 6)} ${depth * 0.4}`;
    return `${data}V-9z`;
  };
  return svgPath(swags(drop + 9), trim) + svgPath(swags(drop), fill);
}
