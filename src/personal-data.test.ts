import { expect } from 'vitest';
import { mergePeople } from '#features/archive/shows/people/server/edit.ts';
import { formatRequestedChange } from '#features/box-office/waiting-list/party.ts';
import { recordWaitingParty } from '#features/box-office/waiting-list/server/index.ts';
import { postEntry } from '#features/money/ledger/server/index.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createPlan, createSubscription, createSubscriptionYear } from '#features/money/subscriptions/server/index.ts';
import { scheduleErasure } from '#features/society/accounts/server/index.ts';
import { listTableNames } from '#platform/server/database/core/rows.ts';
import { type Database, type Tables, write } from '#platform/server/database/index.ts';
import { queueEmail } from '#platform/server/mail/index.ts';
import { onEachSite } from '#tests/support/site/app.ts';
import { contributions, eraseDueAccounts } from '#tests/support/society/contributions.ts';
import { inCast } from '#tests/support/society/factories.ts';

const personalData = contributions('personalData');

/** The tables that the database layer itself needs. */
const databaseTables = ['migration', 'revision'];

const tableNames = async ({ engine, read }: Database) =>
  (await listTableNames(read, engine)).sort() as (keyof Tables)[];

onEachSite(
  'each table except the database layer’s own declares its personal data, or why it has none',
  async ({ db }) => {
    const there = await tableNames(db);
    expect(there.length).toBeGreaterThan(30);
    const answered = personalData.flatMap(({ tables }) => tables);
    const impersonal = contributions('nonPersonalTables').map(({ table }) => table);
    expect([...answered, ...impersonal, ...databaseTables].sort()).toEqual(there);
  },
);

/** Texts that only Ruth's data contains. Any table with one of them has data about her. */
const marks = {
  email: 'ruth.calloway@players.example',
  name: 'Ruth Calloway',
  before: 'Ruth Dunmore',
  short: 'Ru C.',
  phone: '07700 900123',
  contact: 'Tom of the Mill',
  contactNumber: '07700 900456',
  network: '192.0.2.77',
  device: 'RuthsTelephone/1.0',
};
const noon = '2026-11-21T12:00:00.000Z';

