import sharp from 'sharp';
import { expect } from 'vitest';
import { listVersionedSaves, sendsVersion } from '#tests/support/routes/versioned-saves.ts';
import { onEachSite, type SiteTestContext } from '#tests/support/site/app.ts';

type Browser = Awaited<ReturnType<SiteTestContext['as']>>;

interface Save {
  path: string;
  /** The version from which both saves started. */
  version: number;
  /** The bodies of the two saves, except for the version. */
  bodies: readonly [object, object];
  /** The first save, as the response to the second one describes it. */
  described: object;
  /** The file to upload in both saves, and the field that takes it. */
  file?: readonly [field: string, file: File];
}

const base = '/members/api';
const written = { type: 'public', date: '2026-11-20', content: 'Text' };
const onBlog = { author: 'Ann', publishing: 'now', content: 'Text' };

/** Creates a performance, and returns its id and the id of its first ticket type. */
async function createPerformance(
  { a }: SiteTestContext,
  admin: Browser,
  day: string,
): Promise<{ id: string; datetime: string; ticketType: string }> {
  const datetime = `${day}T19:30`;
  const show_id = await a.show({ title: 'Hamlet', date: day });
  const { id } = (await admin.post(`${base}/bookings/add_new_performance`, { datetime, show_id })).json();
  const { content } = await admin.page(`/members/bookings?show=${show_id}`);
  const [{ ticket_types = [] } = {}] = content.performances as { ticket_types: { id: string }[] }[];
  return { id, datetime, ticketType: ticket_types[0]?.id ?? '' };
}

/** Sells a ticket at the box office, and returns the order's id. */
async function createOrder(on: SiteTestContext, admin: Browser, day: string): Promise<string> {
  const { id, ticketType } = await createPerformance(on, admin, day);
  const sold = { performance_id: id, name: 'Ann', how: 'cash', [`tickets_${ticketType}`]: '1' };
  return (await admin.post(`${base}/bookings/orders`, sold)).json().id;
}

/**
 * For every call that saves over data which somebody may have changed in the meantime, prepares two saves from the same
 * version.
 */
