import { expect } from 'vitest';
import { buildAuditLogHref } from '#features/administration/audit-log/audit-query.ts';
import { AuditLog } from '#features/administration/audit-log/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { takePlaces } from './places.ts';

const base = '/members/api/bookings';
const adding = `${base}/add_new_performance`;

/** Creates a user who manages bookings, and an upcoming show. */
async function boxOffice({ a, as }: SiteTestContext, show: Parameters<SiteTestContext['a']['show']>[0] = {}) {
  const id = await a.show({ title: 'Blithe Spirit', first_date: '2027-04-14', date: '2027-04-17', ...show });
  const admin = await as(await a.user({ role: 'admin' }));
  const page = async () => (await admin.page('/members/bookings')).content as unknown as Managed;
  const add = async (datetime: string, more: object = {}) => (await admin.post(adding, { datetime, ...more })).json();
  return { ...admin, show: id, page, add };
}

interface Managed {
  performances: {
    id: string;
    date: string;
    version: number;
    capacity: number;
    cancelled: boolean;
    ticket_pricing: Record<string, number>;
    ticket_types: { id: string; name: string }[];
  }[];
  items: string[];
}

onEachSite('a first performance is added with the default ticket types', async (on) => {
  const { add, page } = await boxOffice(on);
  await on.a.show({ title: 'Hamlet', first_date: '2027-10-01', date: '2027-10-02' });
  expect(await add('2027-04-14T19:30')).toMatchObject({
    code: 200,
    msg: 'Added: Blithe Spirit, Wednesday 14 April 2027 at 7.30pm.',
  });
  expect(await page()).toMatchObject({
    show: { title: 'Blithe Spirit' },
    performances: [
      {
        date: '2027-04-14T19:30:00+01:00',
        date_text: 'Wed 14th Apr 7:30pm',
        layout: { rowCount: 8, hiddenSeats: [], newSeats: 0, fullWidth: 12 },
        ticket_pricing: { Adult: 1200, Child: 1000 },
        capacity: 96,
      },
    ],
    items: ['Blithe Spirit - Wed 14th Apr 7:30pm - Adult', 'Blithe Spirit - Wed 14th Apr 7:30pm - Child'],
  });
});

onSite(
  'a further performance copies the settings and ticket types of the performance added before it, but not its notes',
  async (on) => {
    const { add, page, post } = await boxOffice(on);
    const { id } = await add('2027-04-14T19:30');
    const details = {
      datetime: '2027-04-14T19:30',
      doors_minutes: '45',
      capacity: '120',
      notes: 'Preview',
      version: 1,
    };
    await post(`${base}/performances/${id}`, details);
    await post(`${base}/performances/${id}/ticket_types`, { name: 'Companion', price: '0', hidden: '1' });
    await add('2027-04-15T19:30');
    expect((await page()).performances[1]).toMatchObject({
      capacity: 120,
      doors_minutes: 45,
      notes: '',
      ticket_pricing: { Adult: 1200, Child: 1000, Companion: 0 },
    });
  },
);

onEachSite(
  'a show’s run follows its performances, and returns to the announced dates once they are deleted',
  async (on) => {
    const { add, show, send, page } = await boxOffice(on, { first_date: '2027-04-01', date: '2027-04-01' });
    const { db } = on;
    await db.write((tx) =>
      tx
        .updateTable('show')
        .set({ first_date_precision: 'month', date_precision: 'month' })
        .where('id', '=', show)
        .execute(),
    );
    const run = () =>
      db.read
        .selectFrom('show')
        .select(['first_date', 'first_date_precision', 'date', 'date_precision'])
        .where('id', '=', show)
        .executeTakeFirst();
    const dates = (first_date: string, date: string) => ({
      ...{ first_date, first_date_precision: 'day' },
      ...{ date, date_precision: 'day' },
    });
    await add('2027-04-15T19:30');
    expect(await run()).toEqual(dates('2027-04-15', '2027-04-15'));
    await add('2027-04-17T14:30');
    await add('2027-04-14T19:30');
    expect(await run()).toEqual(dates('2027-04-14', '2027-04-17'));
    for (const { id } of (await page()).performances) await send('DELETE', `${base}/performances/${id}`);
    expect(await run()).toEqual({
      ...{ first_date: '2027-04-01', first_date_precision: 'month' },
      ...{ date: '2027-04-01', date_precision: 'month' },
    });
    expect((await page()).performances).toEqual([]);
  },
);

