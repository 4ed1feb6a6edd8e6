/** A player as the light finds them: a silhouette with a lit edge. */
export interface Figure {
  /** Where the feet are, in the picture's own units. */
  x: number;
  y: number;
  /** Head to foot. */
  height: number;
  /** Which way they look: right, left, or straight at us (or away). */
  facing: 1 | -1 | 0;
  dress: 'suit' | 'coat' | 'gown' | 'skirt';
  arms: 'down' | 'raised' | 'reach' | 'hip' | 'script' | 'joined' | 'glass';
  head: 'bare' | 'bun' | 'long' | 'bowler' | 'cap' | 'brim';
  /** On a chair of its own, or on one that the scene has. */
  seated?: 'chair' | 'scenery';
  /** Degrees from upright. */
  lean?: number;
}

const BODY: Record<Figure['dress'], string> = {
  suit: 'M-3.4-87C-6-83.5-11-83-12-77L-10-50-9.4-24-8.6-4-13-1.4V0H-3.2L-1.2-43H1.2L3.2 0H13V-1.4L8.6-4 9.4-24 10-50 12-77C11-83 6-83.5 3.4-87z',
  coat: 'M-3.4-87C-6-83.5-11.5-83-12.5-77L-10-56-14-30-8.8-28-8.4-4-12.5-1.4V0H-3L-1.4-29H1.4L3 0H12.5V-1.4L8.4-4 8.8-28 14-30 10-56 12.5-77C11.5-83 6-83.5 3.4-87z',
  gown: 'M-3-87C-5-83.5-9.6-82.5-10.4-77L-6.6-60C-9-44-15-24-19-1Q0 2.5 19-1C15-24 9-44 6.6-60L10.4-77C9.6-82.5 5-83.5 3-87z',
  skirt:
    'M-3-87C-5-83.5-9.6-82.5-10.4-77L-6.8-60C-8-50-11.5-38-12.5-27L-5.6-25.6-5-4-8.6-1.4V0H-2.4L-1.2-25H1.2L2.4 0H8.6V-1.4L5-4 5.6-25.6 12.5-27C11.5-38 8-50 6.8-60L10.4-77C9.6-82.5 5-83.5 3-87z',
};

/** From the hips up, on a chair that is 45 high; the thighs go forward. */
const SEATED_BODY: Record<Figure['dress'], (facing: number) => string> = {
  suit: (f) =>
    `M-3.4-79C-6-75.5-11-75-12-69L-10-40H10L12-69C11-75 6-75.5 3.4-79z M${-9 * f}-44L${18 * f}-44Q${23 * f}-43 ${22 * f}-37L${20 * f}-3 ${26 * f}-1V0H${14 * f}L${12 * f}-33 ${-9 * f}-34z`,
  coat: (f) =>
    `M-3.4-79C-6-75.5-11-75-12-69L-11-30H9L12-69C11-75 6-75.5 3.4-79z M${-9 * f}-44L${18 * f}-44Q${23 * f}-43 ${22 * f}-37L${20 * f}-3 ${26 * f}-1V0H${14 * f}L${12 * f}-33 ${-9 * f}-34z`,
  gown: (f) =>
    `M-3-79C-5-75.5-9.6-74.5-10.4-69L-7-52-10-38H10L8-52 10.4-69C9.6-74.5 5-75.5 3-79z M${-10 * f}-44L${17 * f}-44Q${26 * f}-38 ${31 * f}-1H${2 * f}L${-8 * f}-30z`,
  skirt: (f) =>
    `M-3-79C-5-75.5-9.6-74.5-10.4-69L-7-52-10-38H10L8-52 10.4-69C9.6-74.5 5-75.5 3-79z M${-10 * f}-44L${18 * f}-44Q${24 * f}-42 ${24 * f}-24L${18 * f}-23 ${18 * f}-3 ${23 * f}-1V0H${13 * f}L${13 * f}-24 ${-8 * f}-32z`,
};

const line = (...points: number[]) => {
  const [x = 0, y = 0, ...rest] = points;
  return `M${x} ${y}L${rest.join(' ')}`;
};

/** Two arms, each shoulder, elbow, hand. */
function armsOf({ arms, facing, seated }: Figure): string {
  const drop = seated ? 8 : 0;
  const f = facing === 0 ? 1 : facing;
  const at = (side: number, ex: number, ey: number, hx: number, hy: number) =>
    line(side * 9.6, -78 + drop, ex, ey + drop, hx, hy + drop);
  const arm = (side: number) =>
    seated ? at(side, side * 12, -64, side * 5 + f * 8, -53) : at(side, side * 13, -62, side * 12, -46);
  switch (arms) {
    case 'down':
      return arm(1) + arm(-1);
    case 'raised':
      return at(f, f * 19, -90, f * 22, -107) + arm(-f);
    case 'reach':
      return at(f, f * 20, -71, f * 32, -75) + arm(-f);
    case 'hip':
      return at(f, f * 20, -64, f * 9, -54) + arm(-f);
    case 'script':
      return at(f, f * 13, -63, f * 19, -68) + at(-f, f * 1, -61, f * 15, -66);
    case 'joined':
      return at(1, 19, -64, 25, -50) + at(-1, -19, -64, -25, -50);
    case 'glass':
      return at(f, f * 17, -66, f * 19, -82) + arm(-f);
  }
}

