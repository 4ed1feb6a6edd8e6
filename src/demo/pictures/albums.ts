import * as indoors from './indoors.ts';
import * as onstage from './onstage.ts';
import * as outdoors from './outdoors.ts';
import { seance } from './seance.ts';
import type { Light, Thing } from './stage.ts';

/** The kinds of picture there are, by name. */
export const scenes = { ...indoors, ...onstage, ...outdoors, seance };
export type SceneName = keyof typeof scenes;

/** The photographs of one show. */
export interface Album {
  /** Which show, as `showId` takes it. */
  show: string;
  count: number;
  /** In this order, again and again. */
  scenes: readonly SceneName[];
  light: Light;
  /** Scenes that were lit differently. */
  lights?: Partial<Record<SceneName, Light>>;
  thing: Thing;
  /** What is written under the first picture of a kind. */
  captions: Partial<Record<SceneName, string>>;
  /** On paper, brown with age, and scanned small. */
  faded: boolean;
}

const usual: Pick<Album, 'count' | 'thing' | 'faded'> = { count: 6, thing: 'photograph', faded: false };
const room: SceneName[] = ['doorway', 'table', 'window', 'lamplight', 'beams', 'stairs', 'smallTable', 'bows'];
const garden: SceneName[] = ['trees', 'bandstand', 'beams', 'curtains', 'rain', 'bows', 'trees', 'wings'];
const light = (name: string, dark: string, key: string, fill: string): Light => ({ name, dark, key, fill });

