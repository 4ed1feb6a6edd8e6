import type { Precision } from '#platform/shared/dates/dates.ts';
import type { Play } from '../plays/play.ts';

export type Season = 'Spring' | 'Summer' | 'Autumn' | 'Winter';

export const HALL = 'Lanternside Hall';
export const CHURCH_HALL = 'St Anne’s Church Hall';
export const GARDEN = 'The walled garden, Merrow House';
export const CORN_EXCHANGE = 'The Corn Exchange, Harrowby';
export const CHAPEL = 'The Old Chapel, Mill Lane';

/** One of the society's productions: the play, the dates and the description. */
export interface Production {
  year: number;
  season: Season;
  play: Play;
  /** The precision of the production's dates in the archive. */
  known: Precision;
  venue: string;
  youth: boolean;
  oneAct: boolean;
  cancelled: boolean;
  /** The people known to have played a part, by role. */
  cast: Record<string, string>;
  /** The text about the production, in Markdown. */
  text: string;
}

/**
 * Builds a production from its season, such as "1985 Summer". By default it was performed in the hall, on known dates.
 */
export function buildProduction(
  when: `${number} ${Season}`,
  play: Play,
  text: string,
  unusual: Partial<Omit<Production, 'year' | 'season' | 'play' | 'text'>> = {},
): Production {
  return {
    year: Number(when.slice(0, 4)),
    season: seasonIn(when),
    play,
    known: 'day',
    venue: HALL,
    youth: false,
    oneAct: false,
    cancelled: false,
    cast: {},
    ...unusual,
    text: text.trim(),
  };
}

function seasonIn(when: string): Season {
  if (when.endsWith('Spring')) return 'Spring';
  if (when.endsWith('Summer')) return 'Summer';
  return when.endsWith('Autumn') ? 'Autumn' : 'Winter';
}
