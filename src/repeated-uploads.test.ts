import sharp from 'sharp';
import { expect } from 'vitest';
import type { Database } from '#platform/server/database/index.ts';
import { createWordDocument } from '#tests/support/formats/word.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { bookingCallsPath, createBoxOffice } from '#tests/support/society/box-office.ts';
import { inCast } from '#tests/support/society/factories.ts';

const post = { title: 'First night', type: 'Public', date: '2026-11-20', content: 'Break a leg.' };

/** Calls that store files. Each has its path, its file field and its other fields. */
const calls = [
  ['new_post', 'files', post],
  ['new_post/:show_id', 'files', post],
  ['posts/:post_id', 'files', { ...post, version: '1' }],
  ['upload_file/:show_id', 'files', {}],
  ['docs/upload', 'files', { readers: 'public' }],
  ['docs/:id/replace', 'files', { version: '1' }],
  ['manage_media/upload', 'fileElem', { show: ':show_id' }],
  ['manage_media/replace', 'fileElem', { id: ':media', version: '1' }],
  ['blog/picture', 'picture', { alt: 'A lamp' }],
  ['blog/word', 'document', {}],
  ['portraits/:id/upload', 'file', {}],
] as const;

/** Calls that store no file, and change nothing about rows that an earlier import added. */
const imports = ['bookings/import_orders', 'manage_shows_import', 'membership/import'];

const createPicture = (background: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();

function createForm(field: string, fields: object, content: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(field, new Blob([new Uint8Array(content)]), field === 'document' ? 'Lamp.docx' : 'Lamp.png');
  return form;
}

const withKey = (key: string) => ({ 'idempotency-key': `"${key}"` });

/** Lets the next write do all of its work and then fail, as if the power had failed before its commit. */
function failNextWrite(db: Database): void {
  const { write } = db;
  db.write = (work) => {
    db.write = write;
    return write.call(db, async (tx) => {
      await work(tx);
      throw new Error('the power failed');
    }) as never;
  };
}

onSite('every call that takes files accepts an idempotency key, or is an import', async ({ app }) => {
  const withFiles = app.routes.filter(({ files }) => files);
  const listPaths = (isOnce: boolean) =>
    withFiles
      .filter(({ schemas }) => (schemas?.once === true) === isOnce)
      .map(({ path }) => path.replace('/members/api/', ''))
      .sort();
  expect([listPaths(true), listPaths(false)]).toEqual([calls.map(([path]) => path as string).sort(), imports]);
});

onEachSite('an upload whose response was lost is stored once, even if it is repeated meanwhile', async (on) => {
  const { a, db } = on;
  const { upload } = await on.as(await a.user({ role: 'admin' }));
  const show = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Gertrude')] });
  const person = await db.read.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const ids: Record<string, string> = {
    ':show_id': show,
    ':post_id': await a.post({ show_id: show }),
    ':media': await a.picture('A lamp'),
    'docs/:id': `docs/${await a.file({ member_docs: 'public', name: 'Rules.png' })}`,
    'portraits/:id': `portraits/${person.id}`,
  };
  const fill = (text: string) => Object.entries(ids).reduce((all, [name, id]) => all.replace(name, id), text);
  const countRows = async (
    ...tables: ('media_with_deleted' | 'file_with_deleted' | 'portrait_with_deleted' | 'audit')[]
  ) => {
    const rows = await Promise.all(tables.map((table) => db.read.selectFrom(table).select('id').execute()));
    return rows.flat().length;
  };
  const count = async () => ({
    stored: await countRows('media_with_deleted', 'file_with_deleted', 'portrait_with_deleted'),
    audited: await countRows('audit'),
  });
  for (const [at, [path, field, fields]] of calls.entries()) {
    const picture = await createPicture(`#a3${at.toString(16)}`);
    const content = field === 'document' ? createWordDocument(['Our summer'], picture) : picture;
    const filled = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)]));
    const send = () =>
      upload(`/members/api/${fill(path)}`, createForm(field, filled, content), withKey(`one-upload-of-call-${at}`));
    const before = await count();
    failNextWrite(db);
    expect({ path, status: (await send()).status }).toEqual({ path, status: 500 });
    expect(await count()).toEqual(before);
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect({ path, answers }).toEqual({ path, answers: answers.map(() => ({ status: 200, body: answers[0]?.body })) });
    expect({ path, ...(await count()) }).toEqual({ path, stored: before.stored + 1, audited: before.audited + 1 });
  }
});

