import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateOffers, calculateOfferExpiry } from './party.ts';

const party = (id: string, size: number, ...dates: string[]) => ({ id, size, dates, isConfirmed: true });
const offered = (line: ReturnType<typeof party>[], free: Record<string, number>) =>
  allocateOffers(line, new Map(Object.entries(free))).map((offer) => `${offer.party.id} ${offer.performance}`);

test('a free place is offered to the first party in the waiting list', () => {
  expect(offered([party('Ann', 1, 'Wed'), party('Bob', 1, 'Wed')], { Wed: 1 })).toEqual(['Ann Wed']);
});

test('a party of four is passed over until four places are free', () => {
  const line = [party('Four', 4, 'Wed'), party('Two', 2, 'Wed')];
  expect(offered(line, { Wed: 3 })).toEqual(['Two Wed']);
  expect(offered(line, { Wed: 5 })).toEqual(['Four Wed']);
  expect(offered(line, { Wed: 6 })).toEqual(['Four Wed', 'Two Wed']);
});

test('a party with several dates is offered only the earliest date with enough places', () => {
  expect(offered([party('Ann', 2, 'Wed', 'Thu')], { Wed: 1, Thu: 2 })).toEqual(['Ann Thu']);
  expect(offered([party('Ann', 2, 'Wed', 'Thu')], { Wed: 2, Thu: 2 })).toEqual(['Ann Wed']);
});

test('on any waiting list, a party gets one offer if enough places are left at one of its dates, and otherwise none', () => {
  const dates = ['Wed', 'Thu', 'Fri'];
  const parties = fc.array(fc.record({ size: fc.integer({ min: 1, max: 6 }), dates: fc.subarray(dates) }));
  const free = fc.record({ Wed: fc.nat(8), Thu: fc.nat(8), Fri: fc.nat(8) });
  fc.assert(
    fc.property(parties, free, (some, places) => {
      const line = some.map((one, at) => ({ ...one, id: `${at}`, isConfirmed: true }));
      const offers = allocateOffers(line, new Map(Object.entries(places)));
      expect(new Set(offers.map((offer) => offer.party.id)).size).toBe(offers.length);
      const left = new Map(Object.entries(places));
      for (const one of line) {
        const offer = offers.find((made) => made.party.id === one.id);
        if (offer) {
          expect(one.dates).toContain(offer.performance);
          left.set(offer.performance, (left.get(offer.performance) ?? 0) - one.size);
        } else for (const date of one.dates) expect(left.get(date)).toBeLessThan(one.size);
      }
      for (const count of left.values()) expect(count).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('confirmed parties are offered places first, and unconfirmed ones get no more offers than allowed', () => {
  const dates = ['Wed', 'Thu'];
  const parties = fc.array(
    fc.record({ size: fc.integer({ min: 1, max: 4 }), dates: fc.subarray(dates), isConfirmed: fc.boolean() }),
  );
  const counts = fc.record({ Wed: fc.nat(12), Thu: fc.nat(12) });
  fc.assert(
    fc.property(parties, counts, fc.record({ Wed: fc.nat(2), Thu: fc.nat(2) }), (some, places, allowed) => {
      const line = some.map((one, at) => ({ ...one, id: `${at}` }));
      const free = new Map(Object.entries(places));
      const offers = allocateOffers(line, free, new Map(Object.entries(allowed)));
      const confirmed = offers.filter((offer) => offer.party.isConfirmed);
      // Unconfirmed parties don't affect the offers to confirmed ones
      expect(confirmed).toEqual(
        allocateOffers(
          line.filter(({ isConfirmed }) => isConfirmed),
          free,
        ),
      );
      for (const date of ['Wed', 'Thu'] as const) {
        const others = offers.filter((offer) => !offer.party.isConfirmed && offer.performance === date);
        expect(others.length).toBeLessThanOrEqual(allowed[date]);
      }
    }),
  );
});

const starts_at = '2027-04-14T18:30:00.000Z';

test.each([
  ['weeks before the start', '2027-04-01T21:00:00.000Z', '2027-04-01T09:00:00.000Z', null],
  ['on the evening before the performance', '2027-04-14T05:30:00.000Z', '2027-04-13T17:30:00.000Z', null],
  ['on the morning of the performance', '2027-04-14T12:30:00.000Z', '2027-04-14T07:30:00.000Z', null],
  ['an hour and a half before the start', '2027-04-14T17:15:00.000Z', '2027-04-14T17:00:00.000Z', null],
  [
    'two hours before the end of the sale',
    '2027-04-01T10:00:00.000Z',
    '2027-04-01T09:00:00.000Z',
    '2027-04-01T11:00:00.000Z',
  ],
])('an offer made %s expires at %s', (_when, until, now, on_sale_until) => {
  expect(calculateOfferExpiry(now, { starts_at, on_sale_until })).toBe(until);
});

test.each([
  ['less than an hour and a half before the start', '2027-04-14T17:00:01.000Z', null],
  ['after the start', '2027-04-14T19:00:00.000Z', null],
  ['after the end of the sale', '2027-04-01T09:00:00.000Z', '2027-03-31T09:00:00.000Z'],
])('no offer is made %s', (_when, now, on_sale_until) => {
  expect(calculateOfferExpiry(now, { starts_at, on_sale_until })).toBeUndefined();
});

test('places are held for half an hour for a party that nobody has confirmed', () => {
  const sale = { starts_at, on_sale_until: null };
  expect(calculateOfferExpiry('2027-04-01T09:00:00.000Z', sale, { isConfirmed: false })).toBe(
    '2027-04-01T09:30:00.000Z',
  );
});