/** Creates data of many kinds about Ruth, by her own actions and by other people's. */
async function createDataAboutRuth({ a, db, as, post }: Parameters<Parameters<typeof onEachSite>[1]>[0]) {
  const ruth = await a.user({
    email: marks.email,
    firstname: 'Ruth',
    lastname: 'Calloway',
    phone_number: marks.phone,
    e_con_name: marks.contact,
    e_con_phone: marks.contactNumber,
    role: 'author',
  });
  const { id } = ruth;
  const show = await a.show({
    title: 'Blithe Spirit',
    credits: [inCast('Ruth Calloway', 'Elvira'), inCast('Ruth Dunmore', 'Edith', 2), inCast('Dee Moss', 'Ruth', 3)],
  });
  const dee = await a.user({ firstname: 'Dee', lastname: 'Moss', role: 'admin' });
  await a.personOf(ruth, marks.name);
  const person = async (name: string) =>
    (await db.read.selectFrom('person').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id;
  const [now, then] = [await person(marks.name), await person(marks.before)];
  const picture = await a.picture(`${marks.name} as Elvira`);
  await a.portrait(now, { agreedBy: id });
  const blogPost = await a.blogPost({ author: marks.name, title: 'From the wings' });
  await a.blogPost({ author: marks.name, title: 'From the stalls' });
  const signed = await a.post({ author: marks.name, show_id: show, title: 'Lines down by Friday' });
  const gone = await a.post({ author: marks.name, show_id: show, title: 'Never mind' });
  const letter = { fromName: 'Society', subject: 'Hello', at: noon };
  const row = { firstname: 'Ruth', lastname: 'Calloway', email: marks.email, email_key: marks.email, created_at: noon };
  const soon = '2027-12-01T00:00:00.000Z';
  await write(db, async (tx) => {
    await mergePeople(tx, { person: then, into: now, by: marks.name }, noon);
    await tx.insertInto('media_person').values({ media_id: picture, person_id: now, ord: 1 }).execute();
    await tx
      .insertInto('show_media')
      .values({ show_id: show, media_id: picture, ord: 1, caption: marks.name, featured: 0 })
      .execute();
    await tx
      .updateTable('media_with_deleted')
      .set({ consent: `${marks.name} said yes`, credit: marks.name })
      .where('id', '=', picture)
      .execute();
    await tx.updateTable('post_with_deleted').set({ changed_by: marks.name }).where('id', '=', signed).execute();
    await tx.updateTable('show').set({ updated_by: id }).where('id', '=', show).execute();
    await tx.updateTable('media_with_deleted').set({ file_updated_by: id }).where('id', '=', picture).execute();
    const album = { id: 'albumofpictures1', name: 'Dress', cover_id: null, version: 1, deleted_at: null };
    await tx
      .insertInto('album_with_deleted')
      .values({ ...album, changed_by: marks.name, created_at: noon })
      .execute();
    await tx.insertInto('show_gallery').values({ show_id: show, version: 1, changed_by: marks.name }).execute();
    await tx
      .updateTable('blog_post_with_deleted')
      .set({ changed_by: marks.name, deleted_by: marks.name, deleted_at: noon })
      .where('key', '=', blogPost)
      .execute();
    const file = { name: 'Notes.txt', content_type: 'text/plain', bytes: 3, storage_key: 'none', created_at: noon };
    await tx
      .insertInto('file_with_deleted')
      .values({
        ...file,
        id: 'deletedfile00001',
        show_id: show,
        post_id: null,
        member_docs: 'no',
        version: 1,
        managed_with: show,
        with_post: 0,
        deleted_at: noon,
        deleted_by: marks.name,
      })
      .execute();
    await tx
      .insertInto('session')
      .values({
        id: 'sessionofruth001',
        token_hash: 'secret-session',
        user_id: id,
        stage: 'full',
        device: marks.device,
        address: marks.network,
        created_at: noon,
        last_used_at: noon,
        authenticated_at: noon,
        second_factor_at: '',
        expires_at: soon,
      })
      .execute();
    await tx
      .insertInto('known_device')
      .values({ token_hash: 'secret-device', user_id: id, last_used_at: noon })
      .execute();
    await tx
      .insertInto('registration')
      .values({
        ...row,
        id: 'registration0001',
        token_hash: 'secret-registration',
        password_hash: 'secret-hash',
        invitation_id: '',
        expires_at: soon,
        used_at: null,
      })
      .execute();
    await tx
      .insertInto('invitation')
      .values({
        ...row,
        id: 'invitation000001',
        token_hash: 'secret-invitation',
        role: 'member',
        expires_at: soon,
        used_at: null,
      })
      .execute();
    await tx
      .insertInto('single_use_link')
      .values({
        id: 'link000000000001',
        token_hash: 'secret-link',
        purpose: 'reset',
        user_id: id,
        email: marks.email,
        created_at: noon,
        expires_at: soon,
        used_at: null,
      })
      .execute();
    await tx.insertInto('user_item').values({ user_id: id, item: 'bookings', allowed: 1 }).execute();
    await tx
      .insertInto('totp')
      .values({ user_id: id, secret: 'secret-totp', last_step: 1, enabled_at: noon })
      .execute();
    await tx
      .insertInto('recovery_code')
      .values({ id: 'recovery00000001', user_id: id, mark: 'secret-code', created_at: noon, used_at: null })
      .execute();
    await tx
      .insertInto('passkey')
      .values({
        id: 'passkey000000001',
        user_id: id,
        name: 'Ruth’s laptop',
        credential_id: 'secret-credential',
        public_key: 'secret-key',
        counter: 1,
        transports: '[]',
        created_at: noon,
        last_used_at: null,
      })
      .execute();
    await tx
      .insertInto('wrong_code')
      .values({ id: 'wrongcode0000001', user_id: id, session_id: 'sessionofruth001', at: noon })
      .execute();
    await tx
      .insertInto('calendar_feed')
      .values({ id: 'calendar00000001', user_id: id, token_hash: 'secret-feed', created_at: noon })
      .execute();
    const paid = { at: noon, kind: 'charge', environment: 'production', source: 'cash', pence: 2500 } as const;
    const about = { about: 'subscription', plan_id: 'fullmember000001', label: 'Full member' } as const;
    await postEntry(tx, { ...paid, id: 'entryofruth00001', about, payer: { user_id: id } });
    await postEntry(tx, { ...paid, id: 'entryofruth00002', about, payer: { name: marks.name } });
    await postEntry(tx, { ...paid, id: 'entryofother0001', about, payer: { name: 'Dee Moss' } });
    const yearly = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
    await createPlan(tx, yearly, { id: 'fullmember000001', now: noon });
    await createSubscription(tx, {
      ...{ id: 'subscription0001', user_id: id, plan_id: 'fullmember000001', sub_for: 'OTHER', name: 'Pip Calloway' },
      ...{ phone_number: marks.phone, e_con_name: marks.contact, e_con_phone: marks.contactNumber },
      ...{ amount: 2500, status: 'active', started_on: '2026-11-21', renews_on: '2027-09-01' },
      ...{ cancelled_at: null, card_id: null, created_at: noon, ...initialRenewalState },
    });
    await createSubscriptionYear(tx, {
      ...{
        id: 'entryofruth00001',
        subscription_id: 'subscription0001',
        begins_on: '2026-11-21',
        renews_on: '2027-09-01',
      },
      ...{ amount: 2500, source: 'cash', entry_id: 'entryofruth00001' },
    });
    const paperMember = {
      ...{ name: marks.name, phone: marks.phone, created_at: noon, from_payment: 0 as const },
      ...{ plan_id: 'fullmember000001', amount: 2500, paid_on: null, source: null, paid_until: '2026-08-31' },
    } as const;
    await tx
      .insertInto('paper_member')
      .values([
        { ...paperMember, id: 'papermember00001', email: marks.email, email_key: marks.email },
        { ...paperMember, id: 'papermember00002', email: '', email_key: '' },
      ])
      .execute();
    await tx.insertInto('membership_reminder').values({ email_key: marks.email, sent_at: noon }).execute();
    await tx
      .insertInto('gift_aid_declaration')
      .values({
        ...{ id: 'declaration00001', user_id: id, title: 'Mrs', firstname: 'Ruth', lastname: 'Calloway', house: '4' },
        ...{ address: 'Mill Lane', postcode: 'LN1 2AB', wording: '2015-10-21', society: 'Players' },
        ...{ declared_at: noon, ended_at: null },
      })
      .execute();
    await queueEmail(tx, {
      ...letter,
      id: 'mail000000000001',
      idempotencyKey: '1',
      to: 'Ruth.Calloway@Players.Example',
      text: 'Your link: secret-in-a-mail',
    });
    await queueEmail(tx, {
      ...letter,
      id: 'mail000000000002',
      idempotencyKey: '2',
      to: 'committee@players.example',
      subject: 'Somebody looked',
      text: `${marks.name} looked.`,
    });
    await queueEmail(tx, {
      ...letter,
      id: 'mail000000000003',
      idempotencyKey: '3',
      to: 'committee@players.example',
      text: 'Nothing of her',
    });
  });
  await a.correction({ show_id: show, name: marks.name, email: marks.email.toUpperCase(), note: 'I was Elvira' });
  await a.correction({ show_id: show, right: 'Coward', state: 'refused', decided_by: marks.name });
  // These are corrections of her name by others, applied and open
  const renamed = JSON.stringify({ of: 'name', after: 'R. Calloway', name: marks.name });
  const ofName = { show_id: null, person_id: now, what: 'name', was: marks.name, right: 'R. Calloway' } as const;
  await a.correction({ ...ofName, state: 'applied', undo: renamed });
  const edith = await db.read.selectFrom('credit').select('id').where('role', '=', 'Edith').executeTakeFirstOrThrow();
  const ofPart = { show_id: show, what: 'credit', credit_id: edith.id, was: `Edith: ${marks.before}` } as const;
  await a.correction({ ...ofPart, role: 'Edith, a maid' });
  await a.correction({ show_id: show, what: 'missing', right: marks.name, role: 'Prompter' });
  const added = JSON.stringify({ of: 'added', after: 'Edith', credit: edith.id });
  await a.correction({ show_id: show, what: 'missing', right: marks.short, state: 'applied', undo: added });
  await post('/api/contact', {
    name: 'R.',
    contact: ' RUTH.Calloway@players.example',
    subject: 'Other',
    message: 'From my address',
  });
  await post('/api/contact', { name: 'R.', contact: '+44 7700 900 123', subject: 'Other', message: 'From my number' });
  await post('/api/contact', { name: 'S.', contact: '07700 900999', subject: 'Other', message: 'Not hers' });
  const [asRuth, asDee] = [await as(ruth), await as(dee)];
  const idea = { about: 'idea', message: 'More lamps', device: marks.device, wants_reply: true };
  const told = await asRuth.post('/members/api/feedback', idea, { 'idempotency-key': 'key-of-ruths-browser' });
  expect(told.json()).toMatchObject({ code: 200 });
  expect((await asDee.send('POST', `/members/emergency_contacts/${show}?react`)).statusCode).toBe(200);
  expect((await asDee.send('DELETE', `/members/api/posts/${gone}`)).statusCode).toBe(200);
  const evening = await a.performance({ show_id: show });
  const party = { id: 'partyofruth00001', show, name: marks.name, email: marks.email, size: 2, dates: [evening] };
  await write(db, async (tx) => {
    await recordWaitingParty(tx, party, noon);
    const asked = { requested_change: formatRequestedChange({ size: 3, dates: [evening] }) };
    await tx.updateTable('waiting_party').set(asked).where('id', '=', party.id).execute();
  });
  return { ruth, dee, show, asRuth };
}

/** Lists the tables that contain one of these texts. */
async function listTablesWithTexts(db: Database, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const table of await tableNames(db)) {
    const rows = JSON.stringify(await db.read.selectFrom(table).selectAll().execute()).toLowerCase();
    for (const text of texts) if (rows.includes(text.toLowerCase())) found.push(`${table}: ${text}`);
  }
  return found;
}

