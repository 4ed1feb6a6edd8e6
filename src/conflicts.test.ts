import { expect } from 'vitest';
import { type OnApp, onEachSite } from '#tests/support/app.ts';

type Browser = Awaited<ReturnType<OnApp['as']>>;

interface Save {
  path: string;
  /** What both began from. */
  version: number;
  /** What each sends but for the version. */
  bodies: readonly [object, object];
  /** What the second is told of the first's. */
  told: object;
}

const base = '/members/api';
const written = { type: 'public', date: '2026-11-20', content: 'Text' };
const onBlog = { author: 'Ann', publishing: 'now', content: 'Text' };

/** Every call that saves over what somebody may have changed meanwhile. */
const saves: Record<string, (on: OnApp, admin: Browser) => Promise<Save>> = {
  'POST /members/api/manage_shows/:showId': async ({ a }) => ({
    path: `${base}/manage_shows/${await a.show({ title: 'Hamlet' })}`,
    version: 1,
    bodies: [{ title: 'First' }, { title: 'Second' }],
    told: { showDetails: expect.objectContaining({ title: 'First' }) },
  }),
  'POST /members/api/posts/:post_id': async ({ a }) => ({
    path: `${base}/posts/${await a.post()}`,
    version: 1,
    bodies: [
      { ...written, title: 'First' },
      { ...written, title: 'Second' },
    ],
    told: { title: 'First' },
  }),
  'POST /members/api/blog/:key': async ({ a }) => ({
    path: `${base}/blog/${await a.blogPost({ title: 'Notes' })}`,
    version: 1,
    bodies: [
      { ...onBlog, title: 'First' },
      { ...onBlog, title: 'Second' },
    ],
    told: { title: 'First' },
  }),
  'POST /members/api/manage_media/edit': async ({ a }) => {
    const said = { id: await a.picture(), credit: '', consent: '' };
    return {
      path: `${base}/manage_media/edit`,
      version: 1,
      bodies: [
        { ...said, alt: 'First' },
        { ...said, alt: 'Second' },
      ],
      told: { alt: 'First' },
    };
  },
  'POST /members/api/manage_media/albums/edit': async (_, admin) => {
    const { id } = (await admin.post(`${base}/manage_media/albums/new`, { name: 'Dress' })).json();
    const album = { id, cover: '', media: [] };
    return {
      path: `${base}/manage_media/albums/edit`,
      version: 2,
      bodies: [
        { ...album, name: 'First' },
        { ...album, name: 'Second' },
      ],
      told: { name: 'First' },
    };
  },
  'POST /members/api/admin/arrange_show_photos': async ({ a }, admin) => {
    const [show, media] = [await a.show(), await a.picture()];
    const { id: album } = (await admin.post(`${base}/manage_media/albums/new`, { name: 'Dress', media })).json();
    await admin.post(`${base}/admin/set_show_photos`, { album, show });
    const photo = { id: media, featured: false, people: [] };
    return {
      path: `${base}/admin/arrange_show_photos`,
      version: 1,
      bodies: [
        { show, photos: [{ ...photo, caption: 'First' }] },
        { show, photos: [{ ...photo, caption: 'Second' }] },
      ],
      told: { photos: [expect.objectContaining({ caption: 'First' })] },
    };
  },
  'POST /members/api/admin/admin_settings/site_settings': async () => ({
    path: `${base}/admin/admin_settings/site_settings`,
    version: 0,
    bodies: [{ 'site-name': 'First' }, { 'site-name': 'Second' }],
    told: { settings: expect.objectContaining({ siteName: 'First' }) },
  }),
  'POST /members/api/admin/users/:id/access': async ({ a }) => ({
    path: `${base}/admin/users/${(await a.user()).id}/access`,
    version: 1,
    bodies: [{ role: 'author' }, { role: 'member', bookings: 'yes' }],
    told: { role: 'author' },
  }),
  'POST /members/api/bookings/performances/:id': async ({ a }, admin) => {
    const datetime = '2027-04-14T19:30';
    const show_id = await a.show({ date: '2027-04-14' });
    const { id } = (await admin.post(`${base}/bookings/add_new_performance`, { datetime, show_id })).json();
    return {
      path: `${base}/bookings/performances/${id}`,
      version: 1,
      bodies: [
        { datetime, notes: 'First' },
        { datetime, notes: 'Second' },
      ],
      told: { notes: 'First' },
    };
  },
  'POST /members/api/bookings/orders/:id': async ({ a }, admin) => {
    const show_id = await a.show({ title: 'Hamlet', date: '2027-05-14' });
    const datetime = '2027-05-14T19:30';
    const { id } = (await admin.post(`${base}/bookings/add_new_performance`, { datetime, show_id })).json();
    const { content } = await admin.page(`/members/bookings?show=${show_id}`);
    const [{ ticket_types = [] } = {}] = content.performances as { ticket_types: { id: string }[] }[];
    const sold = { performance_id: id, name: 'Ann', how: 'cash', [`tickets_${ticket_types[0]?.id}`]: '1' };
    const order = (await admin.post(`${base}/bookings/orders`, sold)).json();
    return {
      path: `${base}/bookings/orders/${order.id}`,
      version: 1,
      bodies: [{ name: 'First' }, { name: 'Second' }],
      told: { name: 'First' },
    };
  },
  'POST /members/bookings/seating/:id': async ({ a }, admin) => {
    const show_id = await a.show({ date: '2027-04-15' });
    const datetime = '2027-04-15T19:30';
    const { id } = (await admin.post(`${base}/bookings/add_new_performance`, { datetime, show_id })).json();
    const layout = { hiddenSeats: [], fullWidth: 12, newSeats: 0 };
    return {
      path: `/members/bookings/seating/${id}`,
      version: 1,
      bodies: [
        { layout: { ...layout, rowCount: 9 }, assignments: {} },
        { layout: { ...layout, rowCount: 7 }, assignments: {} },
      ],
      told: { layout: { ...layout, rowCount: 9 } },
    };
  },
  'POST /members/api/docs/:id': async ({ a }) => ({
    path: `${base}/docs/${await a.file({ member_docs: 'members', name: 'Rules.txt' })}`,
    version: 1,
    bodies: [
      { name: 'First.txt', readers: 'members' },
      { name: 'Second.txt', readers: 'members' },
    ],
    told: { name: 'First.txt' },
  }),
  'POST /members/api/docs/text': async () => ({
    path: `${base}/docs/text`,
    version: 0,
    bodies: [{ content: 'First' }, { content: 'Second' }],
    told: { content: 'First' },
  }),
};

