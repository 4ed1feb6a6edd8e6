import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { CurtainTime } from './icalendar.ts';

/** Lists the performances of these shows by start, each with its show's id. */
export type ListCurtainTimes = (
  db: DbReader,
  showIds: readonly string[],
) => Promise<readonly (CurtainTime & { show_id: string })[]>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    /** Contributed by the feature for performances. */
    curtainTimes: readonly ListCurtainTimes[];
  }
}

/** Creates a function that adds the known performances to the shows of a calendar. */
export const createCurtainTimeLoader =
  ({ all }: Pick<Services, 'all'>) =>
  async <Show extends { id: string }>(
    db: DbReader,
    shows: readonly Show[],
  ): Promise<(Show & { performances: readonly CurtainTime[] })[]> => {
    const ids = shows.map(({ id }) => id);
    const times = (await Promise.all(all('curtainTimes').map((list) => list(db, ids)))).flat();
    const byShow = Map.groupBy(times, ({ show_id }) => show_id);
    return shows.map((show) => ({ ...show, performances: byShow.get(show.id) ?? [] }));
  };
