import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowError } from '#platform/shared/calls/imports.ts';
import { runToCompletion } from '#platform/shared/run-to-completion.ts';
import {
  decideImportOutcomes,
  type ExistingAccount,
  type ExistingPaperListMember,
  type ExistingSubscription,
  type MemberImportOutcome,
} from './import-outcomes.ts';
import { memberColumnAliases, type PaperListColumn, type PaperListRow, parsePaperListRow } from './paper-list.ts';

const today = '2026-11-21';
const plans = [
  { id: 'full', name: 'Full member', amount: 2500, renewal_month: '09' },
  { id: 'youth', name: 'Youth', amount: 1000, renewal_month: '01' },
];
const parse = (cells: Partial<Record<PaperListColumn, string>>, planChoices = {}) =>
  parsePaperListRow(2, (column) => cells[column] ?? '', { plans, today, planChoices });
const read = (cells: Partial<Record<PaperListColumn, string>>, planChoices = {}) => {
  const parsed = parse(cells, planChoices);
  if ('skipped' in parsed) throw new Error(parsed.skipped);
  return parsed.row;
};
const remarksOn = (cells: Partial<Record<PaperListColumn, string>>) => {
  const row: typeof cells = { ...whole, ...cells };
  const remarks: string[] = [];
  parsePaperListRow(
    2,
    (column) => row[column] ?? '',
    { plans, today },
    (_column, _kind, remark) => remarks.push(remark),
  );
  return remarks;
};
/** Returns the reason why a row is left out; "" if it is imported. */
const skipped = (cells: Partial<Record<PaperListColumn, string>>, answers = new Map<string, string>()) => {
  const row: typeof cells = { ...whole, ...cells };
  const parsed = parsePaperListRow(
    2,
    (column) => row[column] ?? '',
    { plans, today },
    () => undefined,
    answers,
  );
  return 'skipped' in parsed ? parsed.skipped : '';
};
const whole = { name: 'Ruth  Calloway', plan: 'full MEMBER', 'paid on': '3/9/2025' };
const faultOf = (cells: Partial<Record<PaperListColumn, string>>) => {
  try {
    return read({ ...whole, ...cells });
  } catch (fault) {
    return fault instanceof RowError ? `${fault.column}: ${fault.message}` : fault;
  }
};

test('a row in everyday notations is read as a member’s name, plan, amount, payment date and method', () => {
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
] as [Partial<Record<PaperListColumn, string>>, string][])('the name %j is stored as %s', (cells, name) => {
  expect(read({ ...whole, ...cells }).name).toBe(name);
});

test('a row with another spelling of a listed person’s name is matched to that person', () => {
  const paper = [{ id: 'p', name: 'BROWN, KATE', email_key: '', plan_id: 'full', paid_until: '2025-08-31' }];
  expect(outcomes([row({ name: 'Kate Brown' })], { paper })).toEqual([{ to: 'paper', id: 'p' }]);
});

test('first and last name may have separate columns, and a missing amount is taken from the plan', () => {
  expect(read({ 'first name': 'Tom', 'last name': 'Purse', plan: 'Youth', until: 'Dec 2026' })).toMatchObject({
    ...{ name: 'Tom Purse', email: '', amount: 1000, paid_on: '', how: '', paid_until: '2026-12-31' },
  });
});

test.each([
  ['cheque', ['cheque', 'Cheque', 'chq', 'check', 'Cheq.']],
  ['cheque', ['Chq 001234', 'by cheque']],
  ['cash', ['cash', 'Cash in hand']],
  ['card_machine', ['card', 'Debit card', 'SumUp', 'Visa']],
  [
    'transfer',
    ['BACS', 'Standing order', 'S/O', 'DD', 'Direct debit', 'bank transfer', 'PayPal', 'Pay Pal', 'GoCardless'],
  ],
  ['', ['', '-', 'n/a', 'a ham']],
] as [PaperListRow['how'], string[]][])(
  'the payment method stored as “%s” is read from each of the notations %j',
  (how, written) => {
    expect(written.map((text) => read({ ...whole, how: text }).how)).toEqual(written.map(() => how));
  },
);

test.each<[Partial<Record<PaperListColumn, string>>, string]>([
  [{ status: 'Refunded' }, '“Refunded”'],
  [{ status: 'CANCELLED' }, '“CANCELLED”'],
  [{ status: 'Resigned' }, '“Resigned”'],
  [{ cancelled: 'Yes' }, 'cancelled'],
  [{ refunded: '25.00', amount: '25' }, 'refunded (25.00)'],
  [{ how: 'Cheque, refunded' }, '“Cheque, refunded”'],
  [{ amount: 'refunded' }, '“refunded”'],
  [{ status: 'Unpaid', until: '31/8/2027' }, '“Unpaid”, but paid until 31 August 2027'],
  [{ amount: 'No', until: '31/8/2027' }, '“No”, but paid until 31 August 2027'],
])('a member whose row has %o is left out: %s', (cells, reason) => {
  expect(skipped(cells)).toBe(`Ruth Calloway: ${reason}`);
});

