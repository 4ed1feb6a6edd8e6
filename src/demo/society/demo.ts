import { defaultShowFacts, type NewShow } from '#features/archive/shows/fields.ts';
import type { NewBlogPost } from '#features/publishing/blog/blog-post.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { addDays, type CalendarDate, getYear } from '#platform/shared/dates/dates.ts';
import { buildDemoShowId, SOCIETY_NAME } from '../people/ids.ts';
import { demoPeople } from '../people/people.ts';
import type { Play } from '../plays/play.ts';
import { productions1974To2009 } from '../seasons/1974-2009.ts';
import { productionsFrom2010 } from '../seasons/2010-.ts';
import { type CurrentProduction, lastProduction, nextProduction, summerProduction } from '../seasons/now.ts';
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
import { type DemoReview, demoReviews, findDemoReviewUrl } from './reviews.ts';
import { demoSettings } from './settings.ts';

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

function buildCurrentShow({ play, key, cast, crew, text }: CurrentProduction, run: RunDates, venue: string): DemoShow {
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
 * Builds the remaining fields of a show from its play and dates. Nothing in the demo was imported, and its posters are
 * generated.
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
