import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import { buildPersonNameKey, memoisePersonNameKey } from '#platform/shared/text/person-name.ts';
import { toPhoneKey } from '#platform/shared/text/phone-number.ts';
import type { PaperListRow } from './paper-list.ts';

/** An account that a row may be about. */
export interface ExistingAccount {
  id: string;
  name: string;
  email_key: string;
}

/** A subscription that an account has or had. */
export interface ExistingSubscription {
  user_id: string;
  plan_id: string;
  /** The person the subscription is for; "" for the account's owner. */
  name: string;
  paid_until: CalendarDate;
  /** True if the subscription renews by itself. An imported list doesn't change such a subscription. */
  goes_on: boolean;
}

/** A member without an account who is already on the list. */
export interface ExistingPaperListMember {
  id: string;
  name: string;
  email_key: string;
  plan_id: string;
  /** The plan on the last list. The person may have paid for another plan since. */
  listed_plan_id?: string;
  phone?: string;
  paid_until: CalendarDate;
}

/**
 * A row of a list, with its normalised address. `namesake` numbers rows about different people who have the same name
 * and no address.
 */
export type KeyedPaperListRow = PaperListRow & { email_key: string; namesake?: number };

/**
 * The outcome of an import for a row: the row is added to an account, creates or updates a listed person without an
 * account, or is already known. `by` says what the row and the account have in common. `other` is true if the row is
 * about somebody for whom the account's owner pays. `was` is the id of the row that a person with an account still has
 * on the paper list; the import deletes that row.
 */
export type MemberImportOutcome =
  | { to: 'account'; user_id: string; account: string; by: 'address' | 'name'; other: boolean; was: string | undefined }
  | { to: 'new' }
  | { to: 'paper'; id: string }
  | {
      to: 'known';
      /** The id of the person's account; "" if they have none. */
      user_id: string;
      account: string;
      paid_until: CalendarDate;
      goes_on: boolean;
      was: string | undefined;
      /** The line of another row in the same list, if that row is used instead. */
      line?: number;
    };

/**
 * Among the rows that share an address, finds the account owner's row: the row with the account's name, or else the
 * first row.
 */
export function findRowOfAccount<Row extends { name: string }>(rows: readonly Row[], account: string): Row | undefined {
  return rows.find(({ name }) => buildPersonNameKey(name) === buildPersonNameKey(account)) ?? rows[0];
}

/**
 * Decides the outcome of each row of a list, in the list's order. Yields between steps, so that other requests are
 * served in between: a list and a society's membership can have thousands of rows.
 *
 * @param nameKey returns the key of a name; memoised, so that several calls can share the keys
 */
export function* decideImportOutcomes(
  rows: readonly KeyedPaperListRow[],
  {
    accounts,
    held,
    paper,
  }: {
    accounts: readonly ExistingAccount[];
    held: readonly ExistingSubscription[];
    paper: readonly ExistingPaperListMember[];
  },
  nameKey = memoisePersonNameKey(),
): Generator<undefined, MemberImportOutcome[]> {
  /** Returns the key of a membership without an account: its address, name and plan. */
  const paperKey = ({ name, email_key, plan_id }: Pick<ExistingPaperListMember, 'name' | 'email_key' | 'plan_id'>) =>
    `${email_key} ${nameKey(name)} ${plan_id}`;
  for (const { name } of [...accounts, ...rows, ...paper, ...held]) {
    nameKey(name);
    yield;
  }
  const byAddress = new Map(accounts.map((account) => [account.email_key, account]));
  const byName = Map.groupBy(accounts, ({ name }) => nameKey(name));
  const sharing = Map.groupBy(rows, ({ email_key }) => email_key);
  const named = Map.groupBy(rows, ({ name }) => nameKey(name));
  const heldBy = Map.groupBy(held, ({ user_id }) => user_id);
  const onPaper = Map.groupBy(
    paper.flatMap((person) => [
      // People may have changed plans since the list was imported
      { key: paperKey({ ...person, plan_id: person.listed_plan_id ?? person.plan_id }), person },
      { key: paperKey(person), person },
    ]),
    ({ key }) => key,
  );
  const matches = new Map<KeyedPaperListRow, ExistingPaperListMember | undefined>();
  for (const [key, sameKey] of Map.groupBy(rows, paperKey)) {
    const known = [...new Set((onPaper.get(key) ?? []).map(({ person }) => person))];
    const people = [...Map.groupBy(sameKey, ({ namesake }) => namesake).values()];
    const found = matchNamesakes(people.map(findLongestPaidRow), known);
    for (const [index, ofPerson] of people.entries()) for (const row of ofPerson) matches.set(row, found[index]);
    yield;
  }

  const findAccountOfRow = (
    row: (typeof rows)[number],
  ): { account: ExistingAccount; by: 'address' | 'name'; other: boolean } | undefined => {
    const addressed = row.email_key === '' ? undefined : byAddress.get(row.email_key);
    if (addressed) {
      const others = new Set((sharing.get(row.email_key) ?? []).map(({ name }) => nameKey(name)));
      const own = findRowOfAccount(sharing.get(row.email_key) ?? [], addressed.name);
      return {
        account: addressed,
        by: 'address',
        other: others.size > 1 && nameKey(own?.name ?? '') !== nameKey(row.name),
      };
    }
    const [account, another] = byName.get(nameKey(row.name)) ?? [];
    const alone = new Set((named.get(nameKey(row.name)) ?? []).map(buildNamesakeKey)).size === 1;
    return account && !another && alone ? { account, by: 'name', other: false } : undefined;
  };

  const people: { row: (typeof rows)[number]; found: ReturnType<typeof findAccountOfRow>; key: string }[] = [];
  for (const row of rows) {
    const found = findAccountOfRow(row);
    const key = found
      ? `${found.account.id} ${row.plan_id} ${found.other ? nameKey(row.name) : ''}`
      : `paper ${paperKey(row)} ${row.namesake ?? ''}`;
    people.push({ row, found, key });
    yield;
  }
  // A list may have a row for each payment. The row with the latest "paid until" date counts
  const longest = new Map<string, (typeof rows)[number]>();
  for (const { row, key } of people) {
    if ((longest.get(key)?.paid_until ?? '') < row.paid_until) longest.set(key, row);
  }
  return people.map(({ row, found, key }): MemberImportOutcome => {
    const before = matches.get(row);
    const known = found
      ? findSubscription(heldBy.get(found.account.id) ?? [], { row, other: found.other, nameKey })
      : before;
    const name = found?.account.name ?? '';
    const user_id = found?.account.id ?? '';
    const isKnown = ({ paid_until, ...one }: ExistingSubscription | ExistingPaperListMember, until: CalendarDate) =>
      paid_until >= until || ('goes_on' in one && one.goes_on);
    if (before && before.paid_until > row.paid_until && !(known && isKnown(known, before.paid_until))) {
      return { to: 'known', user_id, account: name, paid_until: before.paid_until, goes_on: false, was: undefined };
    }
    if (known && isKnown(known, row.paid_until)) {
      const goes_on = 'goes_on' in known && known.goes_on;
      const was = found ? before?.id : undefined;
      return { to: 'known', user_id, account: name, paid_until: known.paid_until, goes_on, was };
    }
    const last = longest.get(key) ?? row;
    if (last !== row) {
      return {
        to: 'known',
        user_id,
        account: name,
        paid_until: last.paid_until,
        goes_on: false,
        was: undefined,
        line: last.line,
      };
    }
    if (!found) return before ? { to: 'paper', id: before.id } : { to: 'new' };
    const { account, by, other } = found;
    return { to: 'account', user_id: account.id, account: account.name, by, other, was: before?.id };
  });
}

