import { expect } from 'vitest';
import { subscriptionsOn } from '#features/subscriptions/server/index.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import { type OnApp, onEachSite } from '#tests/support/app.ts';
import { mailed } from '#tests/support/mailed.ts';

/** A treasurer on that day, and a member who hasn't paid for the plan of £25 that renews in September. */
async function society(on: OnApp) {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const form = { levelName: 'Full member', amount: '25', period: 'yearly', renewal_month: '09' };
  const { id: plan } = (await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', form)).json();
  const ruth = await on.a.user({ email: 'ruth@members.example' });
  const tom = await on.a.user();
  await on.a.allow(tom, { get_subs: true });
  let now = '2026-11-21';
  const api = '/members/api/get_sums';
  const ask = async (path: string, body: object = {}) => {
    on.at(`${now}T12:00:00.000Z`);
    const treasurer = await on.as(tom);
    return (await treasurer.post(`${api}/${path}`, body)).json().msg as string;
  };
  return {
    ruth,
    day: (day: string) => {
      now = day;
    },
    /** Enters £25 in cash, paid on a day. */
    pays: (day: string, some: object = {}) =>
      ask('payments', {
        ...{ what: 'subscription', plan_id: plan, member: ruth.id, amount: '25', source: 'cash', day, ...some },
      }),
    takesBack: async (nth: number) => {
      const all = on.db.read.selectFrom('entry').select('id').where('corrects', 'is', null).orderBy('at');
      return ask(`entries/${(await all.execute())[nth]?.id}/correct`);
    },
    statuses: async () =>
      (await subscriptionsOn(on.db.read, now)).map(({ status, paid_until, paid_by }) => [status, paid_until, paid_by]),
    change: (some: object) => writeQuietly(on.db, (tx) => tx.updateTable('subscription').set(some).execute()),
    letters: async () => (await mailed(on.db.read)).filter(({ to }) => to === 'ruth@members.example'),
  };
}

onEachSite('cash starts a subscription, with its receipt, and taking it back takes that back', async (on) => {
  const { pays, takesBack, statuses, letters } = await society(on);
  expect(await pays('2026-11-20')).toContain('It is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  const [mail, ...more] = await letters();
  expect(more).toEqual([]);
  expect(mail?.text).toContain('You paid £25.00 in cash on 20 November 2026: Full member, until 31 August 2027.');
  expect(await takesBack(0)).toContain('The year that it paid for has gone too.');
  expect(await statuses()).toEqual([]);
});

onEachSite('a subscription paid by cheque says so in the list, the totals, the receipt and the mail', async (on) => {
  const { pays, statuses, letters, ruth } = await society(on);
  expect(await pays('2026-11-20', { source: 'cheque' })).toContain('It is paid until 31 August 2027.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cheque']]);
  expect((await letters())[0]?.text).toContain('You paid £25.00 by cheque on 20 November 2026');
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const books = (await admin.get('/members/get_sums?react&startyear=2026')).json();
  expect(books.by_source).toEqual([{ source: 'cheque', total: 2500, fees: 0, refunds: 0, net: 2500 }]);
  expect(books.offline[0]).toMatchObject({ source: 'cheque', refund: { way: 'by cheque', by_hand: true } });
  const settings = (await (await on.as(ruth)).get('/members/account_settings?react')).json();
  expect(settings.subs.receipts).toMatchObject([{ source: 'cheque', amount: 2500 }]);
});

onEachSite('another payment pays another year, one ahead at most, and the last one can be taken back', async (on) => {
  const { pays, takesBack, statuses, day } = await society(on);
  await pays('2026-11-20');
  day('2026-11-22');
  expect(await pays('2026-11-22', { source: 'transfer' })).toContain('It is paid until 31 August 2028.');
  day('2026-11-23');
  expect(await pays('2026-11-23')).toContain('It changes no subscription.');
  expect(await statuses()).toEqual([['active', '2028-08-31', 'transfer']]);
  expect(await takesBack(0)).toContain('stays as it is, since a later year is paid');
  expect(await takesBack(1)).toContain('The year that it paid for has gone too.');
  expect(await statuses()).toEqual([['active', '2027-08-31', 'cash']]);
  // Entries of payments that paid for nothing
  expect(await takesBack(2)).not.toContain('year');
});

onEachSite(
  'what is in grace, or has lapsed, goes on from its 1st, and is due again once that is taken back',
  async (on) => {
    const { pays, takesBack, statuses, day, change } = await society(on);
    await pays('2026-11-20');
    day('2027-09-10');
    await change({ tries: 2, tried_on: '2027-09-06', reminded_on: '2027-08-02' });
    expect(await statuses()).toEqual([['grace', '2027-08-31', 'cash']]);
    await pays('2027-09-09');
    expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
    await takesBack(1);
    expect(await statuses()).toEqual([['due', '2027-08-31', 'cash']]);
    await change({ status: 'lapsed' });
    day('2027-10-03');
    await pays('2027-10-02');
    expect(await statuses()).toEqual([['active', '2028-08-31', 'cash']]);
  },
);

onEachSite('whoever has cancelled keeps that, and whoever’s time is long over begins anew', async (on) => {
  const { pays, statuses, day, change, letters } = await society(on);
  await pays('2026-11-20');
  await change({ cancelled_at: '2027-01-01T12:00:00.000Z' });
  day('2027-08-20');
  await pays('2027-08-20');
  expect(await statuses()).toEqual([['cancelled', '2028-08-31', 'cash']]);
  const told = (await letters()).map(({ text }) => text).filter((text) => text.includes('until 31 August 2028'));
  expect(told).toEqual([expect.stringContaining('It is still cancelled, so it ends then.')]);
  expect(told[0]).not.toContain('We write to you before');
  day('2029-01-10');
  await pays('2029-01-09');
  expect(await statuses()).toEqual([
    ['cancelled', '2028-08-31', 'cash'],
    ['active', '2029-08-31', 'cash'],
  ]);
});

onEachSite('who has no account, and what was paid for a time that is over, change no subscription', async (on) => {
  const { pays, statuses, day, letters } = await society(on);
  expect(await pays('2026-11-20', { member: '', name: 'Dee Moss' })).not.toContain('paid until');
  day('2027-10-01');
  expect(await pays('2026-11-20', { ended_year: 'yes' })).toContain('It changes no subscription.');
  expect([await statuses(), await letters()]).toEqual([[], []]);
});
