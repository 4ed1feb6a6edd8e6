import { defaultShowFacts, type NewShow } from '#features/archive/shows/fields.ts';
import type { NewBlogPost } from '#features/publishing/blog/blog-post.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { addDays, type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId, SOCIETY_NAME } from '../people/ids.ts';
import { demoPeople } from '../people/people.ts';
import type { Play } from '../plays/play.ts';
import { productions1974To2009 } from '../seasons/1974-2009.ts';
import { productionsFrom2010 } from '../seasons/2010-.ts';
import { lastProduction, nextProduction, type ProductionDatedFromToday, summerProduction } from '../seasons/now.ts';
import {
  computeRun,
  findSeason,
  GARDEN,
  getLastRun,
  getNextRun,
  getSummerRun,
  HALL,
  type Production,
  type RunDates,
} from '../seasons/production.ts';
import { buildDemoBlogPosts } from './blog.ts';
import { castShow } from './casting.ts';
import { buildDemoPosts, type DemoPost } from './posts.ts';
import { demoSettings } from './settings.ts';

/** A review of a demo show, as a page of a fictional site. */
export interface DemoReview {
  /** The show's key, as `buildDemoShowId` takes it. */
  show: string;
  url: string;
  page: string;
}

const page = (...parts: [subheading: string, ...paragraphs: string[]][]) =>
  `<!doctype html><html lang="en-GB"><body>${parts
    .map(
      ([subheading, ...text]) =>
        `<h2 class="subheading">${subheading}</h2><div class="content">${text.map((text) => `<p>${text}</p>`).join('')}</div>`,
    )
    .join('')}</body></html>`;

export const demoReviews: readonly DemoReview[] = [
  {
    show: 'the last show',
    url: 'https://reviews.example/lanternside/an-inspector-calls',
    page: page(
      [
        'An Inspector Calls, Lanternside Players',
        '<em>Lanternside Hall. Reviewed on the Thursday by our visitor for the district.</em>',
        'The first thing one notices is the port. It stands on a sideboard at a dinner for six, and very slowly, during a speech about how well everything is going, it moves.',
      ],
      [
        'The production',
        'Tom Okafor has set the Birlings’ dining room on a slope of a few degrees, and then had the good sense never to mention it. Nothing else about the evening was tricksy. There was no thunder and hardly any music; there was a table, and a family being asked questions at it.',
        'The lighting, by <strong>Nick Osei and Bea Long</strong>, took two hours to go from rose to something like the colour of a corridor, and I could not tell you when.',
      ],
      [
        'The players',
        'As the Inspector, <strong>Samir Haddad</strong> did the most difficult thing there is, which is to ask and then to wait. He never raised his voice. <strong>Gerald Whitby</strong>’s Birling grew smaller as he grew louder, and <strong>Margaret Ashdown</strong>, as his wife, gave one look at the end that I took home with me.',
        '<strong>Amy Treadwell</strong> and <strong>Joe Farrant</strong> made the two young people the heart of the play, as Priestley surely meant; <strong>Daniel Reeve</strong> found more shame in Croft than is usual; and <strong>Ruth Calloway</strong>, who has perhaps thirty words as Edna, seemed to have heard all of everybody else’s.',
      ],
      [
        'In short',
        'I have seen this play eleven times. I had not before heard an audience stay in its seats when the lights came up, as if it were waiting to be told that it might go.',
        'Thank you for your hospitality, and for the tea.',
      ],
    ),
  },
  {
    show: '2026 Spring The Importance of Being Earnest',
    url: 'https://reviews.example/lanternside/the-importance-of-being-earnest',
    page: page(
      [
        'The Importance of Being Earnest, Lanternside Players',
        'A white room, and people in colours walking about in it like boiled sweets. Deborah Sharpe’s production trusted the play to be funny, and it repaid the trust at about one laugh every nine seconds; I am sorry to say that I counted.',
      ],
      [
        'The players',
        '<strong>Lewis Hargreaves</strong> and <strong>Joe Farrant</strong> fought over the muffins with real malice. <strong>Nia Francis</strong> and <strong>Martha Dunn</strong> took tea as other people take aim. And <strong>Philippa Dane</strong>, whose Lady Bracknell had plainly never been contradicted by an object, let alone a person, said her two most famous words so quietly that the whole house leaned forward to be appalled.',
        'The handbag, I understand, is the original.',
      ],
    ),
  },
  {
    show: '2024 Autumn Journey’s End',
    url: 'https://reviews.example/lanternside/journeys-end',
    page: page(
      [
        'Journey’s End, Lanternside Players',
        'I was asked to be in my seat by twenty-five past seven. At half past, out of the dark, somebody read seven names. Then the play began, and for two hours I watched men much younger than I am talk about food.',
      ],
      [
        'The production',
        'Gerald Whitby has kept it plain. Old sleepers, candles, one lamp; the audience near enough to smell the cooking. <strong>Priya Nair</strong>’s dugout had the right sort of roof, low enough that one ducked on its behalf.',
        '<strong>Lewis Hargreaves</strong> let us see how tired Stanhope is of being brave, and <strong>Tunde Adeyemi</strong>’s Osborne, putting away his pipe and his ring, was the finest thing I have seen on an amateur stage this year.',
      ],
      [
        'Afterwards',
        'Nobody clapped for a while. Then everybody did. It is on until Saturday; there will be other names.',
      ],
    ),
  },
];