onSite('an upload’s idempotency key can be reused by another user or call, but not for other content', async (on) => {
  const { a, db } = on;
  const [ann, ben] = [await on.as(await a.user({ role: 'admin' })), await on.as(await a.user({ role: 'admin' }))];
  const [red, blue] = [await createPicture('#a00'), await createPicture('#00a')];
  const path = '/members/api/manage_media/upload';
  const send = (who: typeof ann, content: Buffer, headers = {}) =>
    who.upload(path, createForm('fileElem', {}, content), headers);
  const count = async () => (await db.read.selectFrom('media').select('id').execute()).length;
  const key = withKey('the-key-of-one-picture');
  expect(await send(ann, red, key)).toMatchObject({ status: 200 });
  expect(await send(ann, blue, key)).toMatchObject({ status: 422 });
  expect(await count()).toBe(1);
  expect(await send(ben, blue, key)).toMatchObject({ status: 200 });
  const inText = await ann.upload('/members/api/blog/picture', createForm('picture', {}, red), key);
  expect([inText.status, await count()]).toEqual([200, 3]);
  for (const _ of [1, 2]) expect(await send(ann, red)).toMatchObject({ status: 200 });
  expect(await count()).toBe(5);
  for (const wrong of ['short', 'x'.repeat(65), '../../../../etc/passwd', '{"$ne":"a-long-enough-text"}']) {
    expect(await send(ann, red, { 'idempotency-key': wrong })).toMatchObject({ status: 400 });
  }
  expect(await count()).toBe(5);
});

onSite('the response to an upload of a hundred files with long names is stored for a retry', async ({ a, as, db }) => {
  const { upload } = await as(await a.user({ role: 'admin' }));
  const form = new FormData();
  const details = { alt: 'é"\\'.repeat(100), credit: '"'.repeat(100), consent: '"'.repeat(300) };
  for (const [name, value] of Object.entries(details)) form.append(name, value);
  const sound = Buffer.from('RIFF\0\0\0\0WAVEfmt ');
  for (let n = 0; n < 100; n++) form.append('fileElem', new Blob([sound]), `${'"'.repeat(150)}${n}.wav`);
  const { status } = await upload('/members/api/manage_media/upload', form, withKey('a-hundred-recordings'));
  const { answer } = await db.read.selectFrom('first_answer').select('answer').executeTakeFirstOrThrow();
  expect([status, answer.length > 100_000]).toEqual([200, true]);
});

onEachSite('an import whose response was lost adds each row once, even if it is repeated meanwhile', async (on) => {
  const { show, performance, upload, post: save } = await createBoxOffice(on);
  const plan = { levelName: 'Full member', amount: '25', period: 'yearly', renewal_month: '09' };
  await save('/members/api/admin/admin_settings/subs/add_new_plan', plan);
  const lists = {
    [`${bookingCallsPath}/import_orders`]: [
      { show_id: show, performance_id: performance },
      'reference,name,ticket type,quantity,price\nT-1,Wanda Elsewhere,Adult,2,8.00\nT-2,Vic Elsewhere,Adult,1,0',
    ],
    '/members/api/manage_shows_import': [{}, 'title,date\nHamlet,2001-05-06\nMacbeth,2002-05-06'],
    '/members/api/membership/import': [
      {},
      'name,email,plan,until\nNan Ford,nan@players.example,Full member,Aug 2027\nWilf Marsh,,Full member,Aug 2027',
    ],
  } as const;
  const count = async () => {
    const tables = ['ticket_order', 'show', 'paper_member', 'person'] as const;
    return Promise.all(tables.map(async (table) => (await on.db.read.selectFrom(table).selectAll().execute()).length));
  };
  const before = await count();
  for (const [path, [fields, rows]] of Object.entries(lists)) {
    const send = () => upload(path, createForm('file', { ...fields, dry_run: '0' }, Buffer.from(rows)));
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect({ path, answers: answers.map(({ status }) => status) }).toEqual({ path, answers: [200, 200, 200] });
  }
  expect((await count()).map((rows, at) => rows - (before[at] ?? 0))).toEqual([2, 2, 2, 0]);
});