onEachSite(
  'a data download has only those messages and corrections with the person’s email address or phone number',
  async (on) => {
    const { ruth, asRuth } = await createDataAboutRuth(on);
    // The first address has wildcards of LIKE, and a letter that each engine folds differently. The second address
    // matches the same pattern but belongs to another person
    await on.a.correction({ email: 'ZOË_100%@players.example', note: 'In capitals' });
    await on.a.correction({ email: 'zoeë_1000@players.example', note: 'Of another' });
    const held = async () => (await asRuth.get('/members/api/account_settings/my_data')).json();
    const written = (await held()).messages.map(({ message }: { message: string }) => message);
    expect(written.sort()).toEqual(['From my address', 'From my number']);
    await write(on.db, (tx) =>
      tx.updateTable('user').set({ email: 'zoë_100%@players.example' }).where('id', '=', ruth.id).execute(),
    );
    const { messages, corrections } = await held();
    expect(messages).toMatchObject([{ message: 'From my number' }]);
    expect(corrections).toMatchObject([{ note: 'In capitals' }]);
  },
);

onEachSite(
  'a data download has all data about the person, but no secrets and nothing from other people’s messages or accounts',
  async (on) => {
    const { ruth, asRuth, dee } = await createDataAboutRuth(on);
    const answer = await asRuth.get('/members/api/account_settings/my_data');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    });
    const data = answer.json();
    expect(Object.keys(data)).toEqual(['held_by', 'made_at', ...personalData.map(({ name }) => name)]);
    expect(data.account).toMatchObject({
      id: ruth.id,
      email: marks.email,
      phone_number: marks.phone,
      emergency_contact: { name: marks.contact, number: marks.contactNumber },
      permissions_changed_by_an_admin: [{ item: 'bookings', allowed: 1 }],
      registered: [{ email: marks.email }],
      invited: [{ email: marks.email }],
      links_mailed: [{ purpose: 'reset' }],
    });
    expect(data.devices.signed_in).toContainEqual(
      expect.objectContaining({ device: marks.device, address: marks.network }),
    );
    expect(data.devices.remembered_browsers_last_used).toEqual([noon]);
    expect(data.second_factor).toMatchObject({
      recovery_codes_left: 1,
      passkeys: [{ name: 'Ruth’s laptop' }],
      wrong_codes: [noon],
    });
    expect(data.emergency_contact_seen).toEqual([{ at: noon, by: 'Dee Moss', show: 'Blithe Spirit' }]);
    expect(data.credits.names.map(({ name }: { name: string }) => name)).toEqual([marks.name, marks.before]);
    expect(data.credits.shows.map(({ role }: { role: string }) => role).sort()).toEqual(['Edith', 'Elvira']);
    expect(data.pictures).toMatchObject([{ alt: `${marks.name} as Elvira`, consent: `${marks.name} said yes` }]);
    expect(data.posts.map(({ title }: { title: string }) => title)).toEqual(['Lines down by Friday', 'Never mind']);
    expect(data.blog_posts).toMatchObject([{ title: 'From the stalls' }, { title: 'From the wings', deleted: true }]);
    expect(data.blog_posts[0]).not.toHaveProperty('deleted');
    expect(data.files_deleted).toEqual([{ name: 'Notes.txt', deleted_at: noon }]);
    expect(data.feedback).toMatchObject([{ message: 'More lamps' }]);
    expect(data.answers).toMatchObject([{ call: 'POST /members/api/feedback' }]);
    expect(data.messages.map(({ message }: { message: string }) => message).sort()).toEqual([
      'From my address',
      'From my number',
    ]);
    expect(data.corrections).toMatchObject([{ note: 'I was Elvira' }]);
    expect(data.shows_last_saved).toEqual(['Blithe Spirit']);
    expect(data.pictures_last_saved).toHaveLength(1);
    expect(data.portraits.portraits).toMatchObject([{ person: marks.name, is_adult: 1, guardian: '' }]);
    expect(data['waiting lists']).toMatchObject([{ email: marks.email, size: 2, status: 'waiting' }]);
    const [{ performances, requested_change }] = data['waiting lists'];
    expect(performances).toEqual([expect.stringMatching(/^20/)]);
    expect(requested_change).toEqual({ size: 3, performances });
    expect(data.calendar_feed).toEqual([{ created_at: noon }]);
    expect(data.mails).toMatchObject([{ subject: 'Hello' }]);
    const paid = { day: '2026-11-21', kind: 'charge', about: 'Full member', amount: '£25.00', by: 'Cash' };
    expect(data.payments).toEqual([paid, paid]);
    const looked = data.log.find(({ actor_name }: { actor_name: string }) => actor_name === 'Dee Moss');
    expect(looked).toMatchObject({ action: 'viewed a member’s emergency contact', address: '' });

    expect(answer.body).not.toMatch(/secret-/);
    expect(answer.body).not.toContain(dee.email);
    expect(answer.body).not.toContain('Not hers');
    expect(answer.body).not.toContain('password_hash');
  },
);