onEachSite('correcting a performance’s mistyped year restores the show’s dates', async (on) => {
  const { add, show, post, send, page } = await boxOffice(on, { first_date: '2027-04-21', date: '2027-04-24' });
  const run = async () => {
    const { next_show } = (await on.get('/sitedata')).json();
    return [next_show.first_date, next_show.date];
  };
  const typed = ['2027-04-21', '2027-04-24'];
  await add('2027-04-21T19:30');
  const { id: last } = await add('2027-04-24T19:30');
  const move = async (datetime: string) => {
    const version = (await page()).performances.find(({ id }: { id: string }) => id === last)?.version;
    return (
      await post(`${base}/performances/${last}`, { datetime, version, doors_minutes: '', capacity: '', notes: '' })
    ).json().msg;
  };
  expect(await move('2028-04-24T19:30')).toContain('The site now says 21 April 2027 – 24 April 2028');
  expect(await run()).toEqual(['2027-04-21', '2028-04-24']);
  expect(await move('2027-04-24T19:30')).toContain('The site now says 21–24 April 2027');
  expect(await run()).toEqual(typed);
  const { id: leap } = await add('2028-02-29T19:30');
  expect(await run()).toEqual(['2027-04-21', '2028-02-29']);
  expect((await send('DELETE', `${base}/performances/${leap}`)).json().msg).toContain('21–24 April 2027');
  expect(await run()).toEqual(typed);
  // Dates that somebody types afterwards are kept
  await send('DELETE', `${base}/performances/${last}`);
  expect(await run()).toEqual(typed);
  await on.db.write((tx) => tx.updateTable('show').set({ date: '2027-04-30' }).where('id', '=', show).execute());
  await add('2027-05-02T19:30');
  expect(await run()).toEqual(['2027-04-21', '2027-05-02']);
  const [, added] = (await page()).performances;
  await send('DELETE', `${base}/performances/${added?.id}`);
  expect(await run()).toEqual(['2027-04-21', '2027-04-30']);
});

onSite('adding a performance in the past, or moving one there, asks for confirmation', async (on) => {
  const { add, post, page } = await boxOffice(on);
  const past = 'Tuesday 14 April 2026 at 7.30pm is in the past. Check the day, the month and the year.';
  const asks = { code: 409, needs: 'confirmation' };
  expect(await add('2026-04-14T19:30')).toEqual({ ...asks, msg: past });
  expect((await page()).performances).toEqual([]);
  const { id } = await add('2027-04-14T19:30');
  const change = { datetime: '2026-04-14T19:30', doors_minutes: '', capacity: '', notes: '', version: 1 };
  const move = async (more: object = {}) => (await post(`${base}/performances/${id}`, { ...change, ...more })).json();
  expect(await move()).toEqual({ ...asks, msg: past });
  const adult = `tickets_${(await page()).performances[0]?.ticket_types[0]?.id}`;
  const sale = { performance_id: id, name: 'Ann Hale', email: 'ann@hale.example', how: 'reserved', [adult]: '1' };
  expect((await post(`${base}/orders`, sale)).json()).toMatchObject({ code: 200 });
  expect((await move()).msg).toMatch(
    /is in the past\..*One order has tickets for this performance\. .*moved to Tuesday 14 April 2026/,
  );
  expect((await page()).performances[0]?.date).toBe('2027-04-14T19:30:00+01:00');
  expect(await move({ confirmed: '1' })).toMatchObject({ code: 200, msg: expect.stringContaining('Moved to Tuesday') });
  expect(await add('2026-04-13T19:30', { confirmed: '1' })).toMatchObject({ code: 200 });
});

