import { expect } from 'vitest';
import { onEachSite } from '#tests/support/site/app.ts';
import { openTestProvider, startTestSquare } from '#tests/support/society/square.ts';

const base = '/members/api/admin/admin_settings/subs';
const plan = { levelName: 'Full member', amount: '19.99', period: 'yearly', renewal_month: '09' };

onEachSite(
  'a plan is added with its exact price, changed, closed and reopened, and the audit log names it',
  async ({ a, as, db }) => {
    const { post, page } = await as(await a.user({ role: 'admin' }));
    const plans = async () => (await page('/members/admin/admin_settings')).content.subs;
    const { id } = (await post(`${base}/add_new_plan`, plan)).json();
    const added = {
      id,
      name: 'Full member',
      amount: 1999,
      period: 'yearly',
      enabled: true,
      desc: '',
      renewal_month: '09',
    };
    const today = { first_part: 'full', gift_aid: false, first_amount: 1999, renews_on: '2027-09-01', version: 1 };
    expect(await plans()).toEqual([{ ...added, ...today }]);
    await post(`${base}/${id}`, { ...plan, amount: '25', desc: 'Over 18', version: 1 });
    await post(`${base}/${id}/enabled`, { enabled: '0' });
    expect(await plans()).toMatchObject([{ amount: 2500, desc: 'Over 18', enabled: false }]);
    await post(`${base}/${id}/enabled`, { enabled: '1' });
    expect(await plans()).toMatchObject([{ enabled: true }]);
    const details = (await db.read.selectFrom('audit').select('detail').execute()).map(({ detail }) => detail);
    const changed = 'Full member, £25.00 a year, renewed in month 09';
    expect(details.toSorted()).toEqual(['Full member, £19.99 a year, renewed in month 09', changed, changed, changed]);
  },
);

onEachSite('a new plan sent twice with the same idempotency key is added once', async ({ a, as, db }) => {
  const { post } = await as(await a.user({ role: 'admin' }));
  const headers = { 'idempotency-key': 'the-same-press-twice' };
  const first = (await post(`${base}/add_new_plan`, plan, headers)).json();
  expect((await post(`${base}/add_new_plan`, plan, headers)).json()).toEqual(first);
  expect(await db.read.selectFrom('subscription_plan').select('id').execute()).toEqual([{ id: first.id }]);
});

onEachSite('a plan can be added with a form-encoded body', async ({ a, as }) => {
  const { post } = await as(await a.user({ role: 'admin' }));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await post(`${base}/add_new_plan`, new URLSearchParams(plan).toString(), headers);
  expect(answer.json()).toMatchObject({ code: 200 });
});

onEachSite(
  'a plan with an invalid amount or renewal month is refused with an error on that field',
  async ({ a, as, db }) => {
    const { post } = await as(await a.user({ role: 'admin' }));
    for (const amount of ['1,250', '12,505', '-1', '1e3', '12.505', '', '99999999999']) {
      const answer = (await post(`${base}/add_new_plan`, { ...plan, amount })).json();
      expect({ amount, answer }).toMatchObject({
        answer: { code: 400, fields: { amount: expect.stringContaining('12.50') } },
      });
    }
    for (const renewal_month of ['0', '00', '13', '9', 'September']) {
      const answer = (await post(`${base}/add_new_plan`, { ...plan, renewal_month })).json();
      expect(Object.keys(answer.fields)).toEqual(['renewal_month']);
    }
    expect(await db.read.selectFrom('subscription_plan').select('id').execute()).toEqual([]);
  },
);

onEachSite('a plan that doesn’t exist can’t be changed', async ({ a, as }) => {
  const { post } = await as(await a.user({ role: 'admin' }));
  expect((await post(`${base}/aaaaaaaaaaaaaaaa`, { ...plan, version: 1 })).statusCode).toBe(404);
  expect((await post(`${base}/aaaaaaaaaaaaaaaa/enabled`, { enabled: '1' })).statusCode).toBe(404);
});

