import { type DemoPicture, findPicture, formatPicture } from '../media/pictures/pictures.ts';
import { demoSettings } from './settings.ts';

interface Placed {
  picture: DemoPicture;
  /** The beginning of the paragraph or heading that follows the picture. */
  above: string;
}

const placed: readonly Placed[] = [
  {
    above: '## Coming to a show',
    picture: findPicture('about-us'),
  },
  {
    above: 'We rehearse in the hall',
    picture: findPicture('a-monday-in-the-hall'),
  },
];

export const aboutPictures: readonly DemoPicture[] = placed.map(({ picture }) => picture);

/** Returns the society's text about itself, with its pictures. */
export const renderAboutText = (): string =>
  placed.reduce(
    (text, { picture, above }) => text.replace(`\n${above}`, `\n${formatPicture(picture)}\n\n${above}`),
    demoSettings.about,
  );