onSite(
  'moving a performance warns that the buyers have to be told if emails about changes are switched off',
  async (on) => {
    const { add, post, page } = await boxOffice(on);
    const { id } = await add('2027-04-14T19:30');
    const adult = `tickets_${(await page()).performances[0]?.ticket_types[0]?.id}`;
    const sale = { performance_id: id, name: 'Ann Hale', email: 'ann@hale.example', how: 'reserved', [adult]: '1' };
    expect((await post(`${base}/orders`, sale)).json()).toMatchObject({ code: 200 });
    const move = async () =>
      (await post(`${base}/performances/${id}`, { datetime: '2027-04-15T19:30', version: 1 })).json();
    expect((await move()).msg).toContain('Everyone who gave an email address will be told');
    await post(`${base}/letters`, { kind: 'changed', on: false });
    expect((await move()).msg).toBe(
      'One order has tickets for this performance. Emails about this are switched off: tell the buyer yourself.',
    );
  },
);

/** Reads the show’s dates on the site, and the links to its tickets. */
async function announced(on: SiteTestContext) {
  const { next_show, on_sale } = (await on.get('/sitedata')).json();
  const links = (await on.get('/')).body.includes('href="/tickets');
  return { dates: [next_show.first_date, next_show.date], on_sale: on_sale.length, links };
}

onSite('editing a show refuses dates that exclude a performance, and the tickets stay on sale', async (on) => {
  const { add, show, post, send } = await boxOffice(on, { first_date: '2027-04-14', date: '2027-04-15' });
  await on.a.settings({ ticketsActive: '1' });
  const { id: first } = await add('2027-04-14T19:30');
  await add('2027-04-15T19:30');
  const selling = { dates: ['2027-04-14', '2027-04-15'], on_sale: 1, links: true };
  expect(await announced(on)).toEqual(selling);
  const save = async (dates: object) => (await post(`/members/api/manage_shows/${show}`, dates)).json();
  const stays = (day: string) => `There is a performance on ${day}. Move or cancel it in Manage Bookings first.`;
  expect(await save({ date: '2026-04-15' })).toMatchObject({ code: 400, fields: { date: stays('15 April 2027') } });
  expect(await save({ first_date: '2027-04-15' })).toMatchObject({
    code: 400,
    fields: { first_date: stays('14 April 2027') },
  });
  expect(await announced(on)).toEqual(selling);
  // Dates are saved if they include all performances, and a cancelled show can have any dates
  expect(await save({ first_date: '2027-04-13', date: '2027' })).toMatchObject({ code: 200 });
  expect(await save({ first_date: '2027-04-14', date: '2027-04-15' })).toMatchObject({ code: 200 });
  await send('POST', `${base}/performances/${first}/cancel`);
  expect(await save({ first_date: '2027-04-15' })).toMatchObject({ code: 200 });
  expect(await save({ date: '2026-04-15', first_date: '', cancelled: true })).toMatchObject({ code: 200 });
  // Nor can the show then be restored with dates that exclude a performance
  expect(await save({ cancelled: false })).toMatchObject({ code: 400, fields: { date: stays('15 April 2027') } });
});

onEachSite('a show whose typed dates are over stays on sale until its last performance', async (on) => {
  const { add, show, page } = await boxOffice(on);
  await on.a.settings({ ticketsActive: '1' });
  await add('2027-04-15T19:30');
  const over = { first_date: '2023-04-15', date: '2023-04-15' };
  await on.db.write((tx) => tx.updateTable('show').set(over).where('id', '=', show).execute());
  expect(await announced(on)).toEqual({ dates: [over.first_date, over.date], on_sale: 1, links: true });
  expect((await on.page(`/past-shows/${show}/Blithe-Spirit`)).content).toMatchObject({
    show: { upcoming: true },
    on_sale: true,
  });
  expect(await page()).toMatchObject({ show: { title: 'Blithe Spirit' } });
  on.at('2027-04-16T12:00:00.000Z');
  expect((await on.get('/sitedata')).json()).toMatchObject({ next_show: { title: '' }, on_sale: [] });
});

onSite('cancelling a performance removes its day from the show’s dates, and restoring it adds the day', async (on) => {
  const { add, send } = await boxOffice(on, { first_date: '2027-04-14', date: '2027-04-15' });
  await add('2027-04-14T19:30');
  const { id } = await add('2027-04-20T19:30');
  const dates = async () => (await announced(on)).dates;
  expect(await dates()).toEqual(['2027-04-14', '2027-04-20']);
  const cancelled = (await send('POST', `${base}/performances/${id}/cancel`)).json();
  expect(cancelled.msg).toContain('The site now says 14–15 April 2027 for Blithe Spirit.');
  expect(await dates()).toEqual(['2027-04-14', '2027-04-15']);
  const restored = (await send('POST', `${base}/performances/${id}/restore`)).json();
  expect(restored.msg).toContain('The site now says 14–20 April 2027 for Blithe Spirit.');
  expect(await dates()).toEqual(['2027-04-14', '2027-04-20']);
});

