/**
 * The four flat colours in which a poster is printed, as "#rrggbb". The contrast of text on ground is at least 4.5:1,
 * which a test checks.
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

export type InkName = (typeof INK_NAMES)[number];

export const INK_NAMES = [
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

export const INKS: Record<InkName, Inks> = {
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
