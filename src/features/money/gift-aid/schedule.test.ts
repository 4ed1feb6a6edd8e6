import { expect, test } from 'vitest';
import {
  buildGiftAidSchedule,
  calculateGiftAid,
  type Declaration,
  formatScheduleRow,
  type GiftAidPayment,
  parsePostcode,
} from './schedule.ts';

const paid = (own: Partial<GiftAidPayment> = {}): GiftAidPayment => ({
  ...{ id: 'p', user_id: 'ruth', name: 'Ruth Calloway', plan_id: 'full', label: 'Full member', day: '2026-10-01' },
  ...{ pence: 2500, for_other: false, ...own },
});
const declared = (own: Partial<Declaration> = {}): Declaration => ({
  ...{ user_id: 'ruth', title: 'Mrs', firstname: 'Ruth', lastname: 'Calloway', house: '4', address: 'Mill Lane' },
  ...{ postcode: 'LN1 2AB', declared_on: '2026-11-21', ended_on: '', ...own },
});
const gifts = new Set(['full']);
const outcomeOf = (payment: GiftAidPayment, declarations: Declaration[] = [declared()]) => {
  const { lines, leftOut } = buildGiftAidSchedule([payment], declarations, gifts);
  return lines.length === 1 ? 'claimed' : leftOut[0]?.why;
};

test.each([
  ['a payment four years before the declaration is claimed', paid({ day: '2022-11-21' }), 'claimed'],
  ['a payment more than four years before the declaration is left out', paid({ day: '2022-11-20' }), 'outside'],
  ['a payment after the declaration is claimed', paid({ day: '2029-10-01' }), 'claimed'],
  ['a refunded payment is left out', paid({ pence: 0 }), 'nothing'],
  ['a payment for a plan with benefits is left out', paid({ plan_id: 'patron' }), 'benefit'],
  ['a payment for somebody else’s membership is left out', paid({ for_other: true }), 'other'],
  ['a payment by somebody without an account is left out', paid({ user_id: null }), 'nobody'],
  ['a payment by a member without a declaration is left out', paid({ user_id: 'tom' }), 'undeclared'],
])('in the Gift Aid schedule, %s', (_, payment, outcome) => expect(outcomeOf(payment)).toBe(outcome));

test('payments from the day of a Gift Aid withdrawal are covered only by a new declaration', () => {
  const withdrawn = declared({ declared_on: '2024-05-01', ended_on: '2025-06-01' });
  expect(outcomeOf(paid({ day: '2025-05-31' }), [withdrawn])).toBe('claimed');
  expect(outcomeOf(paid({ day: '2025-06-01' }), [withdrawn])).toBe('outside');
  expect(outcomeOf(paid({ day: '2025-06-01' }), [withdrawn, declared()])).toBe('claimed');
});

test('a declaration made on 29 February covers four years, even back to a year without that day', () => {
  expect(outcomeOf(paid({ day: '2024-02-29' }), [declared({ declared_on: '2028-02-29' })])).toBe('claimed');
  expect(outcomeOf(paid({ day: '2100-02-28' }), [declared({ declared_on: '2104-02-29' })])).toBe('claimed');
});

test('a line of the Gift Aid schedule has HMRC’s columns, with the newest name and address', () => {
  const moved = declared({ lastname: 'Calloway-Moss', house: 'The Mill', title: 'Prof.', declared_on: '2027-01-01' });
  const [line] = buildGiftAidSchedule([paid()], [declared({ ended_on: '2027-01-01' }), moved], gifts).lines;
  expect(line && formatScheduleRow({ ...line, amount: '25.00' })).toEqual([
    ...['Prof', 'Ruth', 'Calloway Moss', 'The Mill', 'LN1 2AB', '', '', '01/10/26', '25.00'],
  ]);
  const abroad = formatScheduleRow({
    paid: paid(),
    by: declared({ postcode: '', address: 'Rue du Port, Brest' }),
    amount: '5',
  });
  expect(abroad.slice(3, 5)).toEqual(['4, Rue du Port, Brest', 'X']);
});

test.each([
  ['Reverend', 'Rev'],
  ['The Reverend', 'Rev'],
  ['Rev. Dr', 'Rev'],
  ['Professor', 'Prof'],
  ['captain', 'Capt'],
  ['Mrs', 'Mrs'],
  ['Baroness', ''],
  ['', ''],
])('the title %j is written as %j in the Gift Aid schedule', (title, cell) => {
  expect(formatScheduleRow({ paid: paid(), by: declared({ title }), amount: '5' })[0]).toBe(cell);
});

test.each([
  ['JE2 3AB', 'X', '4, Mill Lane'],
  ['GY1 1AA', 'X', '4, Mill Lane'],
  ['IM1 1AA', 'X', '4, Mill Lane'],
  ['LN1 2AB', 'LN1 2AB', '4'],
  ['G1 1AA', 'G1 1AA', '4'],
])('in the schedule, a donor at %s has the postcode %j and the house %j', (postcode, cell, house) => {
  const row = formatScheduleRow({ paid: paid(), by: declared({ postcode }), amount: '5' });
  expect([row[4], row[3]]).toEqual([cell, house]);
});

test('a long address abroad is cut to HMRC’s 40 characters, between words if possible', () => {
  const by = declared({
    postcode: '',
    house: 'Résidence du Port',
    address: 'Boulevard de la Marine, 29200 Brest, France',
  });
  expect(formatScheduleRow({ paid: paid(), by, amount: '5' })[3]).toBe('Résidence du Port, Boulevard de la');
  const long = declared({ postcode: '', house: 'A'.repeat(60), address: '' });
  expect(formatScheduleRow({ paid: paid(), by: long, amount: '5' })[3]).toBe('A'.repeat(40));
});

test.each([
  ['1-2', 'No 1-2'],
  ['3/4', 'No 3/4'],
  ['12/3/4', 'No 12/3/4'],
  ['1E2', 'No 1E2'],
  ['12A', '12A'],
  ['The Mill 1-2', 'The Mill 1-2'],
])('the house %j is written as %j, so that a spreadsheet reads it as text', (house, cell) => {
  expect(formatScheduleRow({ paid: paid(), by: declared({ house }), amount: '5' })[3]).toBe(cell);
});

test('Gift Aid is a quarter of the gift, rounded down', () => {
  expect([2500, 1, 3, 4, 2503].map(calculateGiftAid)).toEqual([625, 0, 0, 1, 625]);
});

test.each([
  ['ln12ab', 'LN1 2AB'],
  [' ec1a  1bb ', 'EC1A 1BB'],
  ['W1A 0AX', 'W1A 0AX'],
  ['12345', undefined],
  ['', undefined],
])('the postcode %j is parsed as %j', (typed, written) => expect(parsePostcode(typed)).toBe(written));
