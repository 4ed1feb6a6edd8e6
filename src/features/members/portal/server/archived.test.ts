import { expect } from 'vitest';
import { onSite } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';

onSite(
  'archiving a show hides its pages and people from everyone, and its posts and files from non-managers',
  async (on) => {
    const { a } = on;
    const credits = [inCrew('Dee Moss', 'Director'), inCast('Only Here', 'Ghost')];
    const show = await a.show({ title: 'Hamlet', first_date: '2027-01-08', date: '2027-01-09', credits });
    const out = { show_id: show, published_at: '2026-11-20T10:00:00.000Z' };
    const post = await a.post({ ...out, title: 'Boots are here' });
    const call = await a.post({ ...out, title: 'Auditions for Ghosts', type: 'auditions' });
    const notice = await a.post({ ...out, title: 'Rota of the wings', type: 'private' });
    const boots = await a.file({ post_id: post, name: 'Boots.txt' });
    const private_ = await a.file({ post_id: notice, name: 'Wings.txt' });
    const file = await a.file({ show_id: show, name: 'Keys.txt' });
    const person = await on.db.read
      .selectFrom('person')
      .select('id')
      .where('name', '=', 'Only Here')
      .executeTakeFirst();
    const director = await a.user();
    await a.personOf(director, 'Dee Moss');
    const without = await a.user();
    await on.db.write((tx) =>
      tx.insertInto('user_item').values({ user_id: without.id, item: 'shows', allowed: 0 }).execute(),
    );
    const admin = await on.as(await a.user({ role: 'admin' }));
    const visitors = [on, await on.as(without), await on.as(await a.user()), await on.as(director), admin];

    const own = [`/past-shows/${show}/Hamlet`, `/post/${post}`, `/post/${call}`, `/file/${boots}/Boots.txt`];
    const open = [...own, `/files/${boots}/Boots.txt`, `/corrections/show/${show}`];
    const persons = [`/past-shows/member/${person?.id}/Only_Here`, `/corrections/person/${person?.id}`];
    const members = [`/members/post/${post}`, `/members/post/${notice}`, `/members/files/${boots}/Boots.txt`];
    const shows = [`/members/files/${private_}/Wings.txt`, `/members/files/${file}/Keys.txt`];
    const statuses = async (addresses: string[]) => {
      const all = [];
      for (const visitor of visitors) {
        const codes = [];
        for (const address of addresses) codes.push((await visitor.get(address)).statusCode);
        all.push([...new Set(codes)]);
      }
      return all;
    };
    const lists = ['/', '/auditions', '/search', '/sitemap.xml', '/members/dashboard', '/members/shows', '/past-shows'];
    const named = async () => {
      const all = [];
      for (const visitor of visitors.slice(0, 4)) {
        for (const address of lists) {
          const { body } = await visitor.get(address.endsWith('xml') ? address : `${address}?react`);
          if (/Hamlet|Boots are|Ghosts|Rota of|Only Here|Only_Here/.test(body)) all.push(address);
        }
      }
      return [...new Set(all)];
    };
    const inSight = async () => {
      expect(await statuses([...open, ...persons])).toEqual([[200], [200], [200], [200], [200]]);
      expect(await statuses(members)).toEqual([[401], [200], [200], [200], [200]]);
      expect(await statuses(shows)).toEqual([[401], [403], [200], [200], [200]]);
      expect(await named()).toEqual([
        '/',
        '/auditions',
        '/search',
        '/sitemap.xml',
        '/members/dashboard',
        '/members/shows',
      ]);
    };
    await inSight();
    expect((await admin.send('POST', `/members/api/manage_shows/${show}/archive`)).statusCode).toBe(200);
    expect(await statuses([...open, ...persons])).toEqual([[404], [404], [404], [404], [404]]);
    expect(await statuses([...members, ...shows])).toEqual([[401], [403], [403], [200], [200]]);
    expect(await named()).toEqual([]);
    expect((await admin.send('POST', `/members/api/manage_shows/${show}/restore`)).statusCode).toBe(200);
    await inSight();
  },
);

onSite(
  'the pages of an archived show tell its director and admins that it is archived, and nobody else',
  async (on) => {
    const { a } = on;
    const show = await a.show({ title: 'Hamlet', date: '2027-01-09', credits: [inCrew('Dee Moss', 'Director')] });
    const director = await a.user();
    await a.personOf(director, 'Dee Moss');
    const admin = await on.as(await a.user({ role: 'admin' }));
    const visitors = { director: await on.as(director), admin, member: await on.as(await a.user()), anybody: on };
    expect((await admin.send('POST', `/members/api/manage_shows/${show}/archive`)).statusCode).toBe(200);

    const messagesFor = async (visitor: keyof typeof visitors, addresses: readonly string[]) => {
      const messages = new Set<string>();
      for (const address of addresses) {
        const response = await visitors[visitor].get(`${address}?react`);
        expect(response.statusCode).toBe(404);
        messages.add(response.json().message ?? response.json().msg);
      }
      return [...messages];
    };
    const open = [`/past-shows/${show}`, `/past-shows/${show}/Hamlet`];
    const members = [`/members/show/${show}`, `/members/api/manage_show/${show}`];
    const contacts = `/members/emergency_contacts/${show}`;
    const archived = 'Hamlet is archived, so its pages are closed. Nothing has been deleted.';
    expect(await messagesFor('director', [...open, ...members, contacts])).toEqual([
      `${archived} Somebody who manages shows can restore it.`,
    ]);
    expect(await messagesFor('admin', [...open, ...members, contacts])).toEqual([
      `${archived} You can restore it in Manage Shows.`,
    ]);
    const nothingHere = [expect.stringContaining('nothing at this address')];
    expect(await messagesFor('member', [...open, ...members, contacts])).toEqual(nothingHere);
    expect(await messagesFor('anybody', open)).toEqual(nothingHere);
  },
);
