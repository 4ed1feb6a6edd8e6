import { expect } from 'vitest';
import {
  countPlaces,
  listUpcomingPerformances,
  releasePlacesAndSeats,
  setPlaceCount,
  takePlaces,
} from '#features/box-office/performances/server/index.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { deriveId, type Id } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { dataKey, onEachSite } from '#tests/support/site/app.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { recordWaitingParty } from './calls.ts';
import { defineOfferLoop, offerFreePlaces } from './offers.ts';
import { endPartyWait, toOfferedPlaceIds } from './store.ts';

const capacity = 12;

/** Returns a generator of random numbers from 0 to below 1. The same seed gives the same numbers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

for (const seed of [1, 2]) {
  onEachSite(
    `no place is offered twice, and only parties too large are passed over (random events, seed ${seed})`,
    async ({ a, db }) => {
      await a.settings({ ticketsActive: '1' });
      const show = await a.show({ title: 'Hamlet', date: '2026-11-28' });
      const performanceId = await a.performance({ show_id: show });
      let now = '2026-11-01T12:00:00.000Z';
      await write(db, (tx) => setPlaceCount(tx, { performance: performanceId, capacity, now }));
      const sold = new Set<Id>();
      const dice = numbers(seed);
      const pick = (size: number) => Math.floor(dice() * size);
      const context = () => ({ encryption: createEncryption(dataKey), home: '', now });
      const parties = () => db.read.selectFrom('waiting_party').selectAll().orderBy('created_at').execute();
      const free = async () => {
        const there = (await countPlaces(db.read, [performanceId], now)).get(performanceId);
        return there ? there.total - there.sold - there.held : 0;
      };
      const sell = async (name: string) => {
        const tickets = Array.from({ length: 1 + pick(3) }, (_, at) => deriveId(`${seed} ${name} ${at}`));
        await write(db, async (tx) => {
          const [performance] = await listUpcomingPerformances(tx, now);
          if (performance) await offerFreePlaces(tx, performance, context());
          const taken = await takePlaces(tx, { performance: performanceId, tickets, until: null, now });
          if (taken === 'taken') for (const ticket of tickets) sold.add(ticket);
        });
      };
      const steps = {
        join: (name: string) =>
          write(db, (tx) =>
            recordWaitingParty(
              tx,
              {
                ...{ id: deriveId(`party ${seed} ${name}`), show, name, email: `${name}@home.example` },
                ...{ size: 1 + pick(5), dates: [performanceId] },
              },
              now,
            ),
          ),
        sell,
        free: async () => {
          const some = [...sold].slice(0, 1 + pick(4));
          await write(db, (tx) => releasePlacesAndSeats(tx, some));
          for (const ticket of some) sold.delete(ticket);
        },
        decline: async () => {
          const open = (await parties()).filter(({ status }) => status !== 'over');
          const one = open[pick(open.length)];
          if (one) await write(db, (tx) => endPartyWait(tx, one, 'declined'));
        },
        wait: async () => {
          now = new Date(Date.parse(now) + pick(20) * 60 * 60_000).toISOString();
        },
      };
      for (let at = 0; at < 12; at += 1) await sell(`first ${at}`);
      const kinds = Object.keys(steps) as (keyof typeof steps)[];
      for (let step = 0; step < 50; step += 1) {
        now = new Date(Date.parse(now) + 1000).toISOString();
        await steps[kinds[pick(kinds.length)] ?? 'wait'](`step${step}`);
        const before = new Map((await parties()).map(({ id, status }) => [id, status]));
        await defineOfferLoop({
          db,
          clock: () => new Date(now),
          encryption: createEncryption(dataKey),
          home: () => '',
          all: contributions,
        })();

        const line = await parties();
        const offered = line.filter(({ status }) => status === 'offered');
        const held = await db.read
          .selectFrom('place')
          .select('taken_by')
          .where('held_until', '>', now)
          .orderBy('taken_by')
          .execute();
        // Exactly the offered places are held
        expect(held.map(({ taken_by }) => taken_by)).toEqual(offered.flatMap(toOfferedPlaceIds).sort());
        expect(sold.size + held.length).toBeLessThanOrEqual(capacity);
        // Parties that still wait don't fit now, and are larger than those behind them that have just got an offer
        const left = await free();
        const fresh = offered.filter(({ id }) => before.get(id) === 'waiting');
        for (const party of line.filter(({ status }) => status === 'waiting')) {
          expect(party.size).toBeGreaterThan(left);
          for (const later of fresh.filter(({ created_at }) => created_at > party.created_at)) {
            expect(party.size).toBeGreaterThan(later.size);
          }
        }
      }
      // Some parties have declined and some offers have expired, so both cases are tested
      const outcomes = (await parties()).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(expect.arrayContaining(['declined', 'lapsed']));
    },
  );
}
