import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { toSortKey } from '#platform/shared/text/sort-key.ts';
import type { NewShow } from '../fields.ts';
import { type ChosenNamesakes, findOrCreatePeople } from '../people/server/index.ts';
import { toFactColumns } from './store.ts';

/**
 * Adds shows with their credits, which count as set by `by`. People are found by name, among namesakes as `chosen`, or
 * created. Returns the numbers of new shows, credits and people.
 */
export async function createShows(
  tx: DbTransaction,
  shows: readonly (NewShow & { id?: string })[],
  { now, by = null, chosen }: { now: Instant; by?: Id | null; chosen?: ChosenNamesakes | undefined },
): Promise<{ shows: number; persons: number; credits: number }> {
  const named = shows.flatMap((show) => show.credits.map((credit) => credit.person));
  const { creditedTo, createdCount } = await findOrCreatePeople(tx, named, now, { chosen });

  const withIds = shows.map((show) => ({ ...show, id: show.id ?? newId() }));
  await runInBatches(withIds, (batch) =>
    tx
      .insertInto('show')
      .values(
        batch.map(({ credits: _, archived, ...show }) => ({
          ...show,
          ...toFactColumns(show),
          archived_at: archived ? now : null,
          revived_by: null,
          title_key: toSortKey(show.title),
          created_at: now,
          updated_at: now,
          version: 1,
        })),
      )
      .execute(),
  );

  await yieldToEventLoop();
  const credits = withIds.flatMap((show) => {
    const shared = new Map<string, number>();
    return show.credits.map((credit) => {
      const part = `${credit.kind} ${credit.order} ${credit.role}`;
      const place = shared.get(part) ?? 0;
      shared.set(part, place + 1);
      const { person_id, merged_from, printed_as } = creditedTo(credit.person);
      return {
        id: newId(),
        show_id: show.id,
        person_id,
        merged_from,
        kind: credit.kind,
        role: credit.role,
        ord: credit.order,
        place,
        printed_as: credit.as || printed_as,
        set_by: by,
      };
    });
  });
  await yieldToEventLoop();
  await runInBatches(credits, (batch) => tx.insertInto('credit').values(batch).execute());
  return { shows: withIds.length, persons: createdCount, credits: credits.length };
}