/** Returns a key that is different for each of several people with the same name. */
const buildNamesakeKey = ({ email_key, namesake }: KeyedPaperListRow) => `${email_key} ${namesake ?? ''}`;

/** Returns the row with the latest "paid until" date. */
const findLongestPaidRow = (rows: readonly KeyedPaperListRow[]): KeyedPaperListRow =>
  rows.reduce((longest, row) => (row.paid_until > longest.paid_until ? row : longest));

/**
 * Finds the subscription to the row's plan that renews by itself or, if there is none, the latest one. With `other`,
 * only subscriptions for the row's person count, otherwise only the account owner's own.
 */
const findSubscription = (
  held: readonly ExistingSubscription[],
  { row, other, nameKey }: { row: PaperListRow; other: boolean; nameKey: typeof buildPersonNameKey },
): ExistingSubscription | undefined =>
  held
    .filter(({ plan_id, name }) => plan_id === row.plan_id && nameKey(name) === (other ? nameKey(row.name) : ''))
    .toSorted((a, b) => Number(b.goes_on) - Number(a.goes_on) || (a.paid_until < b.paid_until ? 1 : -1))[0];

interface Person {
  phone?: string;
  paid_until: string;
}

const phoneKey = ({ phone = '' }: Person) => toPhoneKey(phone);

const isSamePhone = (a: Person, b: Person) => phoneKey(a) === phoneKey(b);
const hasOtherPhone = (a: Person, b: Person) => phoneKey(a) !== '' && phoneKey(b) !== '' && !isSamePhone(a, b);

/** Criteria by which two entries count as the same person, the strongest first. */
const samePersonCriteria: readonly ((a: Person, b: Person) => boolean)[] = [
  (a, b) => isSamePhone(a, b) && a.paid_until === b.paid_until,
  (a, b) => isSamePhone(a, b) && phoneKey(a) !== '',
  (a, b) => a.paid_until === b.paid_until && !hasOtherPhone(a, b),
  (a, b) => !hasOtherPhone(a, b),
];

/**
 * Matches people of a new list to known people. All of them have the same name and plan, and the same address or none.
 * Returns the match of each, undefined for a new person. Nobody is matched twice, and importing the same list again
 * matches each person to their earlier entry. If only one person is listed, they are matched even if the phone number
 * differs, because it may have changed.
 */
export function matchNamesakes<Known extends Person>(
  listed: readonly Person[],
  known: readonly Known[],
): (Known | undefined)[] {
  const matches: (Known | undefined)[] = listed.map(() => undefined);
  const free = new Set(known);
  for (const isSame of samePersonCriteria) {
    for (const [index, person] of listed.entries()) {
      const match = matches[index] ?? [...free].findLast((one) => isSame(person, one));
      matches[index] = match;
      if (match) free.delete(match);
    }
  }
  return listed.length === 1 ? [matches[0] ?? known.at(-1)] : matches;
}
