import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect } from 'vitest';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { heicPicture } from '#tests/support/formats/media-files.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { inCrew } from '#tests/support/society/factories.ts';

type Sent = [name: string, content: string | Uint8Array<ArrayBuffer>];

function buildUploadForm(...files: Sent[]): FormData {
  const data = new FormData();
  for (const [name, content] of files) data.append('files', new Blob([content]), name);
  return data;
}

const pdf = '%PDF-1.7\n%%EOF\n';

/** Creates a show, its director, and the director of another show. */
async function createCompany({ a, as }: Pick<SiteTestContext, 'a' | 'as'>) {
  const show = await a.show({ title: 'Hamlet', credits: [inCrew('Dee Moss', 'Director')] });
  await a.show({ title: 'Macbeth', credits: [inCrew('Oli Park', 'Director')] });
  const dee = await a.user({ firstname: 'Dee', lastname: 'Moss' });
  const oli = await a.user();
  await a.personOf(dee, 'Dee Moss');
  await a.personOf(oli, 'Oli Park');
  return { show, dee: await as(dee), oli: await as(oli), member: await as(await a.user()) };
}

const managed = async (as: Pick<SiteTestContext, 'get'>, show: string) =>
  (await as.get(`/members/api/manage_show/${show}`)).json();

onEachSite('files that a director uploads are stored, and the response lists them', async (on) => {
  const { show, dee } = await createCompany(on);
  const { status, body } = await dee.upload(
    `/members/api/upload_file/${show}`,
    buildUploadForm(['Call sheet.pdf', pdf], ['Lines – Größe.txt', 'To be.']),
  );
  expect([status, body.code, body.msg]).toEqual([200, 200, '2 files uploaded.']);
  const files = body.files as { id: string }[];
  expect(files).toMatchObject([
    { name: 'Call sheet.pdf', kind: 'PDF file' },
    { name: 'Lines – Größe.txt', kind: 'Text file, 6 bytes' },
  ]);
  expect((await managed(dee, show)).files.map(({ id }: { id: string }) => id).sort()).toEqual(
    files.map(({ id }) => id).sort(),
  );
  const rows = await on.db.read.selectFrom('file').selectAll().orderBy('name').execute();
  expect(rows).toMatchObject([
    { show_id: show, post_id: null, member_docs: 'no', content_type: 'application/pdf' },
    { show_id: show, content_type: 'text/plain' },
  ]);
});

onSite('uploading to a show is refused for directors of other shows, members and visitors', async (on) => {
  const { show, oli, member } = await createCompany(on);
  const address = `/members/api/upload_file/${show}`;
  const answers = [
    await oli.upload(address, buildUploadForm(['a.txt', 'a'])),
    await member.upload(address, buildUploadForm(['a.txt', 'a'])),
    await on.upload(address, buildUploadForm(['a.txt', 'a'])),
    // A visitor who isn't signed in doesn't learn that this show doesn't exist
    await on.upload('/members/api/upload_file/abcdefghijklmnop', buildUploadForm(['a.txt', 'a'])),
    await oli.upload('/members/api/upload_file/abcdefghijklmnop', buildUploadForm(['a.txt', 'a'])),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 401, 404]);
  expect(await on.db.read.selectFrom('file').select('id').execute()).toEqual([]);
});