onEachSite(
  'thirty days after a request for erasure, only picture texts and Gift Aid declarations name the person',
  async (on) => {
    const { db, as } = on;
    const { ruth, dee, show } = await createDataAboutRuth(on);
    const texts = [...Object.values(marks), ruth.id];
    // Checks first that each of these texts is stored somewhere
    for (const text of texts) expect(await listTablesWithTexts(db, [text])).not.toEqual([]);
    await write(db, async (tx) => {
      const due_at = '2026-12-21T12:00:00.000Z';
      await scheduleErasure(tx, { user_id: ruth.id, shown_as: 'initials', asked_at: noon, due_at, kept_shut: 0 });
    });
    await eraseDueAccounts(db, personalData, '2026-12-21T11:59:59.999Z');
    expect(await listTablesWithTexts(db, [marks.email])).toContain(`user: ${marks.email}`);

    await eraseDueAccounts(db, personalData, '2026-12-21T12:00:00.000Z');
    // Texts about pictures aren't erased automatically, because only an admin can see what a picture shows
    const pictures = [`media_with_deleted: ${marks.name}`, `show_media: ${marks.name}`];
    expect((await listTablesWithTexts(db, texts)).sort()).toEqual(pictures);

    // Nobody can restore the portrait, and the next night deletes it
    const portraits = db.read.selectFrom('portrait_with_deleted').select(['consented_at', 'deleted_at']);
    expect(await portraits.execute()).toEqual([{ consented_at: null, deleted_at: '2026-11-21T12:00:00.000Z' }]);

    // HMRC may ask the society for the declaration after the member has left
    expect(await db.read.selectFrom('gift_aid_declaration').select(['user_id', 'house', 'ended_at']).execute()).toEqual(
      [{ user_id: null, house: '4', ended_at: '2026-12-21T12:00:00.000Z' }],
    );
    const page = (await (await as(dee)).page(`/past-shows/${show}/Blithe_Spirit`)).content;
    expect(page.cast).toMatchObject([
      { name: 'R. C.', role: 'Elvira' },
      { name: 'R. C.', role: 'Edith' },
      { name: 'Dee Moss', role: 'Ruth' },
    ]);
    const others = await db.read.selectFrom('mail').select('id').where('id', 'like', 'mail%').execute();
    expect(others.map(({ id }) => id).sort()).toEqual(['mail000000000002', 'mail000000000003']);
    const messages = await db.read
      .selectFrom('inbox_message')
      .select(['message', 'user_id'])
      .orderBy('message')
      .execute();
    expect(messages).toEqual([
      { message: 'More lamps', user_id: null },
      { message: 'Not hers', user_id: null },
    ]);
  },
);

