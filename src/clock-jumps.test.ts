import { expect } from 'vitest';
import { onEachSite } from '#tests/support/site/app.ts';
import { onEachShop } from '#tests/support/society/shop.ts';

const now = '2026-11-21T12:00:00.000Z';
const anHourBack = '2026-11-21T11:00:00.000Z';
const aDayOn = '2026-11-22T12:00:00.000Z';

onEachSite(
  'a clock that jumps ahead a day signs out only admins; after a clock is set back, earlier sign-ins don’t count as recent',
  async ({ a, as, at }) => {
    const member = await as(await a.user());
    const admin = await as(await a.user({ role: 'admin' }));
    const isIn = async (who: typeof member) => (await who.page('/members/dashboard')).content.type === 'dashboard';
    const another = await a.user({ email: 'amy@players.example' });
    const reset = () => admin.send('POST', `/members/api/admin/users/${another.id}/reset_password`);
    at(anHourBack);
    expect([await isIn(member), await isIn(admin)]).toEqual([true, true]);
    // The time at which the password was entered is now in the future, so the password doesn't count as recent
    expect((await reset()).json()).toMatchObject({ code: 403, needs: 'password' });
    at(now);
    expect((await reset()).statusCode).toBe(200);
    at(aDayOn);
    // A day is longer than an admin's session may be idle
    expect([await isIn(member), await isIn(admin)]).toEqual([true, false]);
    at(now);
    expect([await isIn(member), await isIn(admin)]).toEqual([true, true]);
  },
);

onEachShop(
  'a clock jump during a sale sells no place twice; setting the clock back ends no hold',
  async (on) => {
    const [ann, ben] = [on.visitor(), on.visitor()];
    const both = { [on.type('Adult')]: '2' };
    on.at(now);
    await ann.hold(both);
    on.at(anHourBack);
    expect(await ann.basket()).toMatchObject({ state: 'open' });
    expect(await ben.hold(both)).toMatchObject({ code: 409 });
    // A day later, Ann's ten minutes are over, so others may hold the seats
    on.at(aDayOn);
    expect(await ben.hold(both)).toMatchObject({ code: 200 });
    on.at(now);
    const answers = [await ann.pay(), await ben.pay({ name: 'Ben', card_nonce: on.aCard() })];
    expect(answers).toMatchObject([
      { msg: expect.stringContaining('We’re refunding your payment straight away') },
      { msg: 'Thank you: your tickets are booked.' },
    ]);
    expect((await on.orders()).map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      'Ben paid',
      'Dorothy Hollis refunded',
    ]);
    expect(await on.entries()).toEqual(['charge 2400', 'charge 2400', 'refund -2400']);
  },
  { places: 2 },
);

onEachSite(
  'after a fast clock is set back, a post with a future publication date is hidden again',
  async ({ a, page, at }) => {
    await a.blogPost({ title: 'Tomorrow’s news', published_at: '2026-11-22T09:00:00.000Z' });
    const titles = async () => JSON.stringify((await page('/blog')).content).includes('Tomorrow’s news');
    at(aDayOn);
    expect(await titles()).toBe(true);
    at(now);
    expect(await titles()).toBe(false);
    at(aDayOn);
    expect(await titles()).toBe(true);
  },
);