export const findDemoReviewUrl = (show: string): string =>
  demoReviews.find((review) => review.show === show)?.url ?? '';

const YOUTH = 'Lanternside Youth';

export type DemoShow = NewShow & { id: string };

export interface DemoSociety {
  settings: Partial<Settings>;
  /** Oldest first; the last two are in the future. */
  shows: DemoShow[];
  posts: DemoPost[];
  blog: NewBlogPost[];
  reviews: readonly DemoReview[];
}

/** The minimum number of days from the end of one show to the start of the next, which a society of this size needs. */
const BREATHING_SPACE = 49;

/** Every production with a fixed date, oldest first. */
export const productions = [...productions1974To2009, ...productionsFrom2010];

/** The shows with a fixed date. They are the same every day, so they are cast only once. */
const history = productions.map(buildPastShow);

/**
 * Builds the society on `today`: its history, the show that closed three to four weeks ago, the show five months ahead,
 * and the summer show after that. The same day gives the same society. From day to day, no show changes, except
 * that the three shows around today move. Works for 2024 and later.
 */
export function buildDemoSociety(today: CalendarDate): DemoSociety {
  const latest = getLastRun(today);
  const past = history.filter((show) => addDays(show.date, BREATHING_SPACE) <= latest.first);
  const around = [
    buildCurrentShow(lastProduction, latest, HALL),
    buildCurrentShow(nextProduction, getNextRun(today), HALL),
    buildCurrentShow(summerProduction, getSummerRun(today), GARDEN),
  ];
  const shows = [...past, ...around];
  const present = new Set(shows.map(({ id }) => id));
  return {
    settings: demoSettings,
    shows,
    posts: buildDemoPosts(today).filter(({ show_id }) => show_id === null || present.has(show_id)),
    blog: buildDemoBlogPosts(today),
    reviews: demoReviews.filter(({ show }) => present.has(buildDemoShowId(show))),
  };
}

function buildPastShow(production: Production): DemoShow {
  const { play, year, season, youth, venue, cancelled, cast, text } = production;
  const key = `${year} ${season} ${play.title}`;
  return {
    id: buildDemoShowId(key),
    ...buildCommonFields(play, computeRun(production)),
    noda_review: findDemoReviewUrl(key),
    venue,
    company: youth ? YOUTH : SOCIETY_NAME,
    cancelled,
    season,
    show_type: getShowType(production),
    text_blob: text,
    credits: castShow({ key, year, play, youth, musical: hasBand(play), cast }, demoPeople),
  };
}

function buildCurrentShow(
  { play, key, cast, crew, text }: ProductionDatedFromToday,
  run: RunDates,
  venue: string,
): DemoShow {
  const casting = { key, year: getYear(run.last), play, youth: false, musical: hasBand(play), cast, crew };
  return {
    id: buildDemoShowId(key),
    ...buildCommonFields(play, run),
    noda_review: findDemoReviewUrl(key),
    venue,
    company: SOCIETY_NAME,
    season: findSeason(run.last),
    show_type: venue === GARDEN ? 'Open air' : 'Full-length play',
    text_blob: text.trim(),
    credits: castShow({ ...casting, stillCasting: Object.keys(cast).length === 0 }, demoPeople),
  };
}

/**
 * Builds the fields of a show that follow from its play and its dates, or are the same for all shows. Nothing in the
 * demo was imported, and its posters are generated.
 */
function buildCommonFields({ title, subtitle, author, genre }: Play, { first, last, known }: RunDates) {
  return {
    title,
    subtitle,
    author,
    genre,
    first_date: first,
    first_date_precision: known,
    date: last,
    date_precision: known,
    programme: '',
    banner: '',
    radio_audio: '',
    import_key: null,
    ...defaultShowFacts,
  };
}

function hasBand({ genre }: Play): boolean {
  return genre === 'Musical' || genre === 'Pantomime';
}

function getShowType({ play, youth, oneAct, venue }: Production): string {
  if (youth) return 'Youth';
  if (hasBand(play)) return play.genre;
  if (oneAct) return 'One-act play';
  return venue === GARDEN ? 'Open air' : 'Full-length play';
}
