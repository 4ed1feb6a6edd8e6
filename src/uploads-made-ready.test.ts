import sharp from 'sharp';
import { expect } from 'vitest';
import { createWordDocument } from '#tests/support/formats/word.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { runBeforeWrite } from '#tests/support/site/before-write.ts';

const post = { title: 'First night', type: 'Public', date: '2026-11-20', content: 'Break a leg.' };

/** Calls that process pictures, which takes minutes if there are many. Each has its file field and its other fields. */
const calls = [
  ['new_post', 'files', post],
  ['new_post/:show', 'files', post],
  ['posts/:post', 'files', { ...post, version: '1' }],
  ['upload_file/:show', 'files', {}],
  ['docs/upload', 'files', { readers: 'public' }],
  ['docs/:doc/replace', 'files', { version: '1' }],
  ['manage_media/upload', 'fileElem', {}],
  ['manage_media/replace', 'fileElem', { id: ':media', version: '1' }],
  ['blog/picture', 'picture', { alt: 'A lamp' }],
  ['blog/word', 'document', {}],
] as const;

onEachSite('an upload is discarded if its user is disabled while it is processed', async (on) => {
  const { a, db } = on;
  const [boss, sender] = [await on.as(await a.user({ role: 'admin' })), await a.user({ role: 'admin' })];
  const show = await a.show({});
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
    .png()
    .toBuffer();
  const ids: Record<string, string> = {
    ':show': show,
    ':post': await a.post({ show_id: show }),
    ':doc': await a.file({ member_docs: 'public', name: 'Rules.png' }),
  };
  /**
   * Returns a function that sends an upload as the signed-in sender, so that a test can change something after signing
   * in.
   */
  const sending = async (call: string, field: string, fields: object) => {
    const named = (text: string) => text.replace(/:\w+/, (name) => ids[name] ?? name);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, named(value));
    const content = field === 'document' ? createWordDocument(['Our summer'], png) : png;
    form.append(field, new Blob([new Uint8Array(content)]), field === 'document' ? 'Lamp.docx' : 'Lamp.png');
    const { upload } = await on.as(sender);
    return () => upload(named(`/members/api/${call}`), form);
  };
  const { media } = (await (await sending('manage_media/upload', 'fileElem', {}))()).body as { media: [string][] };
  ids[':media'] = media[0]?.[0] ?? '';
  const stored = async () => [
    await db.read.selectFrom('post').selectAll().orderBy('id').execute(),
    await db.read.selectFrom('file_with_deleted').selectAll().orderBy('id').execute(),
    await db.read.selectFrom('media_with_deleted').selectAll().orderBy('id').execute(),
  ];
  const before = await stored();
  for (const [call, field, fields] of calls) {
    const send = await sending(call, field, fields);
    runBeforeWrite(db, 1, async () => {
      expect((await boss.post(`/members/api/admin/users/${sender.id}/deactivate`, {})).statusCode).toBe(200);
    });
    const { status, body } = await send();
    expect({ call, status, needs: body.needs }).toEqual({ call, status: 401, needs: 'sign_in' });
    expect(await stored()).toEqual(before);
    expect((await boss.post(`/members/api/admin/users/${sender.id}/activate`, {})).statusCode).toBe(200);
  }
});