test.each<Partial<Record<PaperListColumn, string>>>([
  { status: '' },
  { status: 'Paid' },
  { status: 'Active member' },
  { status: 'Youth' },
  { status: 'Not cancelled' },
  { status: 'Lapsed', until: '31/8/2025' },
  { amount: 'No', until: '31/8/2025' },
  { cancelled: 'No', refunded: '0.00' },
])('a member whose row has %o is imported', (cells) => {
  expect(skipped(cells)).toBe('');
});

test('a row with an unknown status is rejected until somebody says what the status means', () => {
  expect(faultOf({ status: 'Rolled over' })).toBe(
    'status: “Rolled over” isn’t a status we know: choose what it means and preview again',
  );
  expect(skipped({ status: 'Rolled over' }, new Map([['status rolled over', 'import']]))).toBe('');
  expect(skipped({ status: 'Rolled over' }, new Map([['status rolled over', 'skip']]))).toContain('“Rolled over”');
  expect(faultOf({ status: 'Part refunded' })).toBe(
    'status: “Part refunded” doesn’t say what is left: correct the amount, and clear this cell',
  );
});

test('an unknown payment method, PayPal or an unclear date gives a remark but doesn’t reject the row', () => {
  expect(remarksOn({ how: 'a ham' })).toEqual(['“a ham” isn’t a payment method we know, so the method is left empty.']);
  expect(remarksOn({ how: 'PayPal' })).toEqual(['PayPal is listed as a bank transfer.']);
  expect(remarksOn({ until: 'Aug-27' })).toEqual(['“Aug-27” is read as August 2027.']);
  expect(remarksOn({ until: '46630' })).toEqual(['“46630” is read as 31 August 2027.']);
  expect(remarksOn({ how: 'BACS', until: '31/8/27' })).toEqual([]);
});

test.each([
  ['31/08/26', '2026-08-31'],
  ['31.8.26', '2026-08-31'],
  ['31-Mar-27', '2027-03-31'],
  ['31/3/27', '2027-03-31'],
  ['Aug 2027', '2027-08-31'],
  ['Feb-28', '2028-02-29'],
])('a membership paid until “%s” lasts until %s', (until, day) => {
  expect(read({ ...whole, until }).paid_until).toBe(day);
});

test.each([
  ['1632960777', '01632960777'],
  ['7700900123', '07700900123'],
  ['7700900123.0', '07700900123'],
  ['01632 960777', '01632 960777'],
  ['+44 7700 900123', '+44 7700 900123'],
  ['960777', '960777'],
  ['n/a', ''],
  ['7.7009E+09', ''],
])('the phone number “%s” is stored as “%s”', (phone, stored) => {
  expect(read({ ...whole, phone }).phone).toBe(stored);
});

test.each([
  ['mailto:ruth@players.example', 'ruth@players.example'],
  ['Ruth Calloway <Ruth@players.example>', 'Ruth@players.example'],
  ['ruth@players.example#mailto:ruth@players.example#', 'ruth@players.example'],
  ['ruth@players.example; home@players.example', 'ruth@players.example'],
  ['none', ''],
])('the email address found in “%s” is “%s”', (email, address) => {
  expect(read({ ...whole, email }).email).toBe(address);
});

test('if a cell has two email addresses, a remark names the second', () => {
  expect(remarksOn({ email: 'a@a.example, b@b.example' })).toEqual([
    'Only the first email address is used, not b@b.example.',
  ]);
});

test.each(['Full', 'FULL', 'full membership', 'Full members', 'Full member 2026/27', 'Full (£25.00)'])(
  'the plan “%s” is read as Full member, because only that plan fits',
  (plan) => {
    expect(read({ ...whole, plan }).plan_id).toBe('full');
  },
);

test('a plan name that fits several plans is rejected until somebody chooses one', () => {
  const several = [...plans, { id: 'associate', name: 'Associate member', amount: 500, renewal_month: '09' }];
  const cells: Partial<Record<PaperListColumn, string>> = { ...whole, plan: 'Member' };
  const parsed = (planChoices = {}) =>
    parsePaperListRow(2, (column) => cells[column] ?? '', { plans: several, today, planChoices });
  expect(() => parsed()).toThrow('“Member” could be Full member, Associate member');
  expect(parsed({ member: 'associate' })).toMatchObject({ row: { plan_id: 'associate', amount: 500 } });
  expect(() => parsed({ member: 'none' })).toThrow('“Member” is left out, as you chose');
});

