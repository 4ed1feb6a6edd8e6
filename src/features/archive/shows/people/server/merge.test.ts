import fc from 'fast-check';
import { expect } from 'vitest';
import { type Database, write } from '#platform/server/database/index.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { factories, inCast, inCrew } from '#tests/support/society/factories.ts';
import { setShowArchived } from '../../server/store.ts';
import { mergePeople, unmergePerson } from './edit.ts';
import { setCreditStyle } from './user-persons.ts';

const now = '2026-11-21T12:00:00.000Z';

const idOf = async (db: Database, name: string) =>
  (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
const merge = async (db: Database, person: string, into: string) =>
  write(db, async (tx) => mergePeople(tx, { person, into, by: 'Ruth' }, now));
const credits = (db: Database) => db.read.selectFrom('credit').selectAll().orderBy('id').execute();

onEachSite('the page of a merged person redirects to the remaining person, and credits stay as printed', async (on) => {
  const { a, db, get, page } = on;
  await a.show({ title: 'Hamlet', credits: [inCast('Ann Stott', 'Gertrude')] });
  await a.show({ title: 'Macbeth', credits: [inCast('Ann Hale', 'First witch')] });
  const [stott, hale] = [await idOf(db, 'Ann Stott'), await idOf(db, 'Ann Hale')];
  expect(await merge(db, stott, hale)).toBeUndefined();

  const old = await get(`/past-shows/member/${stott}/Ann_Stott`);
  expect([old.statusCode, old.headers.location]).toEqual([301, `/past-shows/member/${hale}/Ann_Hale`]);
  expect((await get(`/past-shows/member/${stott}`)).headers.location).toBe(`/past-shows/member/${hale}/Ann_Hale`);
  const { content } = await page(`/past-shows/member/${hale}/Ann_Hale`);
  expect(content.shows).toMatchObject([{ title: 'Hamlet', cast: 'Gertrude' }, { title: 'Macbeth' }]);
  expect(content.person).toMatchObject({ also_known_as: ['Ann Stott'] });
  const { content: search } = await page('/search');
  const names = (search.items as { type: string; title: string }[]).filter(({ type }) => type === 'member');
  expect(names.map(({ title }) => title)).toEqual(['Ann Hale']);

  // Another programme with the old name credits the same person
  const third = await a.show({ title: 'Tartuffe', credits: [inCast('Ann Stott', 'Elmire')] });
  const { content: tartuffe } = await page(`/past-shows/${third}/Tartuffe`);
  expect(tartuffe.cast).toEqual([{ id: hale, name: 'Ann Stott', role: 'Elmire', order: 1 }]);

  await write(db, (tx) => unmergePerson(tx, stott, { now }));
  const { content: stotts } = await page(`/past-shows/member/${stott}/Ann_Stott`);
  expect((stotts.shows as { title: string }[]).map(({ title }) => title).sort()).toEqual(['Hamlet', 'Tartuffe']);
});

onEachEngine('unmerging people in any order leaves every credit as it was', async ({ db }) => {
  const a = factories(db, createDiskStorage('/nonexistent'));
  const names = ['Ann Hale', 'Ann Stott', 'A. Hale', 'Annie Hale'];
  await a.show({ title: 'Hamlet', credits: names.map((name, at) => inCast(name, `Part ${at}`)) });
  await a.show({ title: 'Macbeth', credits: names.slice(1).map((name) => ({ ...inCrew(name, 'Props'), as: 'Nan' })) });
  const ids = await Promise.all(names.map((name) => idOf(db, name)));
  const before = await credits(db);
  const someone = fc.constantFrom(...ids);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(someone, someone), { maxLength: 5 }),
      fc.shuffledSubarray(ids, { minLength: 4 }),
      async (pairs, order) => {
        for (const [person, into] of pairs) await merge(db, person, into);
        for (const { person_id, merged_from } of await credits(db)) expect(person_id).not.toBe(merged_from);
        for (const person of order) await write(db, (tx) => unmergePerson(tx, person, { now }));
        expect(await credits(db)).toEqual(before);
      },
    ),
    { numRuns: 25 },
  );
});

onEachEngine(
  'merged people share the strongest of their credit-style choices until they are unmerged',
  async ({ db }) => {
    const a = factories(db, createDiskStorage('/nonexistent'));
    const names = ['Daisy Ferrar', 'Dasy Ferar', 'D. Ferar'];
    await a.show({ title: 'Hamlet', credits: names.map((name, at) => inCast(name, `Part ${at}`)) });
    const [kept = '', ...others] = await Promise.all(names.map((name) => idOf(db, name)));
    await write(db, (tx) => setCreditStyle(tx, kept, 'as_printed', 'owner'));
    for (const other of others) {
      await write(db, (tx) => setCreditStyle(tx, other, 'new_only', 'owner'));
      await merge(db, other, kept);
    }
    const chosen: string[] = [];
    for (const other of ['', ...others]) {
      if (other) await write(db, (tx) => unmergePerson(tx, other, { now }));
      const person = await db.read.selectFrom('person').selectAll().where('id', '=', kept).executeTakeFirstOrThrow();
      chosen.push(`${person.credit_style} ${person.credit_style_by}`);
    }
    expect(chosen).toEqual(['new_only owner', 'new_only owner', 'as_printed owner']);
  },
);

