import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { ShowPageContent } from '#features/website/show-pages/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { ManageMediaContent } from '../contract.ts';
import { deleteMedia, replaceMediaFiles } from './manage-media.ts';
import { findMediaEvenIfDeleted, type StoredMediaFiles } from './store.ts';

const base = '/members/api/manage_media';

type Sent = [name: string, content: string | Buffer];
function form(fields: Record<string, string>, ...files: Sent[]): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, content] of files) {
    data.append('fileElem', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  }
  return data;
}

const photo = (background = '#a31', width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

const adminOf = async ({ a, as }: Pick<SiteTestContext, 'a' | 'as'>) =>
  as(await a.user({ role: 'admin', firstname: 'Liz' }));
type Admin = Awaited<ReturnType<typeof adminOf>>;

/** Uploads photographs of these colours, and returns their ids. */
async function uploaded(admin: Admin, ...colours: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const colour of colours) {
    const { body } = await admin.upload(`${base}/upload`, form({}, [`${colour}.jpg`, await photo(colour)]));
    ids.push((body.media as [string][])[0]?.[0] ?? '');
  }
  return ids;
}

const managed = async (admin: Admin, query = '') =>
  ManageMediaContent.strict().parse((await admin.page(`/members/admin/manage_media${query}`)).content);

const actions = async ({ db }: Pick<SiteTestContext, 'db'>) =>
  (await db.read.selectFrom('audit').select('action').orderBy('at').orderBy('id').execute()).map(
    ({ action }) => action,
  );

onSite('uploaded photographs get a smaller size too, and the media list starts with the newest', async (on) => {
  const admin = await adminOf(on);
  const { status, body } = await admin.upload(
    `${base}/upload`,
    form({ credit: 'Ann Hale' }, ['Act one.JPG', await photo()], ['Act two.jpg', await photo('#13a')]),
  );
  expect([status, body.code, body.msg]).toEqual([200, 200, 'Uploaded 2 files.']);
  on.at('2026-11-21T13:00:00.000Z');
  await uploaded(admin, 'green');
  const { media, items, matches, pages } = await managed(admin);
  expect(media[0]).toEqual([items[0]?.id, items[0]?.src, 'green.jpg']);
  expect(media.map(([, , filename]) => filename).toSorted()).toEqual(['Act one.JPG', 'Act two.jpg', 'green.jpg']);
  expect([matches, pages]).toEqual([3, 1]);
  const one = items.find(({ filename }) => filename === 'Act one.JPG');
  expect(one).toMatchObject({ kind: 'image', width: 900, height: 600, credit: 'Ann Hale', used: [], version: 1 });
  const lowres = await on.get(`${one?.src}?lowres`);
  expect([lowres.statusCode, (await sharp(lowres.rawPayload).metadata()).width]).toEqual([200, 400]);
  expect(await actions(on)).toEqual(['media.added', 'media.added']);
});