onSite('start times are in the society’s local time before and after a clock change', async (on) => {
  const { add, page } = await boxOffice(on, { first_date: '2027-03-27', date: '2027-03-28' });
  await add('2027-03-27T19:30');
  await add('2027-03-28T19:30');
  expect((await page()).performances.map(({ date }) => date)).toEqual([
    '2027-03-27T19:30:00+00:00',
    '2027-03-28T19:30:00+01:00',
  ]);
});

onSite('a performance with a duplicate or invalid date, or of a cancelled or unknown show, isn’t added', async (on) => {
  const { add, page } = await boxOffice(on);
  const cancelled = await on.a.show({ title: 'Macbeth', date: '2027-06-01', cancelled: true });
  await add('2027-04-14T19:30');
  expect(await add('2027-04-14T19:30')).toMatchObject({
    code: 400,
    fields: { datetime: 'This show already has a performance at that time.' },
  });
  for (const datetime of ['', 'tomorrow', '2027-02-30T19:30', '2027-04-14', '0202-04-14T19:30', '9999-12-31T23:59']) {
    expect({ datetime, ...(await add(datetime)) }).toMatchObject({
      code: 400,
      fields: { datetime: expect.any(String) },
    });
  }
  expect(await add('2027-06-01T19:30', { show_id: cancelled })).toMatchObject({ code: 409 });
  expect(await add('2027-06-01T19:30', { show_id: 'aaaaaaaaaaaaaaaa' })).toMatchObject({
    code: 400,
    fields: { show_id: 'Choose a show.' },
  });
  expect((await page()).performances.length).toBe(1);
});

onEachSite(
  'adding a performance without an upcoming show is refused with the first step to take',
  async ({ a, as }) => {
    const { post, page } = await as(await a.user({ role: 'admin' }));
    expect((await post(adding, { datetime: '2027-04-14T19:30' })).json()).toMatchObject({
      code: 409,
      msg: 'No show is announced yet. Add the show first, then its performances.',
    });
    expect((await page('/members/bookings')).content).toMatchObject({ performances: [], shows: [], items: [] });
  },
);

onSite('after a performance is moved, the site and the response have the show’s new dates', async (on) => {
  const { add, post, show } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const move = { datetime: '2027-04-18T15:00', doors_minutes: '', capacity: '', notes: 'With tea', version: '1' };
  expect((await post(`${base}/performances/${id}`, move)).json()).toMatchObject({
    code: 200,
    msg: 'Moved to Sunday 18 April 2027 at 3pm. The site now says 14–18 April 2027 for Blithe Spirit.',
  });
  expect((await on.page(`/past-shows/${show}/blithe-spirit`)).content).toMatchObject({
    show: { date: '2027-04-18' },
    performances: [{ starts_at: '2027-04-18T15:00:00+01:00', doors_at: '', notes: 'With tea', cancelled: false }],
  });
  const { next_show } = (await on.get('/sitedata')).json();
  expect(next_show.facts).toEqual([
    { name: 'Curtain up', words: '3pm' },
    { name: 'Tickets', words: '£10.00 to £12.00' },
  ]);
});

onSite('each performance of a run is listed for the front page, with a booking link unless cancelled', async (on) => {
  const { add, send } = await boxOffice(on);
  await on.a.settings({ ticketsActive: '1' });
  const nights = async () => (await on.get('/sitedata')).json().next_show.nights;
  const { id: first } = await add('2027-04-14T19:30');
  expect(await nights()).toEqual([]);
  const { id: second } = await add('2027-04-15T19:30');
  await send('POST', `${base}/performances/${second}/cancel`);
  expect(await nights()).toEqual([
    { starts_at: '2027-04-14T19:30:00+01:00', cancelled: false, over: false, link: `/tickets/${first}` },
    { starts_at: '2027-04-15T19:30:00+01:00', cancelled: true, over: false, link: '' },
  ]);
});