onSite('a file whose name is already taken gets a number in its name', async (on) => {
  const { show, dee } = await createCompany(on);
  const address = `/members/api/upload_file/${show}`;
  await dee.upload(address, buildUploadForm(['Rota.pdf', pdf], ['Rota.pdf', `${pdf} `]));
  const third = await dee.upload(address, buildUploadForm(['rota.PDF', pdf]));
  expect(third.body.files).toMatchObject([{ name: 'rota (3).PDF' }]);
  const { files } = await managed(dee, show);
  expect(files.map(({ name }: { name: string }) => name).sort()).toEqual(['Rota (2).pdf', 'Rota.pdf', 'rota (3).PDF']);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const refused: [what: string, status: number, why: RegExp, ...Sent][] = [
  ['nothing', 400, /Choose at least one file/, '', ''],
  ['an empty file', 400, /“Empty\.txt” is empty/, 'Empty.txt', ''],
  [
    'a web page called a picture',
    415,
    /isn’t a picture, although its name says so/,
    'Set.jpg',
    '<html><script>1</script>',
  ],
  ['a drawing called a picture', 415, /isn’t a picture/, 'Set.png', svg],
  ['a drawing', 415, /isn’t a type of file we accept/, 'Logo.svg', svg],
  ['a web page', 415, /isn’t a type of file we accept/, 'Page.html', '<html></html>'],
  ['a program', 415, /isn’t a type of file we accept/, 'Run.exe', new Uint8Array([0x4d, 0x5a, 0, 1])],
  ['a program called a PDF', 415, /isn’t a PDF file/, 'Run.pdf', new Uint8Array([0x4d, 0x5a, 0, 1])],
  ['half a picture', 415, /can’t be opened as a picture/, 'Half.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['a web page that begins like a GIF', 415, /can’t be opened as a picture/, 'Set.gif', 'GIF89a<script>1</script>'],
  ['half a picture of an iPhone', 415, /can’t be opened/, 'IMG.heic', new Uint8Array(heicPicture.subarray(0, 600))],
];

onSite('an upload with one invalid file is refused as a whole, with the reason', async (on) => {
  const { show, dee } = await createCompany(on);
  for (const [what, status, why, name, content] of refused) {
    const files = name === '' ? buildUploadForm() : buildUploadForm(['Good.txt', 'good'], [name, content]);
    if (name === '') files.append('files', new Blob([]), '');
    const answer = await dee.upload(`/members/api/upload_file/${show}`, files);
    expect({ what, status: answer.status }).toEqual({ what, status });
    expect(answer.body.msg).toMatch(why);
  }
  expect(await on.db.read.selectFrom('file').select('id').execute()).toEqual([]);
});

onEachSite('a HEIC picture is stored as a JPEG, and quotes in a file’s name become hyphens', async (on) => {
  const { show, dee } = await createCompany(on);
  const files = buildUploadForm(['IMG 1.HEIC', new Uint8Array(heicPicture)], ['Programme "final".txt', 'Act one']);
  const answer = await dee.upload(`/members/api/upload_file/${show}`, files);
  expect(answer.body.code).toBe(200);
  const stored = await on.db.read.selectFrom('file').select(['name', 'content_type']).orderBy('name').execute();
  expect(stored).toEqual([
    { name: 'IMG 1.jpg', content_type: 'image/jpeg' },
    { name: 'Programme -final-.txt', content_type: 'text/plain' },
  ]);
});

onSite('a picture with too many pixels is refused, and a Zip file isn’t unpacked', async (on) => {
  const { show, dee } = await createCompany(on);
  const address = `/members/api/upload_file/${show}`;
  const huge = await pngOf(20_000, 20_000);
  const picture = await dee.upload(address, buildUploadForm(['Huge.png', huge]));
  expect([picture.status, picture.body.msg]).toEqual([415, expect.stringMatching(/more than 60 megapixels/)]);
  const frame = new Uint8Array(await sharp(picturedAs).gif().toBuffer());
  // The header of the image's only frame claims a size of 40,000 × 40,000 pixels
  new DataView(frame.buffer).setUint32(
    frame.indexOf(0x2c, 13 + 3 * 2 ** (((frame[10] ?? 0) & 7) + 1)) + 5,
    0x409c_409c,
  );
  const moving = await dee.upload(address, buildUploadForm(['Huge.gif', frame]));
  expect([moving.status, moving.body.msg]).toEqual([415, expect.stringMatching(/more than 60 megapixels/)]);
  const bomb = new Uint8Array(Buffer.concat([Buffer.from('PK\x03\x04'), deflateSync(Buffer.alloc(30_000_000))]));
  const zip = await dee.upload(address, buildUploadForm(['Bomb.zip', bomb]));
  expect(zip.body.files).toMatchObject([{ kind: expect.stringMatching(/^Zip file, \d+ kB$/) }]);
});

const picturedAs = { create: { width: 8, height: 8, channels: 3, background: '#a31' } } as const;

/** Creates a PNG whose header states this size, but which contains only a small picture. */
async function pngOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const small = await sharp(picturedAs).png().toBuffer();
  const bytes = new Uint8Array(small);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  const { crc32 } = await import('node:zlib');
  view.setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}

onEachSite('an uploaded picture is stored without its metadata', async (on) => {
  const { show, dee } = await createCompany(on);
  const taken = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a31' } })
    .withExif({ IFD0: { Artist: 'Secret Name' } })
    .jpeg()
    .toBuffer();
  await dee.upload(`/members/api/upload_file/${show}`, buildUploadForm(['Set.jpg', new Uint8Array(taken)]));
  const { storage_key } = await on.db.read.selectFrom('file').select('storage_key').executeTakeFirstOrThrow();
  const stored = Buffer.concat(await (await on.storage.open(storage_key)).toArray());
  expect((await sharp(stored).metadata()).width).toBe(60);
  expect(stored.toString('latin1')).not.toContain('Secret Name');
});

onEachSite('a deleted file can’t be opened by anyone, and can be restored to its post', async (on) => {
  const { a, db, get } = on;
  const { show, dee } = await createCompany(on);
  const post_id = await a.post({ show_id: show });
  const id = await a.file({ post_id, name: 'Rota.txt' });
  expect((await get(`/files/${id}/Rota.txt`)).statusCode).toBe(200);
  const deleted = await dee.get(`/members/api/delete_file/${id}`);
  expect(deleted.json()).toEqual({ code: 200, msg: 'Rota.txt deleted. You can restore it for 30 days.' });
  // The deletion is sent again, although the file has already been deleted
  expect((await dee.send('DELETE', `/members/api/files/${id}`)).json().code).toBe(200);
  expect((await get(`/files/${id}/Rota.txt`)).statusCode).toBe(404);
  expect((await dee.get(`/members/files/${id}/Rota.txt`)).statusCode).toBe(404);
  expect((await managed(dee, show)).deleted).toEqual([
    {
      kind: 'file',
      id,
      title: 'Rota.txt',
      deleted_at: '2026-11-21T12:00:00+00:00',
      deleted_by: 'Dee Moss',
      until: '2026-12-21',
    },
  ]);
  // Another file of the same name has been added in the meantime
  await a.file({ post_id, name: 'Rota.txt' });
  expect((await dee.send('POST', `/members/api/files/${id}/restore`)).json().code).toBe(200);
  expect((await get(`/files/${id}/Rota.txt`)).statusCode).toBe(200);
  const file = await db.read.selectFrom('file').select(['name', 'post_id']).where('id', '=', id).execute();
  expect(file).toEqual([{ name: 'Rota (2).txt', post_id }]);
  const log = await db.read.selectFrom('audit').select(['action', 'actor_name']).orderBy('action').execute();
  expect(log).toEqual([
    { action: 'file.deleted', actor_name: 'Dee Moss' },
    { action: 'file.restored', actor_name: 'Dee Moss' },
  ]);
});

onEachSite('restoring a file adds it to the show if its post has been deleted too', async (on) => {
  const { a, db } = on;
  const { show, dee } = await createCompany(on);
  const post_id = await a.post({ show_id: show });
  const id = await a.file({ post_id });
  await dee.send('DELETE', `/members/api/files/${id}`);
  await dee.send('DELETE', `/members/api/posts/${post_id}`);
  await dee.send('POST', `/members/api/files/${id}/restore`);
  const file = await db.read.selectFrom('file').select(['show_id', 'post_id']).where('id', '=', id).execute();
  expect(file).toEqual([{ show_id: show, post_id: null }]);
});

onSite('a show’s files and Member Docs can’t be deleted or restored by people who don’t manage them', async (on) => {
  const { a, db } = on;
  const { show, oli, member } = await createCompany(on);
  const id = await a.file({ show_id: show });
  const docs = await a.file({ member_docs: 'members' });
  for (const file of [id, docs]) {
    for (const who of [oli, member]) {
      expect((await who.get(`/members/api/delete_file/${file}`)).statusCode).toBe(403);
      expect((await who.send('DELETE', `/members/api/files/${file}`)).statusCode).toBe(403);
      expect((await who.send('POST', `/members/api/files/${file}/restore`)).statusCode).toBe(403);
    }
    expect((await on.get(`/members/api/delete_file/${file}`)).statusCode).toBe(401);
  }
  expect(await db.read.selectFrom('file').select('id').execute()).toHaveLength(2);
});

onSite('the GET call that deletes a file refuses requests from links, pictures and other sites', async (on) => {
  const { show, dee } = await createCompany(on);
  const id = await on.a.file({ show_id: show });
  const requests: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { origin: 'http://evil.example' },
    // The site's own script, which follows a link in a user's text
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'x-navigation': '1' },
    // Browsers send only these headers over plain HTTP
    { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    { accept: 'image/avif,image/webp,*/*;q=0.8', referer: 'http://evil.example/' },
    { accept: '*/*', referer: 'http://players.example:8080/' },
  ];
  for (const headers of requests) {
    expect((await dee.get(`/members/api/delete_file/${id}`, headers)).statusCode).toBe(403);
  }
  expect((await managed(dee, show)).files).toHaveLength(1);
  const ours = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
  expect((await dee.get(`/members/api/delete_file/${id}`, ours)).statusCode).toBe(200);
  expect((await managed(dee, show)).files).toHaveLength(0);
});

onEachSite(
  'a file deleted 30 days ago is purged, and its bytes too unless another file has the same bytes',
  async (on) => {
    const { a, db, storage, at } = on;
    const { show, dee } = await createCompany(on);
    const alone = await a.file({ show_id: show, name: 'a.txt', content: Buffer.from('alone') });
    const shared = await a.file({ show_id: show, name: 'b.txt', content: Buffer.from('shared') });
    await a.file({ show_id: show, name: 'c.txt', content: Buffer.from('shared') });
    const keyOf = async (id: string) =>
      (await db.read.selectFrom('file').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow())
        .storage_key;
    const keys = [await keyOf(alone), await keyOf(shared)] as const;
    for (const id of [alone, shared]) await dee.send('DELETE', `/members/api/files/${id}`);

    const empty = (moment: string) => purgeTrashAt({ db, storage }, new Date(moment));
    await empty('2026-12-21T11:59:00.000Z');
    expect([await storage.has(keys[0]), await storage.has(keys[1])]).toEqual([true, true]);
    await empty('2026-12-21T12:00:01.000Z');
    expect([await storage.has(keys[0]), await storage.has(keys[1])]).toEqual([false, true]);
    expect(await db.read.selectFrom('file_with_deleted').select('name').execute()).toEqual([{ name: 'c.txt' }]);
    at('2026-12-21T12:00:01.000Z');
    const late = await on.as(await a.user({ role: 'admin' }));
    expect((await late.send('POST', `/members/api/files/${alone}/restore`)).statusCode).toBe(404);
  },
);

onSite('the remains of an interrupted upload are purged', async ({ db }) => {
  const folder = createTemporaryFolder();
  const storage = createDiskStorage(folder);
  await storage.receive((await import('node:stream')).Readable.from(['half']));
  await purgeTrashAt({ db, storage }, new Date(Date.now() + 2 * 3_600_000));
  expect(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())).toEqual([]);
});

