import { expect } from 'vitest';
import { onEachSite } from '../../../../tests/support/app.ts';

onEachSite('an archived show is named by none of its posts and files, and is again when it is back', async (on) => {
  const show = await on.a.show({ title: 'Hamlet', first_date: '2027-01-08', date: '2027-01-09' });
  const post = await on.a.post({ show_id: show, title: 'Boots are here', published_at: '2026-11-20T10:00:00.000Z' });
  const attached = await on.a.file({ post_id: post, name: 'Boots.txt' });
  const file = await on.a.file({ show_id: show, name: 'Rota.txt' });
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const member = await on.as(await on.a.user());

  const seen = async () => {
    const named = [];
    const addresses = [
      `/post/${post}`,
      `/members/post/${post}`,
      '/',
      '/members/dashboard',
      `/file/${attached}/Boots.txt`,
    ];
    for (const address of [...addresses, `/members/file/${attached}/Boots.txt`]) {
      const { status, content } = await member.page(address);
      expect({ address, status }).toEqual({ address, status: 200 });
      if (/Hamlet/.test(JSON.stringify(content))) named.push(address);
    }
    const { posts } = (await member.page('/members/dashboard')).content as { posts: { title: string }[] };
    return {
      named: named.length,
      posts: posts.map(({ title }) => title).sort(),
      file: (await member.get(`/members/files/${file}/Rota.txt`)).statusCode,
    };
  };
  const inSight = { named: 6, posts: ['Boots are here', 'Rota.txt'], file: 200 };
  expect(await seen()).toEqual(inSight);
  expect((await admin.send('POST', `/members/api/manage_shows/${show}/archive`)).statusCode).toBe(200);
  expect(await seen()).toEqual({ named: 0, posts: ['Boots are here'], file: 404 });
  expect((await admin.send('POST', `/members/api/manage_shows/${show}/restore`)).statusCode).toBe(200);
  expect(await seen()).toEqual(inSight);
});
