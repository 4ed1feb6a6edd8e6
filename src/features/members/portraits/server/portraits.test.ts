import fc from 'fast-check';
import sharp from 'sharp';
import { expect } from 'vitest';
import { mergePeople, unmergePerson } from '#features/archive/shows/people/server/edit.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createPlan, createSubscription } from '#features/money/subscriptions/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';

const now = '2026-11-21T12:00:00.000Z';

async function buildPhotographForm(): Promise<FormData> {
  const picture = sharp({ create: { width: 900, height: 1200, channels: 3, background: '#a31' } });
  const content = await picture
    .withExif({ IFD0: { Artist: 'Secret Name' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'Ann at the sea.jpg');
  return form;
}

/** Creates a show with two people in its cast. Ann has an account, Pip doesn't. */
async function createSociety(on: SiteTestContext) {
  const { a, db } = on;
  const show = await a.show({
    title: 'Hamlet',
    credits: [inCast('Ann Hale', 'Gertrude'), inCast('Pip Hale', 'A page', 2), inCrew('Ann Hale', 'Props')],
  });
  const idOf = async (name: string) =>
    (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const ann = await a.user({ firstname: 'Ann', lastname: 'Hale' });
  await a.personOf(ann, 'Ann Hale');
  const admin = await as(on, { role: 'admin' });
  const [annId, pipId] = [await idOf('Ann Hale'), await idOf('Pip Hale')];
  const calls = (person: string) => `/members/api/portraits/${person}`;
  const portraitOf = async (person: string, who = admin) =>
    (await who.page(`/members/portrait/${person}`)).content.portrait as { id: string; consent: object | null } | null;
  const agree = async (who: typeof admin, person: string, answers: Record<string, string>) =>
    who.post(`${calls(person)}/agree`, { portrait: (await portraitOf(person))?.id ?? '', agreed: 'yes', ...answers });
  return { show, ann, own: await on.as(ann), admin, annId, pipId, calls, portraitOf, agree };
}

const as = async (on: SiteTestContext, user: Parameters<SiteTestContext['a']['user']>[0]) =>
  on.as(await on.a.user(user));

/** The public pages and feeds that could mention the show or the person. */
const publicPlaces = (show: string, person: string) => [
  ...['', '?react'].flatMap((form) => [`/past-shows/${show}/Hamlet${form}`, `/past-shows/member/${person}/X${form}`]),
  ...['/', '/past-shows', '/past-shows?react', '/search?q=Hale', '/search?react', '/sitedata'],
  ...['/sitemap.xml', '/calendar.ics', '/blog.xml', '/robots.txt'],
];

const bodies = async (on: Pick<SiteTestContext, 'get'>, places: readonly string[]) => {
  const found: [string, string][] = [];
  for (const place of places) found.push([place, (await on.get(place)).body]);
  return found;
};

onEachSite(
  'a member’s portrait is shown after they agree, and hidden at once when they withdraw their consent',
  async (on) => {
    const { show, own, admin, annId, calls, portraitOf, agree } = await createSociety(on);
    expect((await own.upload(`${calls(annId)}/upload`, await buildPhotographForm())).body).toMatchObject({ code: 200 });
    const { id = '' } = (await portraitOf(annId)) ?? {};
    const files = [`/portraits/${id}/small.webp`, `/portraits/${id}/large.webp`];
    const visibleAt = async () =>
      (await bodies(on, publicPlaces(show, annId))).filter(([, body]) => body.includes(id)).map(([place]) => place);
    const statuses = async (who: Pick<SiteTestContext, 'get'>) =>
      Promise.all(files.map(async (file) => (await who.get(file)).statusCode));

    expect(await visibleAt()).toEqual([]);
    expect([await statuses(on), await statuses(await as(on, {}))]).toEqual([
      [404, 404],
      [404, 404],
    ]);
    expect([await statuses(own), await statuses(admin)]).toEqual([
      [200, 200],
      [200, 200],
    ]);

    const refused = await agree(admin, annId, { is_adult: 'yes' });
    expect(refused.json()).toMatchObject({ code: 403, msg: 'Only Ann Hale can agree, in their own account settings.' });
    expect((await agree(own, annId, { is_adult: 'yes' })).json()).toMatchObject({ code: 200 });
    const onPages = publicPlaces(show, annId).slice(0, 4);
    expect((await visibleAt()).sort()).toEqual(onPages.sort());
    const small = await on.get(files[0] ?? '');
    expect(small.headers['cache-control']).toBe('public, max-age=300');
    const about = await sharp(small.rawPayload).metadata();
    expect([about.width, about.height, about.exif]).toEqual([160, 160, undefined]);
    const large = await sharp((await on.get(files[1] ?? '')).rawPayload).metadata();
    expect([large.width, large.height]).toEqual([600, 800]);
    // The structured data for search engines never contains a portrait
    for (const [, body] of await bodies(on, onPages)) {
      for (const [, data = ''] of body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
        expect(data).not.toContain('/portraits/');
      }
    }
    // On a show's page, only the cast has portraits
    const { content } = await on.page(`/past-shows/${show}/Hamlet`);
    expect(content.cast).toMatchObject([{ portrait: files[0] }, { name: 'Pip Hale' }]);
    expect(JSON.stringify([content.crew, (content.cast as object[])[1]])).not.toContain('portrait');

    expect((await own.post(`${calls(annId)}/withdraw`, {})).json()).toMatchObject({ code: 200 });
    expect(await visibleAt()).toEqual([]);
    expect(await statuses(on)).toEqual([404, 404]);
  },
);

onEachSite(
  'a child’s portrait isn’t shown until the name of a consenting parent or guardian is recorded',
  async (on) => {
    const { show, admin, pipId, calls, portraitOf, agree } = await createSociety(on);
    await admin.upload(`${calls(pipId)}/upload`, await buildPhotographForm());
    const { id = '' } = (await portraitOf(pipId)) ?? {};
    const body = async () => (await on.get(`/past-shows/${show}/Hamlet`)).body;
    // A person counts as under 18 unless somebody says otherwise
    for (const answers of [{}, { is_adult: 'no' }, { is_adult: 'no', guardian: ' ' }]) {
      expect((await agree(admin, pipId, answers)).json()).toMatchObject({
        code: 400,
        fields: { guardian: expect.any(String) },
      });
    }
    expect((await agree(admin, pipId, { agreed: '', guardian: 'Mary Hale' })).json()).toMatchObject({ code: 400 });
    expect(await body()).not.toContain(id);
    await expect(
      on.db.write((tx) => tx.updateTable('portrait_with_deleted').set({ consented_at: now }).execute()),
    ).rejects.toThrow();

    expect((await agree(admin, pipId, { guardian: 'Mary Hale' })).json()).toMatchObject({ code: 200 });
    expect(await body()).toContain(id);
    expect(await body()).not.toContain('Mary Hale');
    expect((await portraitOf(pipId))?.consent).toMatchObject({
      guardian: 'Mary Hale',
      wording: 'Show my portrait on the public pages of this site.',
    });
  },
);

onSite('a member who pays for a child can manage the child’s portrait until the child has an account', async (on) => {
  const { a, db } = on;
  const { admin, pipId, calls, portraitOf, agree } = await createSociety(on);
  const mary = await a.user({ firstname: 'Mary', lastname: 'Hale' });
  const parent = await on.as(mary);
  expect((await parent.get(`/members/portrait/${pipId}`)).statusCode).toBe(403);
  await write(db, async (tx) => {
    const yearly = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Youth' } as const;
    await createPlan(tx, yearly, { id: 'youthmember00001', now });
    await createSubscription(tx, {
      ...{
        id: 'subscription0001',
        user_id: mary.id,
        plan_id: 'youthmember00001',
        sub_for: 'OTHER',
        name: 'Pip Hale',
      },
      ...{ phone_number: '', e_con_name: '', e_con_phone: '', amount: 2500, status: 'active' },
      ...{ started_on: '2026-11-21', renews_on: '2027-09-01', cancelled_at: null, card_id: null, created_at: now },
      ...initialRenewalState,
    });
  });
  await admin.post('/members/api/subscriptions/subscription0001/person', { person: pipId });
  await parent.upload(`${calls(pipId)}/upload`, await buildPhotographForm());
  expect((await agree(parent, pipId, { is_adult: 'yes' })).json()).toMatchObject({ code: 403 });
  expect((await agree(parent, pipId, { guardian: 'Mary Hale' })).json()).toMatchObject({ code: 200 });
  expect((await parent.page('/members/account_settings')).content.portraits).toMatchObject([
    { name: 'Pip Hale', is_shown: true },
  ]);

  const pip = await a.user({ firstname: 'Pip', lastname: 'Hale' });
  await a.personOf(pip, 'Pip Hale');
  expect((await parent.post(`${calls(pipId)}/withdraw`, {})).statusCode).toBe(403);
  expect((await (await on.as(pip)).post(`${calls(pipId)}/withdraw`, {})).statusCode).toBe(200);
  expect((await portraitOf(pipId))?.consent).toBeNull();
});

onSite(
  'a consent to a portrait that has been replaced is refused, and so is an upload without a picture',
  async (on) => {
    const { own, admin, annId, calls, portraitOf, agree } = await createSociety(on);
    await own.upload(`${calls(annId)}/upload`, await buildPhotographForm());
    const first = (await portraitOf(annId))?.id ?? '';
    await admin.upload(`${calls(annId)}/upload`, await buildPhotographForm());
    expect((await agree(own, annId, { portrait: first, is_adult: 'yes' })).json()).toMatchObject({ code: 409 });
    expect((await portraitOf(annId))?.consent).toBeNull();
    const text = new FormData();
    text.append('file', new Blob(['Not a picture']), 'notes.txt');
    expect((await own.upload(`${calls(annId)}/upload`, text)).body).toMatchObject({ code: 415 });
    expect((await own.upload(`${calls(annId)}/upload`, new FormData())).body).toMatchObject({ code: 400 });
  },
);

onSite(
  'restoring a portrait that somebody else has just restored says that there is nothing to restore',
  async (on) => {
    const { admin, pipId, calls, portraitOf } = await createSociety(on);
    await admin.upload(`${calls(pipId)}/upload`, await buildPhotographForm());
    const portrait = (await portraitOf(pipId))?.id;
    await admin.post(`${calls(pipId)}/delete`, {});
    expect((await admin.post(`${calls(pipId)}/restore`, { portrait })).statusCode).toBe(200);
    const again = await admin.post(`${calls(pipId)}/restore`, { portrait });
    expect([again.statusCode, again.json().msg]).toEqual([
      404,
      'There’s nothing to restore: this has already been restored, or deleted for good.',
    ]);
  },
);

onSite('after random sequences of actions, strangers see only portraits with consent', async (on) => {
  const { db } = on;
  const { show, admin, annId, pipId, calls, portraitOf, agree } = await createSociety(on);
  // Ann is unlinked from her account, so that the admin may do everything
  await db.write((tx) => tx.deleteFrom('user_person').execute());
  const picture = await buildPhotographForm();
  /** The ids of the portraits with a consent that hasn't been withdrawn. */
  const agreed = new Set<string>();
  const deeds: Record<string, (person: string) => Promise<unknown>> = {
    upload: (person) => admin.upload(`${calls(person)}/upload`, picture),
    agree: (person) => agree(admin, person, { is_adult: 'yes' }),
    'agree for a child': (person) => agree(admin, person, { guardian: 'Mary Hale' }),
    'agree for a child alone': (person) => agree(admin, person, {}),
    withdraw: (person) => admin.post(`${calls(person)}/withdraw`, {}),
    delete: (person) => admin.post(`${calls(person)}/delete`, {}),
    restore: async (person) => {
      const { deleted } = (await admin.page(`/members/portrait/${person}`)).content;
      const [last] = deleted as { id: string }[];
      await admin.post(`${calls(person)}/restore`, { portrait: last?.id ?? annId });
    },
    merge: (person) =>
      write(db, (tx) => mergePeople(tx, { person, into: person === annId ? pipId : annId, by: 'Dee' }, now)),
    unmerge: (person) => write(db, (tx) => unmergePerson(tx, person, { now })),
  };
  const deed = fc.tuple(fc.constantFrom(...Object.keys(deeds)), fc.constantFrom(annId, pipId));
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 9 }), async (done) => {
      for (const [name, person] of [['upload', annId] as const, ['agree', annId] as const, ...done]) {
        const before = (await portraitOf(person))?.id ?? '';
        await deeds[name]?.(person);
        if (name === 'agree' || name === 'agree for a child') agreed.add(before);
        if (name === 'withdraw' || name === 'delete' || name === 'upload') agreed.delete(before);
        const { body } = await on.get(`/past-shows/${show}/Hamlet?react`);
        const seen = [...new Set([...body.matchAll(/\/portraits\/([\w-]+)\//g)].map(([, id = '']) => id))];
        for (const id of seen) {
          expect(agreed).toContain(id);
          expect((await on.get(`/portraits/${id}/small.webp`)).statusCode).toBe(200);
        }
        const rows = await db.read.selectFrom('portrait_with_deleted').select(['id', 'deleted_at']).execute();
        for (const { id } of rows.filter(({ id: row, deleted_at }) => deleted_at !== null || !seen.includes(row))) {
          expect((await on.get(`/portraits/${id}/small.webp`)).statusCode).toBe(404);
        }
      }
      for (const person of [annId, pipId]) await write(db, (tx) => unmergePerson(tx, person, { now }));
      await db.write((tx) => tx.deleteFrom('portrait_with_deleted').execute());
      agreed.clear();
    }),
    { numRuns: 4 },
  );
});
