import { expect } from 'vitest';
import { createMessage } from '#features/administration/messages/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { contributions, purgeTrashAt } from '#tests/support/society/contributions.ts';
import { inCast } from '#tests/support/society/factories.ts';

type Browser = Awaited<ReturnType<SiteTestContext['as']>>;

interface DeletableItem {
  /** A text that is part of every view of the item. */
  mark: string;
  /** The URLs, with an id or a query, at which the item can be seen. */
  at: readonly string[];
  delete: (admin: Browser) => Promise<{ statusCode: number }>;
  /** The page on which people who may restore the item can find it. */
  trash: string;
}

const base = '/members/api';
const managed = '/members/api/manage_show';

/** One item of each kind that can be restored, shown in every place that can show it. */
const kinds: Record<
  string,
  (on: SiteTestContext, around: { show: string; member: string; admin: Browser }) => Promise<DeletableItem>
> = {
  files: async ({ a }) => {
    const id = await a.file({ name: 'Filemark.txt', member_docs: 'public' });
    return {
      mark: 'Filemark',
      at: [`/file/${id}/Filemark.txt`, `/files/${id}/Filemark.txt`],
      delete: (admin) => admin.send('DELETE', `${base}/files/${id}`),
      trash: '/members/docs/manage',
    };
  },
  posts: async ({ a }, { show }) => {
    const id = await a.post({ title: 'Postmark', show_id: show });
    return {
      mark: 'Postmark',
      at: [`/post/${id}`, `${managed}/${show}`, `/members/show/${show}`],
      delete: (admin) => admin.send('DELETE', `${base}/posts/${id}`),
      trash: `${managed}/${show}`,
    };
  },
  'blog posts': async ({ a }) => {
    const key = await a.blogPost({ title: 'Blogmark' });
    return {
      mark: 'Blogmark',
      at: [`/blog/${key}`, `/members/manage-blog/${key}`],
      delete: (admin) => admin.post(`${base}/blog/${key}/delete`, {}),
      trash: '/members/manage-blog',
    };
  },
  media: async ({ a }, { show, admin }) => {
    const id = await a.picture('Mediamark');
    const { id: album } = (await admin.post(`${base}/manage_media/albums/new`, { name: 'Kept', media: id })).json();
    await admin.post(`${base}/admin/set_show_photos`, { album, show });
    return {
      mark: 'Mediamark',
      at: [
        `/past-shows/${show}/Hamlet`,
        `/members/admin/manage_media?album=${album}`,
        `/members/admin/set_show_photos?show=${show}`,
      ],
      delete: (admin) => admin.post(`${base}/manage_media/delete`, { id, confirm: 'yes' }),
      trash: '/members/admin/manage_media?view=deleted',
    };
  },
  albums: async (_, { admin }) => {
    const { id } = (await admin.post(`${base}/manage_media/albums/new`, { name: 'Albummark' })).json();
    return {
      mark: 'Albummark',
      at: [`/members/admin/manage_media?album=${id}`, '/members/admin/manage_media?view=albums'],
      delete: (admin) => admin.post(`${base}/manage_media/albums/delete`, { id }),
      trash: '/members/admin/manage_media?view=deleted',
    };
  },
  portraits: async ({ a, db }, { show, member, admin }) => {
    const { id: person } = await db.read
      .selectFrom('person')
      .select('id')
      .where('name', '=', 'Ann Hale')
      .executeTakeFirstOrThrow();
    const calls = `${base}/portraits/${person}`;
    const id = await a.portrait(person, { agreedBy: member });
    return {
      mark: id,
      at: [`/past-shows/${show}/Hamlet`, `/past-shows/member/${person}/Ann_Hale`],
      delete: () => admin.post(`${calls}/delete`, {}),
      trash: `/members/portrait/${person}`,
    };
  },
  messages: async ({ a }) => {
    const id = await a.message({ name: 'Messagemark', message: 'Two for Friday?' });
    return {
      mark: 'Messagemark',
      at: [],
      delete: (admin) => admin.post(`${base}/messages/contact/${id}`, { deed: 'delete' }),
      trash: '/members/admin/messages?box=deleted',
    };
  },
  feedback: async ({ db }, { member }) => {
    const id = newId();
    const who = { user_id: member, name: 'Mia Lark', contact: 'mia@members.example', device: '', suspect: false };
    const said = {
      kind: 'feedback',
      about: 'broken',
      state: 'new',
      wants_reply: true,
      message: 'Feedbackmark',
    } as const;
    const received_at = '2026-11-21T12:00:00.000Z';
    await write(db, (tx) => createMessage(tx, { id, ...who, ...said, received_at }));
    return {
      mark: 'Feedbackmark',
      at: [],
      delete: (admin) => admin.post(`${base}/messages/feedback/${id}`, { deed: 'delete' }),
      trash: '/members/admin/messages?box=deleted',
    };
  },
};