onEachSite('of two who save the same, the second is told what the first has saved, and by whom', async (on) => {
  const calls = on.app.routes.filter(
    ({ schemas }) => schemas?.body && 'shape' in schemas.body && 'version' in Object(schemas.body.shape),
  );
  expect(Object.keys(saves).sort()).toEqual(calls.map(({ method, path }) => `${method} ${path}`).sort());
  const ruth = await on.as(await on.a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Bell' }));
  const tom = await on.as(await on.a.user({ role: 'admin', firstname: 'Tom', lastname: 'Pell' }));
  for (const [route, prepare] of Object.entries(saves)) {
    const { path, version, bodies, told } = await prepare(on, ruth);
    const [first, second] = bodies;
    // A number that no column holds is refused, before the database is asked
    for (const none of [1e12, -1e12]) {
      const { statusCode } = await ruth.post(path, { ...first, version: none });
      expect({ route, none, statusCode }).toEqual({ route, none, statusCode: 400 });
    }
    const saved = await ruth.post(path, { ...first, version });
    expect({ route, ...saved.json() }).toMatchObject({ route, code: 200 });
    const refused = await tom.post(path, { ...second, version });
    expect({ route, status: refused.statusCode, ...refused.json() }).toEqual({
      route,
      status: 409,
      code: 409,
      msg: expect.any(String),
      current: expect.objectContaining({ ...told, version: expect.any(Number), changed_by: 'Ruth Bell' }),
    });
    // Whoever has seen it may save all the same
    const { current } = refused.json();
    const over = await tom.post(path, { ...second, version: current.version });
    expect({ route, ...over.json() }).toMatchObject({ route, code: 200 });
  }
});

onEachSite('a question whether one means it is no conflict: it says that a word is wanted', async (on) => {
  const admin = await on.a.user({ role: 'admin' });
  const { post } = await on.as(admin);
  const access = `${base}/admin/users/${admin.id}`;
  const lessThanNow = { version: 1, role: 'member' };
  for (const [path, body] of [
    [`${access}/access`, lessThanNow],
    [`${access}/deactivate`, {}],
  ] as const) {
    const asked = (await post(path, body)).json();
    expect({ path, asked }).toEqual({ path, asked: { code: 409, msg: expect.any(String), needs: 'confirmation' } });
  }
});
