import { expect } from 'vitest';
import { write } from '#platform/server/database/index.ts';
import { onSite } from '#tests/support/site/app.ts';
import { addMediaToShow, findCoverPicture } from './index.ts';

onSite('a picture in a post has its size and srcset, and a tall picture a maximum width', async ({ a, get }) => {
  const wide = await a.picture('A plan', { width: 1200, height: 700 });
  const tall = await a.picture('A costume', { width: 900, height: 1600 });
  const content = `![A plan](/media/${wide}/a_plan.webp)\n\n![A costume](/media/${tall}/costume.webp)`;
  const key = await a.blogPost({ title: 'Ghosts', content });
  const { body } = await get(`/blog/${key}`);
  expect(body).toContain(`src="/media/${wide}/a_plan.webp" width="1200" height="700"`);
  expect(body).toContain(`srcset="/media/${wide}/a_plan.webp?w=800 800w, `);
  expect(body).toMatch(
    new RegExp(`/media/${tall}/costume.webp" width="900" height="1600" style="max-width:min\\(100%,420px\\)"`),
  );
});

onSite('a picture at the top of a post has high priority, and the others are loaded lazily', async ({ a, get }) => {
  const [first, second] = [await a.picture('A plan', { width: 900, height: 600 }), await a.picture('A costume')];
  const pictures = `![A plan](/media/${first}/plan.webp)\n\n![A costume](/media/${second}/costume.webp)`;
  const tagsOf = async (content: string) => {
    const { body } = await get(`/blog/${await a.blogPost({ title: 'Ghosts', content })}`);
    const [html = ''] = body.split('id="page-data"');
    return [first, second].map((id) => new RegExp(`<img[^>]*/media/${id}/[^>]*>`).exec(html)?.[0] ?? '');
  };
  const [opening, following] = await tagsOf(pictures);
  expect(opening).toContain('fetchpriority="high"');
  expect(opening).not.toContain('lazy');
  expect(following).toContain('loading="lazy"');
  for (const tag of await tagsOf(`${'Nobody slept. '.repeat(100)}\n\n${pictures}`))
    expect(tag).toContain('loading="lazy"');
});

onSite('a missing picture in a post is rendered without size and srcset', async ({ a, get }) => {
  const key = await a.blogPost({ title: 'Gone', content: '![A plan](/media/abcdefghijklmnop/a.webp)' });
  expect((await get(`/blog/${key}`)).body).toContain('<img src="/media/abcdefghijklmnop/a.webp" alt="A plan"');
});

onSite('a post shows its own picture, otherwise a photograph or the banner of its show', async ({ a, db }) => {
  const [own, photograph, banner] = [
    await a.picture('Own', { width: 300, height: 200 }),
    await a.picture('Photograph'),
    await a.picture('Banner'),
  ];
  const show = await a.show({ title: 'Hamlet' });
  const shown = async (text: string, ofShow: string | null = show) =>
    (await findCoverPicture(db.read, { text, show: ofShow, banner: `/media/${banner}/b.webp` }))?.alt;
  expect(await shown('No photographs yet.')).toBe('Banner');
  await write(db, (tx) => addMediaToShow(tx, show, [{ id: photograph, caption: '' }], 'Ann'));
  expect(await shown('Now there is one.')).toBe('Photograph');
  expect(await shown(`![Own](/media/${own}/own.webp)`)).toBe('Own');
  expect(await shown('![Gone](/media/abcdefghijklmnop/gone.webp)')).toBe('Photograph');
  expect(await findCoverPicture(db.read, { text: 'About nothing', show: null })).toBeUndefined();
});