onEachSite(
  'bytes sent with a refused edit of a post are purged, unless a saved file has the same bytes',
  async (on) => {
    const { db, storage } = on;
    const { show, dee } = await createCompany(on);
    const post = await on.a.post({ show_id: show });
    const written = (version: string, content: string) => {
      const data = buildUploadForm(['a.txt', content]);
      const fields = { title: 'Rota', type: 'private', date: '2026-11-20T10:00', content: 'x', version };
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      return dee.upload(`/members/api/posts/${post}`, data);
    };
    expect((await written('999', 'overtaken')).status).toBe(409);
    expect((await written('1', 'saved')).status).toBe(200);
    // This save is refused. Its bytes are the same as another file's
    expect((await written('999', 'saved')).status).toBe(409);
    const keyOf = (content: string) => createHash('sha256').update(content).digest('hex');
    const there = async () => [await storage.has(keyOf('overtaken')), await storage.has(keyOf('saved'))];
    expect(await there()).toEqual([true, true]);
    await purgeTrashAt(on, new Date(Date.now() + 2 * 3_600_000));
    expect(await there()).toEqual([false, true]);
    expect(await db.read.selectFrom('file').select('name').execute()).toEqual([{ name: 'a.txt' }]);
    // Bytes that were recorded are no longer listed as unconfirmed
    expect(await storage.listUnconfirmed(new Date(Date.now() + 1000))).toEqual([]);
  },
);