onEachSite(
  'a cancelled performance whose time another has taken can be changed but not restored, and is shown as cancelled',
  async (on) => {
    const { add, send, post, show } = await boxOffice(on);
    const { id } = await add('2027-04-14T19:30');
    const seen = async () => (await on.page(`/past-shows/${show}/blithe-spirit`)).content.performances;
    expect((await send('POST', `${base}/performances/${id}/cancel`)).json()).toMatchObject({ code: 200 });
    expect((await send('POST', `${base}/performances/${id}/cancel`)).json()).toMatchObject({ code: 200 });
    expect(await seen()).toMatchObject([{ cancelled: true }]);
    await add('2027-04-14T19:30');
    const note = { datetime: '2027-04-14T19:30', notes: 'The hall is flooded', version: 2 };
    expect((await post(`${base}/performances/${id}`, note)).json()).toMatchObject({ code: 200 });
    expect((await send('POST', `${base}/performances/${id}/restore`)).json()).toMatchObject({ code: 409 });
    expect((await on.get('/tickets')).body).toContain('7.30pm');
  },
);

onSite(
  'a price can be changed for one performance or for all, and visitors don’t see hidden ticket types',
  async (on) => {
    const { add, post, page, show } = await boxOffice(on);
    await add('2027-04-14T19:30');
    await add('2027-04-15T19:30');
    const [first] = (await page()).performances;
    const type = (name: string) => first?.ticket_types.find((one) => one.name === name)?.id;
    await post(`${base}/ticket_types/${type('Adult')}`, {
      ...{ name: 'Full price', price: '12.50', everywhere: '1', version: 1 },
    });
    await post(`${base}/ticket_types/${type('Child')}`, { name: 'Child', price: '5', hidden: '1', version: 1 });
    expect((await page()).performances.map(({ ticket_pricing }) => ticket_pricing)).toEqual([
      { 'Full price': 1250, Child: 500 },
      { 'Full price': 1250, Child: 1000 },
    ]);
    expect((await on.page(`/past-shows/${show}/blithe-spirit`)).content.performances).toMatchObject([
      { prices: [{ name: 'Full price', pence: 1250 }] },
      { prices: [{ name: 'Full price' }, { name: 'Child' }] },
    ]);
    const renamed = { name: 'child', price: '1', everywhere: '', version: 2 };
    expect((await post(`${base}/ticket_types/${type('Adult')}`, renamed)).json()).toMatchObject({
      code: 400,
      fields: { name: 'There is already a ticket type with that name.' },
    });
    await post(`${base}/ticket_types/${type('Child')}/remove`, { everywhere: '1' });
    expect((await page()).performances.map(({ ticket_pricing }) => Object.keys(ticket_pricing))).toEqual([
      ['Full price'],
      ['Full price'],
    ]);
  },
);

