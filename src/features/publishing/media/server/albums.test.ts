import { sql } from 'kysely';
import { expect } from 'vitest';
import { ShowPageContent } from '#features/website/show-pages/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { purgeTrashAt } from '#tests/support/society/contributions.ts';
import { inCast } from '#tests/support/society/factories.ts';
import { ManageMediaContent, ShowPhotosFormContent } from '../contract.ts';

const albums = '/members/api/manage_media/albums';

const adminOf = async ({ a, as }: Pick<SiteTestContext, 'a' | 'as'>) => as(await a.user({ role: 'admin' }));
type Admin = Awaited<ReturnType<typeof adminOf>>;

async function pictures({ a }: Pick<SiteTestContext, 'a'>, ...alts: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const alt of alts) ids.push(await a.picture(alt));
  return ids;
}

const opened = async (admin: Admin, id: string) => {
  const { album } = ManageMediaContent.strict().parse(
    (await admin.page(`/members/admin/manage_media?album=${id}`)).content,
  );
  if (!album) throw new Error('no album');
  return album;
};
const arranging = async (admin: Admin, show: string) => {
  const { content } = await admin.page(`/members/admin/set_show_photos?show=${show}`);
  const { chosen } = ShowPhotosFormContent.strict().parse(content);
  if (!chosen) throw new Error('no show');
  return chosen;
};
const shownWith = async ({ page }: Pick<SiteTestContext, 'page'>, show: string) =>
  ShowPageContent.parse((await page(`/past-shows/${show}/Hamlet`)).content).photos;

onEachSite('an album can be created, filled, sorted, given a cover, deleted and restored', async (on) => {
  const admin = await adminOf(on);
  const [one = '', two = '', three = ''] = await pictures(on, 'One', 'Two', 'Three');
  const nameless = await admin.post(`${albums}/new`, { name: ' ' });
  expect([nameless.statusCode, nameless.json().fields]).toEqual([400, { name: 'Give the album a name.' }]);
  const { id } = (await admin.post(`${albums}/new`, { name: 'Dress rehearsal', media: [one, two] })).json();
  await admin.post(`${albums}/fill`, { id, media: [two, three, 'nothingsocalled1'] });
  const album = await opened(admin, id);
  expect(album.items.map(({ alt }) => alt)).toEqual(['One', 'Two', 'Three']);
  const edit = { id, version: album.version, name: 'Dress', cover: three, media: [three, one] };
  expect((await admin.post(`${albums}/edit`, edit)).statusCode).toBe(200);
  expect(await opened(admin, id)).toMatchObject({ name: 'Dress', cover: three, items: [{ id: three }, { id: one }] });

  expect((await admin.post(`${albums}/delete`, { id })).statusCode).toBe(200);
  expect((await admin.page(`/members/admin/manage_media?album=${id}`)).status).toBe(404);
  const deleted = ManageMediaContent.parse((await admin.page('/members/admin/manage_media?view=deleted')).content);
  expect(deleted.albums.map(({ name }) => name)).toEqual(['Dress']);
  expect((await admin.post(`${albums}/restore`, { id })).statusCode).toBe(200);
  expect((await opened(admin, id)).items.map((item) => item.id)).toEqual([three, one]);
});

