import { expect } from 'vitest';
import { onEachSite } from '#tests/support/site/app.ts';

onEachSite('a society without an admin says where the first one signs up, until there is one', async ({ a, get }) => {
  const noAdmin = 'This site has no admin yet. The program printed an address';
  expect((await get('/members')).body).toContain(noAdmin);
  await a.user();
  expect((await get('/members')).body).toContain(noAdmin);
  await a.user({ role: 'admin' });
  expect((await get('/members')).body).not.toContain(noAdmin);
});

onEachSite('the page for signing out asks, and claims nothing of how somebody came', async ({ a, as }) => {
  const { get } = await as(await a.user());
  const { body } = await get('/members/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' });
  expect(body).toContain('Do you want to sign out?');
  expect(body).not.toContain('another site');
});

onEachSite('the hint of the ticket link says that tickets are sold here without one', async ({ a, as }) => {
  const { get } = await as(await a.user({ role: 'admin' }));
  expect((await get('/members/admin/admin_settings')).body).toContain(
    'Only if you sell somewhere else. Leave it empty to sell tickets here.',
  );
});
