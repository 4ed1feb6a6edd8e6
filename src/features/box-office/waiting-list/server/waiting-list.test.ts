import { expect } from 'vitest';
import type { ChooseTicketsContent } from '#features/box-office/shop/contract.ts';
import type {
  JoinWaitingListContent,
  ListedParty,
  WaitingPartyContent,
} from '#features/box-office/waiting-list/contract.ts';
import { createEncryption } from '#platform/server/crypto/encryption.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { MailTransport } from '#platform/server/mail/index.ts';
import { dataKey } from '#tests/support/site/app.ts';
import { runFeatureJobs } from '#tests/support/society/box-office.ts';
import { contributions } from '#tests/support/society/contributions.ts';
import { listSentMails } from '#tests/support/society/sent-mails.ts';
import { onEachShop, onShop, type ShopTestContext } from '#tests/support/society/shop.ts';
import { waitingListFeature } from '../feature.ts';
import { maxConfirmedParties } from '../party.ts';
import { recordWaitingParty } from './calls.ts';
import { defineOfferLoop } from './offers.ts';
import { buildPartyPath, purgePastWaitingParties } from './store.ts';

const noon = '2026-11-21T12:00:00.000Z';
const bookings = '/members/api/bookings';
const home = () => 'https://players.example';

/** Returns the actions of people who wait for a sold-out performance, and those of the box office. */
function waiting(on: ShopTestContext) {
  let now = noon;
  const at = (moment: string) => {
    now = moment;
    on.at(moment);
  };
  const tick = () => at(new Date(Date.parse(now) + 1000).toISOString());
  /** Joins the list, a second later than the previous party, so that the order is certain. */
  const ask = (email: string, size: number, dates: readonly string[] = [on.first], name = 'Dorothy Hollis') => {
    tick();
    return on.visitor().post('/api/tickets/waiting', {
      ...{ performance_id: dates[0], name, email, size: `${size}` },
      ...Object.fromEntries(dates.map((id) => [`date_${id}`, '1'])),
    });
  };
  const own = async (to: string) => {
    const rows = await on.db.read.selectFrom('waiting_party').select('id').where('email', '=', to).execute();
    return buildPartyPath(createEncryption(dataKey), rows[0]?.id ?? '');
  };
  const confirm = async (email: string) => on.visitor().post(`/api${await own(email)}/confirm`, {});
  /** Joins the list and confirms the address, as the link in the email does. */
  const join = async (...party: Parameters<typeof ask>) => {
    const answer = await ask(...party);
    if (answer.code === 200) await confirm(party[0].trim().toLowerCase());
    return answer;
  };
  const sell = async (count: number, performance_id = on.first) => {
    const sale = { performance_id, name: 'Bea', how: 'cash', [await on.typeAt('Adult', performance_id)]: `${count}` };
    return (await on.admin.post(`${bookings}/orders`, sale)).json() as { code: number; id: string; msg: string };
  };
  const emails = async (to: string) => (await listSentMails(on.db.read)).filter((mail) => mail.to === to);
  const linkIn = (text = '') => /https:\/\/players\.example(\/tickets\/\S+)/.exec(text)?.[1] ?? '';
  return {
    ...{ at, ask, confirm, join, sell, emails, own },
    cancel: (order: string) => on.admin.send('POST', `${bookings}/orders/${order}/cancel`),
    /** Runs the loop that offers free places. */
    look: () => {
      tick();
      const clock = () => new Date(now);
      const encryption = createEncryption(dataKey);
      return defineOfferLoop({ db: on.db, clock, encryption, home, all: contributions })();
    },
    /** Returns the link in the last email whose subject begins with `subject`. */
    link: async (to: string, subject: string) =>
      linkIn((await emails(to)).findLast((mail) => mail.subject.startsWith(subject))?.text),
    subjects: async (to: string) => (await emails(to)).map(({ subject }) => subject),
    party: async (link: string) => (await on.page(link)).content as unknown as WaitingPartyContent,
    list: async () => (await on.admin.page('/members/bookings')).content.waiting as ListedParty[],
    left: async () => (await on.seen()).shows[0]?.performances[0]?.availability,
  };
}

const joined = 'Confirm your place on the waiting list';
const offered = 'There’s room for you';
const lapsed = 'Our offer of places for';

onEachShop(
  'joining a waiting list sends a confirmation email, and the party’s link can be used to leave',
  async (on) => {
    const { join, sell, subjects, own: linkOf, party, emails, left } = waiting(on);
    await sell(2);
    expect(await left()).toMatchObject({ state: 'out' });
    expect(await join('ann@home.example', 2)).toMatchObject({ code: 200 });
    expect(await subjects('ann@home.example')).toEqual([`${joined} for Blithe Spirit`]);
    const [mail] = await emails('ann@home.example');
    expect(mail?.text).toContain('Wednesday 14 April 2027 at 7.30pm: 2 places.');
    expect(mail?.text).not.toContain('Dorothy');
    const own = await linkOf('ann@home.example');
    expect(own).toMatch(/^\/tickets\/waiting\/[\w-]{16}\/[\w-]{43}$/);
    expect(await party(own)).toMatchObject({ state: 'waiting', size: 2, dates: [{ id: on.first }] });
    expect(JSON.stringify(await on.db.read.selectFrom('waiting_party').selectAll().execute())).not.toContain(
      own.split('/').at(-1),
    );
    expect(await on.visitor().post(`/api${own.slice(0, -3)}abc/leave`, {})).toMatchObject({ code: 404 });
    expect(await on.visitor().post(`/api${own}/leave`, {})).toMatchObject({ code: 200 });
    expect(await party(own)).toMatchObject({ state: 'over', outcome: 'left' });
    const rows = await on.db.read.selectFrom('waiting_party').select(['name', 'email', 'wish']).execute();
    expect(rows).toEqual([{ name: '', email: '', wish: '' }]);
  },
  { places: 2 },
);

onEachShop(
  'the waiting list can’t be joined while the last places are only held, not sold',
  async (on) => {
    const { join, look, left } = waiting(on);
    const holder = on.visitor();
    await holder.hold({ [on.type('Adult')]: '4' });
    expect(await left()).toMatchObject({ state: 'held' });
    expect(await join('nobody@made.example', 4)).toMatchObject({
      code: 400,
      fields: { dates: expect.stringContaining('in other people’s baskets, usually for half an hour at most') },
    });
    await holder.post('/api/tickets/empty', {});
    await look();
    expect(await left()).toMatchObject({ left: 4 });
    // A held place may become free again, so a party of four can't join until the place is sold
    await holder.hold({ [on.type('Adult')]: '1' });
    expect(await join('nobody@made.example', 4)).toMatchObject({ code: 400 });
    expect(await holder.pay()).toMatchObject({ code: 200 });
    expect(await join('ann@home.example', 4)).toMatchObject({ code: 200 });
  },
  { places: 4 },
);

onShop(
  'visitors can join the waiting list if only house seats are left',
  async (on) => {
    const { join, sell } = waiting(on);
    const houseSeat = { kind: '', reason: 'For the author', release: 0 };
    const plan = { layout: { rowCount: 8, hiddenSeats: [] }, assignments: {}, marks: { A6: houseSeat, A7: houseSeat } };
    expect((await on.admin.post(`/members/bookings/seating/${on.first}`, plan)).json()).toMatchObject({ code: 200 });
    await sell(2);
    expect(await on.visitor().hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 409 });
    expect(await join('ann@home.example', 2)).toMatchObject({ code: 200 });
  },
  { places: 4 },
);