onEachSite(
  'a price change for every performance leaves other cancelled ones and their last editors unchanged',
  async (on) => {
    const { add, post, page } = await boxOffice(on);
    const { id: cancelled } = await add('2027-04-14T19:30');
    await add('2027-04-15T19:30');
    const { id: cancelledLater } = await add('2027-04-16T19:30');
    const adults = (await page()).performances.map(
      ({ ticket_types }) => ticket_types.find(({ name }) => name === 'Adult')?.id,
    );
    const by = async (firstname: string) => on.as(await on.a.user({ role: 'admin', firstname, lastname: 'Bell' }));
    const [ann, bob] = [await by('Ann'), await by('Bob')];
    const price = { name: 'Adult', price: '13', version: 1 };
    await ann.post(`${base}/ticket_types/${adults[0]}`, price);
    await post(`${base}/performances/${cancelled}/cancel`, {});
    const named = async () => {
      const late = { name: 'Adult', price: '14', version: 1 };
      const answers = adults.map(async (id) => (await post(`${base}/ticket_types/${id}`, late)).json());
      return (await Promise.all(answers)).map(({ current }) => current?.changed_by);
    };
    on.at('2026-11-21T12:05:00.000Z');
    expect((await bob.post(`${base}/ticket_types/${adults[1]}`, { ...price, everywhere: '1' })).json()).toMatchObject({
      msg: 'Adult, £13.00: saved for every performance that isn’t cancelled. Tickets already sold keep their price.',
    });
    expect(await named()).toEqual(['Ann Bell', 'Bob Bell', 'Bob Bell']);
    // A restored performance keeps Ann's price. A performance cancelled after Bob's change keeps Bob's price
    on.at('2026-11-21T12:05:30.000Z');
    await post(`${base}/performances/${cancelled}/restore`, {});
    await post(`${base}/performances/${cancelledLater}/cancel`, {});
    expect(await named()).toEqual(['Ann Bell', 'Bob Bell', 'Bob Bell']);
    await post(`${base}/performances/${cancelledLater}/restore`, {});
    await post(`${base}/performances/${cancelled}/cancel`, {});
    // A change that is made from a cancelled performance also applies to that performance
    on.at('2026-11-21T12:06:00.000Z');
    const fromCancelled = { ...price, version: 2, everywhere: '1' };
    expect((await bob.post(`${base}/ticket_types/${adults[0]}`, fromCancelled)).json()).toMatchObject({
      msg: expect.stringContaining('saved for every performance.'),
    });
    expect(await named()).toEqual(['Bob Bell', 'Bob Bell', 'Bob Bell']);
    // The log lists each change once, under its show
    const { entries } = AuditLog.parse(
      (await ann.page(buildAuditLogHref({ thing: 'Blithe Spirit', who: 'Bob' }))).content,
    );
    expect(entries.map(({ what, detail }) => `${what}: ${detail}`)).toEqual([
      'Changed a ticket type: Adult, £13.00',
      'Changed a ticket type: Adult, £13.00, except at cancelled performances',
    ]);
    const bobs = on.db.read.selectFrom('audit').selectAll().where('actor_name', '=', 'Bob Bell');
    expect((await bobs.where('detail', 'like', 'Adult, £13.00%').execute()).length).toBe(2);
  },
);

onEachSite('a change for every performance says if performances without the ticket type were left out', async (on) => {
  const { add, post } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  await add('2027-04-15T19:30');
  const { id: cancelled } = await add('2027-04-16T19:30');
  const student = (await post(`${base}/performances/${id}/ticket_types`, { name: 'Student', price: '7' })).json();
  expect(student).toMatchObject({ code: 200, msg: 'Student, £7.00: added.' });
  const [type] = await on.db.read.selectFrom('ticket_type').select('id').where('name', '=', 'Student').execute();
  const change = (price: string, version: number) =>
    post(`${base}/ticket_types/${type?.id}`, { name: 'Student', price, version, everywhere: '1' });
  expect((await change('8', 1)).json()).toMatchObject({
    msg: 'Student, £8.00: saved for every performance that has it. Tickets already sold keep their price.',
  });
  await post(`${base}/performances/${cancelled}/cancel`, {});
  expect((await change('9', 2)).json().msg).toContain('for every performance that has it and isn’t cancelled.');
  expect((await post(`${base}/ticket_types/${type?.id}/remove`, { everywhere: '1' })).json().msg).toBe(
    'Student: removed for every performance that has it and isn’t cancelled.',
  );
  const log = await on.db.read.selectFrom('audit').select('detail').where('detail', 'like', 'Student%').execute();
  expect(log.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      'Student, £8.00, except where there is no such type',
      'Student, except where there is no such type and at cancelled performances',
    ]),
  );
});

onEachSite('a conflict names the person who cancelled or restored the performance', async (on) => {
  const { add, post } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const by = async (firstname: string) => on.as(await on.a.user({ role: 'admin', firstname, lastname: 'Bell' }));
  const [ann, bob] = [await by('Ann'), await by('Bob')];
  const details = { datetime: '2027-04-14T19:30', version: 1 };
  const current = async () => (await post(`${base}/performances/${id}`, details)).json().current;
  await ann.post(`${base}/performances/${id}`, { ...details, notes: 'Talk after it' });
  expect(await current()).toMatchObject({ changed_by: 'Ann Bell', cancelled: false });
  on.at('2026-11-21T12:05:00.000Z');
  await bob.post(`${base}/performances/${id}/cancel`, {});
  expect(await current()).toMatchObject({ changed_by: 'Bob Bell', cancelled: true });
  on.at('2026-11-21T12:06:00.000Z');
  await ann.post(`${base}/performances/${id}/restore`, {});
  expect(await current()).toMatchObject({ changed_by: 'Ann Bell', cancelled: false });
});

