import { expect } from 'vitest';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { inCast } from '#tests/support/society/factories.ts';

const call = '/members/api/account_settings/credit_style';

onEachSite('a member can choose how their credits are shown, and admins see who chose', async ({ a, as, page, db }) => {
  await a.show({ title: 'Hamlet', date: '2025-04-17', credits: [inCast('Dasy Ferar', 'Ophelia')] });
  const daisy = await a.user();
  await a.personOf(daisy, 'Dasy Ferar');
  const { id } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const admin = await as(await a.user({ role: 'admin' }));
  const own = await as(daisy);
  const names = async () => (await own.page('/members/account_settings')).content.credit_names;
  // If the printed and the present name are the same, there is nothing to choose
  expect(await names()).toEqual([]);
  await admin.post(`/members/api/people/${id}/rename`, { name: 'Daisy Ferrar', how: 'changed' });
  expect(await names()).toMatchObject([{ id, name: 'Daisy Ferrar', old: 'Dasy Ferar' }]);
  const { content: before } = await admin.page(`/members/admin/people/${id}`);
  expect(before).toMatchObject({ person: { credit_style_by: 'nobody' } });

  for (const [credit_style, shown] of [
    ['as_printed', 'Dasy Ferar'],
    ['new_as_old', 'Daisy Ferrar (as Dasy Ferar)'],
    ['new_only', 'Daisy Ferrar'],
  ] as const) {
    const { msg } = (await own.post(call, { person: id, credit_style })).json();
    expect(msg).toBe('Saved. Your credits now show your name this way.');
    const { show_id } = await db.read.selectFrom('credit').select('show_id').executeTakeFirstOrThrow();
    const { content } = await page(`/past-shows/${show_id}/Hamlet`);
    expect(content.cast).toMatchObject([{ name: shown }]);
  }
  const { content: after } = await admin.page(`/members/admin/people/${id}`);
  expect(after).toMatchObject({ person: { credit_style: 'new_only', credit_style_by: 'owner' } });
  await admin.post(`/members/api/people/${id}/credit_style`, { credit_style: 'as_printed' });
  const { content: changed } = await admin.page(`/members/admin/people/${id}`);
  expect(changed).toMatchObject({ person: { credit_style: 'as_printed', credit_style_by: 'admin' } });
});

onEachSite('a former name that an admin has hidden appears in no exported file', async ({ a, as, db }) => {
  const credits = [inCast('Dasy Ferar', 'Ophelia'), inCast('D. Ferar', 'A ghost')];
  await a.show({ title: 'Hamlet', date: '2025-04-17', credits });
  const admin = await as(await a.user({ role: 'admin' }));
  const [one, other] = await db.read.selectFrom('person').select('id').orderBy('name').execute();
  await admin.post(`/members/api/people/${one?.id}/merge`, { into: other?.id });
  await admin.post(`/members/api/people/${other?.id}/rename`, { name: 'Daisy Ferrar', how: 'changed' });
  const files = async () =>
    (await admin.get('/members/manage_shows.csv')).body + (await admin.get('/members/admin/people.csv')).body;
  expect((await files()).match(/Dasy Ferar|D\. Ferar/g)).toHaveLength(3);
  await admin.post(`/members/api/people/${other?.id}/credit_style`, { credit_style: 'new_only' });
  const after = await files();
  expect(after).toContain('Daisy Ferrar');
  expect(after).not.toMatch(/\bFerar/);
});

onSite('a former name that its owner has hidden stays hidden after a merge', async ({ a, as, page, db }) => {
  const show = await a.show({
    title: 'Hamlet',
    credits: [inCast('Dasy Ferar', 'Ophelia'), inCast('D. Ferrar', 'Ghost')],
  });
  const daisy = await a.user();
  await a.personOf(daisy, 'Dasy Ferar');
  const [other, own] = await db.read.selectFrom('person').select('id').orderBy('name').execute();
  const [admin, hers] = [await as(await a.user({ role: 'admin' })), await as(daisy)];
  await admin.post(`/members/api/people/${own?.id}/rename`, { name: 'Daisy Ferrar', how: 'changed' });
  expect((await hers.post(call, { person: own?.id, credit_style: 'new_only' })).statusCode).toBe(200);
  // An admin's choice for an unlinked person doesn't override the member's own choice
  for (const style of ['', 'new_as_old']) {
    if (style) await admin.post(`/members/api/people/${other?.id}/credit_style`, { credit_style: style });
    const chosen = async () =>
      (await admin.page(`/members/admin/people/${other?.id}`)).content.person as { credit_style: string };
    const before = await chosen();
    expect((await admin.post(`/members/api/people/${own?.id}/merge`, { into: other?.id })).statusCode).toBe(200);
    const { cast } = (await page(`/past-shows/${show}/Hamlet`)).content;
    expect(cast).toMatchObject([{ name: 'D. Ferrar' }, { name: 'D. Ferrar' }]);
    expect(await chosen()).toMatchObject({ credit_style: 'new_only', credit_style_by: 'owner' });
    expect((await admin.post(`/members/api/people/${own?.id}/unmerge`, {})).statusCode).toBe(200);
    expect(await chosen()).toEqual(before);
  }
  const { content } = await page(`/past-shows/${show}/Hamlet`);
  expect(content.cast).toMatchObject([{ role: 'Ghost', name: 'D. Ferrar' }, { name: 'Daisy Ferrar' }]);
});

onSite(
  'a member can’t choose another person’s credit style, nor find out if that person exists',
  async ({ a, as, db }) => {
    await a.show({ credits: [inCast('Dasy Ferar', 'Ophelia')] });
    const { id } = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
    const { post } = await as(await a.user());
    for (const person of [id, 'abcdefghijklmnop']) {
      expect((await post(call, { person, credit_style: 'new_only' })).statusCode).toBe(404);
    }
  },
);
