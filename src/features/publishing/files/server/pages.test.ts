import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { FilePageContent } from '../contract.ts';
import { listPostFileEntries } from './index.ts';
import { type FilePlacement, resolveFileReaders } from './pages.ts';
import { storeFile } from './store-upload.ts';

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
const zip = Buffer.from('PK\x03\x04');

onSite('a file of a public post has a page with a preview and can be downloaded', async ({ a, db, page, get }) => {
  const show_id = await a.show({ title: 'Hamlet' });
  const post_id = await a.post({ show_id });
  const id = await a.file({ post_id, name: 'Audition pack.pdf', content: pdf });
  expect(await listPostFileEntries(db.read, post_id)).toEqual([
    { id, name: 'Audition pack.pdf', url: `/file/${id}/Audition_pack.pdf`, kind: 'PDF file' },
  ]);
  const { content } = await page(`/file/${id}/Any_old_name.pdf`);
  const shown = FilePageContent.strict().parse(content);
  expect(shown).toMatchObject({
    title: 'Audition pack.pdf',
    date: '2026-11-21T12:00:00+00:00',
    show_title: 'Hamlet',
    show_link: `/past-shows/${show_id}/Hamlet`,
    kind: 'PDF file, 15 bytes',
    preview: { as: 'pdf', src: `${shown.url}?inline` },
  });
  const saved = await get(shown.url);
  expect(saved.headers['content-disposition']).toBe('attachment; filename="Audition pack.pdf"');
  const previewed = await get(shown.preview.src);
  expect(previewed.headers['content-disposition']).toBe('inline; filename="Audition pack.pdf"');
  expect(previewed.headers['content-type']).toBe('application/pdf');
  expect(previewed.rawPayload).toEqual(pdf);
});

onSite(
  'files of private or scheduled posts, of shows and for members are hidden from visitors',
  async ({ a, get, at }) => {
    const coming = await a.post({ published_at: '2026-12-01T09:00:00.000Z' });
    const places = [
      { post_id: coming },
      { post_id: await a.post({ type: 'private' }) },
      { show_id: await a.show() },
      { member_docs: 'members' as const },
      {},
    ];
    const ids: string[] = [];
    for (const place of places) ids.push(await a.file(place));
    for (const id of [...ids, 'abcdefghijklmnop', '..']) {
      expect((await get(`/file/${id}/Notes.txt`)).statusCode).toBe(404);
      expect((await get(`/files/${id}/Notes.txt`)).statusCode).toBe(404);
    }
    at('2026-12-01T09:00:00.000Z');
    expect((await get(`/files/${ids[0]}/Notes.txt`)).statusCode).toBe(200);
    expect((await get(`/files/${ids[1]}/Notes.txt`)).statusCode).toBe(404);
  },
);

onSite('the login page lists public Member Docs, but no others', async ({ a, get, page }) => {
  const id = await a.file({ member_docs: 'public', name: 'Our_constitution.pdf' });
  await a.file({ member_docs: 'members', name: 'Minutes.pdf' });
  expect((await page('/members')).content.files).toMatchObject([{ id, name: 'Our constitution.pdf' }]);
  expect((await get('/sitedata')).json().memberDocs).toBeNull();
});

onSite('a web page named as a PDF is only offered as a text download', async ({ a, get, page }) => {
  const content = Buffer.from('<!doctype html><script>alert(1)</script>');
  const id = await a.file({ member_docs: 'public', name: 'Harmless.pdf', content });
  const shown = FilePageContent.parse((await page(`/file/${id}/Harmless.pdf`)).content);
  expect(shown.preview).toEqual({ as: 'none', src: '' });
  const { headers } = await get(`${shown.url}?inline`);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment; filename=Harmless.pdf',
  });
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
});

onSite(
  'slashes, quotation marks, control characters and right-to-left overrides in file names are replaced or removed',
  async ({ a, page, get }) => {
    const names: [given: string, kept: string][] = [
      ['../../etc/passwd', '-..-etc-passwd'],
      ['a\r\nset-cookie: x=1.pdf', 'aset-cookie- x=1.pdf'],
      ['invoice\u202efdp.exe', 'invoicefdp.exe'],
      ['"quoted".pdf', '-quoted-.pdf'],
      [`a${'💡'.repeat(200)}`, `a${'💡'.repeat(149)}`],
      ['', 'file'],
    ];
    for (const [name, stored] of names) {
      const id = await a.file({ member_docs: 'public', name });
      const { content } = await page(`/file/${id}/x`);
      expect(content.title).toBe(stored);
      const { headers, statusCode } = await get(String(content.url));
      expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
      expect(String(headers['content-disposition'])).not.toMatch(/[\r\n\u202e]/);
    }
  },
);

