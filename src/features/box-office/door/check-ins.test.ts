import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRepeatedCheckIn, formatWalkUp, resolveArrival } from './check-ins.ts';

const at = (minute: number) => `2027-04-14T19:${`${minute}`.padStart(2, '0')}:00.000Z`;
const mark = (id: string, minute: number, came = true) => ({ id, at: at(minute), came });

test('if two doors check in the same ticket, the earlier check-in counts, whichever is reported first', () => {
  const [front, side] = [mark('front', 1), mark('side', 9)];
  expect(resolveArrival([front, side])).toBe(front);
  expect(resolveArrival([side, front])).toBe(front);
  expect(findRepeatedCheckIn([side, front], front)).toBe(side);
});

test('an undone check-in doesn’t count, but the next check-in does', () => {
  const next = mark('b', 9);
  expect(resolveArrival([mark('a', 1), mark('no', 4, false)])).toBeUndefined();
  expect(resolveArrival([mark('a', 1), mark('no', 4, false), next])).toBe(next);
  expect(findRepeatedCheckIn([mark('a', 1), mark('no', 4, false), next], next)).toBeUndefined();
});

const marks = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), minute: fc.nat(59), came: fc.boolean() }),
  { selector: ({ id }) => id, maxLength: 12 },
);

test('check-ins that arrive in any order lead to the same result', () => {
  const sent = marks.chain((made) => {
    const all = made.map(({ id, minute, came }) => mark(id, minute, came));
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
  });
  fc.assert(
    fc.property(sent, ([made, arrived]) => {
      const arrival = resolveArrival(made);
      expect(resolveArrival(arrived)).toBe(arrival);
      // The check-in that counts lets the holder in, and it hasn't been undone since
      if (!arrival) return;
      expect(arrival.came).toBe(true);
      expect(made.some(({ came, at: when }) => !came && when > arrival.at)).toBe(false);
      const before = made.filter(({ came, at: when }) => came && when < arrival.at);
      for (const earlier of before) {
        expect(made.some((other) => !other.came && other.at >= earlier.at && other.at <= arrival.at)).toBe(true);
      }
    }),
  );
});

test('the label of a walk-up’s note gives the number of people', () => {
  expect(formatWalkUp({ tickets: { adult: 1 } })).toBe('Walk-up, one person');
  expect(formatWalkUp({ tickets: { adult: 1, child: 1 } })).toBe('Walk-up, 2 people');
});
