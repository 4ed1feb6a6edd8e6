import { expect } from 'vitest';
import { insertFiles } from '#features/publishing/files/server/index.ts';
import { addMediaToShow } from '#features/publishing/media/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { Post } from '../contract.ts';

const ahead = { title: 'Hamlet', first_date: '2027-04-14', date: '2027-04-17' };
const past = { title: 'Macbeth', first_date: '2026-10-08', date: '2026-10-10' };

onSite('the front page shows the post about an upcoming show, even if another post is newer', async ({ a, page }) => {
  const show_id = await a.show(ahead);
  await a.post({ title: 'Newer news', published_at: '2026-11-20T09:00:00.000Z' });
  await a.post({ show_id, title: 'First read-through', published_at: '2026-11-10T09:00:00.000Z' });
  const post = Post.strict().parse((await page('/')).content);
  expect(post).toMatchObject({ title: 'First read-through', show_title: 'Hamlet', frontpage: true, files: [] });
  expect(post.show_link).toBe(`/past-shows/${show_id}/Hamlet`);
});

onSite(
  'without an upcoming show, the front page has the newest public post other than auditions',
  async ({ a, page }) => {
    const show_id = await a.show(past);
    await a.post({ show_id, title: 'How it went', published_at: '2026-10-12T09:00:00.000Z' });
    await a.post({ type: 'auditions', title: 'Come and read', published_at: '2026-10-13T09:00:00.000Z' });
    await a.post({ type: 'private', title: 'Get-out rota', published_at: '2026-10-14T09:00:00.000Z' });
    expect((await page('/')).content).toMatchObject({ title: 'How it went', frontpage: true });
  },
);

onSite('the front page welcomes visitors before the first post', async ({ a, page }) => {
  await a.settings({ siteName: 'Lanternside Players', about: 'We meet on Tuesdays.' });
  expect((await page('/')).content).toMatchObject({
    title: 'Welcome to Lanternside Players',
    content: 'We meet on Tuesdays.',
    id: '',
    date: '',
    frontpage: true,
  });
});

onSite('the front page of a society with nothing but past shows lists the eight latest', async ({ a, page, get }) => {
  await a.shows(
    Array.from({ length: 12 }, (_, at) => ({
      title: `Play ${at}`,
      first_date: `${1940 + at}-05-01`,
      date: `${1940 + at}-05-02`,
    })),
  );
  const { archive } = Post.parse((await page('/')).content);
  expect(archive).toMatchObject({ total: 12, since: 1940 });
  expect(archive?.latest.map(({ title }) => title)).toEqual([11, 10, 9, 8, 7, 6, 5, 4].map((at) => `Play ${at}`));
  const { body } = await get('/');
  expect(body.replaceAll('<!-- -->', '')).toContain('12 shows since 1940.');
  expect(body).toContain('Welcome to our drama society');
});

onSite(
  'an empty front page says what will appear there, and tells an admin how to begin',
  async ({ a, page, get, as }) => {
    const { body } = await get('/');
    expect(body).toContain('our first show will be announced here');
    expect(body).not.toContain('Browse past shows');
    expect(Post.parse((await page('/')).content).content).toContain('[write to us](/contact)');
    const lines = 'You look after this site';
    expect(body).not.toContain(lines);
    const admin = await as(await a.user({ role: 'admin' }));
    expect((await admin.get('/')).body).toContain(lines);
  },
);

