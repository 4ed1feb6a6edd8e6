import type { PaymentSource } from '#features/money/ledger/entry.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import type { TableRequest } from '#platform/shared/tables/table.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { MembershipStatus, membershipTable } from './table.ts';

/** A row of the list: a subscription, a member without an account, or an account without a subscription. */
export interface MembershipListRow {
  /** The id of the subscription, of the row of the paper list, or of the account. */
  id: string;
  name: string;
  /** The name of the payer; "" if the member pays for themselves. */
  payer: string;
  /** The id of the payer's account; "" if the payer has none. */
  user_id: string;
  plan_id: string;
  plan: string;
  status: MembershipStatus;
  /** The last day that is paid for; "" if nothing was ever paid. */
  paid_until: CalendarDate | '';
  /** The last day on which a membership in its grace period can be paid for; "" for others. */
  grace_until: CalendarDate | '';
  /** The day on which the membership renews; "" if it doesn't. */
  renews_on: CalendarDate | '';
  paid_by: PaymentSource | 'free' | '';
  /** Part payments towards the next year, in pence. */
  part_paid: number;
  /** True if there is a card with which the membership renews. */
  by_card: boolean;
  /** True if the membership is a subscription whose renewal can be cancelled. */
  can_cancel: boolean;
  email: string;
  phone: string;
  /** The sort key: the payer's name, so that a family is listed together. */
  key: string;
  /** The date of the site's last automatic email about the renewal; "" for none. */
  last_email_on: CalendarDate | '';
  /** The name with which emails greet the payer. */
  greeting: string;
  /** True if the payer's account is disabled, about to be erased, or not approved yet. */
  is_inactive: boolean;
}

/** Returns true if a membership is current. A cancelled membership stays current until the end of the paid year. */
export const isCurrentMembership = (
  { status, paid_until }: Pick<MembershipListRow, 'status' | 'paid_until'>,
  today: CalendarDate,
): boolean => (status === 'cancelled' ? paid_until >= today : status !== 'lapsed' && status !== 'never');

/**
 * Selects each person's current memberships, or the last membership if none is current. Somebody who has changed plans
 * hasn't lapsed.
 */
export function selectListedMemberships(
  memberships: readonly MembershipListRow[],
  today: CalendarDate,
): MembershipListRow[] {
  const byPerson = Map.groupBy(memberships, buildPersonKey);
  return [...byPerson.values()].flatMap((ofPerson) => {
    const current = ofPerson.filter((membership) => isCurrentMembership(membership, today));
    return current.length > 0
      ? current
      : ofPerson.toSorted((a, b) => (a.paid_until < b.paid_until ? 1 : -1)).slice(0, 1);
  });
}

/**
 * Returns the key of a person. Rows of a paper list with the same address and name are the same person. A row without
 * an address is a separate person.
 */
function buildPersonKey({ id, user_id, name, payer, email }: MembershipListRow): string {
  if (payer !== '') return `other ${user_id} ${buildPersonNameKey(name)}`;
  if (user_id !== '') return `self ${user_id}`;
  return email === '' ? `row ${id}` : `paper ${normaliseEmail(email)} ${buildPersonNameKey(name)}`;
}

type SortColumn = 'name' | 'plan' | 'status' | 'paid_until';

/** Sorts memberships. Among memberships with the same value, a family stays together, the payer first. */
export function sortMemberships(
  memberships: readonly MembershipListRow[],
  { by, descending }: { by: SortColumn; descending: boolean },
): MembershipListRow[] {
  const direction = descending ? -1 : 1;
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return memberships.toSorted((a, b) => {
    const first = by === 'name' ? 0 : compare(a[by], b[by]);
    return (
      direction * (first || compare(a.key, b.key)) ||
      compare(a.payer && '1', b.payer && '1') ||
      compare(foldText(a.name), foldText(b.name)) ||
      compare(a.id, b.id)
    );
  });
}

/** Returns true if the member has an account. If another member pays, `user_id` is the payer's account. */
export const hasAccount = ({ user_id, payer }: Pick<MembershipListRow, 'user_id' | 'payer'>): boolean =>
  user_id !== '' && payer === '';

/** Returns the memberships that match the words and filters of the list's query. */
export const filterMemberships = (
  memberships: readonly MembershipListRow[],
  { words, filters }: TableRequest<typeof membershipTable>,
): MembershipListRow[] =>
  memberships.filter((one) => {
    if (filters.status !== '' && one.status !== filters.status) return false;
    if (filters.plan !== '' && one.plan_id !== filters.plan) return false;
    if (filters.account !== '' && hasAccount(one) !== (filters.account === 'yes')) return false;
    if (words.length === 0) return true;
    const key = foldText(`${one.name} ${one.payer} ${one.email} ${one.phone}`);
    return words.every((word) => key.includes(word));
  });