onSite(
  'the type of an uploaded file depends on its bytes; its name only tells Office formats apart',
  async ({ storage }) => {
    const stored = async (name: string, content: Buffer) => (await storeFile(storage, { name, content })).content_type;
    expect(await stored('Rota.docx', zip)).toMatch('wordprocessingml');
    const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    expect(await stored('Rota.DOC', compound)).toBe('application/msword');
    // A workbook with a password
    expect(await stored('Members.xlsx', compound)).toMatch('spreadsheetml');
    expect(await stored('Setup.msi', compound)).toBe('application/octet-stream');
    expect(await stored('Rota.html', zip)).toBe('application/zip');
    expect(await stored('Rota.html', Buffer.from('<p>hello'))).toBe('text/plain');
    expect(await stored('Rota.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBe('text/plain');
    expect(await stored('Rota.txt', Buffer.from([0x4d, 0x5a, 0, 1]))).toBe('application/octet-stream');
    // A CSV file as saved by Excel on Windows
    expect(await stored('Takings.csv', Buffer.from('Door;£240\r\nBar;£96,50\r\n', 'latin1'))).toBe('text/plain');
    expect(await stored('Run me.txt', Buffer.from('MZ\x90\x03é\x04', 'latin1'))).toBe('application/octet-stream');
    expect(await stored('Rota.txt', Buffer.from('\x1b[1mUTF-8 – in bold'))).toBe('text/plain');
    expect(await stored('Half.txt', Buffer.from('\x1bhalf an é: \xc3', 'latin1'))).toBe('application/octet-stream');
    await expect(stored('Rota.txt', Buffer.alloc(0))).rejects.toMatchObject({ code: 400 });
  },
);

onSite('a picture uploaded as a file loses its metadata', async ({ a, get }) => {
  const content = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#a31' } })
    .withExif({ IFD0: { Artist: 'Secret Name' } })
    .jpeg()
    .toBuffer();
  expect(content.toString('latin1')).toContain('Secret Name');
  const id = await a.file({ member_docs: 'public', name: 'Plan.jpg', content });
  const { rawPayload } = await get(`/files/${id}/Plan.jpg`);
  expect(rawPayload.toString('latin1')).not.toContain('Secret Name');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 40 });
});

onSite('a range request over a real connection returns the rest of a download', async ({ a, app }) => {
  const content = Buffer.concat([pdf, Buffer.alloc(300_000, 7)]);
  const id = await a.file({ member_docs: 'public', name: 'Score.pdf', content });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.fastify.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/files/${id}/Score.pdf`;
  const about = await fetch(address, { method: 'HEAD' });
  expect(about.headers.get('content-length')).toBe(String(content.length));
  const etag = about.headers.get('etag') ?? '';
  const rest = await fetch(address, { headers: { range: 'bytes=100000-', 'if-range': etag } });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 100000-300014/300015']);
  expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(100_000))).toBe(true);
  const beyond = await fetch(address, { headers: { range: 'bytes=300015-' } });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */300015']);
});

onSite('the page of a file has its download link without JavaScript', async ({ a, get }) => {
  const id = await a.file({ member_docs: 'public', name: 'Rota.docx', content: zip });
  const { body } = await get(`/file/${id}/Rota.docx`);
  expect(body).toContain('File preview not supported on your device. See Download link below.');
  expect(body).toMatch(/href="\/files\/[^"]+Rota\.docx"[^>]*>.*Download File/s);
});

onEachSite('the database refuses a file of a post that doesn’t exist', async ({ a }) => {
  await expect(a.file({ post_id: 'nobodysposthere1' })).rejects.toThrow(/foreign key/i);
});

const now = '2026-11-21T12:00:00.000Z';
const nowhere: FilePlacement = {
  of_show: null,
  archived: false,
  post_id: null,
  post_type: null,
  published_at: null,
  member_docs: 'no',
};
const post = (some: Partial<FilePlacement>): FilePlacement => ({
  ...nowhere,
  post_id: 'post',
  published_at: now,
  ...some,
});

test.each<[string, FilePlacement, string]>([
  ['of public Member Docs is for every member', { ...nowhere, member_docs: 'public' }, 'everyone'],
  ['of Member Docs is for those who may use them', { ...nowhere, member_docs: 'members' }, 'member_docs'],
  ['of a show is for those who may see shows', { ...nowhere, of_show: 'show' }, 'shows'],
  ['of a public post is for every member', post({ post_type: 'public', of_show: 'show' }), 'everyone'],
  ['of auditions is for every member', post({ post_type: 'auditions' }), 'everyone'],
  [
    'of a private post about a show is for those who may see shows',
    post({ post_type: 'private', of_show: 'show' }),
    'shows',
  ],
  ['of a private post about the society is for every member', post({ post_type: 'private' }), 'everyone'],
  [
    'of a post that isn’t published yet is for those who manage it',
    post({ post_type: 'public', published_at: '2026-11-21T12:00:00.001Z' }),
    'managers',
  ],
  [
    'of an archived show’s public post is for those who manage the show',
    post({ post_type: 'public', of_show: 'show', archived: true }),
    'managers',
  ],
  [
    'of an archived show’s private post is for those who manage the show',
    post({ post_type: 'private', of_show: 'show', archived: true }),
    'managers',
  ],
  ['of an archived show is for those who manage the show', { ...nowhere, of_show: 'show', archived: true }, 'managers'],
  ['that belongs nowhere is for nobody', nowhere, 'nobody'],
])('a file %s', (_, file, readers) => expect(resolveFileReaders(file, now)).toBe(readers));