onEachSite(
  'erasing one of two members with the same name leaves the name on the other member’s posts',
  async ({ a, db, as }) => {
    const [one, other] = [
      await a.user({ firstname: 'Jo', lastname: 'Vale' }),
      await a.user({ firstname: 'Jo', lastname: 'Vale' }),
    ];
    const [first, second] = [await a.post({ author: 'Jo Vale' }), await a.post({ author: 'Jo Vale' })];
    await write(db, async (tx) => {
      const entry = { actor_name: 'Jo Vale', action: 'post.created', detail: '', address: '', at: noon };
      await tx
        .insertInto('audit')
        .values({ ...entry, id: 'audit00000000001', actor_id: one.id, subject: first })
        .execute();
      await tx
        .insertInto('audit')
        .values({ ...entry, id: 'audit00000000002', actor_id: other.id, subject: second })
        .execute();
      await scheduleErasure(tx, { user_id: one.id, shown_as: 'member', asked_at: noon, due_at: noon, kept_shut: 0 });
    });
    const theirs = (await (await as(other)).get('/members/api/account_settings/my_data')).json();
    expect(theirs.posts).toHaveLength(1);
    await eraseDueAccounts(db, personalData, noon);
    const authors = await db.read.selectFrom('post').select(['id', 'author']).execute();
    expect(new Map(authors.map(({ id, author }) => [id, author]))).toEqual(
      new Map([
        [first, 'A member'],
        [second, 'Jo Vale'],
      ]),
    );
  },
);

