import { expect } from 'vitest';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createSubscription } from '#features/money/subscriptions/server/index.ts';
import { FilePageContent } from '#features/publishing/files/contract.ts';
import { Post } from '#features/publishing/posts/contract.ts';
import { SiteData } from '#features/website/site/contract.ts';
import { write } from '#platform/server/database/index.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { inCast, inCrew } from '#tests/support/society/factories.ts';
import { DashboardContent, MembersShowContent, MembersShowsContent } from '../contract.ts';

const ahead = { title: 'Hamlet', first_date: '2027-04-14', date: '2027-04-17' };
/** Returns nine o'clock on the day that is `days` days before today. */
const ago = (days: number) => new Date(Date.parse('2026-11-21T09:00:00.000Z') - days * 86_400_000).toISOString();
const titles = (entries: readonly { title: string }[]) => entries.map(({ title }) => title);

onSite(
  'the dashboard lists posts, files of shows and documents of the last sixty days, newest first',
  async ({ a, as }) => {
    const show_id = await a.show(ahead);
    await a.post({
      title: 'Out last',
      type: 'private',
      show_id,
      content: '**Bring** a [plate](/x).',
      published_at: ago(0),
    });
    await a.post({ title: 'Auditions', type: 'auditions', published_at: ago(3) });
    await a.post({ title: 'Sixty days ago', published_at: ago(60) });
    await a.post({ title: 'Too long ago', published_at: ago(61) });
    await a.post({ title: 'Not out yet', published_at: '2026-11-21T12:00:00.001Z' });
    const script = await a.file({ show_id, name: 'Act_two, corrected.txt' });
    await a.file({ member_docs: 'members', name: 'Minutes.txt' });
    await a.file({ post_id: await a.post({ title: 'With a file', published_at: ago(1) }), name: 'Attached.txt' });
    const { page } = await as(await a.user({ firstname: 'Ruth' }));
    const { content } = await page('/members/dashboard');
    const dashboard = DashboardContent.strict().parse(content);
    expect(titles(dashboard.posts).slice(0, 2).sort()).toEqual(['Act two, corrected.txt', 'Minutes.txt']);
    expect(titles(dashboard.posts).slice(2)).toEqual(['Out last', 'With a file', 'Auditions', 'Sixty days ago']);
    expect(dashboard.greeting).toBe('Good afternoon, Ruth');
    expect(dashboard.posts[2]).toMatchObject({
      date: '2026-11-21T09:00:00+00:00',
      show_title: 'Hamlet',
      content: 'Bring a plate.',
      type: 'post',
    });
    expect(dashboard.posts.find(({ id }) => id === script)).toMatchObject({
      content: '',
      type: 'file',
      show_title: 'Hamlet',
      link: `/members/file/${script}/Act_two%2C_corrected.txt`,
    });
    expect(dashboard.first_view).toBeUndefined();
  },
);

onSite('a scheduled post is on the dashboard from its publication, for sixty days', async (on) => {
  const { a, as, at } = on;
  await a.post({ title: 'At noon tomorrow', type: 'private', published_at: '2026-11-22T12:00:00.000Z' });
  const member = await a.user();
  const seen = async (moment: string) => {
    at(moment);
    const { content } = await (await as(member)).page('/members/dashboard');
    return titles(DashboardContent.parse(content).posts);
  };
  expect(await seen('2026-11-22T11:59:59.999Z')).toEqual([]);
  expect(await seen('2026-11-22T12:00:00.000Z')).toEqual(['At noon tomorrow']);
  expect(await seen('2027-01-21T23:00:00.000Z')).toEqual(['At noon tomorrow']);
  expect(await seen('2027-01-22T00:00:00.000Z')).toEqual([]);
});

