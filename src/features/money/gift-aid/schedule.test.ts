import { expect, test } from 'vitest';
import {
  buildSchedule,
  calculateGiftAid,
  type Declaration,
  type GiftAidPayment,
  parsePostcode,
  scheduleRow,
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
const fateOf = (one: GiftAidPayment, declarations: Declaration[] = [declared()]) => {
  const { lines, leftOut } = buildSchedule([one], declarations, gifts);
  return lines.length === 1 ? 'claimed' : leftOut[0]?.why;
};

test.each([
  ['what a member paid within four years before declaring', paid({ day: '2022-11-21' }), 'claimed'],
  ['a day before that', paid({ day: '2022-11-20' }), 'outside'],
  ['what is paid after it', paid({ day: '2029-10-01' }), 'claimed'],
  ['what was given back', paid({ pence: 0 }), 'nothing'],
  ['a plan that buys something', paid({ plan_id: 'patron' }), 'benefit'],
  ['somebody else’s membership', paid({ for_other: true }), 'other'],
  ['somebody without an account', paid({ user_id: null }), 'nobody'],
  ['a member who hasn’t declared', paid({ user_id: 'tom' }), 'undeclared'],
])('%s', (_, one, fate) => expect(fateOf(one)).toBe(fate));

test('what is paid from the day of its withdrawal on isn’t covered, unless they declare again', () => {
  const withdrawn = declared({ declared_on: '2024-05-01', ended_on: '2025-06-01' });
  expect(fateOf(paid({ day: '2025-05-31' }), [withdrawn])).toBe('claimed');
  expect(fateOf(paid({ day: '2025-06-01' }), [withdrawn])).toBe('outside');
  expect(fateOf(paid({ day: '2025-06-01' }), [withdrawn, declared()])).toBe('claimed');
});

test('four years before a leap day there was one, and eight before the year 2104 none', () => {
  expect(fateOf(paid({ day: '2024-02-29' }), [declared({ declared_on: '2028-02-29' })])).toBe('claimed');
  expect(fateOf(paid({ day: '2100-02-28' }), [declared({ declared_on: '2104-02-29' })])).toBe('claimed');
});

test('a line has what HMRC’s form takes, by the newest name and address', () => {
  const moved = declared({ lastname: 'Calloway-Moss', house: 'The Mill', title: 'Prof.', declared_on: '2027-01-01' });
  const [line] = buildSchedule([paid()], [declared({ ended_on: '2027-01-01' }), moved], gifts).lines;
  expect(line && scheduleRow({ ...line, amount: '25.00' })).toEqual([
    ...['Prof', 'Ruth', 'Calloway Moss', 'The Mill', 'LN1 2AB', '', '', '01/10/26', '25.00'],
  ]);
  const abroad = scheduleRow({
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
])('the title %j is %j in HMRC’s four letters, or left out', (title, cell) => {
  expect(scheduleRow({ paid: paid(), by: declared({ title }), amount: '5' })[0]).toBe(cell);
});

test.each([
  ['JE2 3AB', 'X', '4, Mill Lane'],
  ['GY1 1AA', 'X', '4, Mill Lane'],
  ['IM1 1AA', 'X', '4, Mill Lane'],
  ['LN1 2AB', 'LN1 2AB', '4'],
  ['G1 1AA', 'G1 1AA', '4'],
])('a donor at %s has the postcode %j, and the address where that is outside the UK', (postcode, cell, house) => {
  const row = scheduleRow({ paid: paid(), by: declared({ postcode }), amount: '5' });
  expect([row[4], row[3]]).toEqual([cell, house]);
});

test('an address abroad is cut between its words to the 40 characters that HMRC takes', () => {
  const by = declared({
    postcode: '',
    house: 'Résidence du Port',
    address: 'Boulevard de la Marine, 29200 Brest, France',
  });
  expect(scheduleRow({ paid: paid(), by, amount: '5' })[3]).toBe('Résidence du Port, Boulevard de la');
  const long = declared({ postcode: '', house: 'A'.repeat(60), address: '' });
  expect(scheduleRow({ paid: paid(), by: long, amount: '5' })[3]).toBe('A'.repeat(40));
});

test.each([
  ['1-2', 'No 1-2'],
  ['3/4', 'No 3/4'],
  ['12/3/4', 'No 12/3/4'],
  ['1E2', 'No 1E2'],
  ['12A', '12A'],
  ['The Mill 1-2', 'The Mill 1-2'],
])('the house %j is no date and no other number in a spreadsheet, as %j', (house, cell) => {
  expect(scheduleRow({ paid: paid(), by: declared({ house }), amount: '5' })[3]).toBe(cell);
});

test('a quarter is added, and no penny more', () => {
  expect([2500, 1, 3, 4, 2503].map(calculateGiftAid)).toEqual([625, 0, 0, 1, 625]);
});

test.each([
  ['ln12ab', 'LN1 2AB'],
  [' ec1a  1bb ', 'EC1A 1BB'],
  ['W1A 0AX', 'W1A 0AX'],
  ['12345', undefined],
  ['', undefined],
])('the postcode %j is written %j', (typed, written) => expect(parsePostcode(typed)).toBe(written));