const saves: Record<string, (on: SiteTestContext, admin: Browser) => Promise<Save>> = {
  'POST /members/api/manage_shows/:showId': async ({ a }) => ({
    path: `${base}/manage_shows/${await a.show({ title: 'Hamlet' })}`,
    version: 1,
    bodies: [{ title: 'First' }, { title: 'Second' }],
    described: { showDetails: expect.objectContaining({ title: 'First' }) },
  }),
  'POST /members/api/posts/:post_id': async ({ a }) => ({
    path: `${base}/posts/${await a.post()}`,
    version: 1,
    bodies: [
      { ...written, title: 'First' },
      { ...written, title: 'Second' },
    ],
    described: { title: 'First' },
  }),
  'POST /members/api/blog/:key': async ({ a }) => ({
    path: `${base}/blog/${await a.blogPost({ title: 'Notes' })}`,
    version: 1,
    bodies: [
      { ...onBlog, title: 'First' },
      { ...onBlog, title: 'Second' },
    ],
    described: { title: 'First' },
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
      described: { alt: 'First' },
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
      described: { name: 'First' },
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
      described: { photos: [expect.objectContaining({ caption: 'First' })] },
    };
  },
  'POST /members/api/admin/admin_settings/site_settings': async () => ({
    path: `${base}/admin/admin_settings/site_settings`,
    version: 0,
    bodies: [{ 'site-name': 'First' }, { 'site-name': 'Second' }],
    described: { settings: expect.objectContaining({ siteName: 'First' }) },
  }),
  'POST /members/api/admin/users/:id/access': async ({ a }) => ({
    path: `${base}/admin/users/${(await a.user()).id}/access`,
    version: 1,
    bodies: [{ role: 'author' }, { role: 'member', bookings: 'yes' }],
    described: { role: 'author' },
  }),
  'POST /members/api/bookings/performances/:id': async (on, admin) => {
    const { id, datetime } = await createPerformance(on, admin, '2027-04-14');
    return {
      path: `${base}/bookings/performances/${id}`,
      version: 1,
      bodies: [
        { datetime, notes: 'First' },
        { datetime, notes: 'Second' },
      ],
      described: { notes: 'First' },
    };
  },
  'POST /members/api/bookings/orders/:id': async (on, admin) => ({
    path: `${base}/bookings/orders/${await createOrder(on, admin, '2027-05-14')}`,
    version: 1,
    bodies: [{ name: 'First' }, { name: 'Second' }],
    described: { name: 'First' },
  }),
  'POST /members/api/bookings/orders/:id/wishes': async (on, admin) => ({
    path: `${base}/bookings/orders/${await createOrder(on, admin, '2027-05-14')}/wishes`,
    version: 1,
    bodies: [
      { wish_front: '1', next_to: '' },
      { wish_back: '1', next_to: '' },
    ],
    described: { asks: expect.objectContaining({ wishes: ['front'] }) },
  }),
  'POST /members/bookings/seating/:id': async (on, admin) => {
    const { id } = await createPerformance(on, admin, '2027-04-15');
    const layout = { hiddenSeats: [], fullWidth: 12, newSeats: 0 };
    return {
      path: `/members/bookings/seating/${id}`,
      version: 1,
      bodies: [
        { layout: { ...layout, rowCount: 9 }, assignments: {} },
        { layout: { ...layout, rowCount: 7 }, assignments: {} },
      ],
      described: { layout: { ...layout, rowCount: 9 } },
    };
  },
  'POST /members/api/docs/:id': async ({ a }) => ({
    path: `${base}/docs/${await a.file({ member_docs: 'members', name: 'Rules.txt' })}`,
    version: 1,
    bodies: [
      { name: 'First.txt', readers: 'members' },
      { name: 'Second.txt', readers: 'members' },
    ],
    described: { name: 'First.txt' },
  }),
  'POST /members/api/docs/:id/replace': async ({ a }) => ({
    path: `${base}/docs/${await a.file({ member_docs: 'members', name: 'Rules.txt' })}/replace`,
    version: 1,
    bodies: [{}, {}],
    described: { name: 'Rules.txt' },
    file: ['files', new File(['Act two.'], 'Rules.txt')],
  }),
  'POST /members/api/manage_media/replace': async ({ a }) => {
    const id = await a.picture();
    const blue = sharp({ create: { width: 60, height: 40, channels: 3, background: 'blue' } });
    return {
      path: `${base}/manage_media/replace`,
      version: 1,
      bodies: [{ id }, { id }],
      described: { width: 60, height: 40 },
      file: ['fileElem', new File([new Uint8Array(await blue.png().toBuffer())], 'blue.png')],
    };
  },
  'POST /members/api/admin/admin_settings/subs/:id': async (_, admin) => {
    const plan = { levelName: 'Friend', amount: '10', period: 'yearly', renewal_month: '09' };
    const { id } = (await admin.post(`${base}/admin/admin_settings/subs/add_new_plan`, plan)).json();
    return {
      path: `${base}/admin/admin_settings/subs/${id}`,
      version: 1,
      bodies: [
        { ...plan, amount: '12' },
        { ...plan, amount: '15' },
      ],
      described: { name: 'Friend', amount: 1200 },
    };
  },
  'POST /members/api/bookings/ticket_types/:id': async (on, admin) => {
    const { ticketType } = await createPerformance(on, admin, '2027-06-14');
    return {
      path: `${base}/bookings/ticket_types/${ticketType}`,
      version: 1,
      bodies: [
        { name: 'Adult', price: '13' },
        { name: 'Adult', price: '14' },
      ],
      described: { name: 'Adult', pence: 1300 },
    };
  },
  'POST /members/api/docs/text': async () => ({
    path: `${base}/docs/text`,
    version: 0,
    bodies: [{ content: 'First' }, { content: 'Second' }],
    described: { content: 'First' },
  }),
};

