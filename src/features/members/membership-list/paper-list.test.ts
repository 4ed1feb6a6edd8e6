import { expect, test } from 'vitest';
import { RowError } from '#platform/shared/calls/imports.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import {
  type Account,
  decideImportOutcomes,
  type ExistingSubscription,
  type ImportOutcome,
  type ListedPaperMember,
} from './import-outcomes.ts';
import { type PaperListColumn, type PaperListRow, parsePaperListRow } from './paper-list.ts';

const today = '2026-11-21';
const plans = [
  { id: 'full', name: 'Full member', amount: 2500, renewal_month: '09' },
  { id: 'youth', name: 'Youth', amount: 1000, renewal_month: '01' },
];
const read = (cells: Partial<Record<PaperListColumn, string>>) =>
  parsePaperListRow(2, (column) => cells[column] ?? '', { plans, today });
const whole = { name: 'Ruth  Calloway', plan: 'full MEMBER', 'paid on': '3/9/2025' };
const faultOf = (cells: Partial<Record<PaperListColumn, string>>) => {
  try {
    return read({ ...whole, ...cells });
  } catch (fault) {
    return fault instanceof RowError ? `${fault.column}: ${fault.message}` : fault;
  }
};

test('a row gives a member’s name, plan, payment date and payment method in everyday notations', () => {
  expect(
    read({ ...whole, email: ' Ruth@Players.example ', phone: '01632 960118', amount: '£22.50', how: 'Cheque' }),
  ).toEqual({
    ...{ line: 2, name: 'Ruth Calloway', email: 'Ruth@Players.example', phone: '01632 960118', plan_id: 'full' },
    ...{ amount: 2250, paid_on: '2025-09-03', how: 'cheque', paid_until: '2026-08-31' },
  });
});

test.each([
  [{ name: 'BROWN, KATE' }, 'Kate Brown'],
  [{ name: 'MRS JEAN POTTS' }, 'Jean Potts'],
  [{ name: 'Brown, Mrs Kate' }, 'Kate Brown'],
  [{ name: '', 'first name': 'WALTER', 'last name': 'VAN DER BERG' }, 'Walter van der Berg'],
  [{ name: '', 'last name': 'PINK' }, 'Pink'],
  [{ name: 'Ann de Witt' }, 'Ann de Witt'],
] as [Partial<Record<PaperListColumn, string>>, string][])('the phone number %j is stored as %s', (cells, name) => {
  expect(read({ ...whole, ...cells }).name).toBe(name);
});

test('a person stored as an earlier list spelled them is found by the next list, and gets a readable name', () => {
  const paper = [{ id: 'p', name: 'BROWN, KATE', email_key: '', plan_id: 'full', paid_until: '2025-08-31' }];
  expect(fates([row({ name: 'Kate Brown' })], { paper })).toEqual([{ to: 'paper', id: 'p' }]);
});

test('first and last name may have a column each, and a missing amount is taken from the plan', () => {
  expect(read({ 'first name': 'Tom', 'last name': 'Purse', plan: 'Youth', until: 'Dec 2026' })).toMatchObject({
    ...{ name: 'Tom Purse', email: '', amount: 1000, paid_on: '', how: '', paid_until: '2026-12-31' },
  });
});

test.each(['cheque', 'Cheque', 'chq', 'check'])('“%s” on a list means paid by cheque', (how) => {
  expect(read({ ...whole, how })).toMatchObject({ how: 'cheque' });
});

test('a payment of this month may be listed without its day', () => {
  expect(read({ ...whole, 'paid on': 'Nov 2026' })).toMatchObject({ paid_on: today, paid_until: '2027-08-31' });
  expect(read({ ...whole, 'paid on': 'Oct 2026' })).toMatchObject({ paid_on: '2026-10-31' });
  expect(faultOf({ 'paid on': 'Dec 2026' })).toBe('paid on: “Dec 2026” is in the future');
});

test.each([
  [{ name: '' }, 'name: the name is missing'],
  [{ plan: 'Gold' }, 'plan: “Gold” isn’t one of our plans: Full member, Youth'],
  [{ plan: '' }, 'plan: there is no plan; ours are Full member, Youth'],
  [{ email: 'ruth at home' }, 'email: “ruth at home” isn’t an email address'],
  [{ amount: '1,250' }, 'amount: “1,250” isn’t an amount; enter it such as 12.50'],
  [{ 'paid on': '22/11/2026' }, 'paid on: “22/11/2026” is in the future'],
  [{ until: '2027' }, 'until: “2027” needs a month'],
  [{ until: '31/08/9999' }, 'until: 9999 isn’t a year from 1500 to 2499'],
  [{ 'paid on': '' }, 'until: there is no “paid until” date and no “paid on” date'],
  [{ how: 'a ham' }, 'how: “a ham” is neither cash, card, transfer nor cheque'],
] as [Partial<Record<PaperListColumn, string>>, string][])(
  'a row with %j is refused with the reason: %s',
  (cells, fault) => expect(faultOf(cells)).toBe(fault),
);

