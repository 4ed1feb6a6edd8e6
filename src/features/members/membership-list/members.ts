import type { PaymentSource } from '#features/money/ledger/entry.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { personNameKey } from '#platform/shared/text/person-name.ts';
import { fold } from '#platform/shared/text/text.ts';
import type { MembershipStatus } from './table.ts';

/** A membership: one that a person pays, one that another pays for, or one from a list on paper. */
export interface Membership {
  /** The id of the subscription, the row of the paper list, or the account. */
  id: string;
  name: string;
  /** The payer, if it is somebody else; "" if they pay themselves. */
  payer: string;
  /** The payer's account; "" if they have none. */
  user_id: string;
  plan_id: string;
  plan: string;
  status: MembershipStatus;
  /** "" if nothing was ever paid. */
  paid_until: CalendarDate | '';
  /** The last day on which an overdue payment can be made; "" if there is none. */
  grace_until: CalendarDate | '';
  /** "" if it doesn't renew. */
  renews_on: CalendarDate | '';
  paid_by: PaymentSource | 'free' | '';
  /** Pence of part payments that have bought no year yet. */
  part_paid: number;
  /** True if it renews with a card. */
  by_card: boolean;
  /** True if it is a subscription whose renewal can be cancelled. */
  can_cancel: boolean;
  email: string;
  phone: string;
  /** The name by which lists are searched and sorted: the payer's, so that a family is listed together. */
  key: string;
  /** The date the site last wrote about its renewal; "" for never. */
  written_on: CalendarDate | '';
  /** The payer's name in the greeting of an email. */
  greeting: string;
  /** True if the payer's account is disabled, waits for its erasure, or hasn't been approved yet. */
  is_shut: boolean;
}

/** Returns true if somebody is a member on a day. A cancelled membership lasts as long as it is paid for. */
export const isMember = (
  { status, paid_until }: Pick<Membership, 'status' | 'paid_until'>,
  today: CalendarDate,
): boolean => (status === 'cancelled' ? paid_until >= today : status !== 'lapsed' && status !== 'never');

/**
 * The memberships that show each person's status: all that aren't over, else the last. Somebody who has changed plans
 * hasn't lapsed.
 */
export function selectCurrentMemberships(memberships: readonly Membership[], today: CalendarDate): Membership[] {
  const persons = Map.groupBy(memberships, personOf);
  return [...persons.values()].flatMap((theirs) => {
    const live = theirs.filter((one) => isMember(one, today));
    return live.length > 0 ? live : theirs.toSorted((a, b) => (a.paid_until < b.paid_until ? 1 : -1)).slice(0, 1);
  });
}

/** Without an account, rows with one address and name are one person's; one without an address is a person of its own. */
function personOf({ id, user_id, name, payer, email }: Membership): string {
  if (payer !== '') return `other ${user_id} ${personNameKey(name)}`;
  if (user_id !== '') return `self ${user_id}`;
  return email === '' ? `row ${id}` : `paper ${normaliseEmail(email)} ${personNameKey(name)}`;
}

const order = { name: 0, plan: 'plan', status: 'status', paid_until: 'paid_until' } as const;

/** The list in an order; a family always stays together, the payer first. */
export function sortMemberships(
  memberships: readonly Membership[],
  { by, descending }: { by: keyof typeof order; descending: boolean },
): Membership[] {
  const way = descending ? -1 : 1;
  const column = order[by];
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return memberships.toSorted((a, b) => {
    const first = column === 0 ? 0 : compare(a[column], b[column]);
    return (
      way * (first || compare(a.key, b.key)) ||
      compare(a.payer && '1', b.payer && '1') ||
      compare(fold(a.name), fold(b.name)) ||
      compare(a.id, b.id)
    );
  });
}