onEachShop(
  'a confirmed party is unchanged when somebody joins with its address, and gets its link by email again',
  async (on) => {
    const { ask, confirm, join, sell, subjects, emails, list, own } = waiting(on);
    await sell(2);
    const first = await ask('vera@home.example', 2);
    await confirm('vera@home.example');
    await join('bob@home.example', 1);
    // A stranger joins with somebody else's address
    const spam = 'Win at http://evil.example/prize now';
    expect(await ask('VERA@home.example ', 20, [on.first], spam)).toEqual(first);
    expect((await list()).map(({ name, email, size }) => [name, email, size])).toEqual([
      ['Dorothy Hollis', 'vera@home.example', 2],
      ['Dorothy Hollis', 'bob@home.example', 1],
    ]);
    expect(await subjects('vera@home.example')).toEqual([
      `${joined} for Blithe Spirit`,
      'You’re on the waiting list for Blithe Spirit',
    ]);
    const link = await own('vera@home.example');
    expect((await emails('vera@home.example')).at(-1)?.text).toContain(': 2 places.');
    // The party can only be changed by its link, and keeps its position
    const change = { name: 'Vera Bell', size: '3', [`date_${on.first}`]: '1' };
    const path = `/api${link}/change`;
    expect(await on.visitor().post(`/api${link.slice(0, -3)}abc/change`, change)).toMatchObject({ code: 404 });
    expect(await on.visitor().post(path, { ...change, size: '99' })).toMatchObject({ code: 400 });
    // The page's form also sends the link's id and key
    const [, id, key] = /\/waiting\/([^/]+)\/([^/]+)$/.exec(link) ?? [];
    expect(await on.visitor().post(path, { ...change, id, key })).toMatchObject({ code: 200 });
    expect((await list()).map(({ name, size }) => [name, size])).toEqual([
      ['Vera Bell', 3],
      ['Dorothy Hollis', 1],
    ]);
  },
  { places: 2 },
);

onEachShop(
  'a party that joins again gets its new dates and keeps its position: at once, or by its link if it is confirmed',
  async (on) => {
    const { ask, join, sell, emails, subjects, list, party } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    await on.admin.post(`${bookings}/performances/${second}`, {
      ...{ datetime: '2027-04-15T19:30', capacity: '1', version: 1 },
    });
    await sell(2);
    await sell(1, second);
    await ask('ann@home.example', 2);
    await join('bob@home.example', 2);
    await join('cat@home.example', 1);
    const listed = async () =>
      (await list()).map(({ email, size, performances, confirmed }) => [email[0], size, performances, confirmed]);
    // Nobody has confirmed Ann's entry, so it is replaced
    expect(await ask('ann@home.example', 3, [second])).toMatchObject({ code: 200 });
    expect(await listed()).toEqual([
      ['a', 3, [second], false],
      ['b', 2, [on.first], true],
      ['c', 1, [on.first], true],
    ]);
    expect((await subjects('ann@home.example')).at(-1)).toBe(`${joined} for Blithe Spirit`);
    expect((await emails('ann@home.example')).at(-1)?.text).toContain('Thursday 15 April 2027 at 7.30pm: 3 places.');
    // Bob's entry is confirmed, so only somebody with his email can change it
    await ask('bob@home.example', 3, [second]);
    expect((await listed())[1]).toEqual(['b', 2, [on.first], true]);
    const text = (await emails('bob@home.example')).at(-1)?.text;
    expect(text).toContain('Wednesday 14 April 2027 at 7.30pm: 2 places.');
    expect(text).toContain('You’ve just asked for 3 places on Thursday 15 April 2027 at 7.30pm instead.');
    const [again = ''] = /\/tickets\/waiting\/\S+/.exec(text ?? '') ?? [];
    expect(again).toMatch(new RegExp(`\\?asked=3\\.${second}$`));
    const change = { size: '3', [`date_${second}`]: '1' };
    const [path = ''] = again.split('?');
    expect(await party(again)).toMatchObject({ asked_again: true, typed: change, size: 2, dates: [{ id: on.first }] });
    expect((await on.get(again)).body).toContain('You’ve since asked for another number of places or other dates.');
    expect(await party(path)).toMatchObject({ asked_again: false, typed: {} });
    expect(await on.visitor().post(`/api${path}/change`, { name: 'Bob', ...change })).toMatchObject({ code: 200 });
    expect((await listed()).map(([name, size]) => [name, size])).toEqual([
      ['a', 3],
      ['b', 3],
      ['c', 1],
    ]);
    expect(await party(again)).toMatchObject({ asked_again: false, typed: {}, size: 3, dates: [{ id: second }] });
    // The same request again changes nothing, so the email has only the link
    await ask('bob@home.example', 3, [second]);
    expect((await emails('bob@home.example')).at(-1)?.text).not.toContain('You’ve just asked');
  },
  { places: 2 },
);

onEachShop(
  'opening the confirmation link changes nothing, and its button confirms the party, even without JavaScript',
  async (on) => {
    const { ask, sell, own, party, list, at } = waiting(on);
    await sell(2);
    await ask('ann@home.example', 2);
    const link = await own('ann@home.example');
    expect((await on.get(link)).body).toContain('Confirm my place');
    expect(await party(link)).toMatchObject({ state: 'waiting', confirmed: false });
    expect(await list()).toMatchObject([{ confirmed: false }]);
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    for (const _ of [1, 2]) {
      const answer = await on.post(
        `/api${link}/confirm`,
        `id=${link.split('/').at(-2)}&key=${link.split('/').at(-1)}`,
        headers,
      );
      expect([answer.statusCode, answer.headers.location]).toEqual([303, link]);
    }
    expect(await party(link)).toMatchObject({ confirmed: true });
    expect((await on.get(link)).body).not.toContain('Confirm my place');
    // The page stays for a day after the performance, which begins at 18:30 UTC
    expect((await on.get(link)).body).toContain('As soon as there is room');
    at('2027-04-14T18:30:00.000Z');
    expect((await on.get(link)).body).toContain('We can no longer offer places at any of these');
    expect(await on.visitor().post(`/api${link}/leave`, {})).toMatchObject({ code: 200 });
    expect(await on.visitor().post(`/api${link}/confirm`, {})).toMatchObject({ code: 409 });
  },
  { places: 2 },
);

onShop('unconfirmed parties neither fill the list nor keep returned places from a confirmed one', async (on) => {
  const { join, sell, cancel, look, list, left, at, subjects, link } = waiting(on);
  const orders = [await sell(60), await sell(36)];
  await write(on.db, async (tx) => {
    for (let made = 0; made < maxConfirmedParties; made += 1) {
      const party = {
        id: deriveId(`made up ${made}`),
        show: on.show,
        name: 'Nobody',
        size: 2,
        dates: [on.first],
      };
      await recordWaitingParty(tx, { ...party, email: `nobody${made}@made.example` }, noon, { confirmed_at: null });
    }
  });
  expect(await join('real@home.example', 8)).toMatchObject({ code: 200 });
  await cancel(orders[0]?.id ?? '');
  await look();
  // The first offer goes to the real person. Two made-up parties have offers for half an hour, and all other places are
  // on sale
  expect((await subjects('real@home.example')).at(-1)).toContain(offered);
  const offers = (await list()).flatMap(({ offer, confirmed }) => (offer ? [{ confirmed, until: offer.until }] : []));
  expect(offers.map(({ confirmed, until }) => `${confirmed} ${until}`).toSorted()).toEqual([
    'false 2026-11-21T12:30:02+00:00',
    'false 2026-11-21T12:30:02+00:00',
    'true 2026-11-22T00:00:02+00:00',
  ]);
  expect(await left()).toMatchObject({ left: 60 - 8 - 2 - 2 });
  at('2026-11-21T12:31:00.000Z');
  await look();
  expect(await left()).toMatchObject({ left: 60 - 8 });
  const real = on.visitor();
  expect(await real.post(`/api${await link('real@home.example', offered)}`, { [on.type('Adult')]: '8' })).toMatchObject(
    {
      code: 200,
    },
  );
  expect(await on.visitor().hold({ [on.type('Adult')]: '20' })).toMatchObject({ code: 200 });
});