const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Calls that seem to save a whole record, but can't overwrite somebody else's change; with the reason. */
const callsThatOverwriteNothing: Record<string, readonly string[]> = {
  'it adds another': [
    'POST /api/corrections',
    'POST /api/tickets/pay',
    'POST /api/tickets/waiting',
    'POST /members/api/admin/add_show_member',
    'POST /members/api/admin/invitations',
    'POST /members/api/admin/invite',
    'POST /members/api/bookings/import_orders',
    'POST /members/api/bookings/promo_codes',
    'POST /members/api/manage_shows_import',
    'POST /members/api/membership/import',
    'POST /members/api/register',
  ],
  'it does one thing, and looks at what is there': [
    'POST /api/tickets/hold',
    'POST /api/tickets/seats',
    'POST /members/api/bookings/orders/:id/correct_refund',
    'POST /members/api/bookings/orders/:id/exchange',
    'POST /members/api/bookings/orders/:id/give_back',
    'POST /members/api/bookings/orders/:id/settle',
    'POST /members/api/bookings/seats/:id/keep',
    'POST /members/api/bookings/letters',
  ],
  'it sends the id of what it replaces': [
    'POST /members/api/admin/mail_settings',
    'POST /members/api/admin/mail_settings/try',
  ],
  'it is one’s own, which nobody else saves': [
    'POST /api/tickets/waiting/:id/:key/change',
    'POST /members/api/account_settings/update_profile',
  ],
};

onEachSite(
  'every call that could overwrite somebody else’s change takes the version from which the save started',
  async ({ app }) => {
    const unseen = (await listVersionedSaves(app.routes)).filter((route) => !sendsVersion(route)).map(named);
    expect(unseen.sort()).toEqual(Object.values(callsThatOverwriteNothing).flat().sort());
  },
);

onEachSite(
  'the response to the second of two concurrent saves describes the first save, and who made it',
  async (on) => {
    expect(Object.keys(saves).sort()).toEqual(on.app.routes.filter(sendsVersion).map(named).sort());
    const ruth = await on.as(await on.a.user({ role: 'admin', firstname: 'Ruth', lastname: 'Bell' }));
    const tom = await on.as(await on.a.user({ role: 'admin', firstname: 'Tom', lastname: 'Pell' }));
    for (const [route, prepare] of Object.entries(saves)) {
      const { path, version, bodies, described, file } = await prepare(on, ruth);
      const [first, second] = bodies;
      const save = async (who: Browser, body: object) => {
        if (!file) {
          const { statusCode, ...answer } = await who.post(path, body);
          return { status: statusCode, body: answer.json() };
        }
        const form = new FormData();
        for (const [name, value] of Object.entries(body)) form.append(name, `${value}`);
        form.append(...file);
        return who.upload(path, form);
      };
      // A version that no database column can hold is refused before the database is queried
      for (const none of [1e12, -1e12]) {
        const { status } = await save(ruth, { ...first, version: none });
        expect({ route, none, status }).toEqual({ route, none, status: 400 });
      }
      const saved = await save(ruth, { ...first, version });
      expect({ route, ...saved.body }).toMatchObject({ route, code: 200 });
      const refused = await save(tom, { ...second, version });
      expect({ route, status: refused.status, ...refused.body }).toEqual({
        route,
        status: 409,
        code: 409,
        msg: expect.any(String),
        current: expect.objectContaining({ ...described, version: expect.any(Number), changed_by: 'Ruth Bell' }),
      });
      const { current } = refused.body as { current: { version: number } };
      // The save returned the version that the conflict names, so that another save can start from it
      expect({ route, version: Object(saved.body).version }).toEqual({ route, version: current.version });
      // Tom has seen the conflict, so he may overwrite the other save
      const over = await save(tom, { ...second, version: current.version });
      expect({ route, ...over.body }).toMatchObject({ route, code: 200 });
    }
  },
);

onEachSite(
  'removing your own access without confirmation gets the response `needs: confirmation`, not a conflict',
  async (on) => {
    const admin = await on.a.user({ role: 'admin' });
    const { post } = await on.as(admin);
    const access = `${base}/admin/users/${admin.id}`;
    const lessThanNow = { version: 1, role: 'member' };
    for (const [path, body] of [
      [`${access}/access`, lessThanNow],
      [`${access}/deactivate`, {}],
    ] as const) {
      const answer = (await post(path, body)).json();
      expect({ path, answer }).toEqual({ path, answer: { code: 409, msg: expect.any(String), needs: 'confirmation' } });
    }
  },
);
