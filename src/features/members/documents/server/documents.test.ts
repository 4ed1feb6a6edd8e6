import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { LoginContent } from '#features/identity/sign-in/contract.ts';
import { Post } from '#features/publishing/posts/contract.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { ManageDocsContent } from '../contract.ts';

const base = '/members/api/docs';
const buildUploadForm = (readers: 'members' | 'public', ...files: [name: string, content: string][]) => {
  const form = new FormData();
  form.set('readers', readers);
  for (const [name, content] of files) form.append('files', new File([content], name));
  return form;
};

onSite(
  'an uploaded document can be read by members, or by everyone if the admin chooses that',
  async ({ a, as, get, page }) => {
    const admin = await as(await a.user({ role: 'admin' }));
    const none = Post.strict().parse((await admin.page('/members/docs')).content);
    expect(none).toMatchObject({ edit_link: '/members/docs/manage', edit_label: 'Add documents' });
    const two = await admin.upload(
      `${base}/upload`,
      buildUploadForm('members', ['Minutes.txt', 'Present: all'], ['Rota.txt', 'Sun']),
    );
    expect(two.body).toMatchObject({ code: 200, msg: 'Added 2 documents for members to read.' });
    const one = await admin.upload(
      `${base}/upload`,
      buildUploadForm('public', ['Our_constitution.txt', 'One: the name']),
    );
    expect(one.body).toMatchObject({ msg: 'Added Our constitution.txt for everyone to read.' });
    // The response has the names under which the files are stored
    expect(one.body.files).toEqual([{ id: expect.any(String), name: 'Our_constitution.txt' }]);
    const [{ id }] = one.body.files as [{ id: string }];

    const member = await as(await a.user());
    const docs = Post.strict().parse((await member.page('/members/docs')).content);
    expect(docs).toMatchObject({ type: 'post', files_title: 'Members Docs', edit_link: '' });
    expect(docs.files.map(({ name, kind }) => `${name}, ${kind}`)).toEqual([
      'Minutes.txt, Text file, 12 bytes',
      'Our constitution.txt, Text file, 13 bytes',
      'Rota.txt, Text file, 3 bytes',
    ]);
    const { files } = LoginContent.parse((await page('/members')).content);
    expect(files).toEqual([{ id, name: 'Our constitution.txt', kind: 'Text file, 13 bytes' }]);
    expect((await get(`/file/${id}/Our_constitution.txt`)).statusCode).toBe(200);
    expect((await get(`/files/${id}/Our_constitution.txt`)).body).toBe('One: the name');
  },
);

onSite(
  'a document’s name and readers can be changed, and a save based on an outdated version is refused',
  async ({ a, as, db, get }) => {
    const id = await a.file({ member_docs: 'members', name: 'Draft_rules.txt' });
    await a.file({ member_docs: 'members', name: 'Taken.txt' });
    const admin = await as(await a.user({ role: 'admin' }));
    const was = { version: 1 };
    const renamed = await admin.post(`${base}/${id}`, { name: 'Rules 2026', readers: 'public', ...was });
    expect(renamed.json()).toMatchObject({ code: 200, msg: 'Saved Rules 2026.txt. Everyone may read it.' });
    const log = await db.read.selectFrom('audit').select('detail').where('action', '=', 'document.changed').execute();
    expect(log).toEqual([{ detail: 'Draft_rules.txt: Rules 2026.txt, for everyone' }]);
    expect((await get(`/file/${id}/Rules_2026.txt`)).statusCode).toBe(200);
    // The old URL still leads to the document
    expect((await get(`/file/${id}/Draft_rules.txt`)).statusCode).toBe(200);
    expect((await admin.post(`${base}/${id}`, { name: 'Mine', readers: 'members', ...was })).statusCode).toBe(409);
    const taken = await admin.post(`${base}/${id}`, { name: 'taken', readers: 'members' });
    expect(taken.json()).toMatchObject({ code: 409, fields: { name: expect.stringContaining('Another') } });
    expect((await admin.post(`${base}/${id}`, { name: ' ', readers: 'members' })).statusCode).toBe(400);
  },
);

