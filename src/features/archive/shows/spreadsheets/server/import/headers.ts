import { SheetError } from '#platform/server/formats/sheet.ts';

/** The crew roles with a separate column, and their order in the programme's crew list. */
export const crewColumns = {
  director: { role: 'Director', order: 1 },
  producer: { role: 'Producer', order: 1 },
  'stage manager': { role: 'Stage Manager', order: 2 },
  'musical director': { role: 'Musical Director', order: 3 },
  choreographer: { role: 'Choreographer', order: 4 },
} as const;

/** The columns by their main heading, each with its other headings. Our own export uses some of the main headings. */
export const archiveColumns = {
  title: ['show', 'show title', 'play', 'play title', 'production', 'name'],
  subtitle: ['sub title', 'tagline'],
  author: ['authors', 'written by', 'writer', 'writers', 'playwright', 'playwrights', 'by', 'author(s)'],
  director: ['directors', 'directed by', 'director(s)'],
  producer: ['producers', 'produced by', 'producer(s)'],
  'stage manager': ['stage managers', 'stage managed by', 'stage manager(s)', 'sm'],
  'musical director': ['musical directors', 'md', 'music director'],
  choreographer: ['choreographers', 'choreographed by', 'choreography'],
  'first performance': [
    'first date',
    'first night',
    'opened',
    'opening',
    'opening night',
    'start',
    'start date',
    'from',
  ],
  'last performance': [
    'last date',
    'last night',
    'closed',
    'closing',
    'closing night',
    'end',
    'end date',
    'to',
    'until',
  ],
  venue: ['theatre', 'theater', 'place', 'location', 'hall', 'where', 'stage'],
  company: ['group', 'society', 'players', 'presented by', 'club'],
  cancelled: ['canceled', 'cancelled?', 'was cancelled'],
  season: ['seasons', 'season/year'],
  genre: ['category'],
  'show type': ['type', 'kind'],
  programme: ['cover', 'cover image', 'poster'],
  'poster number': [],
  banner: ['banner image'],
  'noda review': ['review', 'noda'],
  'radio audio': ['radio', 'audio'],
  description: ['text', 'text blob', 'about', 'notes', 'synopsis'],
  cast: ['cast list', 'actors', 'performers', 'starring', 'cast members', 'played by'],
  crew: [
    ...['crew list', 'crew members', 'production team', 'production crew', 'backstage', 'backstage crew'],
    ...['technical crew', 'technical team', 'creative', 'creatives', 'creative team', 'team'],
  ],
  archived: [],
  'import key': [],
  /** The only date in the file, or else the first or last performance: `resolveDateColumn` decides. */
  date: [
    ...['dates', 'date(s)', 'when', 'performed', 'performance', 'performances', 'date of performance'],
    ...['dates of performance', 'performance date', 'performance dates', 'performance date(s)', 'run'],
  ],
  /** The only date in the file, or the year for dates without a year. */
  year: ['years', 'year(s)', 'calendar year', 'year of performance'],
} as const satisfies Record<string, readonly string[]>;

export type ArchiveColumn = keyof typeof archiveColumns;

/**
 * Decides the meaning of a column that is only called "date": the first performance if the file has no column for that,
 * otherwise the last. A column "year" is the date of a file that has no other dates.
 */
export function resolveDateColumn(places: Map<ArchiveColumn, number>): void {
  const hasPerformances = places.has('first performance') || places.has('last performance');
  const date = places.get('date') ?? (hasPerformances ? undefined : places.get('year'));
  if (date === undefined) return;
  const meaning = (['first performance', 'last performance'] as const).find((column) => !places.has(column));
  if (meaning === undefined) {
    throw new SheetError('There is a third date column besides the first and last performance. Remove one of them.');
  }
  places.set(meaning, date);
}
