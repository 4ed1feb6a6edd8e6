import { isOnSiteSql, showsView } from '#features/archive/shows/server/index.ts';
import { hasShowEntries, type LedgerPeriod } from '#features/money/ledger/server/index.ts';
import { payersByHand } from '#features/money/subscriptions/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { GetSubs } from '../contract.ts';
import { noteOn } from './enter-subscription.ts';

/** Lists shows with entries, and those from a year before `from` on: the newest first. */
export async function listShowChoices(
  db: DbReader,
  { from, environment }: Pick<LedgerPeriod, 'from' | 'environment'>,
): Promise<{ id: Id; title: string }[]> {
  const shows = await showsView(db)
    .where((show) =>
      show.or([
        show.and([isOnSiteSql, show('cancelled', '=', 0), show('date', '>=', addDays(from, -365))]),
        hasShowEntries(show.ref('id'), environment),
      ]),
    )
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  return shows.map(({ id, title }) => ({ id, title }));
}

/** Lists everybody for whom a payment can be recorded, by last name; with their addresses if two have the same name. */
export async function listMemberChoices(db: DbReader, today: CalendarDate): Promise<GetSubs['members']> {
  const payers = await payersByHand(db, today);
  const alike = Map.groupBy(payers, ({ name }) => fold(name));
  return payers.map(({ email, ...one }) => {
    const isAlone = alike.get(fold(one.name))?.length === 1 || email === '';
    const name = isAlone ? one.name : `${one.name}, ${email}`;
    return { id: one.id, name, note: noteOn({ ...one, email: '' }), plan_id: one.plan_id };
  });
}
