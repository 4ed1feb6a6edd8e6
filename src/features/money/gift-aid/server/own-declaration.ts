import { listPlans } from '#features/money/membership/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { toCalendarDate as dayOf } from '#platform/shared/dates/dates.ts';
import type { GiftAid } from '../contract.ts';
import { wordingVersion } from '../wording.ts';
import { listMemberDeclarations } from './store.ts';

/** Returns a member's Gift Aid; null if the society doesn't take declarations and the member has none in force. */
export async function loadMemberGiftAid({
  db,
  visitor,
  today,
}: Pick<PageRequest, 'db' | 'visitor' | 'today'>): Promise<GiftAid | null> {
  const settings = await readSettings(db);
  const open = settings.giftAid === '1';
  const declared = (await listMemberDeclarations(db, visitor.id)).find(({ ended_at }) => ended_at === null);
  if (!open && !declared) return null;
  const plans = await listPlans(db, today);
  return {
    open,
    society: settings.siteName,
    wording: wordingVersion,
    plans: plans.filter((plan) => plan.gift_aid).map(({ name }) => name),
    declaration: declared
      ? {
          ...{ title: declared.title, firstname: declared.firstname, lastname: declared.lastname },
          ...{ house: declared.house, address: declared.address, postcode: declared.postcode },
          declared_on: dayOf(declared.declared_at, settings.timeZone),
        }
      : null,
  };
}
