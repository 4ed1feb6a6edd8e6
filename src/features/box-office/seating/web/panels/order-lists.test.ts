import { expect, test } from 'vitest';
import { createEmptyPlan } from '#tests/support/society/random-plans.ts';
import { parseOrderSearch } from './order-lists.tsx';

const orders = [
  { ref: 2001, name: 'Zoë Prior', note: 'Aisle, please', needs: [] },
  { ref: 2002, name: 'Colin Marsh', note: '', needs: ['loop' as const] },
];
const plan = { ...createEmptyPlan(3, ['A1']), assignments: { A3: '2001', C7: '2002' } };
const found = (typed: string) => orders.filter(parseOrderSearch(typed, plan).isMatch).map(({ name }) => name);

test('an order is found by part of its name, reference, note or needs', () => {
  expect(found('')).toEqual(['Zoë Prior', 'Colin Marsh']);
  expect(found(' zoe')).toEqual(['Zoë Prior']);
  expect(found('2002')).toEqual(['Colin Marsh']);
  expect(found('aisle')).toEqual(['Zoë Prior']);
  expect(found('hearing')).toEqual(['Colin Marsh']);
  expect(found('nobody')).toEqual([]);
});

test('a search for a seat, in capitals or not, finds its order or recognises that the seat is free', () => {
  expect(found('A3')).toEqual(['Zoë Prior']);
  expect(found(' c7 ')).toEqual(['Colin Marsh']);
  expect(found('B3')).toEqual([]);
  expect(['B3', 'A1', 'Z9', 'zoe'].map((typed) => parseOrderSearch(typed, plan).seat)).toEqual([
    'B3',
    undefined,
    undefined,
    undefined,
  ]);
});