test.each([
  { name: 'Total', amount: '£1,050.00' },
  { name: 'TOTALS:' },
  { name: 'Grand total', plan: '42 members' },
  { plan: 'Total', amount: '1050' },
  { name: 'Total members 42' },
  { amount: '1050.00' },
] as Partial<Record<PaperListColumn, string>>[])('the row %j names no person and is skipped', (cells) => {
  expect(parse(cells)).toHaveProperty('skipped');
});

test('a person named Total is imported', () => {
  expect(read({ ...whole, name: 'Total, Ann', email: 'ann@total.example' }).name).toBe('Ann Total');
});

test('whatever text its cells have, a row is imported, skipped or refused with reasons', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom('Total', '31/8/27', 'Full', 'cash', 'a@b.example', '46265', '-'));
  const columns = Object.keys(memberColumnAliases) as PaperListColumn[];
  fc.assert(
    fc.property(fc.array(texts, { minLength: columns.length, maxLength: columns.length }), (cells) => {
      try {
        const parsed = parsePaperListRow(2, (column) => cells[columns.indexOf(column)] ?? '', { plans, today });
        if ('row' in parsed) expect(new Date(parsed.row.paid_until).toISOString()).toContain(parsed.row.paid_until);
      } catch (fault) {
        expect(fault).toBeInstanceOf(RowError);
      }
    }),
  );
});

test('a payment without a day is dated the last day of its month but not after today; a later month is refused', () => {
  expect(read({ ...whole, 'paid on': 'Nov 2026' })).toMatchObject({ paid_on: today, paid_until: '2027-08-31' });
  expect(read({ ...whole, 'paid on': 'Oct 2026' })).toMatchObject({ paid_on: '2026-10-31' });
  expect(faultOf({ 'paid on': 'Dec 2026' })).toBe('paid on: “Dec 2026” is in the future');
});

test.each([
  [{ name: '' }, 'name: the name is missing'],
  [{ plan: 'Gold' }, 'plan: “Gold” isn’t one of our plans: Full member, Youth'],
  [{ plan: '' }, 'plan: the plan is missing; ours are Full member, Youth'],
  [{ email: 'ruth at home' }, 'email: “ruth at home” isn’t an email address'],
  [{ amount: '1,250' }, 'amount: “1,250” isn’t an amount: write it like 12.50'],
  [{ 'paid on': '22/11/2026' }, 'paid on: “22/11/2026” is in the future'],
  [{ until: '2027' }, 'until: “2027” needs a month'],
  [{ until: '31/08/9999' }, 'until: “31/08/9999” has a year that can’t be right'],
  [{ until: 'Life' }, 'until: “Life” isn’t a date; for life members write one that is far ahead, such as 31/12/2099'],
  [{ until: '31/3' }, 'until: “31/3” has no year'],
  [{ 'paid on': '' }, 'until: there is no “paid until” date and no “paid on” date'],
  [
    { plan: 'Gold', email: 'ruth at home', until: '31/02/2026' },
    'email: “ruth at home” isn’t an email address; plan: “Gold” isn’t one of our plans: Full member, Youth; until: “31/02/2026” isn’t a day in the calendar',
  ],
] as [Partial<Record<PaperListColumn, string>>, string][])(
  'a row with %j is refused with the reason: %s',
  (cells, fault) => expect(faultOf(cells)).toBe(fault),
);

const row = (own: Partial<PaperListRow & { email_key: string; namesake: number }>) => ({
  ...{ line: 2, name: 'Ruth Calloway', email: '', email_key: '', phone: '', plan_id: 'full', amount: 2500 },
  ...{ paid_on: '2025-09-03', how: 'cash' as const, paid_until: '2026-08-31', ...own },
});
const ruth: ExistingAccount = { id: 'ruth', name: 'Ruth Calloway', email_key: 'ruth@players.example' };
const outcomes = (
  rows: ReturnType<typeof row>[],
  known: { accounts?: ExistingAccount[]; held?: ExistingSubscription[]; paper?: ExistingPaperListMember[] } = {},
): MemberImportOutcome[] =>
  runToCompletion(decideImportOutcomes(rows, { accounts: [ruth], held: [], paper: [], ...known }));
const toRuth = { to: 'account', user_id: 'ruth', account: 'Ruth Calloway' };

test('an account is found by its address, or by a name that only one account and one row of the list have', () => {
  expect(outcomes([row({ name: 'R. Calloway', email_key: ruth.email_key })])).toMatchObject([
    { ...toRuth, by: 'address', other: false },
  ]);
  expect(outcomes([row({ email_key: 'other@players.example' })])).toMatchObject([{ ...toRuth, by: 'name' }]);
  const two = { accounts: [ruth, { ...ruth, id: 'other', email_key: 'b@players.example' }] };
  expect(outcomes([row({})], two)).toEqual([{ to: 'new' }]);
  expect(outcomes([row({ email_key: 'a@a.example' }), row({ email_key: 'b@b.example' })])).toEqual([
    { to: 'new' },
    { to: 'new' },
  ]);
});