onSite('the dashboard’s HTML has one page of notices, and its JSON has all of them', async ({ a, as }) => {
  for (let n = 0; n < 50; n += 1) await a.post({ title: `Notice ${n}.`, published_at: ago(n) });
  const { get, page } = await as(await a.user());
  expect(DashboardContent.parse((await page('/members/dashboard')).content).posts).toHaveLength(50);
  const first = (await get('/members/dashboard')).body;
  expect(first).toContain('Notice 39.');
  expect(first).not.toContain('Notice 40.');
  expect(first).toContain('href="?page=2"');
  const second = (await get('/members/dashboard?page=2')).body;
  expect(second).toContain('Notice 49.');
  expect(second).not.toContain('Notice 39.');
});

onEachSite('a member without a complete emergency contact is asked for one', async ({ a, as, db }) => {
  const user = await a.user();
  const nudges = async () => DashboardContent.parse((await (await as(user)).page('/members/dashboard')).content).nudges;
  await write(db, (tx) =>
    tx.updateTable('user').set({ e_con_name: 'Ann', e_con_phone: '' }).where('id', '=', user.id).execute(),
  );
  expect(await nudges()).toMatchObject([{ kind: 'emergency_contact', link: expect.stringMatching(/^\/members\//) }]);
  await write(db, (tx) => tx.updateTable('user').set({ e_con_phone: '0123' }).where('id', '=', user.id).execute());
  expect(await nudges()).toEqual([]);
});

onEachSite('a member is reminded of an expiring membership until it is paid', async ({ a, as, db }) => {
  const user = await a.user({ e_con_name: 'Ann', e_con_phone: '0123' });
  const admin = await as(await a.user({ role: 'admin' }));
  const form = { levelName: 'Full member', amount: '25', period: 'yearly', renewal_month: '12' };
  const { id: plan_id } = (await admin.post('/members/api/admin/admin_settings/subs/add_new_plan', form)).json();
  await write(db, (tx) =>
    createSubscription(tx, {
      ...{ id: 'subscription0001', user_id: user.id, plan_id, sub_for: 'SELF', name: '', phone_number: '' },
      ...{ e_con_name: '', e_con_phone: '', amount: 2500, status: 'active', started_on: '2025-12-01' },
      ...{ renews_on: '2026-12-01', cancelled_at: null, card_id: null, created_at: '2025-12-01T12:00:00.000Z' },
      ...initialRenewalState,
    }),
  );
  const nudges = async () => DashboardContent.parse((await (await as(user)).page('/members/dashboard')).content).nudges;
  expect(await nudges()).toEqual([
    {
      kind: 'membership',
      text: 'Your membership (Full member) is paid until 30 November 2026, and there is no card to renew it with.',
      link: '/members/account_settings#membership',
      action: 'See your membership',
    },
  ]);
  const cash = { what: 'subscription', plan_id, member: user.id, amount: '25', source: 'cash', day: '2026-11-21' };
  expect((await admin.post('/members/api/get_sums/payments', cash)).json()).toMatchObject({ code: 200 });
  expect(await nudges()).toEqual([]);
});

onSite('the admin of a new society is shown one next step at a time', async ({ a, as, db }) => {
  const complete = { e_con_name: 'Bo', e_con_phone: '0123' };
  const una = await a.user({ role: 'admin' });
  await write(db, (tx) => tx.updateTable('user').set(complete).where('id', '=', una.id).execute());
  const admin = await as(una);
  const next = async (by = admin) =>
    DashboardContent.parse((await by.page('/members/dashboard')).content).nudges.map(({ link }) => link);
  expect(await next()).toEqual(['/members/admin#first-hour']);
  await admin.send('POST', '/members/api/admin/first_hour/put_away');
  expect(await next()).toEqual(['/members/admin/admin_settings']);
  await a.settings({ about: 'We play at the mill.' });
  expect(await next()).toEqual(['/members/manage_shows']);
  await a.show(ahead);
  expect(await next()).toEqual(['/members/admin/manage_users/invite']);
  const nell = await a.user();
  expect(await next()).toEqual([]);
  await a.settings({ about: '' });
  expect(await next(await as(nell))).toEqual(['/members/account_settings#emergency']);
});

onSite('My shows lists a member’s upcoming and recent shows, and the member’s roles in each', async ({ a, as }) => {
  await a.show({ ...ahead, title: 'Later', first_date: '2027-07-08', date: '2027-07-10' });
  const id = await a.show({
    ...ahead,
    credits: [inCast('Ruth Calloway', 'Gertrude'), inCast('Ruth Calloway', '', 2), inCrew('Ruth Calloway', 'Wigs')],
  });
  await a.show({ ...ahead, title: 'Called off', first_date: '2026-12-01', date: '2026-12-01', cancelled: true });
  await a.show({ title: 'Over', date: '2026-10-10', credits: [inCast('Ruth Calloway', 'Edna')] });
  await a.show({ title: 'Long over', date: '2026-09-10', credits: [inCast('Ruth Calloway', '')] });
  await a.show({ title: 'Forgotten', date: '2024-10-10', credits: [inCast('Ruth Calloway', 'Maid')] });
  const user = await a.user();
  await a.personOf(user, 'Ruth Calloway');
  const { page, get } = await as(user);
  const { my_shows, next_show } = DashboardContent.parse((await page('/members/dashboard')).content);
  expect(my_shows.map(({ title, roles, past }) => ({ title, roles, past }))).toEqual([
    { title: 'Hamlet', roles: ['You play Gertrude', 'You are in the company', 'Wigs'], past: false },
    { title: 'Over', roles: ['You play Edna'], past: true },
    { title: 'Long over', roles: ['You are in the company'], past: true },
  ]);
  expect(next_show).toMatchObject({ title: 'Hamlet', link: `/members/show/${id}` });
  expect((await get('/members/dashboard')).body).toMatch(/You played Edna.*You were in the company/s);
});

onSite(
  'the dashboard names the same next show as the site data, and that show is the last upcoming one in the members’ navigation',
  async ({ a, as, get }) => {
    await a.show({
      title: 'Next year’s musical',
      ...{ first_date: '2027-01-01', first_date_precision: 'year', date: '2027-01-01', date_precision: 'year' },
    });
    await a.show({ title: 'Panto', first_date: '2027-01-09', date: '2027-01-09' });
    const spring = await a.show({ title: 'Blithe Spirit', first_date: '2027-04-15', date: '2027-04-15' });
    await a.performance({ show_id: spring, starts_at: '2027-04-15T18:30:00.000Z' });
    const { page, get: getAsMember } = await as(await a.user());
    const named = async () => {
      const { next_show } = (await get('/sitedata')).json();
      const dashboard = DashboardContent.parse((await page('/members/dashboard')).content).next_show;
      expect(dashboard.title).toBe(next_show.title);
      const { mostRecentMemberShows } = (await getAsMember('/sitedata')).json();
      return [dashboard.title, ...mostRecentMemberShows.map(({ title }: { title: string }) => title)];
    };
    const titles = ['Next year’s musical', 'Panto', 'Blithe Spirit'];
    expect(await named()).toEqual(['Blithe Spirit', ...titles]);
  },
);

onSite('the dashboard says “Now playing” during the run of a show', async ({ a, as }) => {
  const id = await a.show({ title: 'Hamlet', date: '2026-11-28' });
  await a.performance({ show_id: id, starts_at: '2026-11-20T19:30:00.000Z' });
  await a.performance({ show_id: id, starts_at: '2026-11-28T19:30:00.000Z' });
  const { get } = await as(await a.user());
  expect((await get('/members/dashboard')).body).toMatch(/id="next-show">Now playing</);
});

onSite('on a site without content, the members’ pages say that their lists are empty', async ({ a, as }) => {
  const { get } = await as(await a.user({ role: 'admin' }));
  expect((await get('/members/dashboard')).body).toContain('Nothing new');
  expect((await get('/members/shows')).body).toContain('No shows yet');
  expect((await get('/members/docs')).body).toContain('There are no documents here yet');
  const show = await a.show();
  const { body } = await get(`/members/show/${show}`);
  expect(body).toContain('No notices yet');
  expect(body).toContain('No files yet');
});

onSite(
  'Member Docs lists all documents, and the site data has them for members but not for visitors',
  async ({ a, as, get }) => {
    const minutes = await a.file({ member_docs: 'members', name: 'Minutes.txt' });
    const guide = await a.file({ member_docs: 'public', name: 'A guide.txt' });
    const { page, get: getAs } = await as(await a.user());
    const docs = Post.strict().parse((await page('/members/docs')).content);
    expect(docs).toMatchObject({ type: 'post', files_title: 'Members Docs' });
    expect(docs.files.map(({ url }) => url)).toEqual([
      `/members/file/${guide}/A_guide.txt`,
      `/members/file/${minutes}/Minutes.txt`,
    ]);
    const { memberDocs } = SiteData.parse((await getAs('/sitedata')).json());
    expect(memberDocs).toEqual({
      title: 'Member Docs',
      content: '',
      files: [
        { id: guide, name: 'A guide.txt' },
        { id: minutes, name: 'Minutes.txt' },
      ],
    });
    expect(SiteData.parse((await get('/sitedata')).json()).memberDocs).toBeNull();
  },
);

onSite('the members’ pages link to the documents of Member Docs', async ({ a, as }) => {
  const minutes = await a.file({ member_docs: 'members', name: 'Minutes.txt' });
  const { get } = await as(await a.user({ role: 'admin' }));
  for (const path of ['dashboard', 'shows', 'docs', 'account_settings', 'feedback_form', 'manage-blog', 'admin']) {
    expect((await get(`/members/${path}`)).body, path).toContain(`href="/members/file/${minutes}/Minutes.txt"`);
  }
});

onSite(
  'a member without permission for Member Docs gets only the public documents in the site data',
  async ({ a, as }) => {
    await a.file({ member_docs: 'members', name: 'Minutes.txt' });
    const guide = await a.file({ member_docs: 'public', name: 'A guide.txt' });
    const user = await a.user();
    await a.allow(user, { member_docs: false });
    const { get } = await as(user);
    expect((await get('/sitedata')).json().memberDocs.files).toEqual([{ id: guide, name: 'A guide.txt' }]);
  },
);

onSite(
  'the members’ list of shows has season, picture and directors, newest first, and can be searched',
  async ({ a, as }) => {
    const crew = [inCrew('Dee Moss', 'Director'), inCrew('Oli Park', 'Producer'), inCrew('Al Ray', 'Lighting')];
    const id = await a.show({ ...ahead, credits: crew });
    await a.show({ title: 'Long ago', programme: '/media/x/cover.webp' });
    const { page, get } = await as(await a.user());
    const { shows } = MembersShowsContent.strict().parse((await page('/members/shows')).content);
    expect(titles(shows)).toEqual(['Hamlet', 'Long ago']);
    expect(shows[0]).toMatchObject({
      url: `/members/show/${id}`,
      season: 'Spring',
      directors: ['Dee Moss', 'Oli Park'],
    });
    expect(shows[0]?.image).toMatch(/^\/posters\//);
    expect(shows[1]?.image).toBe('/media/x/cover.webp');
    const { body } = await get('/members/shows');
    expect(body).toContain('Dee Moss, Oli Park');
    expect(body).toContain('Spring 2027');
    expect(body).toContain('2020s');
    const found = (await get('/members/shows?q=moss+2027')).body;
    expect(found).toContain('Hamlet</a></h3>');
    expect(found).not.toContain('Long ago</a></h3>');
    expect((await get('/members/shows?q=othello')).body).toContain('No shows match');
  },
);

onSite(
  'a show’s page lists its posts and files, and scheduled posts only for those who manage it',
  async ({ a, as }) => {
    const show_id = await a.show({ ...ahead, credits: [inCrew('Dee Moss', 'Director')] });
    await a.post({ show_id, title: 'Call sheet', type: 'private' });
    await a.post({ show_id, title: 'Tomorrow', published_at: '2026-11-22T09:00:00.000Z' });
    await a.post({ title: 'Of another thing' });
    await a.file({ show_id, name: 'Script.txt' });
    const director = await a.user();
    await a.personOf(director, 'Dee Moss');
    const listFor = async (user: { id: string }) =>
      MembersShowContent.strict().parse((await (await as(user)).page(`/members/show/${show_id}`)).content);
    const forMember = await listFor(await a.user());
    expect(forMember).toMatchObject({
      may_manage: false,
      may_see_contacts: false,
      directors: [director.id],
      requestURL: `/members/show/${show_id}`,
    });
    expect(titles(forMember.posts)).toEqual(['Call sheet']);
    expect(titles(forMember.files)).toEqual(['Script.txt']);
    for (const manager of [director, await a.user({ role: 'admin' })]) {
      const managed = await listFor(manager);
      expect([managed.may_manage, managed.may_see_contacts]).toEqual([true, true]);
      expect(managed.posts.map(({ title, out }) => [title, out])).toEqual([
        ['Tomorrow', false],
        ['Call sheet', true],
      ]);
    }
    expect((await (await as(director)).page('/members/show/abcdefghijklmnop')).status).toBe(404);
  },
);

onSite('a private post can be opened by members only, and links to its show', async ({ a, as, page, get }) => {
  const show_id = await a.show(ahead);
  const id = await a.post({ show_id, type: 'private', title: 'Call sheet', content: 'Shoes, please.' });
  const file = await a.file({ post_id: id, name: 'Calls.txt' });
  const coming = await a.post({ show_id, type: 'private', published_at: '2026-11-22T09:00:00.000Z' });
  const member = await as(await a.user());
  const post = Post.strict().parse((await member.page(`/members/post/${id}`)).content);
  expect(post).toMatchObject({ show_link: `/members/show/${show_id}`, address: `/members/post/${id}` });
  expect(post.files.map(({ url }) => url)).toEqual([`/members/file/${file}/Calls.txt`]);
  const { body, headers } = await member.get(`/members/post/${id}`);
  expect(body).toContain('content="noindex"');
  expect(body).not.toContain('rel="canonical"');
  expect(headers['cache-control']).toBe('no-store');
  expect((await member.page(`/members/post/${coming}`)).status).toBe(403);
  expect((await (await as(await a.user({ role: 'admin' }))).page(`/members/post/${coming}`)).status).toBe(200);
  expect((await page(`/members/post/${id}`)).status).toBe(401);
  expect((await get(`/members/post/${id}`)).body).not.toContain('Shoes');
});

onSite(
  'members can open files of shows, private posts and documents, visitors are asked to sign in, and members without permission are refused',
  async (on) => {
    const { a, as, get, db } = on;
    const show_id = await a.show(ahead);
    const places = [
      { show_id },
      { post_id: await a.post({ type: 'private' }) },
      { post_id: await a.post() },
      { member_docs: 'members' as const },
      { member_docs: 'public' as const },
    ];
    const files: string[] = [];
    for (const place of places) files.push(await a.file({ ...place, name: 'Notes.txt' }));
    const member = await as(await a.user());
    for (const id of files) {
      const shown = FilePageContent.strict().parse((await member.page(`/members/file/${id}/Notes.txt`)).content);
      expect(shown).toMatchObject({ url: `/members/files/${id}/Notes.txt`, address: `/members/file/${id}/Notes.txt` });
      const saved = await member.get(shown.url, { range: 'bytes=0-2' });
      expect([saved.statusCode, saved.body, saved.headers['cache-control']]).toEqual([206, 'Act', 'private, no-store']);
    }
    const nowhere = await a.file({});
    for (const id of [nowhere, 'abcdefghijklmnop']) {
      expect((await member.get(`/members/files/${id}/x`)).statusCode).toBe(404);
    }
    for (const id of [...files, nowhere, 'abcdefghijklmnop']) {
      for (const path of ['file', 'files']) {
        const answer = await get(`/members/${path}/${id}/x`);
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([401, 'no-store']);
      }
    }
    const barred = await a.user();
    await write(db, (tx) =>
      tx
        .insertInto('user_item')
        .values(['shows', 'member_docs'].map((item) => ({ user_id: barred.id, item, allowed: 0 })))
        .execute(),
    );
    const { get: getBarred, page: pageBarred } = await as(barred);
    const codes: number[] = [];
    for (const id of files) codes.push((await getBarred(`/members/files/${id}/x`)).statusCode);
    expect(codes).toEqual([403, 200, 200, 403, 200]);
    const { posts } = DashboardContent.parse((await pageBarred('/members/dashboard')).content);
    expect(posts.filter(({ type }) => type === 'file').map(({ id }) => id)).toEqual([files[4]]);
  },
);

onSite('the site data lists a director only while the director’s account is active', async (on) => {
  const { a, as, db } = on;
  const id = await a.show({ ...ahead, credits: [inCrew('Dee Moss', 'Director')] });
  const director = await a.user();
  await a.personOf(director, 'Dee Moss');
  const member = await as(await a.user());
  const directors = async () => (await member.get('/sitedata')).json().members_recent_shows;
  const setStatus = (status: 'active' | 'deactivated') =>
    write(db, (tx) => tx.updateTable('user').set({ status }).where('id', '=', director.id).execute());
  expect(await directors()).toMatchObject([{ id, directors: [director.id] }]);
  await setStatus('deactivated');
  expect(await directors()).toMatchObject([{ id, directors: [] }]);
  await setStatus('active');
  expect(await directors()).toMatchObject([{ id, directors: [director.id] }]);
});

onSite(
  'the site data has shows and permissions for a member, and neither for a visitor',
  async ({ a, as, get, db }) => {
    const id = await a.show({ ...ahead, credits: [inCrew('Dee Moss', 'Director')] });
    await a.settings({ helpWiki: 'https://wiki.example/' });
    await a.show({ ...ahead, title: 'Called off', cancelled: true });
    const director = await a.user({ firstname: 'Dee', lastname: 'Moss' });
    await a.personOf(director, 'Dee Moss');
    const site = SiteData.strict().parse((await (await as(director)).get('/sitedata')).json());
    expect(site).toMatchObject({
      mostRecentMemberShows: [{ id, title: 'Hamlet' }],
      members_recent_shows: [{ id, url: `/members/show/${id}`, season: 'Spring', directors: [director.id] }],
      current_user: { is_authenticated: true, id: director.id, role: 'member', name: 'Dee Moss' },
      memberNavItemsToShow: { dashboard: true, admin: false },
      help_wiki: 'https://wiki.example/',
    });
    const out = SiteData.parse((await get('/sitedata')).json());
    expect(out).toMatchObject({ members_recent_shows: [], mostRecentMemberShows: [], help_wiki: '' });
    expect(Object.values(out.memberNavItemsToShow)).not.toContain(true);
    await a.settings({ helpWiki: 'javascript:alert(1)' });
    expect((await (await as(director)).get('/sitedata')).json().help_wiki).toBe('');
    const barred = await a.user();
    await write(db, (tx) =>
      tx.insertInto('user_item').values({ user_id: barred.id, item: 'shows', allowed: 0 }).execute(),
    );
    expect((await (await as(barred)).get('/sitedata')).json().mostRecentMemberShows).toEqual([]);
  },
);

onSite(
  'signed-in members see the members’ navigation on members’ pages and their error pages, but not on public pages',
  async (on) => {
    const { a, as, get } = on;
    const post = await a.post();
    await a.settings({ ticketsActive: '1', ticketsLink: 'https://tickets.example/' });
    const member = await as(await a.user());
    const has = (body: string) => [body.includes('aria-label="Members"'), body.includes('aria-label="Now booking"')];
    for (const path of ['dashboard', `post/${post}`, 'docs', 'nowhere', 'admin']) {
      expect({ path, has: has((await member.get(`/members/${path}`)).body) }).toEqual({ path, has: [true, false] });
    }
    expect(has((await member.get(`/post/${post}`)).body)).toEqual([false, true]);
    expect(has((await get('/members/dashboard')).body)).toEqual([false, true]);
    const { body } = await member.get('/members/admin');
    expect(body).toContain('Error 403');
    expect(body).not.toContain('Manage Bookings');
  },
);