/** Head, hair and hat, about the middle of the face. */
function headOf({ head, facing, seated }: Figure): string {
  const y = seated ? -84.5 : -92.5;
  const nose = facing === 0 ? '' : `<path d="M${facing * 4.6} ${y - 2}l${facing * 3.2} 3.4l${facing * -3} 1.2z"/>`;
  const skull = `<ellipse cy="${y}" rx="${facing === 0 ? 5.6 : 6}" ry="7.4"/><path d="M-3.2 ${y + 4}h6.4v7h-6.4z"/>${nose}`;
  const back = -facing;
  switch (head) {
    case 'bare':
      return skull;
    case 'bun':
      return `${skull}<circle cx="${back * 5.4}" cy="${y - 5.6}" r="3.6"/><path d="M-6.2 ${y}Q-6.6 ${y - 8.6} 0 ${y - 8.6}T6.2 ${y}z"/>`;
    case 'long':
      return `${skull}<path d="M-6.4 ${y - 2}Q-6 ${y - 9} 0 ${y - 8.8}T6.4 ${y - 2}L${facing === 1 ? 2 : 7.4} ${y + 12}H${facing === -1 ? -2 : -7.4}z"/>`;
    case 'bowler':
      return `${skull}<path d="M-9.4 ${y - 3.6}Q0 ${y - 1.6} 9.4 ${y - 3.6}L6.4 ${y - 5}Q6.2 ${y - 13.4} 0 ${y - 13.4}T-6.4 ${y - 5}z"/>`;
    case 'cap':
      return `${skull}<path d="M-6.8 ${y - 3.4}Q-6.4 ${y - 10.4} ${facing} ${y - 10}T6.8 ${y - 4}l${facing * 4} 1.6l${facing * -5} .8z"/>`;
    case 'brim':
      return `${skull}<path d="M-13 ${y - 2.6}Q0 ${y - 7} 13 ${y - 4.6}Q7 ${y - 5.4} 5.6 ${y - 6.4}Q5 ${y - 12} 0 ${y - 12}T-5.6 ${y - 6}Q-9 ${y - 4.6}-13 ${y - 2.6}z"/>`;
  }
}

function propOf({ arms, facing, seated }: Figure): string {
  const f = facing === 0 ? 1 : facing;
  const drop = seated ? 8 : 0;
  if (arms === 'script') return `<path d="M${f * 13} ${-76 + drop}l${f * 11}-2v12l${f * -11} 2z" class="paper"/>`;
  if (arms === 'glass') return `<path d="M${f * 17.4} ${-90 + drop}h3.6l-.8 6h-2z" class="paper"/>`;
  return '';
}

const CHAIR = (back: number) =>
  `<path d="M${back * 13}-72V0M${back * 13}-36H${-back * 10}V0" fill="none" stroke-width="2.6"/>`;

/** A player in `ink`, edged with `edge` towards the side the light comes from. */
export function drawFigure(figure: Figure, { ink, edge, from }: { ink: string; edge: string; from: 1 | -1 }): string {
  const { x, y, height, dress, seated, lean = 0, facing } = figure;
  const back = facing === 1 ? -1 : 1;
  const body = seated ? SEATED_BODY[dress](facing === 0 ? 1 : facing) : BODY[dress];
  // Seen from the side a person is narrower.
  const narrow = facing === 0 || seated ? 1 : 0.86;
  const arms = `<path d="${armsOf(figure)}" fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`;
  // Where two parts of one path overlap in opposite turns there would be a hole
  const parts = body.split(' M').map((part, at) => `<path d="${at === 0 ? part : `M${part}`}"/>`);
  const shape = `${seated === 'chair' ? CHAIR(back) : ''}${parts.join('')}${arms}${headOf(figure)}`;
  const scale = height / 100;
  const placed = (dx: number, dy: number) =>
    `translate(${round(x + dx)} ${round(y + dy)}) rotate(${round(lean)}) scale(${round(scale * narrow)} ${round(scale)})`;
  return (
    `<g fill="${edge}" stroke="${edge}" stroke-width="0" transform="${placed(from * height * 0.009, -height * 0.006)}">${shape}</g>` +
    `<g fill="${ink}" stroke="${ink}" stroke-width="0" transform="${placed(0, 0)}">${shape}</g>` +
    `<g fill="#d9cdb4" transform="${placed(0, 0)}">${propOf(figure)}</g>`
  );
}

export const round = (value: number): number => Math.round(value * 10000) / 10000;
