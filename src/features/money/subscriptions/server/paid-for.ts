import { presentPersons } from '#features/archive/shows/people/server/index.ts';
import { allPlans } from '#features/money/membership/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';
import type { PaidFor } from '../contract.ts';
import { listLiveSubscriptions } from './store.ts';

/**
 * Returns a member's running subscriptions as an admin sees them: the person they are for, and their renewal. No
 * contacts.
 */
export async function paidFor(db: Reading, userId: Id, today: CalendarDate): Promise<PaidFor[]> {
  const live = await listLiveSubscriptions(db, userId, today);
  const plans = await allPlans(db, today);
  const persons = await presentPersons(
    db,
    live.flatMap(({ person_id }) => person_id ?? []),
  );
  return live.map(({ id, plan_id, sub_for, name, renews_on, cancelled_at, person_id }) => ({
    ...{ id, sub_for, name, renews_on, cancelled: cancelled_at !== null },
    plan_name: plans.find((plan) => plan.id === plan_id)?.name ?? '',
    person: persons.get(person_id ?? '') ?? null,
  }));
}
