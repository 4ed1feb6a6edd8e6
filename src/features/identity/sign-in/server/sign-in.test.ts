import { expect } from 'vitest';
import { onSite, startTestSite } from '#tests/support/site/app.ts';

onSite('while there is no admin, the sign-in page says where the first admin signs up', async ({ a, get }) => {
  const noAdmin = 'This site has no admin yet. When the program started, it printed a link';
  expect((await get('/members')).body).toContain(noAdmin);
  await a.user();
  expect((await get('/members')).body).toContain(noAdmin);
  await a.user({ role: 'admin' });
  expect((await get('/members')).body).not.toContain(noAdmin);
});

onSite(
  'on a site that can’t send email, the registration form says to ask for an invitation, even if anyone may register',
  async (on) => {
    await on.a.settings({ registration: 'open' });
    const site = await startTestSite(on, on.db, { mail: { to: 'folder', send: async () => '' } });
    const invitedOnly = 'so ask somebody on the committee to invite you';
    expect((await site.fastify.inject('/members')).body).toContain(invitedOnly);
    expect((await on.get('/members')).body).not.toContain(invitedOnly);
  },
);

onSite(
  'the sign-out page, opened from another site, asks for confirmation without mentioning another site',
  async ({ a, as }) => {
    const { get } = await as(await a.user());
    const { body } = await get('/members/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
    expect(body).toContain('Do you want to sign out?');
    expect(body).not.toContain('another site');
  },
);