onEachSite('a merge links both people to one member, and is refused if they have different members', async (on) => {
  const { a, db } = on;
  await a.show({ title: 'Hamlet', credits: [inCrew('Dee Moss', 'Director')] });
  await a.show({ title: 'Macbeth', credits: [inCrew('Dee Park', 'Director')] });
  await a.show({ title: 'Othello', credits: [inCrew('Oli Park', 'Director')] });
  const [moss, park, oli] = await Promise.all(['Dee Moss', 'Dee Park', 'Oli Park'].map((name) => idOf(db, name)));
  const [dee, other] = [await a.user(), await a.user()];
  await a.personOf(dee, 'Dee Moss');
  await a.personOf(other, 'Oli Park');
  const persons = (id: string) =>
    db.read.selectFrom('user_person').select('person_id').where('user_id', '=', id).orderBy('person_id').execute();

  expect(await merge(db, moss ?? '', oli ?? '')).toBe('two users');
  expect(await merge(db, moss ?? '', park ?? '')).toBeUndefined();
  expect((await persons(dee.id)).map(({ person_id }) => person_id)).toEqual([moss, park].sort());
  await write(db, (tx) => unmergePerson(tx, moss ?? '', { now }));
  expect(await persons(dee.id)).toEqual([{ person_id: moss }]);
});

onEachSite(
  'saving a show reports a conflict if somebody in it has since been renamed, merged or unmerged',
  async (on) => {
    const { a, as, at, db } = on;
    const admin = await as(await a.user({ role: 'admin' }));
    const hamlet = await a.show({
      title: 'Hamlet',
      credits: [inCast('Lyn Marsh', 'Ghost'), inCrew('Lyn Marsh', 'Props')],
    });
    const macbeth = await a.show({ title: 'Macbeth', credits: [inCast('Lynn Marsh', 'Banquo')] });
    const lyn = await idOf(db, 'Lyn Marsh');
    const lynn = await idOf(db, 'Lynn Marsh');
    const saved = async (id: string) =>
      db.read.selectFrom('show').select(['version', 'updated_at']).where('id', '=', id).executeTakeFirstOrThrow();
    const untouched = await saved(macbeth);
    const edits: [string, object][] = [
      ['rename', { name: 'Lyn Moor', how: 'misspelt' }],
      ['merge', { into: lynn }],
      ['unmerge', {}],
    ];
    for (const [index, [edit, body]] of edits.entries()) {
      const before = await saved(hamlet);
      at(`2026-11-21T12:0${index + 1}:00.000Z`);
      expect((await admin.post(`/members/api/people/${lyn}/${edit}`, body)).json()).toMatchObject({ code: 200 });
      expect({ edit, ...(await saved(hamlet)) }).toMatchObject({ edit, version: before.version + 1 });
      // A client that sends the time of its last known save instead of a version also gets a conflict
      for (const began of [{ version: before.version }, { updated_at: before.updated_at }]) {
        const refused = await admin.post(`/members/api/manage_shows/${hamlet}`, { ...began, title: 'Hamlet' });
        expect({ edit, began, status: refused.statusCode }).toEqual({ edit, began, status: 409 });
      }
    }
    expect(await saved(macbeth)).toEqual(untouched);
  },
);

onSite('a show saved while two people are merged keeps both of their credits for one role', async (on) => {
  const { a, as, db } = on;
  const admin = await as(await a.user({ role: 'admin' }));
  const show = await a.show({ credits: [inCast('Ann Hale', 'Chorus'), inCast('Anne Hale', 'Chorus')] });
  const [ann, anne] = [await idOf(db, 'Ann Hale'), await idOf(db, 'Anne Hale')];
  const before = await credits(db);
  await merge(db, ann, anne);
  const { content } = await admin.page(`/members/manage_shows/${show}/x`);
  const { currentRoles } = content as { currentRoles: { people: object[] }[] };
  // The roles as the editor sends them, then as sent by a client that doesn't know about credits
  const sent = currentRoles.map(({ people, ...role }) => ({ ...role, members: people }));
  for (const roles of [sent, currentRoles.map(({ people: _, ...role }) => role)]) {
    const saved = await admin.post(`/members/api/manage_shows/${show}`, { title: 'Hair', roles });
    expect(saved.json()).toMatchObject({ code: 200 });
  }
  await write(db, (tx) => unmergePerson(tx, ann, { now }));
  expect(await credits(db)).toEqual(before);
});

onEachSite('the old address of a merged person reveals no name that is only in archived shows', async (on) => {
  const { a, db, get } = on;
  const show = await a.show({ credits: [inCast('Ann Stott', 'Gertrude'), inCast('Ann Hale', 'Ghost')] });
  await write(db, (tx) => setShowArchived(tx, show, now));
  const [stott, hale] = [await idOf(db, 'Ann Stott'), await idOf(db, 'Ann Hale')];
  await merge(db, stott, hale);
  for (const path of [`/past-shows/member/${stott}`, `/past-shows/member/${stott}/x`, `/corrections/person/${stott}`]) {
    const { statusCode, headers } = await get(path);
    expect({ path, statusCode, to: headers.location }).toEqual({ path, statusCode: 404, to: undefined });
  }
});