onSite('a scheduled post appears on the site exactly at its publication time', async ({ a, page, get, at }) => {
  const id = await a.post({ title: 'The cast is announced', published_at: '2026-11-21T18:00:00.000Z' });
  await a.post({ title: 'Old news' });
  const seen = async () => [(await page('/')).content.title, (await get(`/post/${id}`)).statusCode];
  // Requested twice, so that there is a cached response, which must not outlive its time
  expect(await seen()).toEqual(['Old news', 404]);
  expect(await seen()).toEqual(['Old news', 404]);
  const { etag } = (await get('/')).headers;
  at('2026-11-21T17:59:59.999Z');
  expect(await seen()).toEqual(['Old news', 404]);
  at('2026-11-21T18:00:00.000Z');
  expect(await seen()).toEqual(['The cast is announced', 200]);
  expect((await get('/', { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

onSite('two scheduled posts each appear at their own time', async ({ a, page, at }) => {
  await a.post({ title: 'First', published_at: '2026-11-21T18:00:00.000Z' });
  await a.post({ title: 'Second', published_at: '2026-11-21T19:00:00.000Z' });
  const seen: unknown[] = [];
  for (const moment of ['17:00', '18:00', '18:59', '19:00', '23:30']) {
    at(`2026-11-21T${moment}:00.000Z`);
    seen.push((await page('/')).content.id === '' ? '' : (await page('/')).content.title);
  }
  expect(seen).toEqual(['', 'First', 'First', 'Second', 'Second']);
});

onEachSite('a scheduled post moved to an earlier time appears at that time', async ({ a, db, get, at }) => {
  const id = await a.post({ published_at: '2026-11-21T18:00:00.000Z' });
  expect((await get(`/post/${id}`)).statusCode).toBe(404);
  await db.write((tx) =>
    tx.updateTable('post_with_deleted').set({ published_at: '2026-11-21T15:00:00.000Z' }).execute(),
  );
  expect((await get(`/post/${id}`)).statusCode).toBe(404);
  at('2026-11-21T15:00:00.000Z');
  expect((await get(`/post/${id}`)).statusCode).toBe(200);
});

onSite('the auditions page shows the auditions of an upcoming show, even if others are newer', async ({ a, page }) => {
  const show_id = await a.show(ahead);
  await a.post({ show_id, type: 'auditions', title: 'Come and read', published_at: '2026-11-10T09:00:00.000Z' });
  await a.post({ type: 'auditions', title: 'Technicians wanted', published_at: '2026-11-20T09:00:00.000Z' });
  expect((await page('/auditions')).content).toMatchObject({ title: 'Come and read', frontpage: false, notice: '' });
});

onSite('auditions for a past show are marked as over on the auditions page', async ({ a, page, get }) => {
  const show_id = await a.show(past);
  await a.post({ show_id, type: 'auditions', title: 'Come and read', published_at: '2026-06-10T09:00:00.000Z' });
  const { content } = await page('/auditions');
  expect(content).toMatchObject({ title: 'Come and read' });
  expect(content.notice).toMatch(/over/);
  expect((await get('/auditions')).body).toContain('These auditions are over.');
});

onSite(
  'the auditions page without auditions says so, and how to find out about the next auditions',
  async ({ page, get }) => {
    const { status, content } = await page('/auditions');
    const post = Post.strict().parse(content);
    expect(status).toBe(200);
    expect(post).toMatchObject({ id: '', title: 'Auditions', frontpage: false });
    expect(post.content).toMatch(/no auditions at the moment/);
    expect((await get('/auditions')).body).toContain('please write to us');
  },
);

onSite('a private post has no public page (404)', async ({ a, page, get }) => {
  const id = await a.post({ type: 'private', title: 'Get-out rota' });
  expect((await page(`/post/${id}`)).status).toBe(404);
  expect((await get(`/post/${id}`)).body).not.toContain('Get-out rota');
});

onSite('an unknown post id returns 404', async ({ get }) => {
  for (const id of ['abcdefghijklmnop', 'x', '%00', '..%2f', 'constructor', 'a'.repeat(900)]) {
    expect((await get(`/post/${id}`)).statusCode).toBe(404);
  }
});

onEachSite('a post lists a PDF as “PDF file”, and other files with kind and size', async ({ a, db, page, get }) => {
  const id = await a.post();
  const file = { show_id: null, post_id: id, member_docs: 'no', bytes: 34_000 } as const;
  const parts = { ...file, id: 'partsparts000001', name: 'The parts.pdf', storage_key: 'a' };
  const rota = { ...file, id: 'rotarotarota0001', name: 'Rota.csv', storage_key: 'b' };
  const now = '2026-11-21T12:00:00.000Z';
  await write(db, (tx) =>
    insertFiles(
      tx,
      [
        { ...parts, content_type: 'application/pdf' },
        { ...rota, content_type: 'text/plain' },
      ],
      { now },
    ),
  );
  const { files, files_title } = Post.parse((await page(`/post/${id}`)).content);
  expect(files_title).toBe('Files');
  expect(files).toEqual([
    { id: 'rotarotarota0001', name: 'Rota.csv', url: '/file/rotarotarota0001/Rota.csv', kind: 'Text file, 34 kB' },
    { id: 'partsparts000001', name: 'The parts.pdf', url: '/file/partsparts000001/The_parts.pdf', kind: 'PDF file' },
  ]);
  expect((await get(`/post/${id}`)).body).toContain('>PDF file<');
});

onSite('a post’s date is the society’s local date, even near midnight', async ({ a, page, get }) => {
  const id = await a.post({ published_at: '2026-06-30T23:15:00.000Z' });
  expect((await page(`/post/${id}`)).content.date).toBe('2026-07-01T00:15:00+01:00');
  expect((await get(`/post/${id}`)).body).toContain('1 July 2026');
});

onSite('a post’s page has a canonical URL, a description and structured data', async ({ a, get }) => {
  const show_id = await a.show(ahead);
  const id = await a.post({ show_id, title: 'Tea & “cakes”', content: '**Bring** a [plate](/post/x). </script>' });
  const { body } = await get(`/post/${id}`);
  expect(body).toContain(`<link rel="canonical" href="http://players.example/post/${id}">`);
  expect(body).toContain('<meta name="description" content="Bring a plate.');
  expect(body).toContain('"@type":"Article","headline":"Tea & “cakes”"');
  expect(body).toContain('"@type":"BreadcrumbList"');
  expect(body).toMatch(new RegExp(`<a class="[^"]+" href="/past-shows/${show_id}/Hamlet">.*?Back`));
});

onSite('the HTML of the front page has only the beginning of a long post', async ({ a, get, page }) => {
  const paragraphs = Array.from({ length: 200 }, (_, n) => `Paragraph ${n} ${'and so on '.repeat(20)}`);
  const id = await a.post({ title: 'A long story', content: paragraphs.join('\n\n') });
  const { body } = await get('/');
  expect(body).toContain('Paragraph 1 ');
  expect(body).not.toContain('Paragraph 9 ');
  expect(body).toContain('Read the full post');
  expect((await page('/')).content.content).toContain('Paragraph 199 ');
  expect((await get(`/post/${id}`)).body).toContain('Paragraph 199 ');
});

onSite('hostile markup in a post is shown as text', async ({ a, get }) => {
  const content = `<script>alert(1)</script> <img src=x onerror=alert(1)> [x](javascript:alert(1)) <b>unclosed ${'['.repeat(200_000)}`;
  const id = await a.post({ title: '</title><script>alert(2)</script>', content });
  for (const address of ['/', `/post/${id}`]) {
    const { statusCode, body } = await get(address);
    expect(statusCode).toBe(200);
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toMatch(/<script>|<img src=x|href="javascript|<b>/);
  }
});

onSite('a post links to the previous and the next public post', async ({ a, page }) => {
  const [first, second, third] = [
    await a.post({ title: 'One', published_at: '2026-10-01T09:00:00.000Z' }),
    await a.post({ title: 'Two', published_at: '2026-10-02T09:00:00.000Z' }),
    await a.post({ type: 'auditions', title: 'Three', published_at: '2026-10-03T09:00:00.000Z' }),
  ];
  await a.post({ type: 'private', title: 'Get-out rota', published_at: '2026-10-02T10:00:00.000Z' });
  await a.post({ title: 'Not yet', published_at: '2999-01-01T09:00:00.000Z' });
  const beside = async (id: string) => {
    const { earlier, later } = Post.parse((await page(`/post/${id}`)).content);
    return [earlier?.title, later?.title];
  };
  expect(await beside(first)).toEqual([undefined, 'Two']);
  expect(await beside(second)).toEqual(['One', 'Three']);
  expect(await beside(third)).toEqual(['Two', undefined]);
});

onSite('posts published at the same moment link to each other as neighbours', async ({ a, page }) => {
  const titles = ['One', 'Two', 'Three'];
  const ids = [];
  for (const title of titles) ids.push(await a.post({ title, published_at: '2026-10-01T09:00:00.000Z' }));
  const walk = async (from: string, way: 'earlier' | 'later'): Promise<number> => {
    const next = Post.parse((await page(`/post/${from}`)).content)[way];
    return next ? 1 + (await walk(next.href.slice('/post/'.length), way)) : 0;
  };
  const sorted = ids.toSorted();
  expect(await walk(sorted[0] ?? '', 'earlier')).toBe(2);
  expect(await walk(sorted[2] ?? '', 'later')).toBe(2);
});

onSite('the front page lists the shows after the next one, soonest first', async ({ a, page }) => {
  await a.show(ahead);
  await a.show({ title: 'Late', first_date: '2027-12-01', date: '2027-12-04' });
  await a.show({ title: 'Sooner', first_date: '2027-07-14', date: '2027-07-17' });
  await a.show({ title: 'Off', first_date: '2027-08-14', date: '2027-08-17', cancelled: true });
  await a.show(past);
  const { coming_up, archive } = Post.parse((await page('/')).content);
  expect(coming_up?.map(({ title }) => title)).toEqual(['Sooner', 'Late']);
  expect(archive?.latest.map(({ title }) => title)).toEqual(['Macbeth']);
});

onSite('the front page shows ways to join in only while there are no shows at all', async ({ a, page }) => {
  const has = async () => {
    const { ways_in, archive } = Post.parse((await page('/')).content);
    return { ways: ways_in?.map(({ href }) => href), archive: archive?.total };
  };
  expect(await has()).toEqual({ ways: ['/auditions', '/about-us', '/members'] });
  await a.show(ahead);
  expect(await has()).toEqual({});
  await a.show(past);
  expect(await has()).toEqual({ archive: 1 });
});

onSite('the front page has the auditions of an upcoming show, but none for a past show', async ({ a, page }) => {
  const show_id = await a.show(ahead);
  await a.post({ show_id, type: 'auditions', title: 'Come and read', content: 'On Sunday at three.' });
  // Without a newer post, the front page's post is the auditions post itself
  expect(Post.parse((await page('/')).content).auditions).toBeUndefined();
  await a.post({ show_id, title: 'The set is up', published_at: '2026-11-20T09:00:00.000Z' });
  const { title, auditions } = Post.parse((await page('/')).content);
  expect([title, auditions?.title, auditions?.excerpt]).toEqual([
    'The set is up',
    'Come and read',
    'On Sunday at three.',
  ]);
  const over = await a.show({ ...past, title: 'Othello' });
  await a.post({ show_id: over, type: 'auditions', title: 'Too late', published_at: '2026-11-20T10:00:00.000Z' });
  expect(Post.parse((await page('/')).content).auditions?.title).toBe('Come and read');
});

onSite('a post about a show links to it, with poster and dates', async ({ a, page, get }) => {
  const show_id = await a.show(ahead);
  const id = await a.post({ show_id, type: 'auditions', title: 'Come and read' });
  for (const address of [`/post/${id}`, '/auditions']) {
    const { show } = Post.strict().parse((await page(address)).content);
    expect(show).toMatchObject({ id: show_id, title: 'Hamlet', date: ahead.date });
    const { body } = await get(address);
    expect(body).toContain(`src="${show?.programme}"`);
    expect(body).toContain(`href="/past-shows/${show_id}/Hamlet"`);
  }
  expect(Post.parse((await page('/')).content).show).toBeUndefined();
  expect(Post.parse((await page(`/post/${await a.post()}`)).content).show).toBeUndefined();
});

onSite('a post without a picture is shown with a picture of its show', async ({ a, db, page }) => {
  const show_id = await a.show(past);
  const photograph = await a.picture('The storm');
  await write(db, (tx) => addMediaToShow(tx, show_id, [{ id: photograph, caption: '' }], 'Ann'));
  const pictureOf = async (content: string) =>
    Post.parse((await page(`/post/${await a.post({ show_id, content })}`)).content).picture?.alt;
  expect(await pictureOf('Thank you.')).toBe('The storm');
  expect(await pictureOf(`![Own](/media/${await a.picture('Own')}/own.webp)`)).toBeUndefined();
});
