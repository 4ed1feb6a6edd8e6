import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parsePlanElement, toPlanElementAttributes } from './plan-element.ts';

const plan = {
  layout: { rowCount: 8, hiddenSeats: ['A1'], newSeats: 0, fullWidth: 12 },
  initialAssignment: { C5: '713387', C6: '713387' },
  showName: '"><script>alert(1)</script>',
  authors: 'Noël Coward',
  date: '2027-04-14T19:30:00+01:00',
} as const;

/** Converts attributes to a `dataset`, as browsers do. */
const datasetOf = (element: Record<string, string>) =>
  Object.fromEntries(Object.entries(element).map(([name, value]) => [name.replace('data-', ''), value]));
const carried = datasetOf(toPlanElementAttributes({ ...plan, layout: { ...plan.layout, hiddenSeats: ['A1'] } }));

test('attributes written for a plan are parsed to the same plan', () => {
  expect(parsePlanElement(carried)).toEqual(plan);
});

test('an element with numeric references, or without assignments, is accepted', () => {
  expect(parsePlanElement({ ...carried, assignments: '{"C5":713387}' })?.initialAssignment).toEqual({ C5: '713387' });
  expect(parsePlanElement({ ...carried, assignments: undefined })?.initialAssignment).toEqual({});
});

test.each([
  ['no attributes', {}],
  ['no plan', { ...carried, layout: 'null' }],
  ['half a plan', { ...carried, layout: '{"rowCount":' }],
  ['more rows than any hall has', { ...carried, layout: '{"rowCount":10000,"hiddenSeats":[]}' }],
  ['no rows', { ...carried, layout: '{"rowCount":0}' }],
  ['hidden seats that aren’t a list', { ...carried, layout: '{"rowCount":8,"hiddenSeats":{"length":0}}' }],
  ['a seat that doesn’t exist', { ...carried, assignments: '{"J1":"713387"}' }],
  ['a seat assigned to an object', { ...carried, assignments: '{"C1":{"toString":1}}' }],
  ['no show', { ...carried, showname: '' }],
  ['no date', { ...carried, date: 'tomorrow' }],
])('an element with %s isn’t accepted as a plan', (_what, dataset) => {
  expect(parsePlanElement(dataset)).toBe(undefined);
});

test('the example element in the protocol is accepted as a plan', () => {
  const protocol = readFileSync(join(import.meta.dirname, '../../../../docs/protocol.md'), 'utf8');
  const element = /<div id="seating-plan"([\s\S]*?)><\/div>/.exec(protocol)?.[1] ?? '';
  const data = Object.fromEntries(
    Array.from(element.matchAll(/data-(\w+)=(["'])([\s\S]*?)\2/g), ([, name = '', , value = '']) => [name, value]),
  );
  expect(Object.keys(data).sort()).toEqual(['assignments', 'authors', 'date', 'layout', 'showname']);
  expect(parsePlanElement(data)).toMatchObject({
    layout: { rowCount: 8, hiddenSeats: ['A1', 'A12'] },
    initialAssignment: { B3: '249', B4: '249' },
  });
});