onSite('an invalid capacity or ticket price is refused with a field error', async (on) => {
  const { add, post, page } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const details = { datetime: '2027-04-14T19:30', version: 1 };
  for (const capacity of ['-1', '1.5', 'lots', '1e9', '5001']) {
    expect((await post(`${base}/performances/${id}`, { ...details, capacity })).json()).toMatchObject({
      code: 400,
      fields: { capacity: expect.stringContaining('5,000') },
    });
  }
  for (const price of ['', '-5', '1,250', '£', '99999999999']) {
    const answer = (await post(`${base}/performances/${id}/ticket_types`, { name: 'Adult', price })).json();
    expect(Object.keys(answer.fields)).toEqual(['price']);
  }
  expect((await page()).performances[0]).toMatchObject({ version: 1, ticket_pricing: { Adult: 1200 } });
});

onEachSite('adding a ticket type never changes one of the same name', async (on) => {
  const { add, post, page } = await boxOffice(on);
  const [{ id: first }, { id: second }] = [await add('2027-04-14T19:30'), await add('2027-04-15T19:30')];
  const addType = async (performance: string, type: object) =>
    (await post(`${base}/performances/${performance}/ticket_types`, type)).json();
  const prices = async () => (await page()).performances.map(({ ticket_pricing }) => ticket_pricing);
  expect(await addType(first, { name: ' ADULT ', price: '5', everywhere: '1' })).toMatchObject({
    code: 400,
    fields: { name: 'There is already a ticket type with that name. Change that one, or choose another name.' },
  });
  const usual = { Adult: 1200, Child: 1000 };
  expect(await prices()).toEqual([usual, usual]);
  expect(await addType(second, { name: 'Student', price: '8' })).toMatchObject({ code: 200 });
  expect(await addType(first, { name: 'Student', price: '7', everywhere: '1' })).toMatchObject({
    code: 200,
    msg: 'Student, £7.00: added for every performance, except one that has its own “Student”.',
  });
  expect(await prices()).toEqual([
    { ...usual, Student: 700 },
    { ...usual, Student: 800 },
  ]);
});

onSite('a performance has at most twenty ticket types', async (on) => {
  const { add, post } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const kinds = Array.from({ length: 19 }, (_, at) => `Kind ${at}`);
  const codes = [];
  for (const name of kinds) {
    codes.push((await post(`${base}/performances/${id}/ticket_types`, { name, price: '1' })).statusCode);
  }
  expect(codes).toEqual([...Array.from({ length: 18 }, () => 200), 409]);
});

