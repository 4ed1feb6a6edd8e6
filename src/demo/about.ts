import { inMarkdown } from './pictures/in-text.ts';
import { type PlannedPicture, single } from './pictures/plan.ts';
import { settings } from './settings.ts';

interface Placed {
  picture: PlannedPicture;
  /** The beginning of the paragraph that the picture stands above. */
  above: string;
}

const placed: readonly Placed[] = [
  {
    above: '## Coming to a show',
    picture: single('about-us', {
      scene: 'bows',
      light: { name: 'the last night’s light', dark: '#120b08', key: '#ffdfae', fill: '#a8473f' },
      seed: 'about us 1',
      height: 640,
    }),
  },
  {
    above: 'We rehearse in the hall',
    picture: single('a-monday-in-the-hall', {
      scene: 'readThrough',
      light: { name: 'a Monday’s lamplight', dark: '#0d0d10', key: '#ffe2b0', fill: '#6f7488' },
      seed: 'a monday in the hall',
      height: 700,
    }),
  },
];

export const aboutPictures: readonly PlannedPicture[] = placed.map(({ picture }) => picture);

/** What the society says of itself, with its pictures. */
export const illustratedAbout = (): string =>
  placed.reduce(
    (text, { picture, above }) => text.replace(`\n${above}`, `\n${inMarkdown(picture)}\n\n${above}`),
    settings.about,
  );