const row = (own: Partial<PaperListRow & { email_key: string }>) => ({
  ...{ line: 2, name: 'Ruth Calloway', email: '', email_key: '', phone: '', plan_id: 'full', amount: 2500 },
  ...{ paid_on: '2025-09-03', how: 'cash' as const, paid_until: '2026-08-31', ...own },
});
const ruth: Account = { id: 'ruth', name: 'Ruth Calloway', email_key: 'ruth@players.example' };
const fates = (
  rows: ReturnType<typeof row>[],
  known: { accounts?: Account[]; held?: ExistingSubscription[]; paper?: ListedPaperMember[] } = {},
): ImportOutcome[] => runToCompletion(decideImportOutcomes(rows, { accounts: [ruth], held: [], paper: [], ...known }));
const toRuth = { to: 'account', user_id: 'ruth', account: 'Ruth Calloway' };

test('an account is found by its address, or by a name that only one account has', () => {
  expect(fates([row({ name: 'R. Calloway', email_key: ruth.email_key })])).toMatchObject([
    { ...toRuth, by: 'address', other: false },
  ]);
  expect(fates([row({ email_key: 'other@players.example' })])).toMatchObject([{ ...toRuth, by: 'name' }]);
  const two = { accounts: [ruth, { ...ruth, id: 'other', email_key: 'b@players.example' }] };
  expect(fates([row({})], two)).toEqual([{ to: 'new' }]);
  expect(fates([row({ email_key: 'a@a.example' }), row({ email_key: 'b@b.example' })])).toEqual([
    { to: 'new' },
    { to: 'new' },
  ]);
});

test('of a family with one address, one person has the account and pays for the others', () => {
  const { email_key } = ruth;
  expect(fates([row({ name: 'Pip Calloway', email_key }), row({ email_key })])).toMatchObject([
    { ...toRuth, other: true },
    { ...toRuth, other: false },
  ]);
});

test('the outcomes of a long list’s rows are determined in steps', () => {
  const rows = Array.from({ length: 500 }, (_, n) => row({ line: n + 2, name: `Bob Wren ${n}` }));
  const steps = decideImportOutcomes(rows, { accounts: [], held: [], paper: [] });
  let pauses = 0;
  while (!steps.next().done) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(rows.length);
});

test('a row that is already known, or repeated, changes nothing', () => {
  const held = { user_id: 'ruth', plan_id: 'full', name: '', paid_until: '2026-08-31', goes_on: false };
  expect(fates([row({})], { held: [held] })).toMatchObject([{ to: 'known' }]);
  expect(fates([row({})], { held: [{ ...held, paid_until: '2025-08-31' }] })).toMatchObject([toRuth]);
  expect(fates([row({})], { held: [{ ...held, paid_until: '2025-08-31', goes_on: true }] })).toMatchObject([
    { to: 'known', goes_on: true },
  ]);
  expect(fates([row({}), row({})])).toMatchObject([toRuth, { to: 'known' }]);
  expect(fates([row({ name: 'Tom' }), row({ name: 'Tom' })])).toMatchObject([{ to: 'new' }, { to: 'known' }]);
});

test('of several rows about one person, the one paid furthest ahead counts', () => {
  const longest = { to: 'known', paid_until: '2027-08-31' };
  const years = ['2025-08-31', '2027-08-31', '2026-08-31'];
  const rows = years.map((paid_until) => row({ paid_until }));
  expect(fates(rows)).toMatchObject([longest, toRuth, longest]);
  const tom = rows.map((one) => ({ ...one, name: 'Tom' }));
  expect(fates(tom)).toMatchObject([longest, { to: 'new' }, longest]);
});

test('a later list updates people without an account, and links those who have an account by now', () => {
  const paper = [{ id: 'p', name: 'Tom Purse', email_key: '', plan_id: 'full', paid_until: '2025-08-31' }];
  expect(fates([row({ name: 'Tom Purse' })], { paper })).toEqual([{ to: 'paper', id: 'p' }]);
  const accounts = [{ id: 'tom', name: 'Tom Purse', email_key: 't@t.example' }];
  expect(fates([row({ name: 'Tom Purse' })], { paper, accounts })).toMatchObject([{ user_id: 'tom', was: 'p' }]);
  // Someone who has paid here since is no longer listed on paper
  const held = [{ user_id: 'tom', plan_id: 'full', name: '', paid_until: '2027-08-31', goes_on: true }];
  expect(fates([row({ name: 'Tom Purse' })], { paper, accounts, held })).toMatchObject([{ to: 'known', was: 'p' }]);
});

test('importing an older list does not overwrite a newer one', () => {
  const paper = [{ id: 'p', name: 'Ruth Calloway', email_key: '', plan_id: 'full', paid_until: '2027-08-31' }];
  const stays = [
    {
      to: 'known',
      user_id: 'ruth',
      account: 'Ruth Calloway',
      paid_until: '2027-08-31',
      goes_on: false,
      was: undefined,
    },
  ];
  expect(fates([row({})], { paper })).toEqual(stays);
  const held = [{ user_id: 'ruth', plan_id: 'full', name: '', paid_until: '2026-08-31', goes_on: false }];
  expect(fates([row({})], { paper, held })).toEqual(stays);
});