onEachSite(
  'a replaced document keeps its URL, and its previous version can be restored as a document that only members may read',
  async ({ a, as, get }) => {
    const id = await a.file({ member_docs: 'public', name: 'Policy.txt', content: Buffer.from('Old') });
    const admin = await as(await a.user({ role: 'admin' }));
    const { body } = await admin.upload(
      `${base}/${id}/replace`,
      buildUploadForm('public', ['policy final FINAL.txt', 'New']),
    );
    expect(body).toMatchObject({
      code: 200,
      msg: 'Replaced Policy.txt. You can restore the previous version for 30 days.',
    });
    expect((await get(`/files/${id}/Policy.txt`)).body).toBe('New');
    const { deleted } = ManageDocsContent.strict().parse((await admin.page('/members/docs/manage')).content);
    expect(deleted).toMatchObject([{ title: 'Policy.txt' }]);
    const restored = await admin.send('POST', `/members/api/files/${deleted[0]?.id}/restore`);
    expect(restored.json().msg).toBe('Policy.txt restored as Policy (2).txt, because another file has its name now.');
    const { docs } = ManageDocsContent.strict().parse((await admin.page('/members/docs/manage')).content);
    expect(docs.map(({ name, readers }) => `${name} ${readers}`)).toEqual([
      'Policy (2).txt members',
      'Policy.txt public',
    ]);
  },
);

onSite('the bytes uploaded for a refused replacement of a document are purged', async ({ a, as, db, storage }) => {
  const id = await a.file({ member_docs: 'members', name: 'Rota.txt' });
  await a.file({ member_docs: 'members', name: 'Rota.csv' });
  const admin = await as(await a.user({ role: 'admin' }));
  const { status } = await admin.upload(`${base}/${id}/replace`, buildUploadForm('members', ['New.csv', 'Sun,Ann']));
  expect(status).toBe(409);
  const key = createHash('sha256').update('Sun,Ann').digest('hex');
  expect(await storage.has(key)).toBe(true);
  // The stored file has its real creation time, so the purge runs with a clock a month ahead of real time
  const month = 31 * 24 * 3_600_000;
  await purgeTrashAt({ db, storage }, new Date(Math.max(Date.now(), Date.parse('2026-11-21T12:00:00.000Z')) + month));
  expect(await storage.has(key)).toBe(false);
});

onSite(
  'a deleted document can’t be opened by anyone, and can be restored with the same URL',
  async ({ a, as, get }) => {
    const id = await a.file({ member_docs: 'public', name: 'Policy.txt' });
    const admin = await as(await a.user({ role: 'admin' }));
    expect((await admin.send('DELETE', `/members/api/files/${id}`)).json().msg).toContain('restore it for 30 days');
    expect((await get(`/file/${id}/Policy.txt`)).statusCode).toBe(404);
    expect((await admin.get(`/members/file/${id}/Policy.txt`)).statusCode).toBe(404);
    expect((await admin.send('POST', `/members/api/files/${id}/restore`)).statusCode).toBe(200);
    expect((await get(`/file/${id}/Policy.txt`)).statusCode).toBe(200);
  },
);

onSite(
  'the text above Member Docs can be edited, and a save based on an outdated version is refused',
  async ({ a, as }) => {
    const admin = await as(await a.user({ role: 'admin' }));
    expect((await admin.post(`${base}/text`, { content: 'Ask **Ruth**.', version: 0 })).statusCode).toBe(200);
    expect((await admin.post(`${base}/text`, { content: 'Ask Tom.', version: 0 })).statusCode).toBe(409);
    const member = await as(await a.user());
    const { content, content_html } = Post.parse((await member.page('/members/docs')).content);
    expect(content).toContain('Ask **Ruth**.');
    expect(content_html).toContain('<strong>Ruth</strong>');
    expect((await member.get('/sitedata')).json().memberDocs.content).toBe('Ask **Ruth**.');
    expect((await admin.post(`${base}/text`, { content: '', version: 1 })).statusCode).toBe(200);
    const long = await admin.post(`${base}/text`, { content: 'm'.repeat(20_001), version: 2 });
    expect([long.statusCode, long.json().fields]).toEqual([
      400,
      { content: 'Keep the text to 20,000 characters or fewer.' },
    ]);
  },
);

onEachSite(
  'only users with the permission for the society’s posts and Member Docs can manage documents',
  async ({ a, as }) => {
    const id = await a.file({ member_docs: 'members', name: 'Policy.txt' });
    const secretary = await a.user();
    await a.allow(secretary, { society_write: true });
    const helper = await a.user();
    await a.allow(helper, { shows_write: true });
    const change = { name: 'Policy.txt', readers: 'public' };
    expect((await (await as(secretary)).post(`${base}/${id}`, change)).statusCode).toBe(200);
    for (const user of [await a.user(), helper]) {
      const { post, get, send } = await as(user);
      expect((await get('/members/docs/manage')).statusCode).toBe(403);
      expect((await post(`${base}/${id}`, change)).statusCode).toBe(403);
      expect((await send('DELETE', `/members/api/files/${id}`)).statusCode).toBe(403);
    }
  },
);