onEachSite('a request repeated with the same idempotency key adds a performance once', async (on) => {
  const { post, page } = await boxOffice(on);
  const headers = { 'idempotency-key': 'the-same-press-twice' };
  const answers = [
    await post(adding, { datetime: '2027-04-14T19:30' }, headers),
    await post(adding, { datetime: '2027-04-14T19:30' }, headers),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect((await page()).performances.length).toBe(1);
});

onSite('sale dates are saved, and a change that doesn’t send them leaves them unchanged', async (on) => {
  const { add, post, page } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const at = `${base}/performances/${id}`;
  const saved = (some: object) => post(at, { datetime: '2027-04-14T19:30', ...some });
  const sale = { on_sale_from: '2027-01-09T09:00', on_sale_until: '2027-04-14T12:00' };
  expect((await saved({ version: 1, ...sale })).statusCode).toBe(200);
  const window = { on_sale_from: '2027-01-09T09:00:00+00:00', on_sale_until: '2027-04-14T12:00:00+01:00' };
  expect((await page()).performances).toMatchObject([window]);
  expect((await saved({ version: 2 })).statusCode).toBe(200);
  expect((await page()).performances).toMatchObject([window]);
  expect((await saved({ version: 3, ...sale, on_sale_until: '2027-01-09T09:00' })).json()).toMatchObject({
    code: 400,
    fields: { on_sale_until: 'Choose a time after tickets go on sale.' },
  });
  expect((await saved({ version: 3, on_sale_from: 'soon' })).json()).toMatchObject({
    code: 400,
    fields: { on_sale_from: 'Choose a date and time, or neither.' },
  });
  // The next performance copies the time at which the sale starts
  await add('2027-04-15T19:30');
  expect((await page()).performances).toMatchObject([window, { ...window, on_sale_until: '' }]);
  expect((await saved({ version: 3, on_sale_from: '', on_sale_until: '' })).statusCode).toBe(200);
  expect((await page()).performances[0]).toMatchObject({ on_sale_from: '', on_sale_until: '' });
});

onSite('moving a performance moves the end of its sale, unless another end is sent', async (on) => {
  const { add, post, page } = await boxOffice(on);
  const { id } = await add('2027-03-26T19:30');
  const save = async (some: object) => (await post(`${base}/performances/${id}`, some)).json();
  const saved = async () => (await page()).performances[0];
  const sale = { on_sale_from: '2027-01-09T09:00', on_sale_until: '2027-03-26T17:30' };
  await save({ datetime: '2027-03-26T19:30', version: 1, ...sale });
  // Across a clock change, the sale still ends two hours before the start
  expect(await save({ datetime: '2027-04-02T19:30', version: 2 })).toMatchObject({
    msg: expect.stringContaining('On sale until Friday 2 April 2027 at 5.30pm.'),
  });
  expect((await page()).performances[0]).toMatchObject({
    on_sale_from: '2027-01-09T09:00:00+00:00',
    on_sale_until: '2027-04-02T17:30:00+01:00',
  });
  await save({ datetime: '2027-04-03T19:30', version: 3, on_sale_until: '2027-04-01T12:00' });
  expect(await saved()).toMatchObject({ on_sale_until: '2027-04-01T12:00:00+01:00' });
  await save({ datetime: '2027-04-03T19:30', version: 4, notes: 'With tea' });
  expect(await saved()).toMatchObject({ on_sale_until: '2027-04-01T12:00:00+01:00' });
});

onEachSite('a sale time within the hour skipped by the clock change is reported with the actual time', async (on) => {
  const { add, post } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const save = async (some: object) =>
    (await post(`${base}/performances/${id}`, { datetime: '2027-04-14T19:30', ...some })).json();
  expect(await save({ version: 1, on_sale_from: '2027-03-28T01:30' })).toMatchObject({
    msg: 'Performance saved. On sale from Sunday 28 March 2027 at 2.30am: the clocks go forward that night.',
  });
  expect(await save({ version: 2, on_sale_from: '', on_sale_until: '2027-03-28T01:15' })).toMatchObject({
    msg: 'Performance saved. On sale until Sunday 28 March 2027 at 2.15am: the clocks go forward that night.',
  });
});

onSite('the refusal to delete a performance with tickets says to cancel it, unless it is cancelled', async (on) => {
  const { add, send, post } = await boxOffice(on);
  const { id } = await add('2027-04-14T19:30');
  const taken = { performance: id, tickets: ['a ticket'], until: null, now: '2026-11-21T12:00:00.000Z' };
  expect(await write(on.db, (tx) => takePlaces(tx, taken))).toBe('taken');
  const remove = async () => (await send('DELETE', `${base}/performances/${id}`)).json();
  const msg = 'People have tickets for this performance, so it can’t be deleted.';
  expect(await remove()).toMatchObject({ code: 409, msg: `${msg} Cancel it instead.` });
  await post(`${base}/performances/${id}/cancel`, {});
  expect(await remove()).toMatchObject({ code: 409, msg });
});

onSite(
  'a price change made from a cancelled performance spares other cancelled ones, and the message says so',
  async (on) => {
    const { add, post, page } = await boxOffice(on);
    const { id: first } = await add('2027-04-14T19:30');
    const { id: second } = await add('2027-04-15T19:30');
    await add('2027-04-16T19:30');
    for (const id of [first, second]) await post(`${base}/performances/${id}/cancel`, {});
    const type = (await page()).performances[0]?.ticket_types.find(({ name }) => name === 'Adult')?.id;
    const price = { name: 'Adult', price: '13', version: 1, everywhere: '1' };
    expect((await post(`${base}/ticket_types/${type}`, price)).json()).toMatchObject({
      msg: 'Adult, £13.00: saved for this performance and every one that isn’t cancelled. Tickets already sold keep their price.',
    });
    expect((await page()).performances.map(({ ticket_pricing }) => ticket_pricing.Adult)).toEqual([1300, 1200, 1300]);
  },
);
