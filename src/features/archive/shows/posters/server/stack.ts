import type { TextBox, TypesetLine } from './typesetting.ts';

/** A line of text with its position. `x`, `y` is the start of its baseline, in the poster's units. */
export interface PlacedLine {
  line: TypesetLine;
  size: number;
  x: number;
  y: number;
  /** The area of a thin rule that fills the rest of the line, at half the height of the small letters. */
  rule?: TextBox;
}

/** A line without a position, and the clear space it needs above its ink. */
export interface FittedLine {
  line: TypesetLine;
  size: number;
  gap: number;
  ruled: boolean;
}

/** Ink that is horizontally closer than this counts as overlapping. */
const SHY = 8;

/**
 * Stacks lines as close as their ink allows. A descender pushes the next line down only if that line has ink below the
 * descender. All lines are aligned on the side where the largest begins.
 *
 * @returns the lines, starting at y = 0 with the top of the first line's ink, and the height down to the lowest ink or
 * baseline
 */
export function stackLines(waiting: FittedLine[], measure: number): { lines: PlacedLine[]; height: number } {
  const lines: PlacedLine[] = [];
  let above: TextBox[] = [];
  let height = 0;
  let y = 0;
  const largest = waiting.reduce<FittedLine | undefined>(
    (best, other) => (best && best.size >= other.size ? best : other),
    undefined,
  );
  const startsAtRight = largest?.line.isRightToLeft === true;
  for (const { line, size, gap, ruled } of waiting) {
    const scale = size / line.em;
    const x = startsAtRight ? measure - line.ink.right * scale : 0;
    const ink = line.letters.map((box) => movedRight(scaled(box, scale), x));
    const end = line.ink.right * scale + 13;
    const rule =
      ruled && end < measure - 20
        ? { left: end, right: measure, top: -size * 0.26 - 2, bottom: -size * 0.26 }
        : undefined;
    const parts = rule ? [...ink, rule] : ink;
    const drop = lines.length === 0 ? -line.ink.top * scale : clearance(above, parts, gap);
    y += drop;
    lines.push({ line, size, x, y, ...(rule && { rule: shifted(rule, y) }) });
    // A descender of an earlier line may still reach down this far.
    above = [...above.map((box) => shifted(box, -drop)).filter((box) => box.bottom > -size), ...parts];
    height = Math.max(height, y, ...parts.map((part) => y + part.bottom));
  }
  return { lines, height };
}

/** Returns the distance between two baselines that leaves `gap` between the lower line's ink and the ink above it. */
function clearance(above: TextBox[], below: TextBox[], gap: number): number {
  // A line is at least `gap` below the previous baseline, even if no ink is above its letters.
  let most = gap;
  for (const upper of above)
    for (const lower of below)
      if (upper.left < lower.right + SHY && lower.left < upper.right + SHY)
        most = Math.max(most, upper.bottom - lower.top + gap);
  return most;
}

function scaled(box: TextBox, scale: number): TextBox {
  return { left: box.left * scale, top: box.top * scale, right: box.right * scale, bottom: box.bottom * scale };
}

function movedRight(box: TextBox, by: number): TextBox {
  return { ...box, left: box.left + by, right: box.right + by };
}

function shifted(box: TextBox, by: number): TextBox {
  return { ...box, top: box.top + by, bottom: box.bottom + by };
}
