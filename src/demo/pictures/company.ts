import type { Figure } from './figure.ts';
import { between, oneOf, type Stage } from './stage.ts';

const NUMBERS = ['Nobody', 'One figure', 'Two figures', 'Three figures', 'Four figures', 'Five figures', 'Six figures'];
/** "Three figures". */
export const figuresInWords = (count: number) => NUMBERS[count] ?? `${count} figures`;

/** Someone at a place, dressed by the dice. */
export function someone(stage: Stage, x: number, y: number, height: number, known: Partial<Figure> = {}): Figure {
  const dress = known.dress ?? oneOf(stage, 'suit', 'gown', 'coat', 'skirt', 'suit');
  const womens = dress === 'gown' || dress === 'skirt';
  const head = womens
    ? oneOf(stage, 'bun', 'long', 'bun', 'brim')
    : oneOf(stage, 'bare', 'bare', 'bowler', 'cap', 'bare');
  return {
    x,
    y,
    height: height * between(stage, 0.94, 1.04) * (womens ? 0.96 : 1),
    facing: oneOf(stage, 1, -1),
    arms: oneOf(stage, 'down', 'hip', 'down', 'reach'),
    lean: between(stage, -2, 2),
    dress,
    head,
    ...known,
  };
}

/** A row of people, a little in front of and behind each other. */
export function group(
  stage: Stage,
  count: number,
  {
    at,
    apart,
    y,
    height,
    known = {},
  }: { at: number; apart: number; y: number; height: number; known?: Partial<Figure> },
): Figure[] {
  return Array.from({ length: count }, (_, index) => {
    const x = at + (index - (count - 1) / 2) * apart + between(stage, -0.14, 0.14) * apart;
    return someone(stage, x, y + between(stage, -8, 16), height, known);
  }).sort((one, other) => one.y - other.y);
}
