import { expect } from 'vitest';
import { onEachSite } from '#tests/support/app.ts';

onEachSite('a picture in a post has its own shape, and the sizes there are', async ({ a, get }) => {
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

onEachSite('a picture that isn’t there any more leaves the text as it is', async ({ a, get }) => {
  const key = await a.blogPost({ title: 'Gone', content: '![A plan](/media/abcdefghijklmnop/a.webp)' });
  expect((await get(`/blog/${key}`)).body).toContain('<img src="/media/abcdefghijklmnop/a.webp" alt="A plan"');
});