onShop(
  'accepting an offer confirms the party, so that the next unconfirmed party can get an offer',
  async (on) => {
    const { ask, sell, cancel, look, link, list, at } = waiting(on);
    const orders = [await sell(2), await sell(2), await sell(2), await sell(2)];
    for (const name of ['ann', 'bob', 'cat', 'dan']) await ask(`${name}@home.example`, 2);
    for (const { id } of orders) await cancel(id);
    await look();
    const offers = async () => (await list()).flatMap(({ email, offer }) => (offer ? [email.slice(0, 3)] : []));
    expect(await offers()).toEqual(['ann', 'bob']);
    at('2026-11-21T12:10:00.000Z');
    const bob = on.visitor();
    await bob.post(`/api${await link('bob@home.example', offered)}`, { [on.type('Adult')]: '2' });
    await look();
    // Ann’s offer is still open
    expect(await offers()).toEqual(['ann', 'bob', 'cat']);
    expect((await list()).map(({ confirmed }) => confirmed)).toEqual([false, true, false, false]);
  },
  { places: 8 },
);

onEachShop(
  'a party that can’t be reached by email can be confirmed by the box office, but not by a member',
  async (on) => {
    const { ask, sell, list } = waiting(on);
    await sell(2);
    expect(await ask('ann@home.example', 2)).toMatchObject({
      msg: 'Thank you. The box office has your request, and will confirm your place on the waiting list.',
    });
    const path = `${bookings}/waiting/${(await list())[0]?.id}/confirm`;
    expect((await (await on.as(await on.a.user())).post(path, {})).statusCode).toBe(403);
    expect((await on.admin.post(path, {})).json()).toMatchObject({ code: 200 });
    expect((await on.admin.post(path, {})).json()).toMatchObject({ code: 409 });
    expect(await list()).toMatchObject([{ confirmed: true }]);
  },
  { places: 2 },
);

/**
 * Prepares a test on a site without email, and returns its actions. Ann is confirmed on the waiting list, for two
 * places at the first of two sold-out performances.
 */
async function waitingWithoutEmail(on: ShopTestContext) {
  const actions = waiting(on);
  const second = await on.add('2027-04-15T19:30');
  await on.admin.post(`${bookings}/performances/${second}`, {
    ...{ datetime: '2027-04-15T19:30', capacity: '1', version: 1 },
  });
  const { id: order } = await actions.sell(2);
  await actions.sell(1, second);
  await actions.ask('ann@home.example', 2);
  const path = `${bookings}/waiting/${(await actions.list())[0]?.id}/confirm`;
  const confirmByStaff = async (body: Partial<Pick<ListedParty, 'requested'>> = {}) =>
    (await on.admin.post(path, body)).json();
  await confirmByStaff();
  return {
    ...{ ...actions, second, order, confirmByStaff },
    requested: async () => (await actions.list())[0]?.requested,
    archive: (archived_at: string | null) =>
      write(on.db, (tx) => tx.updateTable('show').set({ archived_at }).where('id', '=', on.show).execute()),
  };
}

const folder: MailTransport = { to: 'folder', send: async () => '' };
const alreadyConfirmed = { code: 409, msg: expect.stringContaining('They’re confirmed already') };

onEachShop(
  'on a site without email, the box office confirms the change for which a confirmed party has joined again',
  async (on) => {
    const { ask, list, second, confirmByStaff } = await waitingWithoutEmail(on);
    await ask('bob@home.example', 2);
    // The list shows Ann's entry as it is, and what somebody with her address has asked for since
    expect(await ask('ann@home.example', 3, [second])).toMatchObject({ code: 200 });
    const requested = { size: 3, performances: [second] };
    expect(await list()).toMatchObject([{ confirmed: true, size: 2, performances: [on.first], requested }, {}]);
    const tooMany = { size: 3, performances: Array.from({ length: 201 }, () => second) };
    expect(await confirmByStaff({ requested: tooMany })).toMatchObject({ code: 400 });
    expect(await confirmByStaff({ requested: { ...requested, size: 21 } })).toMatchObject({ code: 400 });
    expect(await confirmByStaff({ requested })).toMatchObject({ code: 200 });
    expect(await list()).toMatchObject([{ confirmed: true, size: 3, performances: [second] }, {}]);
    expect((await list())[0]).not.toHaveProperty('requested');
    expect(await confirmByStaff({ requested })).toMatchObject(alreadyConfirmed);
    const log = on.db.read.selectFrom('audit').select(['action', 'detail']).where('action', 'like', 'waiting_party.%');
    expect(await log.orderBy('at').orderBy('action', 'desc').execute()).toEqual([
      { action: 'waiting_party.confirmed', detail: '2 places' },
      { action: 'waiting_party.changed', detail: '3 places on Thursday 15 April 2027 at 7.30pm' },
    ]);
    // Asking for what the party already has withdraws the request
    await ask('ann@home.example', 1, [second]);
    expect(await list()).toMatchObject([{ requested: { size: 1 } }, {}]);
    await write(on.db, (tx) => tx.deleteFrom('allowance').execute());
    expect(await ask('ann@home.example', 3, [second])).toMatchObject({ code: 200 });
    expect((await list())[0]).not.toHaveProperty('requested');
  },
  { places: 2, mail: folder },
);

onEachShop(
  'the box office confirms only the change that its list showed, not one requested since',
  async (on) => {
    const { ask, list, second, confirmByStaff, requested } = await waitingWithoutEmail(on);
    await ask('ann@home.example', 3, [second]);
    const seen = await requested();
    await ask('ann@home.example', 20, [second]);
    const msg = 'They’ve since asked for something else. Check it, then confirm again.';
    expect(await confirmByStaff({ requested: seen })).toMatchObject({ code: 409, msg });
    // Without a change, the call only confirms the party
    expect(await confirmByStaff()).toMatchObject(alreadyConfirmed);
    expect(await list()).toMatchObject([{ size: 2, performances: [on.first], requested: { size: 20 } }]);
    expect(await confirmByStaff({ requested: await requested() })).toMatchObject({ code: 200 });
    expect(await list()).toMatchObject([{ size: 20, performances: [second] }]);
  },
  { places: 2, mail: folder },
);

onEachShop(
  'a requested change keeps only performances to come that aren’t cancelled',
  async (on) => {
    const { ask, list, second, confirmByStaff, requested } = await waitingWithoutEmail(on);
    const msg = 'The performances they asked for are over, cancelled or deleted. Ask them for other dates.';
    await ask('ann@home.example', 3, [on.first, second]);
    const seen = await requested();
    expect(seen).toEqual({ size: 3, performances: [on.first, second] });
    await on.admin.post(`${bookings}/performances/${second}/cancel`, {});
    expect(await requested()).toEqual({ size: 3, performances: [on.first] });
    expect(await confirmByStaff({ requested: seen })).toMatchObject({ code: 409 });
    expect(await confirmByStaff({ requested: await requested() })).toMatchObject({ code: 200 });
    expect(await list()).toMatchObject([{ size: 3, performances: [on.first] }]);
    await ask('ann@home.example', 4);
    const last = await requested();
    await write(on.db, (tx) =>
      tx.updateTable('performance').set({ starts_at: noon }).where('id', '=', on.first).execute(),
    );
    expect(await requested()).toBeUndefined();
    expect(await confirmByStaff({ requested: last })).toMatchObject({ code: 409, msg });
    expect(await list()).toMatchObject([{ size: 3, performances: [on.first] }]);
  },
  { places: 2, mail: folder },
);