/** The newest first: whoever looks at a site that has just opened looks there. */
export const albums: readonly Album[] = [
  {
    ...usual,
    show: 'the last show',
    count: 60,
    scenes: [
      'doorway',
      'window',
      'table',
      'smallTable',
      'bows',
      'beams',
      'lamplight',
      'stairs',
      'curtains',
      'wings',
      'street',
      'rain',
      'ghostLight',
      'readThrough',
      'timbers',
    ],
    light: light('port-red and amber light', '#120907', '#ffb865', '#b5633a'),
    lights: {
      window: light('midnight-blue light', '#060b15', '#c4d9ff', '#3d64a0'),
      smallTable: light('silver light', '#0a0b0e', '#eef1ea', '#7c8790'),
      bows: light('gold light', '#130c05', '#ffe09c', '#cf8f2c'),
      beams: light('rose and amber light', '#140809', '#ffcf9f', '#bf4350'),
      stairs: light('midnight-blue light', '#060b15', '#c4d9ff', '#3d64a0'),
      curtains: light('red light', '#150505', '#ffab86', '#a52b26'),
      street: light('gaslight', '#0b0e08', '#e9e6a6', '#6f8c58'),
      rain: light('the blue of early morning', '#070d12', '#d5e9f2', '#4b7d90'),
      ghostLight: light('the last warm light', '#110d0a', '#ffe0b4', '#8a6a52'),
      readThrough: light('June daylight', '#12110d', '#fff3d6', '#93a58c'),
    },
    thing: 'telephone',
    captions: {
      doorway: 'An inspector calls. Photograph: Nick Osei',
      table: 'The engagement dinner. The floor slopes, so the port travels.',
      lamplight: 'After the second photograph.',
      smallTable: 'The last telephone call.',
      bows: 'Saturday, and a fourth full house.',
      wings: 'Helen Prior on the book, where she has been since 1992.',
      readThrough: 'The first read-through, in June.',
      ghostLight: 'Sunday morning, before the get-out.',
    },
  },
  {
    ...usual,
    show: 'the next show',
    scenes: ['readThrough', 'smallTable', 'wings', 'lamplight', 'readThrough', 'window'],
    light: light('séance-green light', '#07110d', '#dff0b0', '#3f8a72'),
    thing: 'gramophone',
    captions: {
      readThrough: 'The read-through. Elvira has not yet been brought back.',
      smallTable: 'The gramophone, which will work by the first night.',
    },
  },
  {
    ...usual,
    show: '2026 Summer Nell Gwynn',
    count: 7,
    scenes: ['bandstand', 'trees', 'curtains', 'bows', 'street', 'wings', 'trees'],
    light: light('orange light', '#150b05', '#ffc27a', '#c46a25'),
    captions: { bandstand: '“I Can Dance and I Can Sing”, in the garden at Merrow House.' },
  },
  {
    ...usual,
    show: '2026 Spring The Importance of Being Earnest',
    count: 7,
    scenes: ['smallTable', 'table', 'window', 'doorway', 'bows', 'stairs', 'readThrough'],
    light: light('rose and white light', '#150d12', '#ffe3d6', '#b06a86'),
    thing: 'handbag',
    captions: { smallTable: 'The handbag. It is the same one.', table: 'Muffins, from the rota of four.' },
  },
  {
    ...usual,
    show: '2025 Autumn Arsenic and Old Lace',
    scenes: ['smallTable', 'stairs', 'window', 'table', 'bows', 'doorway'],
    light: light('lavender light', '#0e0a16', '#e8d3ff', '#7a5cae'),
    thing: 'bottle',
    captions: { smallTable: 'Blackcurrant, in fact.', stairs: 'The stairs were built for Teddy.' },
  },
  {
    ...usual,
    show: '2025 Summer Under Milk Wood',
    count: 7,
    scenes: ['trees', 'street', 'rail', 'trees', 'bandstand', 'bows', 'rain'],
    light: light('milk-blue light', '#080d16', '#d8e6ff', '#54749f'),
    captions: { trees: 'The town wakes as the sun goes down.' },
  },
  {
    ...usual,
    show: '2025 Spring The Cherry Orchard',
    scenes: ['window', 'trees', 'table', 'doorway', 'curtains', 'bows'],
    light: light('blossom-white light', '#12100f', '#fff1de', '#9aa08a'),
    captions: { window: 'The nursery, in the last act.' },
  },
  {
    ...usual,
    show: '2024 Autumn Journey’s End',
    count: 7,
    scenes: ['timbers', 'timbers', 'table', 'timbers', 'doorway', 'rain', 'curtains'],
    light: light('candle light', '#0f0b06', '#ffca80', '#7d6a3c'),
    thing: 'bottle',
    captions: { timbers: 'Three days before the attack.' },
  },
  {
    ...usual,
    show: '2024 Summer Twelfth Night',
    scenes: ['bandstand', 'rail', 'trees', 'rain', 'bows', 'trees'],
    light: light('sea-green light', '#06120f', '#f6efb4', '#3d8f83'),
    captions: { rain: 'The wind and the rain, on the final night.' },
  },
  {
    ...usual,
    show: '2024 Spring A Doll’s House',
    scenes: ['doorway', 'lamplight', 'table', 'window', 'doorway', 'stairs'],
    light: light('winter light', '#0b0e14', '#f0e6cf', '#6d7f9b'),
    captions: { doorway: 'The door that you could see. The one that mattered was below the stage.' },
  },
  {
    ...usual,
    show: '2023 Autumn Dial M for Murder',
    scenes: ['smallTable', 'lamplight', 'doorway', 'window', 'table', 'curtains'],
    light: light('cold white light', '#0a0b0e', '#eef1ea', '#7c8790'),
    thing: 'telephone',
    captions: { smallTable: 'It rings at eleven.' },
  },
  {
    ...usual,
    show: '2023 Summer Treasure Island',
    scenes: ['rail', 'rail', 'timbers', 'trees', 'rail', 'bows'],
    light: light('moonlight', '#060b14', '#bcd6ff', '#33609c'),
    captions: { rail: 'Eleven knots, all of them tied by Lanternside Youth.' },
  },
  {
    ...usual,
    show: '2022 Summer The Pirates of Penzance',
    scenes: ['rail', 'bandstand', 'beams', 'trees', 'bows', 'curtains'],
    light: light('sunny gold light', '#140c06', '#ffd983', '#b98a2e'),
    captions: { beams: 'As fast as it would go.' },
  },
  {
    ...usual,
    show: '2021 Autumn Talking Heads',
    scenes: ['lamplight', 'curtains', 'smallTable', 'window', 'ghostLight', 'lamplight'],
    light: light('plain warm light', '#110d0a', '#ffe0b4', '#8a6a52'),
    captions: { ghostLight: 'It had been on for nineteen months.' },
  },
  {
    ...usual,
    show: '2017 Autumn Sweeney Todd',
    scenes: ['stairs', 'street', 'beams', 'table', 'rain', 'bows'],
    light: light('furnace-red light', '#130505', '#ff8d66', '#99281f'),
    captions: { stairs: 'To the barber’s shop. The way down was shorter.' },
  },
  {
    ...usual,
    show: '1999 Summer A Midsummer Night’s Dream',
    scenes: garden,
    light: light('violet dusk', '#0c0818', '#d9b8ff', '#5a3fa6'),
    captions: {},
  },
  {
    ...usual,
    show: '1987 Autumn Rebecca',
    scenes: ['stairs', 'window', 'doorway', 'lamplight', 'curtains', 'bows'],
    light: light('a faded colour print', '#160d0a', '#ffb98a', '#a0604e'),
    captions: { stairs: 'Manderley had nine steps, and a good carpenter.' },
  },
  {
    ...usual,
    show: '1985 Summer Under Milk Wood',
    scenes: ['readThrough', 'street', 'beams', 'timbers', 'curtains', 'bows'],
    light: light('an old print', '#101010', '#f4f0e4', '#8c8c8c'),
    faded: true,
    captions: { beams: 'The music stands came too.' },
  },
  {
    ...usual,
    show: '1974 Autumn Hay Fever',
    scenes: room,
    light: light('black and white', '#0e0e0e', '#f7f4ea', '#7d7d7d'),
    faded: true,
    captions: { table: 'Sunday breakfast. If you have a programme, we would dearly like to see it.' },
  },
];