onEachSite('an album holds at most 5,000 items, and a show at most 2,000 photographs and videos', async (on) => {
  const admin = await adminOf(on);
  const [one = '', late = ''] = await pictures(on, 'One', 'Late');
  const show = await on.a.show({ title: 'Hamlet' });
  const full = (await admin.post(`${albums}/new`, { name: 'Full', media: [one] })).json().id;
  const few = (await admin.post(`${albums}/new`, { name: 'Few', media: [late] })).json().id;
  await write(on.db, async (tx) => {
    const row = await tx.selectFrom('media_with_deleted').selectAll().where('id', '=', one).executeTakeFirstOrThrow();
    const { id: _, ...columns } = row;
    const rest = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    const numbers = (most: number) =>
      sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(most)})`;
    const id = sql`'many' || cast(100000000000 + n as text)`;
    await sql`${numbers(4999)} insert into media_with_deleted (id, ${rest})
      select ${id}, ${rest} from numbers, media_with_deleted where id = ${one}`.execute(tx);
    await sql`${numbers(4999)} insert into album_media (album_id, media_id, ord)
      select ${full}, ${id}, n from numbers`.execute(tx);
    await sql`${numbers(2000)} insert into show_media (show_id, media_id, ord, caption, featured)
      select ${show}, ${id}, n, '', 0 from numbers`.execute(tx);
  });
  const filled = await admin.post(`${albums}/fill`, { id: full, media: [late] });
  expect([filled.statusCode, filled.json().msg]).toEqual([
    400,
    'An album can hold up to 5,000 items. Create another for the rest.',
  ]);
  expect((await admin.post(`${albums}/fill`, { id: full, media: [one] })).statusCode).toBe(200);
  const added = await admin.post('/members/api/admin/set_show_photos', { album: few, show });
  expect([added.statusCode, added.json().msg]).toEqual([
    400,
    'A show can have up to 2,000 photographs and videos. Remove some first.',
  ]);
});

onSite('a deleted album is listed among deleted media for 30 days', async (on) => {
  const admin = await adminOf(on);
  const { id } = (await admin.post(`${albums}/new`, { name: 'Dress' })).json();
  await admin.post(`${albums}/delete`, { id });
  const at = async (moment: string) => {
    on.at(moment);
    const later = await on.as(await on.a.user({ role: 'admin' }));
    const { content } = await later.page('/members/admin/manage_media?view=deleted');
    return ManageMediaContent.parse(content).albums.map(({ name }) => name);
  };
  expect(await at('2026-12-21T11:59:00.000Z')).toEqual(['Dress']);
  expect(await at('2026-12-21T12:01:00.000Z')).toEqual([]);
});

onSite('saving an album that somebody else has added to is refused, and removes nothing', async (on) => {
  const admin = await adminOf(on);
  const [one = '', two = ''] = await pictures(on, 'One', 'Two');
  const { id } = (await admin.post(`${albums}/new`, { name: 'Dress', media: [one] })).json();
  const { version } = await opened(admin, id);
  await admin.post(`${albums}/fill`, { id, media: [two] });
  const stale = await admin.post(`${albums}/edit`, { id, version, name: 'Dress', cover: '', media: [one] });
  expect(stale.statusCode).toBe(409);
  expect((await opened(admin, id)).items.map((item) => item.id)).toEqual([one, two]);
});

onSite('a restored photograph has its former place in an album', async (on) => {
  const admin = await adminOf(on);
  const [one = '', two = '', three = ''] = await pictures(on, 'One', 'Two', 'Three');
  const { id } = (await admin.post(`${albums}/new`, { name: 'Dress', media: [one, two, three] })).json();
  await admin.post('/members/api/manage_media/delete', { id: two });
  expect((await opened(admin, id)).items.map((item) => item.id)).toEqual([one, three]);
  await admin.post('/members/api/manage_media/restore', { id: two });
  expect((await opened(admin, id)).items.map((item) => item.id)).toEqual([one, two, three]);
});

onSite(
  'saving an album or a show’s photographs is refused if a photograph was restored there in the meantime',
  async (on) => {
    const admin = await adminOf(on);
    const other = await on.as(await on.a.user({ role: 'admin', firstname: 'Otto', lastname: 'Reed' }));
    const [one = '', two = '', elsewhere = ''] = await pictures(on, 'One', 'Two', 'Elsewhere');
    const { id } = (await admin.post(`${albums}/new`, { name: 'Dress', media: [one, two] })).json();
    const show = await on.a.show({ title: 'Hamlet' });
    await admin.post('/members/api/admin/set_show_photos', { album: id, show });
    const both = { id: [elsewhere, two] };
    await admin.post('/members/api/manage_media/delete', { ...both, confirm: 'yes' });
    const { version } = await opened(admin, id);
    const arranging = await admin.page(`/members/admin/set_show_photos?show=${show}`);
    const galleryVersion = ShowPhotosFormContent.parse(arranging.content).chosen?.version;
    await other.post('/members/api/manage_media/restore', both);
    const stale = await admin.post(`${albums}/edit`, { id, version, name: 'Dress', cover: '', media: [one] });
    expect([stale.statusCode, stale.json().current.changed_by]).toEqual([409, 'Otto Reed']);
    expect((await opened(admin, id)).items.map((item) => item.id)).toEqual([one, two]);
    const photos = { show, version: galleryVersion, photos: [] };
    const late = await admin.post('/members/api/admin/arrange_show_photos', photos);
    expect([late.statusCode, late.json().current.changed_by]).toEqual([409, 'Otto Reed']);
  },
);

onSite('adding an album to a show appends its photographs in order, each once', async (on) => {
  const { a } = on;
  const admin = await adminOf(on);
  const [one = '', two = '', three = '', film = ''] = await pictures(on, 'One', 'Two', 'Three', 'Trailer');
  await on.db.write((tx) =>
    tx.updateTable('media_with_deleted').set({ kind: 'video' }).where('id', '=', film).execute(),
  );
  const show = await a.show({ title: 'Hamlet' });
  const set = '/members/api/admin/set_show_photos';
  const make = async (name: string, media: string[]) =>
    (await admin.post(`${albums}/new`, { name, ...(media.length > 0 ? { media } : {}) })).json().id;
  const [first, second, none] = [await make('A', [two]), await make('B', [three, film, two, one]), await make('C', [])];
  const addAlbum = async (album: string) => {
    const { statusCode, ...answer } = await admin.post(set, `album=${album}&show=${show}`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    return [statusCode, answer.json().msg];
  };
  expect(await addAlbum(first)).toEqual([200, 'Added 1 photograph to Hamlet.']);
  expect(await addAlbum(second)).toEqual([200, 'Added 2 photographs and 1 video to Hamlet.']);
  const { version } = await arranging(admin, show);
  expect(await addAlbum(second)).toEqual([
    200,
    'All photographs and videos in “B” are already on the page for Hamlet.',
  ]);
  // An album that adds nothing causes no conflict for somebody who is arranging the photographs
  expect((await arranging(admin, show)).version).toBe(version);
  expect(await addAlbum(none)).toEqual([400, '“C” has no photographs. Add some to it first.']);
  expect((await shownWith(on, show)).map(({ id }) => id)).toEqual([two, three, one]);
  const form = ShowPhotosFormContent.strict().parse((await admin.page('/members/admin/set_show_photos')).content);
  expect(form.shows).toEqual([{ id: show, title: 'Hamlet', date: '1987-04-11' }]);
  expect(form.albums.map(([, name]) => name)).toEqual(['A', 'B', 'C']);
  expect(form.show_pictures[show]).toMatchObject({ photos: 3, when: '11 April 1987' });
  expect((await admin.post(set, { album: first, show: 'nothingsocalled1' })).statusCode).toBe(404);
  expect((await admin.post(set, {})).json().fields).toHaveProperty('album');
});

onSite('arranging the photographs of a missing show is refused with a message', async (on) => {
  const admin = await on.as(await on.a.user({ role: 'admin' }));
  const path = '/members/api/admin/arrange_show_photos';
  const { statusCode, body } = await admin.post(path, { show: 'nosuchshow123456', version: 0, photos: [] });
  expect([statusCode, JSON.parse(body).msg]).toEqual([404, 'This show no longer exists.']);
});

onEachSite(
  'a featured photograph comes first in the sidebar and on its show’s page, with its caption and people',
  async (on) => {
    const { a, get, db } = on;
    const admin = await adminOf(on);
    const show = await a.show({
      title: 'Hamlet',
      credits: [inCast('Ann Hale', 'Hamlet'), inCast('Bea Cole', 'Gertrude')],
    });
    await a.show({ title: 'Macbeth', date: '1980-01-01', credits: [inCast('Aaron Ash', 'Macbeth')] });
    const media = await pictures(on, 'One', 'Two', 'Three');
    const [one = '', two = '', three = ''] = media;
    const album = (await admin.post(`${albums}/new`, { name: 'Dress', media })).json().id;
    await admin.post('/members/api/admin/set_show_photos', { album, show });
    const { version } = await arranging(admin, show);
    // Users who manage photographs can search for people, even if they may not edit shows
    const keeper = await a.user();
    await db.write((tx) =>
      tx.insertInto('user_item').values({ user_id: keeper.id, item: 'admin', allowed: 1 }).execute(),
    );
    const named = async (q: string) =>
      ((await (await on.as(keeper)).get(`/members/api/people?q=${q}`)).json().people as { id: string }[])[0];
    const [ann, bea] = [await named('Ann'), await named('Bea')];
    const arrange = (some: object) => admin.post('/members/api/admin/arrange_show_photos', { show, version, ...some });
    const photo = (id: string) => ({ id, caption: '', featured: false, people: [] as string[] });
    const photos = [
      photo(two),
      {
        ...photo(three),
        caption: ' The play within the play ',
        featured: true,
        people: [bea?.id, ann?.id, 'nobodysocalled12'],
      },
      photo('nothingsocalled1'),
    ];
    expect((await arrange({ photos })).statusCode).toBe(200);
    const shown = await shownWith(on, show);
    expect(shown.map(({ id }) => id)).toEqual([three, two]);
    expect(shown[0]).toMatchObject({
      caption: 'The play within the play',
      people: [
        { name: 'Bea Cole', href: `/past-shows/member/${bea?.id}/Bea_Cole` },
        { name: 'Ann Hale', href: `/past-shows/member/${ann?.id}/Ann_Hale` },
      ],
    });
    const site = (await get('/sitedata')).json();
    expect(site.last_show.photos[0]).toContain(three);
    // A removed photograph is still in the media library
    expect(await db.read.selectFrom('media').select('id').where('id', '=', one).execute()).toHaveLength(1);

    const stale = await arrange({ photos: [] });
    expect(stale.statusCode).toBe(409);
    expect((await shownWith(on, show)).map(({ id }) => id)).toEqual([three, two]);
  },
);

onSite('restoring an album that somebody else has just restored says that there is nothing to restore', async (on) => {
  const admin = await adminOf(on);
  const { id } = (await admin.post(`${albums}/new`, { name: 'Dress rehearsal' })).json();
  for (const action of ['delete', 'restore']) await admin.post(`${albums}/${action}`, { id });
  const again = await admin.post(`${albums}/restore`, { id });
  expect([again.statusCode, again.json().msg]).toEqual([
    404,
    'There’s nothing to restore: this has already been restored, or deleted for good.',
  ]);
});

onSite('the audit log still names an album after it was purged', async (on) => {
  const admin = await adminOf(on);
  const { id } = (await admin.post(`${albums}/new`, { name: 'Dress rehearsal' })).json();
  for (const action of ['delete', 'restore', 'delete']) await admin.post(`${albums}/${action}`, { id });
  await purgeTrashAt(on, new Date('2027-01-19T12:00:01.000Z'));
  const entries = on.db.read.selectFrom('audit').select(['action', 'detail']).where('subject', '=', id);
  expect(await entries.orderBy('action').execute()).toEqual([
    { action: 'album.created', detail: 'Dress rehearsal' },
    { action: 'album.deleted', detail: 'Dress rehearsal' },
    { action: 'album.deleted', detail: 'Dress rehearsal' },
    { action: 'album.restored', detail: 'Dress rehearsal' },
  ]);
});
