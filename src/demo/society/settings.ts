import type { Settings } from '#features/society/settings/settings.ts';
import { type DemoPicture, formatPictureAsMarkdown, getTextPicture } from '../media/pictures/pictures.ts';

const about = `
We are a community theatre company. We put on three shows a year, two in Lanternside Hall and one out of doors, and everyone is welcome. We have done so since 1974. Nobody is paid, and everybody makes the tea.

## Coming to a show

Doors open at 7pm and most shows begin at 7.30pm. Tickets are £12.50, £9 for anyone over 65 or studying, and £6 for under-16s. Carers and companions come free.

## Joining us

You don’t need to have acted before, and you don’t need to want to. We are always glad of people who can:

- read a part at an [audition](/auditions), which is a room of people sitting in a circle with scripts;
- paint a flat, hang a lamp, mend a zip or find a stuffed owl by Thursday;
- sell programmes, pour wine, and know where the torches are.

We rehearse in the hall on **Mondays and Wednesdays from 7.30pm to 9.45pm**, and on Sundays in the last three weeks. Come to one, or [write to us](/contact), and see how you like it. Membership is yearly, and the first three months are free. *Lanternside Youth*, for ages ten to eighteen, meets on Saturday mornings in term time.

## Finding the hall

Lanternside Hall is on Mill Lane, behind the library. The car park is free after 6pm, and the 14 bus stops outside; the last one back is at 10.40pm, which we keep an eye on when we choose plays.

## Access

- The way in from the car park is level, and so is the way to every seat in row A and to both ends of row E.
- There are two wheelchair spaces, each with a seat beside it.
- The accessible lavatory is on the left of the foyer, with a hoist.
- A hearing loop covers rows A to H. Switch to T.
- The Thursday of every run is a relaxed performance: lights a little up, sounds a little down, and in and out as you please.

If something else would make your evening easier, [tell us](/contact).
`;

/** The demo society's settings, as its admin would have saved them. */
export const demoSettings = {
  logo: '',
  siteName: 'Lanternside Players',
  ticketsActive: '1',
  ticketsLink: '',
  ticketsHeroPhoto: '',
  docsText:
    'What the committee has written down, and what you need to know. If something is missing, ask the secretary.',
  socials:
    'Facebook|https://www.facebook.com/lanternsideplayers.example, Instagram|https://www.instagram.com/lanternsideplayers.example, YouTube|https://www.youtube.com/@lanternsideplayers.example, lanternside.example',
  about: about.trim(),
  contactEmail: 'committee@lanternside.example',
  committeeMail: 'committee@lanternside.example',
  webmasterMail: 'webmaster@lanternside.example',
  helpWiki: 'https://wiki.lanternside.example/',
  boxOfficeMail: 'tickets@lanternside.example',
  mapsURL:
    'https://www.openstreetmap.org/export/embed.html?bbox=-1.9105%2C53.7405%2C-1.9015%2C53.7455&layer=mapnik&marker=53.7430%2C-1.9060',
  privacy: '',
  accessibility: '',
  securityContact: '',
  registration: 'approval',
  timeZone: 'Europe/London',
  yearBegins: '09',
  giftAid: '0',
  scarcePercent: 40,
  keepMessagesMonths: 24,
  keepMailMonths: 3,
  keepBookingsMonths: 24,
  secondFactorRequired: '',
  accentHue: 14,
} satisfies Settings;

interface PlacedPicture {
  picture: DemoPicture;
  /** The beginning of the paragraph or heading that follows the picture. */
  above: string;
}

const placed: readonly PlacedPicture[] = [
  {
    above: '## Coming to a show',
    picture: getTextPicture('about-us'),
  },
  {
    above: 'We rehearse in the hall',
    picture: getTextPicture('a-monday-in-the-hall'),
  },
];

export const aboutPictures: readonly DemoPicture[] = placed.map(({ picture }) => picture);

/** Returns the society's text about itself, with its pictures. */
export const buildAboutTextWithPictures = (): string =>
  placed.reduce(
    (text, { picture, above }) => text.replace(`\n${above}`, `\n${formatPictureAsMarkdown(picture)}\n\n${above}`),
    demoSettings.about,
  );