onSite(
  'uploads of mislabelled, empty, broken or too large files are refused with the reason, and add nothing',
  async (on) => {
    const admin = await adminOf(on);
    const bomb = await sharp({
      create: { width: 9000, height: 7000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    const refused: [Sent[], number, RegExp][] = [
      [[], 400, /Choose at least one file/],
      [[['a.jpg', '']], 400, /empty/],
      [[['a.jpg', '<!doctype html><script>alert(1)</script>']], 415, /isn’t a picture/],
      [
        [['a.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>']],
        415,
        /drawing \(SVG\).*PNG/,
      ],
      [[['a.jpg', (await photo()).subarray(0, 900)]], 415, /can’t open this picture/],
      [[['bomb.png', bomb]], 413, /60 megapixels/],
      [
        [
          ['good.jpg', await photo()],
          ['bad.jpg', 'MZ'],
        ],
        415,
        /“bad.jpg”.*None of the files were saved/,
      ],
    ];
    for (const [files, code, msg] of refused) {
      const { status, body } = await admin.upload(`${base}/upload`, form({}, ...files));
      expect([status, body.code, body.msg]).toEqual([code, code, expect.stringMatching(msg)]);
    }
    expect((await managed(admin)).media).toEqual([]);
  },
);

onSite('the response to the upload of an animation says that only its first picture is shown', async (on) => {
  const admin = await adminOf(on);
  const frame = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
  const animation = await sharp([await frame('#a31'), await frame('#13a')], { join: { animated: true } })
    .gif()
    .toBuffer();
  const { body } = await admin.upload(
    `${base}/upload`,
    form({}, ['Bows.gif', animation], ['Still.jpg', await photo()]),
  );
  expect(body.msg).toBe(
    'Uploaded 2 files. Of “Bows.gif”, only the first picture is shown: animations and further pages aren’t kept.',
  );
});

onSite('photographs are found by their description or show, and listed 48 to a page', async (on) => {
  const { a, db } = on;
  const admin = await adminOf(on);
  const show = await a.show({ title: 'Hamlet' });
  const [red, blue] = await uploaded(admin, 'red', 'blue');
  await write(db, (tx) =>
    tx
      .insertInto('show_media')
      .values({ show_id: show, media_id: red ?? '', ord: 1, caption: '', featured: 0 })
      .execute(),
  );
  await admin.post(`${base}/edit`, { id: blue, version: 1, alt: 'Zoë on the prompt desk', credit: '', consent: '' });
  const found = async (q: string) => (await managed(admin, `?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id);
  expect(await found('hamlet')).toEqual([red]);
  expect(await found('zoe prompt')).toEqual([blue]);
  expect(await found('nobody')).toEqual([]);
  const row = await db.read
    .selectFrom('media')
    .selectAll()
    .where('id', '=', red ?? '')
    .executeTakeFirstOrThrow();
  await write(db, async (tx) => {
    for (let copy = 0; copy < 100; copy += 1) {
      await tx
        .insertInto('media_with_deleted')
        .values({ ...row, id: `copynumber${String(copy).padStart(6, '0')}` })
        .execute();
    }
  });
  const last = await managed(admin, '?page=99');
  expect([last.page, last.pages, last.matches, last.items.length, last.media.length]).toEqual([3, 3, 102, 6, 6]);
  expect((await managed(admin)).media).toHaveLength(102);
});

onSite('the uses of a picture link to existing pages, and to nothing that is deleted', async (on) => {
  const { a } = on;
  const admin = await adminOf(on);
  const [id = ''] = await uploaded(admin, 'red');
  const [item] = (await managed(admin)).items;
  const text = `![](${item?.src})`;
  const show = await a.show({ title: 'Hamlet', banner: item?.src ?? '' });
  await a.show({ title: 'Macbeth', text_blob: text });
  await a.post({ title: 'For us', type: 'private', content: text });
  await a.post({ title: 'To come', content: text, published_at: '2026-12-01T09:00:00.000Z' });
  await a.blogPost({ title: 'Draft', content: text, published_at: null });
  const docs = '/members/api/docs/text';
  expect((await admin.post(docs, { content: text, version: 0 })).statusCode).toBe(200);
  const gone = await a.blogPost({ title: 'Gone', content: text });
  await admin.post(`${base}/albums/new`, { name: 'Dress', media: [id] });
  const album = (await managed(admin)).albums[0]?.id;
  await admin.post('/members/api/admin/set_show_photos', { album, show });
  expect((await admin.post(`/members/api/blog/${gone}/delete`, {})).statusCode).toBe(200);
  expect((await admin.post(`/members/api/manage_shows/${show}/archive`, {})).statusCode).toBe(200);

  const used = (await managed(admin)).items[0]?.used ?? [];
  expect(used.map(({ where }) => where).sort()).toEqual([
    'Banner of Hamlet (archived)',
    'Blog: Draft',
    'Member Docs',
    'Post: For us',
    'Post: To come',
    'Shown with Hamlet, 1987 (archived)',
    'Text of Macbeth',
  ]);
  for (const { href } of used) expect([href, (await admin.get(href)).statusCode]).toEqual([href, 200]);

  // An archived show isn't offered, and no album can be added to it
  const { content } = await admin.page('/members/admin/set_show_photos');
  expect((content.shows as { title: string }[]).map(({ title }) => title)).toEqual(['Macbeth']);
  const added = await admin.post('/members/api/admin/set_show_photos', { album, show });
  expect([added.statusCode, added.json().msg]).toEqual([404, 'This show no longer exists.']);
  // A link on the archived show's own screen leads to its photographs, as for every show
  const arranging = await admin.page(`/members/admin/set_show_photos?show=${show}`);
  expect(arranging.content).toMatchObject({ chosen: { show: { title: 'Hamlet', href: '' }, photos: [{ id }] } });
});

onSite('merging two people merges their photo tags, and undoing the merge separates the tags again', async (on) => {
  const { a, page } = on;
  const admin = await adminOf(on);
  const [both = '', one = ''] = await uploaded(admin, 'red', 'blue');
  const show = await a.show({
    title: 'Hamlet',
    credits: [inCast('Lyn Orpen', 'Ghost'), inCast('Lynn Orpen', 'Rat')],
  });
  const person = async (name: string) =>
    (await on.db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const [lyn, lynn] = [await person('Lyn Orpen'), await person('Lynn Orpen')];
  const member = await a.user();
  await a.personOf(member, 'Lynn Orpen');
  await admin.post(`${base}/albums/new`, { name: 'Dress', media: [both, one] });
  const album = (await managed(admin)).albums[0]?.id;
  await admin.post('/members/api/admin/set_show_photos', { album, show });
  const form = async () => {
    const { chosen } = (await admin.page(`/members/admin/set_show_photos?show=${show}`)).content as {
      chosen: { version: number; photos: { id: string; people: { id: string }[] }[] };
    };
    return chosen;
  };
  const tag = async (people: Record<string, string[]>) => {
    const { version, photos } = await form();
    const arranged = photos.map(({ id }) => ({ id, caption: '', featured: false, people: people[id] ?? [] }));
    const body = { show, version, photos: arranged };
    expect((await admin.post('/members/api/admin/arrange_show_photos', body)).statusCode).toBe(200);
  };
  await tag({ [both]: [lyn, lynn], [one]: [lyn] });
  const named = async () =>
    ShowPageContent.parse((await page(`/past-shows/${show}/Hamlet`)).content).photos.map(({ people }) =>
      people.map(({ name }) => name),
    );
  const mine = async () => {
    const { pictures } = (await (await on.as(member)).get('/members/api/account_settings/my_data')).json();
    return (pictures as { filename: string }[]).map(({ filename }) => filename).sort();
  };
  expect(await named()).toEqual([['Lyn Orpen', 'Lynn Orpen'], ['Lyn Orpen']]);
  expect(await mine()).toEqual(['red.jpg']);

  await admin.post(`/members/api/people/${lyn}/merge`, { into: lynn });
  expect(await named()).toEqual([['Lynn Orpen'], ['Lynn Orpen']]);
  expect(await mine()).toEqual(['blue.jpg', 'red.jpg']);
  // A tag that somebody else has since added doesn’t replace the first one
  await a.show({ title: 'Macbeth', credits: [inCast('Ann Hale', 'Witch')] });
  await tag({ [both]: [lynn], [one]: [lynn, await person('Ann Hale')] });
  await admin.post(`/members/api/people/${lyn}/unmerge`, {});
  expect(await named()).toEqual([
    ['Lyn Orpen', 'Lynn Orpen'],
    ['Lyn Orpen', 'Ann Hale'],
  ]);
  expect(await mine()).toEqual(['red.jpg']);
});

onSite('deleting a photograph in use asks for confirmation, and restoring it restores its uses', async (on) => {
  const { a, get, page, at } = on;
  const admin = await adminOf(on);
  const [id = ''] = await uploaded(admin, 'red');
  const [item] = (await managed(admin)).items;
  const src = item?.src ?? '';
  const show = await a.show({ title: 'Hamlet', programme: src, banner: src, text_blob: `![](${src})` });
  await a.blogPost({ title: 'Notes', content: `Look: ![](${src})` });
  await a.settings({ ticketsHeroPhoto: src });
  await admin.post(`${base}/albums/new`, { name: 'Dress', media: [id] });
  const album = (await managed(admin)).albums[0]?.id;
  await admin.post('/members/api/admin/set_show_photos', { album, show });
  const response = await admin.post(`${base}/delete`, { id });
  expect(response.statusCode).toBe(409);
  expect(response.json()).toMatchObject({ needs: 'confirmation' });
  expect(response.json().used).toEqual([
    'Shown with Hamlet, 1987',
    'Programme of Hamlet',
    'Banner of Hamlet',
    'Text of Hamlet',
    'Blog: Notes',
    'Site settings: Picture for the ticket page',
  ]);
  expect((await get(src)).statusCode).toBe(200);
  const [other = ''] = await uploaded(admin, 'blue');
  expect((await admin.post(`${base}/delete`, { id: [id, other] })).json().msg).toBe(
    'One of these is still in use: Shown with Hamlet, 1987; Programme of Hamlet; Banner of Hamlet and 3 more places. Deleting removes it from there too.',
  );
  await admin.post(`${base}/delete`, { id: other });

  const done = await admin.post(`${base}/delete`, { id, confirm: 'yes' });
  expect([done.statusCode, done.json().msg]).toEqual([200, 'Deleted “red.jpg”. You can restore it for 30 days.']);
  expect((await get(src)).statusCode).toBe(404);
  // People who may restore the picture see it, and no cache stores it for others
  const seen = await admin.get(src);
  expect([seen.statusCode, seen.headers['cache-control']]).toEqual([200, 'private, no-store']);
  const shown = async () => ShowPageContent.parse((await page(`/past-shows/${show}/Hamlet`)).content);
  const photos = async () => (await shown()).photos;
  expect(await photos()).toEqual([]);
  // The show has no gap in place of its cover and banner; it looks like a show that never had any
  const { programme, banner } = (await shown()).show;
  expect([programme.startsWith(`/posters/${show}/`), banner]).toEqual([true, '']);
  expect(JSON.stringify((await page('/past-shows')).content)).not.toContain(src);
  expect((await get('/sitedata')).json().tickets_hero_photo).toBe('');
  expect((await managed(admin)).media).toEqual([]);
  expect((await managed(admin, '?view=deleted')).items.map((one) => one.id).sort()).toEqual([id, other].sort());

  at('2026-12-20T12:00:00.000Z');
  const admin2 = await adminOf(on);
  expect((await admin2.post(`${base}/restore`, { id })).statusCode).toBe(200);
  expect((await photos()).map((one) => one.id)).toEqual([id]);
  expect((await shown()).show).toMatchObject({ programme: src, banner: src });
  expect((await managed(admin2)).albums[0]?.count).toBe(1);
  expect(await actions(on)).toEqual(expect.arrayContaining(['media.deleted', 'media.restored']));
});

onEachSite('deleted media are purged after 30 days, but bytes that another item shares are kept', async (on) => {
  const { db, storage, at } = on;
  const admin = await adminOf(on);
  const [red = '', twin = '', green = ''] = await uploaded(admin, 'red', 'red', 'green');
  const keys = async (id: string) => {
    const { sizes } = await db.read.selectFrom('media').select('sizes').where('id', '=', id).executeTakeFirstOrThrow();
    return (JSON.parse(sizes) as { key: string }[]).map(({ key }) => key);
  };
  const [ofRed, ofGreen] = [await keys(red), await keys(green)];
  expect(await keys(twin)).toEqual(ofRed);
  await admin.post(`${base}/delete`, { id: [red, green] });
  const later = new Date(Date.now() + 2 * 3_600_000);
  const forget = (moment: Date) => purgeTrashAt({ db, storage }, moment);
  await forget(new Date('2026-12-21T11:59:00.000Z'));
  for (const key of [...ofRed, ...ofGreen]) expect(await storage.has(key)).toBe(true);
  at('2026-12-22T12:00:00.000Z');
  // The files have their real creation time, so the clock for the purge has to be ahead of it
  await forget(new Date(Math.max(later.getTime(), Date.parse('2026-12-22T12:00:00.000Z'))));
  for (const key of ofRed) expect(await storage.has(key)).toBe(true);
  for (const key of ofGreen) expect(await storage.has(key)).toBe(false);
  const left = await db.read.selectFrom('media_with_deleted').select('id').execute();
  expect(left).toEqual([{ id: twin }]);
  const again = await (await adminOf(on)).post(`${base}/restore`, { id: green });
  expect(again.statusCode).toBe(404);
});

onSite('the replacement of a picture is served under the same URL, and the old picture can be restored', async (on) => {
  const { a, get, page } = on;
  const admin = await adminOf(on);
  const [id = ''] = await uploaded(admin, 'red');
  const before = (await managed(admin)).items[0];
  const src = before?.src ?? '';
  const show = await a.show({ title: 'Hamlet' });
  const album = (await admin.post(`${base}/albums/new`, { name: 'Dress', media: [id] })).json().id;
  await admin.post('/members/api/admin/set_show_photos', { album, show });
  const shown = async () => ShowPageContent.parse((await page(`/past-shows/${show}/Hamlet`)).content).photos[0];
  const [first] = [await shown()];
  const lies = await admin.upload(`${base}/replace`, form({ id, version: '1' }, ['a.jpg', 'RIFF\0\0\0\0WAVE']));
  expect([lies.status, lies.body.msg]).toEqual([415, 'Only a picture can replace a picture.']);
  const refused = createHash('sha256').update('RIFF\0\0\0\0WAVE').digest('hex');
  expect(await on.storage.has(refused)).toBe(false);
  const { status } = await admin.upload(
    `${base}/replace`,
    form({ id, version: '1' }, ['blue.jpg', await photo('blue', 700)]),
  );
  expect(status).toBe(200);
  expect((await sharp((await get(src)).rawPayload).metadata()).width).toBe(700);
  const second = await shown();
  expect(second?.src).not.toBe(first?.src);
  expect((await get(second?.src ?? '')).headers['cache-control']).toBe('public, max-age=604800');
  // A page rendered before the replacement still gets a picture, which is cached only for minutes
  expect((await get(first?.src ?? '')).headers['cache-control']).toBe('public, max-age=300');
  const deleted = (await managed(admin, '?view=deleted')).items;
  expect(deleted.map(({ width, filename }) => [width, filename])).toEqual([[900, 'red.jpg']]);
  const back = await admin.post(`${base}/restore`, { id: deleted[0]?.id });
  expect([back.statusCode, back.json().msg]).toEqual([200, 'Restored to the media library.']);
  expect((await shown())?.src).toBe(second?.src);
});

onEachSite('editing the texts of a media item while its file is being replaced causes no conflict', async (on) => {
  const { db } = on;
  const admin = await adminOf(on);
  const [id = ''] = await uploaded(admin, 'red');
  const word = (alt: string, version: number) =>
    admin.post(`${base}/edit`, { id, version, alt, credit: '', consent: '' });
  await admin.upload(`${base}/replace`, form({ id, version: '1' }, ['blue.jpg', await photo('blue')]));
  expect((await word('The prompt desk', 1)).statusCode).toBe(200);

  // Replaces the file again, based on the version before the texts were edited a second time
  const { file_version } = (await findMediaEvenIfDeleted(db.read, id)) ?? { file_version: 0 };
  expect((await word('The prompt desk, in blue', 2)).statusCode).toBe(200);
  const size = { width: 1, height: 1, key: 'k', bytes: 1 };
  const look = { width: 1, height: 1, sizes: [size], placeholder: '' };
  const file: StoredMediaFiles = { kind: 'image', contentType: 'image/webp', ...look };
  const put = (before: string) =>
    write(db, (tx) => replaceMediaFiles(tx, { id, file_version, file, before, deleted: '2026-11-21T12:00:00.000Z' }));
  expect(await put('oneofbeforehand1')).toBe(file_version + 1);
  expect(await findMediaEvenIfDeleted(db.read, id)).toMatchObject({ alt: 'The prompt desk, in blue', version: 3 });
  // If two people replace a file at once, the second gets a conflict
  expect(await put('oneofbeforehand2')).toBeUndefined();
});

onSite('re-encoding an old media item recreates its sizes under the same URL', async (on) => {
  const { db, storage, get } = on;
  const admin = await adminOf(on);
  const [id = ''] = await uploaded(admin, 'red');
  const old = await storage.put(await photo('teal', 3000));
  const sizes = JSON.stringify([{ width: 3000, height: 600, ...old }]);
  await write(db, (tx) =>
    tx
      .updateTable('media_with_deleted')
      .set({ content_type: 'image/jpeg', filename: 'old.jpg', width: 3000, height: 600, sizes })
      .where('id', '=', id)
      .execute(),
  );
  const src = (await managed(admin)).items[0]?.src ?? '';
  expect((await get(src)).headers['content-type']).toBe('image/jpeg');
  const done = await admin.post(`${base}/modernise`, { id, filename: 'old.jpg' });
  expect([done.statusCode, done.json().msg]).toEqual([200, 'Modernised “old.jpg” in every size.']);
  const answer = await get(`${src}?w=700`);
  expect(answer.headers['content-type']).toBe('image/webp');
  // The picture is unchanged, so there is nothing to restore
  expect((await managed(admin, '?view=deleted')).items).toEqual([]);
  expect((await sharp(answer.rawPayload).metadata()).width).toBe(800);
  // An item that has been deleted for good is missing too
  const gone = await admin.post(`${base}/modernise`, { id: 'nothingsocalled1' });
  expect(gone.json()).toEqual({ code: 404, msg: 'This item no longer exists. Someone may have deleted it.' });
});

onEachSite('if two people describe a photograph at once, one is refused and gets the other’s text', async (on) => {
  const admin = await adminOf(on);
  const [id = ''] = await uploaded(admin, 'red');
  const text = { id, version: 1, credit: '', consent: 'Parents of Tim agreed' };
  const [first, second] = await Promise.all([
    admin.post(`${base}/edit`, { ...text, alt: 'One' }),
    admin.post(`${base}/edit`, { ...text, alt: 'Two' }),
  ]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([200, 409]);
  const lost = first.statusCode === 409 ? first : second;
  const { current } = lost.json();
  const [item] = (await managed(admin)).items;
  expect(item).toMatchObject({ alt: current.alt, consent: text.consent, version: current.version });
  const again = await admin.post(`${base}/edit`, { ...text, alt: 'Both', version: current.version });
  expect(again.statusCode).toBe(200);
  expect((await admin.post(`${base}/edit`, { ...text, alt: 'x'.repeat(501) })).json().fields.alt).toMatch(/500/);
});

onSite('a photograph’s consent note isn’t on the page of its show', async (on) => {
  const { a, get } = on;
  const admin = await adminOf(on);
  const { body } = await admin.upload(
    `${base}/upload`,
    form({ consent: 'Tim’s mother said no faces', credit: 'Ann Hale' }, ['a.jpg', await photo()]),
  );
  const id = (body.media as [string][])[0]?.[0] ?? '';
  const show = await a.show({ title: 'Hamlet' });
  const album = (await admin.post(`${base}/albums/new`, { name: 'Dress', media: id })).json().id;
  await admin.post('/members/api/admin/set_show_photos', { album, show });
  const shown = await get(`/past-shows/${show}/Hamlet`);
  expect(shown.body).toContain('Ann Hale');
  expect(shown.body + (await get(`/past-shows/${show}/Hamlet?react`)).body).not.toContain('no faces');
});

onSite(
  'photographs uploaded for a show are appended to its page and put into one new album, and recordings are refused',
  async (on) => {
    const admin = await adminOf(on);
    const show = await on.a.show({ title: 'Blithe Spirit', date: '2026-04-12' });
    const send = async (colour: string) =>
      (await admin.upload(`${base}/upload`, form({ show }, [`${colour}.jpg`, await photo(colour)]))).body;
    // Two uploads are sent at once, as the screen does
    const answers = await Promise.all([send('red'), send('green')]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    await send('blue');
    const page = ShowPageContent.parse((await on.page(`/past-shows/${show}/x`)).content);
    expect(page.photos.map(({ src }) => /(\w+)~/.exec(src)?.[1]).toSorted()).toEqual(['blue', 'green', 'red']);
    expect(page.photos.at(-1)?.src).toContain('blue');
    const { albums } = await managed(admin, '?view=albums');
    expect(albums).toMatchObject([{ name: 'Blithe Spirit, 2026', count: 3 }]);
    const { content } = await admin.page(`/members/manage_shows/${show}/x`);
    expect(content).toMatchObject({ photographs: { count: 3, videos: 0, album: albums[0]?.id } });
    expect(await actions(on)).toEqual([
      'show_gallery.media_added',
      'show_gallery.media_added',
      'show_gallery.media_added',
    ]);

    // A show's page has no place for recordings, however they are uploaded
    const tune = 'RIFF\0\0\0\0WAVEfmt ';
    const sound = await admin.upload(`${base}/upload`, form({ show }, ['tune.wav', tune]));
    expect([sound.status, sound.body.msg]).toEqual([
      415,
      expect.stringContaining('You can only add photographs and videos'),
    ]);
    const album = (await admin.post(`${base}/albums/new`, { name: 'Tunes' })).json().id;
    await admin.upload(`${base}/upload`, form({ album }, ['tune.wav', tune]));
    const addAlbum = async () => (await admin.post('/members/api/admin/set_show_photos', { album, show })).json();
    expect(await addAlbum()).toMatchObject({ code: 400, msg: '“Tunes” has no photographs. Add some to it first.' });
    await admin.upload(`${base}/upload`, form({ album }, ['teal.jpg', await photo('teal')]));
    expect(await addAlbum()).toMatchObject({ added: 1 });
  },
);

onSite(
  'users who edit shows but not media can’t upload to shows or albums, or see consent notes and unpublished uses',
  async (on) => {
    const user = await on.a.user({ role: 'member' });
    await on.db.write((tx) =>
      tx.insertInto('user_item').values({ user_id: user.id, item: 'shows_write', allowed: 1 }).execute(),
    );
    const editor = await on.as(user);
    const show = await on.a.show({});
    const { status, body } = await editor.upload(`${base}/upload`, form({ show }, ['red.jpg', await photo()]));
    expect([status, body.msg]).toEqual([
      403,
      'Only admins can add photographs to a show. Ask an admin to add them for you.',
    ]);
    expect(ShowPageContent.parse((await on.page(`/past-shows/${show}/x`)).content).photos).toEqual([]);
    const admin = await adminOf(on);
    const album = (await admin.post(`${base}/albums/new`, { name: 'Dress' })).json().id;
    expect((await editor.post(`${base}/albums/fill`, { id: album, media: ['a'.repeat(16)] })).statusCode).toBe(403);
    const filled = await editor.upload(`${base}/upload`, form({ album }, ['red.jpg', await photo()]));
    expect([filled.status, filled.body.msg]).toEqual([
      403,
      expect.stringContaining('Only admins can add files to albums'),
    ]);
    const gone = await admin.upload(`${base}/upload`, form({ show: 'AAAAAAAAAAAAAAAA' }, ['red.jpg', await photo()]));
    expect([gone.status, gone.body.msg]).toEqual([404, 'This show no longer exists.']);
    expect((await managed(admin)).matches).toBe(0);
    // For this editor the picker finds pictures, but neither searches nor returns the note on consent
    const { body: come } = await admin.upload(
      `${base}/upload`,
      form({ consent: 'No faces' }, ['red.jpg', await photo()]),
    );
    const [[, src]] = come.media as [[string, string]];
    await on.a.blogPost({ title: 'Hush', content: `![](${src})`, published_at: null });
    await on.a.show({ title: 'Hamlet', banner: src });
    const found = async (who: Admin, q: string) =>
      ((await who.get(`${base}/items?q=${q}`)).json().items as ManageMediaContent['items']).map(({ consent, used }) =>
        [consent, ...used.map(({ where }) => where)].join(', '),
      );
    expect([await found(editor, 'hamlet'), await found(editor, 'faces'), await found(editor, 'hush')]).toEqual([
      [', Banner of Hamlet'],
      [],
      [],
    ]);
    const all = ['No faces, Banner of Hamlet, Blog: Hush'];
    expect([await found(admin, 'hamlet'), await found(admin, 'faces'), await found(admin, 'hush')]).toEqual([
      all,
      all,
      all,
    ]);
  },
);

onSite(
  'deleting media that are in the trash does nothing, and the audit log says how many were restored',
  async (on) => {
    const admin = await adminOf(on);
    const [id = '', other = ''] = await uploaded(admin, 'red', 'blue');
    const remove = () => write(on.db, (tx) => deleteMedia(tx, [id], '2026-11-21T12:00:00.000Z'));
    expect([await remove(), await remove()]).toEqual([true, false]);
    expect((await admin.post(`${base}/restore`, { id: [id, other] })).json().msg).toBe(
      'Restored to the media library.',
    );
    const log = await on.db.read
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('action', '=', 'media.restored')
      .execute();
    expect(log).toEqual([{ action: 'media.restored', detail: '1' }]);
  },
);

onSite('an album or show id with a null character is treated as unknown', async ({ a, as }) => {
  const { get } = await as(await a.user({ role: 'admin' }));
  expect((await get('/members/admin/manage_media?album=%00')).statusCode).toBe(404);
  expect((await get('/members/manage_shows/new/Hamlet?from=a%00b')).statusCode).toBe(200);
});

onSite('an upload to a missing album leaves no bytes after the nightly purge', async (on) => {
  const admin = await adminOf(on);
  const data = form({ album: 'a'.repeat(16) }, ['a.jpg', await photo()]);
  expect((await admin.upload(`${base}/upload`, data)).status).toBe(404);
  const soon = new Date(Date.now() + 60_000);
  const keys = await on.storage.listUnconfirmed(soon);
  expect(keys.length).toBeGreaterThan(0);
  const [remaining = ''] = await uploaded(admin, '#13a');
  await purgeTrashAt(on, new Date(Date.now() + 2 * 3_600_000));
  for (const key of keys) expect(await on.storage.has(key)).toBe(false);
  for (const { key } of (await findMediaEvenIfDeleted(on.db.read, remaining))?.sizes ?? [])
    expect(await on.storage.has(key)).toBe(true);
  expect(await on.storage.listUnconfirmed(soon)).toEqual([]);
});

onEachSite('an album whose creation is sent again after a lost response is created only once', async (on) => {
  const { post } = await adminOf(on);
  const headers = { 'idempotency-key': 'the-same-press-twice' };
  const first = (await post(`${base}/albums/new`, { name: 'Dress' }, headers)).json();
  expect((await post(`${base}/albums/new`, { name: 'Dress' }, headers)).json()).toEqual(first);
  expect(await on.db.read.selectFrom('album').select('id').execute()).toEqual([{ id: first.id }]);
});