onShop(
  'if a change can’t be confirmed, the message says that the show is archived, or that the party has just been offered places',
  async (on) => {
    const { ask, list, second, order, cancel, look, confirmByStaff, requested, archive } =
      await waitingWithoutEmail(on);
    await ask('ann@home.example', 3, [second]);
    const seen = await requested();
    await archive(noon);
    expect(await confirmByStaff({ requested: seen })).toMatchObject({
      ...{
        code: 409,
        msg: 'This show is archived, so the change can’t be confirmed. Restore the show in Manage Shows first.',
      },
    });
    await archive(null);
    await cancel(order);
    await look();
    expect(await confirmByStaff({ requested: seen })).toMatchObject({
      ...{ code: 409, msg: 'They have just been offered places, so nothing can be changed now.' },
    });
    expect(await list()).toMatchObject([{ size: 2, performances: [on.first], offer: {}, requested: seen }]);
  },
  { places: 2, mail: folder },
);

onEachShop(
  'a change requested by joining again during an offer is stored until it is confirmed or the wait is over, even for an unconfirmed party',
  async (on) => {
    const { ask, list, second, order, cancel, look, confirmByStaff, requested, archive } =
      await waitingWithoutEmail(on);
    await ask('bob@home.example', 1);
    await cancel(order);
    await write(on.db, (tx) =>
      tx.updateTable('waiting_party').set({ confirmed_at: null }).where('email', '=', 'ann@home.example').execute(),
    );
    await look();
    expect(await list()).toMatchObject([{ confirmed: false, offer: {} }, {}]);
    await ask('ann@home.example', 3, [second]);
    const change = { size: 3, performances: [second] };
    expect(await list()).toMatchObject([{ size: 2, performances: [on.first], offer: {}, requested: change }, {}]);
    // The offer is withdrawn with the show
    await archive(noon);
    await look();
    await archive(null);
    expect((await list())[0]).not.toHaveProperty('offer');
    await confirmByStaff();
    expect(await confirmByStaff({ requested: await requested() })).toMatchObject({ code: 200 });
    expect(await list()).toMatchObject([{ confirmed: true, ...change }, {}]);
    await ask('ann@home.example', 4, [second]);
    const [ann] = await list();
    expect((await on.admin.post(`${bookings}/waiting/${ann?.id}/remove`, {})).json()).toMatchObject({ code: 200 });
    const stored = on.db.read.selectFrom('waiting_party').select('requested_change').where('status', '=', 'over');
    expect(await stored.execute()).toEqual([{ requested_change: '' }]);
  },
  { places: 2, mail: folder },
);

const changingTransport = { to: 'folder' as MailTransport['to'], send: async () => '' };

onEachShop(
  'a stored request is deleted when its party joins again after a mail server was set up',
  async (on) => {
    changingTransport.to = 'folder';
    const { ask, second, requested } = await waitingWithoutEmail(on);
    await ask('ann@home.example', 3, [second]);
    expect(await requested()).toMatchObject({ size: 3 });
    changingTransport.to = 'server';
    expect(await ask('ann@home.example', 4, [second])).toMatchObject({
      msg: expect.stringContaining('Check your email'),
    });
    expect(await requested()).toBeUndefined();
  },
  { places: 2, mail: changingTransport },
);

onShop(
  'joining the waiting list is refused if there is room, or a field is invalid',
  async (on) => {
    const { join, sell } = waiting(on);
    await sell(1);
    expect(await join('ann@home.example', 2)).toMatchObject({ code: 400, fields: { dates: expect.any(String) } });
    expect(await join('ann@home.example', 3)).toMatchObject({ code: 200 });
    for (const size of [0, -1, 1.5, 21, 10_000]) {
      expect(await join('ann@home.example', size)).toMatchObject({ code: 400, fields: { size: expect.any(String) } });
    }
    expect(await join('no address', 3)).toMatchObject({ code: 400, fields: { email: expect.any(String) } });
    const body = { performance_id: on.first, name: 'Ann', email: 'ann@home.example', size: '3' };
    expect(await on.visitor().post('/api/tickets/waiting', body)).toMatchObject({
      code: 400,
      fields: { dates: 'Tick the dates you could come on.' },
    });
    const other = { ...body, performance_id: 'aaaaaaaaaaaaaaaa' };
    expect(await on.visitor().post('/api/tickets/waiting', other)).toMatchObject({ code: 404 });
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const sent = `performance_id=${on.first}&name=Ann&email=ann%40home.example&size=99&date_${on.first}=1`;
    const wrong = await on.post('/api/tickets/waiting', sent, headers);
    expect([wrong.statusCode, wrong.body.includes('Enter the number of people')]).toEqual([400, true]);
  },
  { places: 3 },
);

onShop('waiting-list emails are rate-limited per address', async (on) => {
  const { join, sell } = waiting(on);
  await sell(60);
  await sell(36);
  const codes = [];
  for (const size of [1, 2, 3, 4]) codes.push((await join('ann@home.example', size)).code);
  expect(codes).toEqual([200, 200, 200, 429]);
  expect(await join('bob@home.example', 1)).toMatchObject({ code: 200 });
});

onShop(
  'a full waiting list refuses new parties with a message',
  async (on) => {
    const { join, sell } = waiting(on);
    await sell(2);
    await write(on.db, async (tx) => {
      for (let at = 0; at < maxConfirmedParties; at += 1) {
        const party = { id: deriveId(`party ${at}`), show: on.show, name: 'Ann', size: 2, dates: [on.first] };
        await recordWaitingParty(tx, { ...party, email: `ann${at}@home.example` }, noon);
      }
    });
    expect(await join('last@home.example', 2)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('The waiting list for this show is full.'),
    });
    // Parties already on the full list can still have their link sent again
    expect(await join('ann7@home.example', 1)).toMatchObject({ code: 200 });
  },
  { places: 2 },
);