onEachSite(
  'erasing a member deletes paper-list rows with the same name, unless the phone number differs',
  async ({ a, db, as }) => {
    const jo = await a.user({ firstname: 'Jo', lastname: 'Vale', role: 'admin', phone_number: '+44 7700 900 123' });
    const row = {
      ...{ name: 'Jo Vale', email: '', email_key: '', created_at: noon, from_payment: 0 as const },
      ...{ plan_id: 'fullmember000001', amount: 2500, paid_on: null, source: null, paid_until: '2026-08-31' },
    } as const;
    await write(db, async (tx) => {
      const plan = { amount: 2500, period: 'yearly', renewal_month: '09', desc: '', levelName: 'Full member' } as const;
      await createPlan(tx, plan, { id: 'fullmember000001', now: noon });
      await tx
        .insertInto('paper_member')
        .values([
          { ...row, id: 'papermember00001', phone: '07700 900123' },
          { ...row, id: 'papermember00002', phone: '' },
          { ...row, id: 'papermember00003', phone: '01632 960001' },
          { ...row, id: 'papermember00004', name: 'Ann Other', phone: '07700 900123' },
        ])
        .execute();
    });
    const data = (await (await as(jo)).get('/members/api/account_settings/my_data')).json();
    expect(data.subscriptions.on_paper).toHaveLength(2);
    const erasure = { shown_as: 'member', asked_at: noon, due_at: noon, kept_shut: 0 } as const;
    await write(db, (tx) => scheduleErasure(tx, { user_id: jo.id, ...erasure }));
    await eraseDueAccounts(db, personalData, noon);
    const left = await db.read.selectFrom('paper_member').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual(['papermember00003', 'papermember00004']);
  },
);
