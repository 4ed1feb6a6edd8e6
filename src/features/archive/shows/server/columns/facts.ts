import type { Tables } from '#platform/server/database/index.ts';
import type { ShowFacts } from '../../fields.ts';

type FactColumns = Pick<Tables['show'], keyof ShowFacts>;

/** Reads a show's facts from its row. */
export const fromFactColumns = (row: FactColumns): ShowFacts => ({
  cancelled: row.cancelled === 1,
  poster_number: row.poster_number,
});

/** Returns the columns of a show's facts. */
export const toFactColumns = (facts: ShowFacts): FactColumns => ({
  cancelled: facts.cancelled ? 1 : 0,
  poster_number: facts.poster_number,
});