test('if a family shares one address, one person has the account and pays for the others', () => {
  const { email_key } = ruth;
  expect(outcomes([row({ name: 'Pip Calloway', email_key }), row({ email_key })])).toMatchObject([
    { ...toRuth, other: true },
    { ...toRuth, other: false },
  ]);
});

test('deciding the outcomes of a long list pauses at least once for each row', () => {
  const rows = Array.from({ length: 500 }, (_, n) => row({ line: n + 2, name: `Bob Wren ${n}` }));
  const steps = decideImportOutcomes(rows, { accounts: [], held: [], paper: [] });
  let pauses = 0;
  while (!steps.next().done) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(rows.length);
});

test('a row that is already known, or repeats another row, changes nothing', () => {
  const held = { user_id: 'ruth', plan_id: 'full', name: '', paid_until: '2026-08-31', goes_on: false };
  expect(outcomes([row({})], { held: [held] })).toMatchObject([{ to: 'known' }]);
  expect(outcomes([row({})], { held: [{ ...held, paid_until: '2025-08-31' }] })).toMatchObject([toRuth]);
  expect(outcomes([row({})], { held: [{ ...held, paid_until: '2025-08-31', goes_on: true }] })).toMatchObject([
    { to: 'known', goes_on: true },
  ]);
  expect(outcomes([row({}), row({})])).toMatchObject([toRuth, { to: 'known' }]);
  expect(outcomes([row({ name: 'Tom' }), row({ name: 'Tom' })])).toMatchObject([{ to: 'new' }, { to: 'known' }]);
});

test('two people with one name and no address are added, and found again in the next list', () => {
  const both = [row({ name: 'Tom', namesake: 0, phone: '01632 960001' }), row({ name: 'Tom', namesake: 1, line: 3 })];
  expect(outcomes(both)).toEqual([{ to: 'new' }, { to: 'new' }]);
  // Neither is added to the account with that name, because the list doesn't say which of the two people has it
  expect(outcomes(both, { accounts: [{ ...ruth, name: 'Tom' }] })).toEqual([{ to: 'new' }, { to: 'new' }]);
  const known = { name: 'Tom', email_key: '', plan_id: 'full' };
  const paper = [
    { ...known, id: 'b', phone: '', paid_until: '2026-08-31' },
    { ...known, id: 'a', phone: '01632 960001', paid_until: '2025-08-31' },
  ];
  expect(outcomes(both, { paper })).toMatchObject([{ to: 'paper', id: 'a' }, { to: 'known' }]);
  const later = both.map((one) => ({ ...one, paid_until: '2027-08-31' }));
  expect(outcomes(later, { paper })).toEqual([
    { to: 'paper', id: 'a' },
    { to: 'paper', id: 'b' },
  ]);
  expect(outcomes(later.slice(0, 1), { paper })).toEqual([{ to: 'paper', id: 'a' }]);
});

test('if several rows are about one person, the row with the latest “paid until” date counts', () => {
  const longest = { to: 'known', paid_until: '2027-08-31' };
  const years = ['2025-08-31', '2027-08-31', '2026-08-31'];
  const rows = years.map((paid_until) => row({ paid_until }));
  expect(outcomes(rows)).toMatchObject([longest, toRuth, longest]);
  const tom = rows.map((one) => ({ ...one, name: 'Tom' }));
  expect(outcomes(tom)).toMatchObject([longest, { to: 'new' }, longest]);
});

test('a later list updates people without an account, and links those who have an account by now', () => {
  const paper = [{ id: 'p', name: 'Tom Purse', email_key: '', plan_id: 'full', paid_until: '2025-08-31' }];
  expect(outcomes([row({ name: 'Tom Purse' })], { paper })).toEqual([{ to: 'paper', id: 'p' }]);
  const accounts = [{ id: 'tom', name: 'Tom Purse', email_key: 't@t.example' }];
  expect(outcomes([row({ name: 'Tom Purse' })], { paper, accounts })).toMatchObject([{ user_id: 'tom', was: 'p' }]);
  // A person who has since paid on the site is no longer listed on paper
  const held = [{ user_id: 'tom', plan_id: 'full', name: '', paid_until: '2027-08-31', goes_on: true }];
  expect(outcomes([row({ name: 'Tom Purse' })], { paper, accounts, held })).toMatchObject([{ to: 'known', was: 'p' }]);
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
  expect(outcomes([row({})], { paper })).toEqual(stays);
  const held = [{ user_id: 'ruth', plan_id: 'full', name: '', paid_until: '2026-08-31', goes_on: false }];
  expect(outcomes([row({})], { paper, held })).toEqual(stays);
});
