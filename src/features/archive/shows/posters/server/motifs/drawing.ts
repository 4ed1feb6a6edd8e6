/** Returns the next random number, 0 ≤ n < 1. */
export type Random = () => number;

/** Hashes a text's lower-case code points with FNV-1a: 32 bits, the same on every machine. */
export function hashText(text: string): number {
  let value = 2166136261;
  for (const character of text.toLowerCase()) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  return value >>> 0;
}

/** Creates a mulberry32 generator, which is small and gives the same numbers for the same seed. */
export function createRandomGenerator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a random item of a non-empty list. */
export function pickRandom<T>(list: readonly [T, ...T[]], random: Random): T {
  return list[Math.floor(random() * list.length)] ?? list[0];
}

/**
 * The four flat colours of a poster as "#rrggbb": ground, text, second and light. Each of `dark`, `silhouette` and
 * `night` is one of these four. The contrast of text on ground is at least 4.5:1, which a test checks.
 */
export interface Inks {
  ground: string;
  text: string;
  second: string;
  light: string;
  /** The darker of the ground's and the text's colours, for floors, folds and fences. */
  dark: string;
  /** The colour of a figure against the light. */
  silhouette: string;
  /** The colour of the night behind a lamp: the ground's colour if it is dark, otherwise the second ink. */
  night: string;
}

export type InkSetName = (typeof INK_SET_NAMES)[number];

export const INK_SET_NAMES = [
  'claret',
  'playbill',
  'night',
  'bottle',
  'mustard',
  'rose',
  'frost',
  'black',
  'brick',
  'sage',
  'petrol',
  'cocoa',
  'sky',
  'coral',
] as const;

export const INKS: Record<InkSetName, Inks> = {
  claret: onDark('#7a1b2d', '#f7ecd6', '#360a15', '#f2b45f', '#360a15'),
  playbill: onPale('#f2e6cd', '#1d1512', '#c23a20', '#e7b04a'),
  night: onDark('#14243d', '#f5ebd8', '#3a668f', '#f1c35c'),
  bottle: onDark('#11352d', '#f4ebd5', '#2d6a54', '#e9a33d'),
  mustard: onPale('#e2a62e', '#22140f', '#a1251b', '#fbeccb'),
  rose: onPale('#f1c5b6', '#3a0f1b', '#b1213a', '#fdf1e5'),
  frost: onPale('#cddbde', '#14202b', '#2b5f75', '#f8f0de'),
  black: onDark('#181211', '#f5ead9', '#8d2231', '#ffc968'),
  brick: onDark('#b5462a', '#fcefdc', '#4e150d', '#f6c982', '#4e150d'),
  sage: onPale('#b8c39f', '#1f2717', '#52683a', '#f9f1de'),
  petrol: onDark('#0f4450', '#f4ecd8', '#2f7f86', '#f2a65a'),
  cocoa: onDark('#3a2418', '#f6ead3', '#8f4a26', '#f0bd62'),
  sky: onPale('#9dbbd8', '#14203a', '#26508c', '#f8efd8'),
  coral: onPale('#ea8f6d', '#2a0f12', '#942330', '#fde8cf'),
};

function onDark(ground: string, text: string, second: string, light: string, silhouette = ground): Inks {
  return { ground, text, second, light, dark: ground, silhouette, night: ground };
}

function onPale(ground: string, text: string, second: string, light: string): Inks {
  return { ground, text, second, light, dark: text, silhouette: text, night: second };
}

/**
 * The box in which a motif is drawn, with its colours and random numbers. The box has its top left corner at 0, 0 and
 * is as wide as the poster. Strokes outside it are cut off.
 */
export interface MotifContext {
  width: number;
  height: number;
  inks: Inks;
  random: Random;
}

/** Draws a picture as SVG markup. The same random numbers always give the same picture. */
export type DrawMotif = (art: MotifContext) => string;

/** Formats a path's data with numbers rounded to a tenth. */
export function formatSvgPathData(strings: TemplateStringsArray, ...values: (number | string)[]): string {
  return strings.reduce((all, text, i) => {
    const value = values[i - 1];
    return all + (typeof value === 'number' ? roundToTenth(value) : (value ?? '')) + text;
  });
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

export function renderSvgPath(data: string, fill: string): string {
  return `<path d="${data}" fill="${fill}"/>`;
}

export function renderSvgStroke(data: string, stroke: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${roundToTenth(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function renderSvgCircle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}" fill="${fill}"/>`;
}

export function renderSvgEllipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" rx="${roundToTenth(rx)}" ry="${roundToTenth(ry)}" fill="${fill}"/>`;
}

export function renderSvgRect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}" fill="${fill}"/>`;
}

const HEAD = '<ellipse cy="-91" rx="6.3" ry="8"/>';
const HAT = '<ellipse cy="-94.5" rx="13.5" ry="2.3"/><path d="M-8-95C-8.5-105-6-108 0-104.8C6-108 8.5-105 8-95z"/>';
const COAT =
  '<path d="M-3.5-86C-4-82-13-81.5-15.5-77C-19-69-20-52-19.5-42l2 4 2.5-3.5C-14.5-52-13.5-60-12-66C-11.5-52-13-38-14.5-25H-9.5L-8.5-3-12.5 0H-2L-.6-25H.6L2 0H12.5L8.5-3 9.5-25H14.5C13-38 11.5-52 12-66C13.5-60 14.5-52 15-41.5L17.5-38l2-4C20-52 19-69 15.5-77C13-81.5 4-82 3.5-86z"/>';

/** Draws a standing figure in a long coat. `height` is without the hat. */
export function drawFigureInCoat(x: number, feet: number, height: number, fill: string, hat = false): string {
  return `<g fill="${fill}" transform="translate(${roundToTenth(x)} ${roundToTenth(feet)}) scale(${roundToTenth(height) / 100})">${HEAD}${hat ? HAT : ''}${COAT}</g>`;
}
