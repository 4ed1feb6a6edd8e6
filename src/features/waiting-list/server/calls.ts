import { inWords } from '#features/accounts/attempt-limits.ts';
import { emailKey } from '#features/accounts/email.ts';
import { bucket, mayUse, takeFrom } from '#features/accounts/server/index.ts';
import { findPerformance } from '#features/performances/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { writeQuietly, writeSale } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { everyone } from '#platform/server/http/access.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound, refuse, refuseFields } from '#platform/server/http/refusal.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import * as contract from '../contract.ts';
import { placesInWords } from '../party.ts';
import { joinedPath } from '../paths.ts';
import { join } from './join.ts';
import { isPartyKey } from './link.ts';
import { joinForm, openPerformances, roomAt, waitingParty } from './pages.ts';
import { endParty, findParty } from './store.ts';

export function waitingCalls({ call, db }: Platform, { encryption }: Pick<Services, 'encryption'>): void {
  call(
    contract.joinWaitingList,
    {
      access: everyone,
      rateLimit: 'message',
      form: {
        done: joinedPath,
        again: ({ code, msg, ...more }, typed, visit) =>
          joinForm(
            { ...visit, params: { id: typed.performance_id ?? '' } },
            { typed, answer: { code, msg, ...('fields' in more && more.fields ? { fields: more.fields } : {}) } },
          ),
      },
    },
    async ({ body, now, home, db: reading }) => {
      const { performance_id, name, email, size } = body;
      const performance = (await findPerformance(reading, performance_id)) ?? notFound();
      const open = await openPerformances(reading, performance.show_id, now);
      const dates = open.filter(({ id }) => body[`date_${id}`] === '1');
      if (dates.length === 0) refuseFields({ dates: 'Tick the dates that would do.' });
      const { timeZone } = await readSettings(reading);
      // Otherwise the list would be a way to have places held for half a day
      const room = await roomAt(reading, dates, now);
      for (const { id, starts_at } of dates) {
        const { left = 0, inBaskets = 0 } = room.get(id) ?? {};
        const when = momentInWords(withOffset(starts_at, timeZone));
        if (left >= size) refuseFields({ dates: `There is room for all of you on ${when}: book now, or untick it.` });
        if (left + inBaskets >= size) {
          refuseFields({
            dates: `The last places on ${when} are in other people’s baskets: look again in ten minutes, or untick it.`,
          });
        }
      }
      const limits = [bucket('mail', `waiting ${emailKey(email)}`)];
      const { waitMs } = await writeQuietly(db, (tx) => takeFrom(tx, limits, now));
      if (waitMs > 0) refuse(429, `There have been too many tries. Wait ${inWords(waitMs)}, then try again.`);
      const party = { id: newId(), show: performance.show_id, name, email, size, dates: dates.map(({ id }) => id) };
      await writeQuietly(db, (tx) => join(tx, party, { encryption, home, now }));
      return ok('You are on the waiting list. An email with all of this is on its way, and with a link to leave it.');
    },
  );

  call(
    contract.leaveWaitingList,
    {
      access: everyone,
      form: {
        done: ({ id = '', key = '' }) => `/tickets/waiting/${encodeURIComponent(id)}/${encodeURIComponent(key)}`,
        again: ({ code, msg }, _typed, visit) => waitingParty(visit, encryption, { answer: { code, msg } }),
      },
    },
    async ({ params, db: reading }) => {
      if (!isPartyKey(encryption, params)) notFound();
      const party = (await findParty(reading, params.id)) ?? notFound();
      await writeSale(db, async (tx) => {
        const current = (await findParty(tx, party.id)) ?? notFound();
        if (current.status === 'offered' && current.basket_id !== '') refuse(409, inBasket);
        await endParty(tx, current, current.status === 'offered' ? 'declined' : 'left');
      });
      return ok('You are off the waiting list.');
    },
  );

  call(contract.removeParty, { access: mayUse('bookings') }, async (request) => {
    const party = (await findParty(request.db, request.params.id)) ?? notFound();
    const entry = { ...doneBy(request), action: 'took somebody off a waiting list', subject: party.id };
    await writeSale(db, async (tx) => {
      const current = (await findParty(tx, party.id)) ?? notFound();
      if (current.status === 'offered' && current.basket_id !== '') {
        refuse(409, 'They are just paying for what they were offered, so they can’t be taken off.');
      }
      if (!(await endParty(tx, current, 'removed'))) refuse(409, 'They aren’t on the waiting list any more.');
      await recordAudit(tx, { ...entry, detail: placesInWords(current.size) });
    });
    return ok(`${party.name || 'They'} ${party.name ? 'is' : 'are'} off the waiting list.`);
  });
}

const inBasket =
  'These places are in your basket already. Empty it if you don’t want them; or leave it, and they go to the next in line.';