onEachShop(
  'free places are offered to the first in line before new visitors',
  async (on) => {
    const { join, sell, cancel, look, link, subjects, left, list, emails } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    await cancel(id);
    // Even before the freed places have been offered to parties, a new visitor can't get them
    const passer = on.visitor();
    expect(await passer.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
    await look();
    await look();
    expect(await subjects('ann@home.example')).toEqual([expect.stringContaining(joined), `${offered}: Blithe Spirit`]);
    const [, mail] = await emails('ann@home.example');
    expect(mail?.text).toContain('We are holding them for you until Saturday 21 November 2026 at midnight');
    expect(await left()).toEqual({ state: 'out', left: 0 });
    expect(await passer.hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
    expect(await sell(1)).toMatchObject({ code: 409 });
    expect(await list()).toMatchObject([{ email: 'ann@home.example', offer: { in_basket: false } }]);

    const own = await link('ann@home.example', offered);
    const ann = on.visitor();
    const page = JSON.parse((await ann.get(`${own}?react`)).body);
    expect(page).toMatchObject({ type: 'choose_tickets', most: 2, offer: { open: true, size: 2 } });
    expect(await ann.post(`/api${own}`, { [on.type('Adult')]: '3' })).toMatchObject({ code: 400 });
    expect(await ann.post(`/api${own}`, { [on.type('Adult')]: '1', [on.type('Child')]: '1' })).toMatchObject({
      code: 200,
    });
    expect(await ann.basket()).toMatchObject({ total: 2200, seconds_left: 12 * 60 * 60 - 1, offered: true });
    // The basket can't hold more than was offered
    expect(await ann.hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 409 });
    // The offer can be accepted again with other ticket types on another device
    const phone = on.visitor();
    expect(await phone.post(`/api${own}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
    expect(await ann.basket()).toBeUndefined();
    expect(await phone.pay({ amount_due: '2400', card_nonce: on.aCard() })).toMatchObject({ code: 200 });
    expect(await list()).toEqual([]);
    expect(await on.orders()).toMatchObject([{}, { status: 'paid', source: 'online' }]);
    expect(await phone.post(`/api${own}`, { [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
  },
  { places: 2 },
);

onShop(
  'an expired or declined offer goes to the next party in line',
  async (on) => {
    const { join, sell, cancel, look, link, own: linkOf, subjects, at, party } = waiting(on);
    const { id } = await sell(2);
    for (const name of ['ann', 'bob', 'cat']) await join(`${name}@home.example`, 2);
    await cancel(id);
    await look();
    expect((await subjects('bob@home.example')).length).toBe(1);
    at('2026-11-22T00:01:00.000Z');
    await look();
    expect((await subjects('ann@home.example')).at(-1)).toBe(`${lapsed} Blithe Spirit has expired`);
    expect((await subjects('bob@home.example')).at(-1)).toContain(offered);
    const late = await link('ann@home.example', offered);
    expect(await on.visitor().post(`/api${late}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 409 });
    const own = await linkOf('bob@home.example');
    expect(await on.visitor().post(`/api${own}/leave`, {})).toMatchObject({ code: 200 });
    expect(await party(own)).toMatchObject({ state: 'over', outcome: 'declined' });
    await look();
    expect((await subjects('cat@home.example')).at(-1)).toContain(offered);
    expect((await subjects('bob@home.example')).some((subject) => subject.startsWith(lapsed))).toBe(false);
  },
  { places: 2 },
);

for (const inBasket of [false, true]) {
  onEachShop(
    `erasing a person with an offer ${inBasket ? 'in a basket' : 'not accepted'} offers the places to the next party`,
    async (on) => {
      const { join, sell, cancel, look, link, subjects, left } = waiting(on);
      const { id } = await sell(2);
      for (const name of ['ann', 'bob']) await join(`${name}@home.example`, 2);
      await cancel(id);
      await look();
      const [own, ann] = [await link('ann@home.example', offered), on.visitor()];
      if (inBasket) {
        expect(await ann.post(`/api${own}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
      }
      const holder = { id: 'nobody', email: 'ann@home.example', phone: '', name: 'Ann', names: [] };
      const how = { shownName: 'Deleted', at: '2026-11-21T12:30:00.000Z' };
      await write(on.db, async (tx) => {
        for (const { erase } of contributions('personalData')) await erase?.(tx, holder, how);
      });
      await look();
      expect((await subjects('bob@home.example')).at(-1)).toContain(offered);
      expect(await left()).toEqual({ state: 'out', left: 0 });
      expect(await ann.basket()).toBeUndefined();
      expect(await on.visitor().post(`/api${own}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 409 });
      const parties = await on.db.read.selectFrom('waiting_party').select('email').orderBy('email').execute();
      expect(parties).toEqual([{ email: '' }, { email: 'bob@home.example' }]);
    },
    { places: 2 },
  );
}

onShop(
  'free tickets from an offer, booked with another address, are held until the offer’s end, and staff can decline them',
  async (on) => {
    const { join, sell, cancel, look, link, own, party, emails, at } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    const hers = await own('ann@home.example');
    const adult = on.type('Adult');
    const free = { name: 'Adult', price: '0', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${adult.slice('tickets_'.length)}`, free);
    await cancel(id);
    at('2026-11-21T18:00:00.000Z');
    await look();
    const ann = on.visitor();
    expect(await ann.post(`/api${await link('ann@home.example', offered)}`, { [adult]: '2' })).toMatchObject({
      code: 200,
    });
    const booked = await ann.pay({ email: 'work@home.example', card_nonce: '' });
    const end = 'Sunday 22 November 2026 at 6am';
    expect((await on.get(booked.link)).body).toContain(end);
    expect((await emails('work@home.example'))[0]?.text).toContain(
      `We are holding these tickets for you until ${end}.`,
    );
    const [order] = (await on.admin.page('/members/bookings')).content.unconfirmed as { id: string }[];
    const declined = await on.admin.post(`${bookings}/unconfirmed/${order?.id}/decline`, {});
    expect(declined.json()).toMatchObject({ code: 200 });
    // The party's page doesn't say that the party released the places
    expect(await party(hers)).toMatchObject({ state: 'over', outcome: 'removed' });
  },
  { places: 2, mail: { to: 'server', send: async () => '250 OK' } },
);

onShop(
  'a party of four is passed over while three places are free, and offered four later',
  async (on) => {
    const { join, sell, cancel, look, subjects, link, list } = waiting(on);
    const three = await sell(3);
    const one = await sell(1);
    await join('four@home.example', 4);
    await join('two@home.example', 2);
    await cancel(three.id);
    await look();
    expect((await subjects('four@home.example')).length).toBe(1);
    const two = on.visitor();
    await two.post(`/api${await link('two@home.example', offered)}`, { [on.type('Adult')]: '2' });
    await cancel(one.id);
    await look();
    expect((await subjects('four@home.example')).length).toBe(1);
    expect(await list()).toMatchObject([{ size: 4 }, { size: 2, offer: { in_basket: true } }]);
    await two.post('/api/tickets/empty', {});
    await look();
    expect((await subjects('four@home.example')).at(-1)).toContain(offered);
    expect(await list()).toMatchObject([{ size: 4, offer: {} }]);
  },
  { places: 4 },
);

onShop(
  'added places are offered to a party with several dates, and a cancelled date gets no offers',
  async (on) => {
    const { join, sell, look, subjects, emails, at } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    await sell(2);
    await sell(2, second);
    await join('ann@home.example', 2, [on.first, second]);
    await join('bob@home.example', 1);
    expect((await emails('ann@home.example'))[0]?.text).toContain(
      'the first of these performances that has room for all of you',
    );
    const more = { datetime: '2027-04-15T19:30', capacity: '4', version: 1 };
    expect((await on.admin.post(`${bookings}/performances/${second}`, more)).json()).toMatchObject({ code: 200 });
    await look();
    expect((await emails('ann@home.example')).at(-1)?.text).toContain('Thursday 15 April 2027 at 7.30pm: 2 places.');
    await on.admin.post(`${bookings}/performances/${on.first}/cancel`, {});
    at('2026-11-21T12:11:00.000Z');
    await look();
    expect((await subjects('bob@home.example')).length).toBe(1);
  },
  { places: 2 },
);

onEachShop(
  'a party whose offered performance is cancelled keeps its position for its other dates',
  async (on) => {
    const { join, sell, cancel, look, link, subjects, emails, own, party, at } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    const capacity = { datetime: '2027-04-15T19:30', capacity: '2', version: 1 };
    expect((await on.admin.post(`${bookings}/performances/${second}`, capacity)).json()).toMatchObject({ code: 200 });
    const [first, other] = [await sell(2), await sell(2, second)];
    await join('ann@home.example', 2, [on.first, second]);
    await join('bob@home.example', 2, [second]);
    const hers = await own('ann@home.example');
    await cancel(first.id);
    await look();
    expect(await party(hers)).toMatchObject({ state: 'offered', offer: { id: on.first } });
    const offer = await link('ann@home.example', offered);
    await on.admin.post(`${bookings}/performances/${on.first}/cancel`, {});
    await look();
    expect(await party(hers)).toMatchObject({ state: 'waiting' });
    expect((await on.page(offer)).content).toMatchObject({ offer: { open: false } });
    const told = (await on.get(offer)).body;
    expect(told).toContain('this performance is cancelled.');
    expect(told).toContain(`href="${hers}"`);
    await cancel(other.id);
    await look();
    expect((await emails('ann@home.example')).at(-1)?.text).toContain('Thursday 15 April 2027 at 7.30pm: 2 places.');
    expect(await party(hers)).toMatchObject({ state: 'offered', offer: { id: second } });
    // Places in Ann's basket stay there until their hold expires. Then Ann waits again
    const ann = on.visitor();
    const take = { [await on.typeAt('Adult', second)]: '2' };
    expect(await ann.post(`/api${await link('ann@home.example', offered)}`, take)).toMatchObject({ code: 200 });
    await on.admin.post(`${bookings}/performances/${second}/cancel`, {});
    await look();
    expect(await party(hers)).toMatchObject({ state: 'offered', offer: { in_basket: true } });
    at('2026-11-22T12:00:00.000Z');
    await look();
    expect(await party(hers)).toMatchObject({ state: 'waiting' });
    expect((await on.get(hers)).body).toContain('We can no longer offer places at any of these');
    expect((await subjects('ann@home.example')).filter((subject) => subject.startsWith(lapsed))).toEqual([]);
    const held = on.db.read.selectFrom('place').select('number').where('held_until', '>', '2026-11-22T12:00:00.000Z');
    expect(await held.execute()).toEqual([]);
  },
  { places: 2 },
);

onEachShop(
  'when a show is archived, a party with an offer waits again and gets no expiry email',
  async (on) => {
    const { join, sell, cancel, look, own, subjects, party, at } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    const hers = await own('ann@home.example');
    await cancel(id);
    await look();
    const archive = (archived_at: string | null) =>
      write(on.db, (tx) => tx.updateTable('show').set({ archived_at }).where('id', '=', on.show).execute());
    await archive(noon);
    at('2026-11-25T12:00:00.000Z');
    await look();
    await archive(null);
    expect(await party(hers)).toMatchObject({ state: 'waiting', outcome: '' });
    await look();
    expect(await party(hers)).toMatchObject({ state: 'offered' });
    expect((await subjects('ann@home.example')).filter((subject) => subject.startsWith(lapsed))).toEqual([]);
  },
  { places: 2 },
);

onShop(
  'the box office can see and remove waiting parties, and a member can’t remove them',
  async (on) => {
    const { join, sell, list, look, cancel } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    await join('bob@home.example', 2);
    const [ann] = await list();
    expect(ann).toMatchObject({ name: 'Dorothy Hollis', size: 2, performances: [on.first] });
    const path = `${bookings}/waiting/${ann?.id}/remove`;
    expect((await (await on.as(await on.a.user())).post(path, {})).statusCode).toBe(403);
    expect((await on.admin.post(path, {})).json()).toMatchObject({ code: 200 });
    expect((await on.admin.post(path, {})).json()).toMatchObject({ code: 409 });
    await cancel(id);
    await look();
    expect(await list()).toMatchObject([{ email: 'bob@home.example', offer: {} }]);
  },
  { places: 2 },
);

onEachShop(
  'the offer and confirmation emails of a waiting list can’t be switched off, and parties are deleted after the show',
  async (on) => {
    const { join, sell, cancel, look, subjects } = waiting(on);
    const { id } = await sell(2);
    for (const kind of ['offer', 'waiting']) {
      expect((await on.admin.post(`${bookings}/letters`, { kind, on: false })).json()).toMatchObject({ code: 409 });
    }
    await join('ann@home.example', 2);
    await cancel(id);
    await look();
    expect((await subjects('ann@home.example')).at(-1)).toBe(`${offered}: Blithe Spirit`);
    const forget = (moment: string) => purgePastWaitingParties({ db: on.db, clock: () => new Date(moment) });
    const rows = async () => (await on.db.read.selectFrom('waiting_party').select('id').execute()).length;
    await forget('2027-04-15T18:00:00.000Z');
    expect(await rows()).toBe(1);
    await forget('2027-04-15T19:00:00.000Z');
    expect(await rows()).toBe(0);
  },
  { places: 2 },
);

onEachShop(
  'simultaneous runs of the offer loop offer each free place only once',
  async (on) => {
    const { join, sell, cancel, look, subjects } = waiting(on);
    const { id } = await sell(2);
    for (const name of ['ann', 'bob']) await join(`${name}@home.example`, 2);
    await cancel(id);
    await Promise.all([look(), look(), on.visitor().hold({ [on.type('Adult')]: '1' }), look()]);
    expect((await subjects('ann@home.example')).length).toBe(2);
    expect((await subjects('bob@home.example')).length).toBe(1);
    const held = await on.db.read.selectFrom('place').selectAll().where('held_until', 'is not', null).execute();
    expect(held.length).toBe(2);
  },
  { places: 2 },
);

onEachShop(
  'once all tickets of the limited types are sold, visitors wait for them even if places are left',
  async (on) => {
    const { join, sell, cancel, look, left, link, subjects, party, own } = waiting(on);
    const id = (name: string) => on.type(name).replace('tickets_', '');
    await on.admin.post(`${bookings}/ticket_types/${id('Child')}/remove`, {});
    const limited = { name: 'Adult', price: '12', most: '2', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Adult')}`, limited);
    const holder = on.visitor();
    await holder.hold({ [on.type('Adult')]: '2' });
    expect(await left()).toEqual({ state: 'held', left: 0 });
    await holder.post('/api/tickets/empty', {});
    expect(await left()).toMatchObject({ left: 2 });
    const sold = await sell(2);
    expect(await left()).toEqual({ state: 'out', left: 0 });
    expect(await join('ann@home.example', 2)).toMatchObject({ code: 200 });
    await look();
    expect(await party(await own('ann@home.example'))).toMatchObject({ state: 'waiting' });
    await cancel(sold.id);
    await look();
    expect((await subjects('ann@home.example')).at(-1)).toContain(offered);
    expect(await left()).toEqual({ state: 'out', left: 0 });
    expect(await on.visitor().hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
    const offer = await link('ann@home.example', offered);
    expect(await on.visitor().post(`/api${offer}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
  },
  { places: 4 },
);

onShop(
  'tickets that are offered don’t count again as the paid tickets of other visitors’ companions',
  async (on) => {
    const { join, sell, cancel, look, left, link } = waiting(on);
    const id = (name: string) => on.type(name).replace('tickets_', '');
    const companion = { name: 'Companion', price: '0', needs_paying_ticket: '1', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Child')}`, companion);
    const limited = { name: 'Adult', price: '12', most: '2', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Adult')}`, limited);
    const sold = await sell(2);
    expect(await join('ann@home.example', 2)).toMatchObject({ code: 200 });
    await cancel(sold.id);
    expect(await left()).toMatchObject({ left: 4 });
    await look();
    expect(await left()).toEqual({ state: 'out', left: 0 });
    expect(await on.visitor().hold({ [on.type('Adult')]: '1' })).toMatchObject({ code: 409 });
    const offer = await link('ann@home.example', offered);
    expect(await on.visitor().post(`/api${offer}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
  },
  { places: 8 },
);

onEachShop(
  'a party isn’t offered places that only companions can have, and can wait while these are on sale',
  async (on) => {
    const { join, sell, cancel, look, own, party } = waiting(on);
    const id = (name: string) => on.type(name).replace('tickets_', '');
    const companion = { name: 'Companion', price: '0', needs_paying_ticket: '1', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Child')}`, companion);
    const limited = { name: 'Adult', price: '12', most: '2', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Adult')}`, limited);
    const [adult, child] = [on.type('Adult'), on.type('Child')];
    const sold = await sell(2);
    expect(await join('ann@home.example', 4)).toMatchObject({ code: 200 });
    await cancel(sold.id);
    await look();
    expect(await party(await own('ann@home.example'))).toMatchObject({ state: 'waiting', choices: [{ left: 4 }] });
    expect(await join('bob@home.example', 3)).toMatchObject({ code: 200 });
    expect(await join('cat@home.example', 2)).toMatchObject({ fields: { dates: expect.stringContaining('Book now') } });
    const visitor = on.visitor();
    expect(await visitor.hold({ [adult]: '2', [child]: '2' })).toMatchObject({ code: 200 });
    await visitor.post('/api/tickets/empty', {});
    await on.admin.post(`${bookings}/ticket_types/${id('Adult')}`, { ...limited, most: '4', version: 2 });
    await look();
    expect(await party(await own('ann@home.example'))).toMatchObject({ state: 'offered' });
  },
  { places: 8 },
);

onShop(
  'tickets that are offered can’t be taken by changing the types of a basket',
  async (on) => {
    const { join, sell, cancel, look, link } = waiting(on);
    const id = (name: string) => on.type(name).replace('tickets_', '');
    const companion = { name: 'Companion', price: '0', needs_paying_ticket: '1', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Child')}`, companion);
    const limited = { name: 'Adult', price: '12', most: '4', version: 1 };
    await on.admin.post(`${bookings}/ticket_types/${id('Adult')}`, limited);
    const [adult, child] = [on.type('Adult'), on.type('Child')];
    const visitor = on.visitor();
    const sold = await sell(4);
    expect(await join('ann@home.example', 2)).toMatchObject({ code: 200 });
    await cancel(sold.id);
    await look();
    expect(await visitor.hold({ [adult]: '2', [child]: '2' })).toMatchObject({ code: 200 });
    expect(await visitor.hold({ [adult]: '4' })).toMatchObject({ code: 409 });
    expect(await visitor.hold({ [adult]: '1', [child]: '1' })).toMatchObject({ code: 200 });
    const offer = await link('ann@home.example', offered);
    expect(await on.visitor().post(`/api${offer}`, { [adult]: '2' })).toMatchObject({ code: 200 });
  },
  { places: 10 },
);

onShop(
  'a party whose performance has no ticket types on sale any more is promised no places',
  async (on) => {
    const { join, sell, own, party } = waiting(on);
    await sell(2);
    await join('ann@home.example', 2);
    const link = await own('ann@home.example');
    expect(await party(link)).toMatchObject({ dates: [{ over: false }] });
    for (const name of ['Adult', 'Child']) {
      const type = on.type(name).replace('tickets_', '');
      await on.admin.post(`${bookings}/ticket_types/${type}`, { name, price: '12', hidden: '1', version: 1 });
    }
    expect(await party(link)).toMatchObject({ dates: [{ over: true }] });
  },
  { places: 2 },
);

onShop(
  'nobody can wait for a performance whose tickets only the box office sells',
  async (on) => {
    const { join, sell } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    await sell(2);
    for (const name of ['Adult', 'Child']) {
      const type = (await on.typeAt(name, second)).replace('tickets_', '');
      await on.admin.post(`${bookings}/ticket_types/${type}`, { name, price: '12', hidden: '1', version: 1 });
    }
    const { performances } = (await on.page(`/tickets/waiting/${on.first}`))
      .content as unknown as JoinWaitingListContent;
    expect(performances.map(({ id }) => id)).toEqual([on.first]);
    expect(await join('ann@home.example', 2, [second])).toMatchObject({ code: 400 });
  },
  { places: 2 },
);

onEachShop(
  'an offer whose payment has no outcome yet doesn’t lapse',
  async (on) => {
    const { join, sell, cancel, look, link, own: linkOf, subjects, at, party, list } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    await cancel(id);
    await look();
    const [offer, own, ann] = [await link('ann@home.example', offered), await linkOf('ann@home.example'), on.visitor()];
    expect(await ann.post(`/api${offer}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
    at('2026-11-21T23:59:00.000Z');
    on.practice?.faults.next('POST /v2/payments', 'break before', 4);
    expect((await ann.pay()).msg).toContain('Don’t pay again');
    at('2026-11-22T00:10:00.000Z');
    await look();
    expect(await party(own)).toMatchObject({ state: 'offered', offer: { paying: true } });
    expect((await on.page(offer)).content).toMatchObject({ offer: { open: true, paying: true } });
    on.at(noon);
    expect(await list()).toMatchObject([{ offer: { in_basket: true, paying: true } }]);
    at('2026-11-22T00:10:00.000Z');
    for (const path of [own, offer]) {
      const { body } = await on.get(path);
      expect(body).toContain('We’re checking whether your card was charged for these places');
      // The offer has ended by the clock, so no page may say that its places are held until that time
      expect(body).not.toContain('We are holding');
    }
    expect(await ann.post(`/api${offer}`, { [on.type('Adult')]: '2' })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('charging your card'),
    });
    expect((await subjects('ann@home.example')).filter((subject) => subject.startsWith(lapsed))).toEqual([]);
    await on.later('2026-11-22T00:12:00.000Z');
    await look();
    expect(await party(own)).toMatchObject({ state: 'over', outcome: 'booked' });
    expect((await subjects('ann@home.example')).filter((subject) => subject.startsWith(lapsed))).toEqual([]);
  },
  { places: 2 },
);

onShop(
  'the tickets left of a limited type leave out those offered to parties, and the visitor’s own can be exchanged for another type',
  async (on) => {
    const { join, sell, cancel, look, link } = waiting(on);
    const id = (name: string) => on.type(name).replace('tickets_', '');
    const [adult, child] = [on.type('Adult'), on.type('Child')];
    for (const name of ['Adult', 'Child'])
      await on.admin.post(`${bookings}/ticket_types/${id(name)}`, { name, price: '12', most: '6', version: 1 });
    const sold = await sell(6);
    const children = { performance_id: on.first, name: 'Bea', how: 'cash', [child]: '4' };
    expect((await on.admin.post(`${bookings}/orders`, children)).json()).toMatchObject({ code: 200 });
    expect(await join('ann@home.example', 4)).toMatchObject({ code: 200 });
    await cancel(sold.id);
    await look();
    const left = async (path: string) =>
      ((await on.page(path)).content as unknown as ChooseTicketsContent).performance.types.map((type) => type.left);
    expect(await left(`/tickets/${on.first}`)).toEqual([4, 2]);
    const visitor = on.visitor();
    expect(await visitor.hold({ [adult]: '5' })).toMatchObject({ code: 409 });
    expect(await visitor.hold({ [adult]: '4' })).toMatchObject({ code: 200 });
    expect(await left(`/tickets/${on.first}`)).toEqual([0, 0]);
    // The basket's page adds the basket's own tickets to these numbers, because they can be exchanged for tickets of
    // another type
    expect((await visitor.basket())?.performances[0]?.types.map((type) => type.left)).toEqual([0, 2]);
    expect(await visitor.hold({ [adult]: '2', [child]: '2' })).toMatchObject({ code: 200 });
    // The party can have all that it is offered, and change its choice afterwards
    const offer = await link('ann@home.example', offered);
    expect(await left(offer)).toEqual([4, 0]);
    expect(await on.visitor().post(`/api${offer}`, { [adult]: '4' })).toMatchObject({ code: 200 });
    expect(await left(offer)).toEqual([4, 0]);
  },
  { places: 20 },
);

onEachShop(
  'a party whose late payment is refunded waits again, and gets no email that its offer has expired',
  async (on) => {
    const { join, sell, cancel, look, link, own: linkOf, subjects, emails, at, party } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    await cancel(id);
    await look();
    const [offer, own, ann] = [await link('ann@home.example', offered), await linkOf('ann@home.example'), on.visitor()];
    expect(await ann.post(`/api${offer}`, { [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
    at('2026-11-21T23:59:00.000Z');
    on.practice?.faults.next('POST /v2/payments', 'break before', 4);
    expect((await ann.pay({ email: 'ann@home.example' })).msg).toContain('Don’t pay again');
    at('2026-11-22T00:10:00.000Z');
    expect(await on.visitor().hold({ [on.type('Adult')]: '2' })).toMatchObject({ code: 200 });
    await on.later('2026-11-22T00:12:00.000Z');
    await on.write();
    await look();
    expect(await party(own)).toMatchObject({ state: 'waiting' });
    expect((await subjects('ann@home.example')).filter((subject) => subject.startsWith(lapsed))).toEqual([]);
    expect((await emails('ann@home.example')).at(-1)?.text).toContain('You’re on the waiting list again');
  },
  { places: 2 },
);

onEachShop(
  'a party gets one email if all its performances are cancelled or deleted, and none if one is restored in time',
  async (on) => {
    const { join, sell, emails, own, party } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    const third = await on.add('2027-04-16T19:30');
    for (const [id, day] of [
      [second, 15],
      [third, 16],
    ])
      await on.admin.post(`${bookings}/performances/${id}`, {
        ...{ datetime: `2027-04-${day}T19:30`, capacity: '1', version: 1 },
      });
    await sell(2);
    await sell(1, second);
    await join('ann@home.example', 2);
    await join('bob@home.example', 2, [on.first, second]);
    await join('cat@home.example', 2, [third]);
    const told = async (name: string) =>
      (await emails(`${name}@home.example`)).filter(({ subject }) => subject.startsWith('We can’t offer you places'));
    const change = async (moment: string, id: string, what = 'cancel') => {
      on.at(moment);
      expect((await on.admin.post(`${bookings}/performances/${id}/${what}`, {})).json()).toMatchObject({ code: 200 });
    };
    const work = (moment: string) => runFeatureJobs(on, waitingListFeature, moment, { all: contributions });
    await change('2026-11-21T12:05:00.000Z', on.first);
    await change('2026-11-21T12:05:00.000Z', on.first, 'restore');
    await work('2026-11-21T12:15:00.000Z');
    expect(await told('ann')).toEqual([]);
    await change('2026-11-21T12:06:00.000Z', on.first);
    await work('2026-11-21T12:16:00.000Z');
    await work('2026-11-21T12:17:00.000Z');
    expect(await told('ann')).toMatchObject([{ text: expect.stringContaining('Wednesday 14 April 2027 at 7.30pm') }]);
    expect(await told('bob')).toEqual([]);
    await change('2026-11-21T12:07:00.000Z', second);
    await work('2026-11-21T12:17:00.000Z');
    expect((await told('bob')).length).toBe(1);
    on.at('2026-11-21T12:08:00.000Z');
    const deleted = await on.admin.send('DELETE', `${bookings}/performances/${third}`);
    expect(deleted.json()).toMatchObject({ code: 200 });
    await work('2026-11-21T12:18:00.000Z');
    expect(await told('cat')).toMatchObject([{ subject: 'We can’t offer you places for Blithe Spirit' }]);
    expect((await told('ann')).length).toBe(1);
    expect(await party(await own('ann@home.example'))).toMatchObject({ state: 'waiting' });
  },
  { places: 2 },
);

onEachShop(
  'a party is told of each cancellation of its last performance to come, but not of the deletion afterwards',
  async (on) => {
    const { join, sell, emails, own } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    await on.admin.post(`${bookings}/performances/${second}`, {
      ...{ datetime: '2027-04-15T19:30', capacity: '1', version: 1 },
    });
    await sell(2);
    await join('ann@home.example', 2, [second]);
    const path = `/api${await own('ann@home.example')}/change`;
    const told = async () =>
      (await emails('ann@home.example')).filter(({ subject }) => subject.startsWith('We can’t offer you places'));
    const change = async (moment: string, what: string) => {
      on.at(moment);
      expect((await on.admin.post(`${bookings}/performances/${second}/${what}`, {})).json()).toMatchObject({
        code: 200,
      });
    };
    const work = (moment: string) => runFeatureJobs(on, waitingListFeature, moment, { all: contributions });
    await change('2026-11-21T12:05:00.000Z', 'cancel');
    await work('2026-11-21T12:15:00.000Z');
    expect((await told()).length).toBe(1);
    await change('2026-11-21T12:06:00.000Z', 'restore');
    const both = { name: 'Dorothy Hollis', size: '2', [`date_${on.first}`]: '1', [`date_${second}`]: '1' };
    expect(await on.visitor().post(path, both)).toMatchObject({ code: 200 });
    const starts_at = '2026-11-21T12:07:00.000Z';
    await write(on.db, (tx) => tx.updateTable('performance').set({ starts_at }).where('id', '=', on.first).execute());
    await change('2026-11-21T12:08:00.000Z', 'cancel');
    await work('2026-11-21T12:18:00.000Z');
    expect((await told()).length).toBe(2);
    const { text = '' } = (await told()).at(-1) ?? {};
    expect(text).toContain('Thursday 15 April 2027');
    expect(text).not.toContain('21 November 2026');
    on.at('2026-11-21T12:09:00.000Z');
    const deleted = await on.admin.send('DELETE', `${bookings}/performances/${second}`);
    expect(deleted.json()).toMatchObject({ code: 200 });
    await work('2026-11-21T12:19:00.000Z');
    expect((await told()).length).toBe(2);
  },
  { places: 2 },
);

onEachShop(
  'parties are told once that their whole show is cancelled, even if its performances are cancelled too',
  async (on) => {
    const { join, sell, emails } = waiting(on);
    const second = await on.add('2027-04-15T19:30');
    await on.admin.post(`${bookings}/performances/${second}`, {
      ...{ datetime: '2027-04-15T19:30', capacity: '1', version: 1 },
    });
    await sell(2);
    await sell(1, second);
    await join('ann@home.example', 2);
    await join('bob@home.example', 2, [on.first, second]);
    const told = async (name: string) =>
      (await emails(`${name}@home.example`)).filter(({ subject }) => subject.startsWith('We can’t offer you places'));
    const counts = async () => [(await told('ann')).length, (await told('bob')).length];
    const mark = async (moment: string, cancelled: boolean) => {
      on.at(moment);
      const saved = await on.admin.post(`/members/api/manage_shows/${on.show}`, { cancelled });
      expect(saved.json()).toMatchObject({ code: 200, msg: 'Show saved.' });
    };
    const change = async (moment: string, id: string, what = 'cancel') => {
      on.at(moment);
      expect((await on.admin.post(`${bookings}/performances/${id}/${what}`, {})).json()).toMatchObject({ code: 200 });
    };
    const work = (moment: string) => runFeatureJobs(on, waitingListFeature, moment, { all: contributions });
    // Ann has already been told that her performance is cancelled, so she gets no email about the cancellation of the
    // show
    await change('2026-11-21T12:01:00.000Z', on.first);
    await work('2026-11-21T12:11:00.000Z');
    expect(await counts()).toEqual([1, 0]);
    await mark('2026-11-21T12:02:00.000Z', true);
    await mark('2026-11-21T12:03:00.000Z', false);
    await work('2026-11-21T12:12:00.000Z');
    expect(await counts()).toEqual([1, 0]);
    await mark('2026-11-21T12:04:00.000Z', true);
    await work('2026-11-21T12:13:30.000Z');
    expect(await counts()).toEqual([1, 0]);
    await work('2026-11-21T12:14:00.000Z');
    expect(await counts()).toEqual([1, 1]);
    const [mail] = await told('bob');
    for (const day of ['Wednesday 14 April 2027', 'Thursday 15 April 2027']) expect(mail?.text).toContain(day);
    await change('2026-11-21T12:05:00.000Z', second);
    await work('2026-11-21T12:15:00.000Z');
    expect(await counts()).toEqual([1, 1]);
    // A later cancellation is news again
    await change('2026-11-21T12:06:00.000Z', on.first, 'restore');
    await change('2026-11-21T12:06:00.000Z', second, 'restore');
    await mark('2026-11-21T12:06:00.000Z', false);
    await mark('2026-11-21T12:07:00.000Z', true);
    await work('2026-11-21T12:17:00.000Z');
    expect(await counts()).toEqual([2, 2]);
  },
  { places: 2 },
);

onEachShop(
  'a party with an offer is told ten minutes after its show was marked as cancelled',
  async (on) => {
    const { join, sell, cancel, look, subjects, at } = waiting(on);
    const { id } = await sell(2);
    await join('ann@home.example', 2);
    await cancel(id);
    await look();
    expect((await subjects('ann@home.example')).at(-1)).toContain(offered);
    at('2026-11-21T12:05:00.000Z');
    await on.admin.post(`/members/api/manage_shows/${on.show}`, { cancelled: true });
    await look();
    expect((await subjects('ann@home.example')).at(-1)).toContain(offered);
    await runFeatureJobs(on, waitingListFeature, '2026-11-21T12:15:00.000Z', { all: contributions });
    expect((await subjects('ann@home.example')).at(-1)).toBe('We can’t offer you places for Blithe Spirit');
  },
  { places: 2 },
);