onEachSite(
  'a plan’s amount is accepted in the usual notations, and the response names the amount',
  async ({ a, as }) => {
    const { post, page } = await as(await a.user({ role: 'admin' }));
    for (const amount of ['12.50', '£12.50', '12,50']) {
      const { msg } = (await post(`${base}/add_new_plan`, { ...plan, amount })).json();
      expect(msg).toContain('Added “Full member”, £12.50 a year.');
    }
    const { subs } = (await page('/members/admin/admin_settings')).content as { subs: { amount: number }[] };
    expect(subs.map(({ amount }) => amount)).toEqual([1250, 1250, 1250]);
  },
);

onEachSite(
  'the response to adding or reopening a free plan says that it isn’t offered to members',
  async ({ a, as }) => {
    const { post } = await as(await a.user({ role: 'admin' }));
    const { id, msg } = (await post(`${base}/add_new_plan`, { ...plan, amount: '0' })).json();
    expect(msg).toContain('It’s free, so it isn’t offered in the account settings.');
    const reopened = (await post(`${base}/${id}/enabled`, { enabled: '1' })).json();
    expect(reopened.msg).toBe('Plan reopened. It’s free, so it isn’t offered in the account settings.');
  },
);

for (const [cards, answer] of [
  ['on', 'Members can choose it in their account settings.'],
  ['off', 'Card payments are switched off, so members pay the treasurer for it.'],
] as const) {
  onEachSite(
    `with card payments ${cards}, the response to adding or reopening a plan says how members get it`,
    async ({ a, as }) => {
      const { post } = await as(await a.user({ role: 'admin' }));
      const { id, msg } = (await post(`${base}/add_new_plan`, plan)).json();
      expect(msg).toBe(`Added “Full member”, £19.99 a year. ${answer}`);
      const reopened = (await post(`${base}/${id}/enabled`, { enabled: '1' })).json();
      expect(reopened.msg).toBe(`Plan reopened. ${answer}`);
    },
    ['sqlite'],
    ...(cards === 'on' ? [async (clock: () => Date) => openTestProvider(await startTestSquare({ clock }))] : []),
  );
}

onEachSite('a plan that nobody has ever had can be deleted, and the audit log describes it', async ({ a, as, db }) => {
  const { post, send, page } = await as(await a.user({ role: 'admin' }));
  const { id } = (await post(`${base}/add_new_plan`, plan)).json();
  expect((await send('DELETE', `${base}/${id}`)).json()).toMatchObject({ code: 200, msg: 'Plan deleted.' });
  expect((await page('/members/admin/admin_settings')).content.subs).toEqual([]);
  // Deleting the plan again has the same response
  expect((await send('DELETE', `${base}/${id}`)).statusCode).toBe(200);
  const logged = await db.read
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'subscription_plan.deleted')
    .execute();
  expect(logged).toEqual([{ detail: 'Full member, £19.99 a year, renewed in month 09' }]);
});

onEachSite('a plan can charge new members for the remaining months only', async ({ a, as }) => {
  const { post, page, get } = await as(await a.user({ role: 'admin' }));
  const { id } = (await post(`${base}/add_new_plan`, { ...plan, amount: '24', first_part: 'months' })).json();
  const settings = async () => (await page('/members/admin/admin_settings')).content.subs;
  // Ten of twelve months remain
  expect(await settings()).toMatchObject([{ first_part: 'months', first_amount: 2000, renews_on: '2027-09-01' }]);
  expect((await get('/members/admin/admin_settings')).body.replaceAll('<!-- -->', '')).toContain(
    'A member who joins today pays £20.00 until 31 August 2027.',
  );
  // A client that doesn't send `first_part` leaves it unchanged
  await post(`${base}/${id}`, { ...plan, amount: '36', version: 1 });
  expect(await settings()).toMatchObject([{ first_part: 'months', first_amount: 3000 }]);
  await post(`${base}/${id}`, { ...plan, amount: '36', first_part: 'full', version: 2 });
  expect(await settings()).toMatchObject([{ first_part: 'full', gift_aid: false, first_amount: 3600 }]);
  expect((await post(`${base}/${id}`, { ...plan, first_part: 'half', version: 3 })).json()).toMatchObject({
    code: 400,
  });
});