/**
 * Matches the log, which names each deletion and its author, and the export of a member's own data, which includes
 * their deleted items.
 */
const told = /^\/members\/(admin\/audit|api\/account_settings\/my_data)/;

/** The only place where a mark may remain: members can read their own feedback until it is deleted for good. */
const remaining = 'Feedbackmark to the member at /members/feedback_form';

onSite(
  'deleted items are on no page, feed, search, sitemap or list, except in the trash, the log and members’ own data',
  async (on) => {
    const { app, a, as, db, storage } = on;
    // The trash counts feedback among the messages. Here it is a kind of its own
    const names = contributions('trash').map(({ name }) => name);
    expect(Object.keys(kinds).sort()).toEqual([...names, 'feedback'].sort());
    const show = await a.show({ title: 'Hamlet', credits: [inCast('Ann Hale', 'Hamlet')] });
    const member = await a.user({ firstname: 'Mia', lastname: 'Lark' });
    const admin = await as(await a.user({ role: 'admin' }));
    const things: DeletableItem[] = [];
    for (const plant of Object.values(kinds)) things.push(await plant(on, { show, member: member.id, admin }));

    const routes = app.routes.filter(
      ({ method, path, changes }) => method === 'GET' && !changes && !/[:*]|logout$/.test(path),
    );
    const searches = things.map(({ mark }) => `/search?q=${mark}`);
    const addresses = [...routes.map(({ path }) => path), ...searches, ...things.flatMap(({ at }) => at)];
    /** Lists the places that show a mark, and to whom. */
    const marksAt = async (places: readonly string[]) => {
      const found: string[] = [];
      for (const [who, browser] of Object.entries({ visitor: on, member: await as(member), admin })) {
        for (const address of new Set(places)) {
          const { body, statusCode } = await browser.get(address);
          // A refused request shows nothing anyway, so it would prove nothing about the item
          if (who === 'admin') expect([address, 401, 429]).not.toContain(statusCode);
          // An error page for a missing URL repeats that URL
          if (statusCode === 404 || told.test(address)) continue;
          // The search page repeats the search terms
          const said = address.startsWith('/search')
            ? body.replaceAll(/(value|href|content)="[^"]*"|q=\w+|Nothing found for “.*?”/g, '')
            : body;
          for (const { mark } of things) if (said.includes(mark)) found.push(`${mark} to the ${who} at ${address}`);
        }
      }
      return found;
    };
    const before = await marksAt(addresses);
    const unseen = things.filter(({ mark }) => !before.some((place) => place.startsWith(mark)));
    expect(unseen.map(({ mark }) => mark)).toEqual([]);
    for (const { mark, delete: remove } of things) {
      expect({ mark, status: (await remove(admin)).statusCode }).toEqual({ mark, status: 200 });
    }
    const inTrash = [remaining, ...things.map(({ mark, trash }) => `${mark} to the admin at ${trash}`)];
    expect((await marksAt([...addresses, ...things.map(({ trash }) => trash)])).sort()).toEqual(inTrash.sort());

    await purgeTrashAt({ db, storage }, new Date('2026-12-22T12:00:00.000Z'));
    expect(await marksAt(['/members/feedback_form', ...things.map(({ trash }) => trash)])).toEqual([]);
  },
);
