// Every screen that has an address, held against axe in light and dark at both widths. What has none (an open menu, a
// dialog, a refused form) is looked at in the journeys that bring it about.
import { showAddress } from '#features/shows/address.ts';
import type { PageType } from '#platform/shared/pages.ts';
import { expect, test } from '../support/browser.ts';
import { beside, signIn } from '../support/members.ts';
import type { RunningSite } from '../support/site.ts';

type Who = 'visitor' | 'member' | 'admin';
type Ids = Awaited<ReturnType<typeof inTheSociety>>;
interface Visit {
  as: Who;
  at: readonly ((ids: Ids) => string)[];
}

/** The subjects of the addresses below: most of them from the demo society, the rest made here. */
const inTheSociety = (site: RunningSite) =>
  beside(site, async (a, db) => {
    const showCalled = (title: string) =>
      db.read
        .selectFrom('show')
        .select('id')
        .where('title', '=', title)
        .orderBy('date', 'desc')
        .executeTakeFirstOrThrow();
    const postCalled = (title: string) =>
      db.read.selectFrom('post').select('id').where('title', 'like', title).executeTakeFirstOrThrow();
    const userWith = (email: string) =>
      db.read.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const person = await db.read
      .selectFrom('person')
      .select('id')
      .where('name', '=', 'Margaret Ashdown')
      .executeTakeFirstOrThrow();
    const file = await db.read
      .selectFrom('file')
      .select(['id', 'name'])
      .where('member_docs', '=', 'members')
      .executeTakeFirstOrThrow();
    const openFile = await db.read
      .selectFrom('file')
      .select(['id', 'name'])
      .where('member_docs', '=', 'public')
      .executeTakeFirstOrThrow();
    const blog = await db.read.selectFrom('blog_post').select('key').executeTakeFirstOrThrow();
    const someone = await a.user({ firstname: 'Nell', lastname: 'Farrow', status: 'awaiting' });
    await a.correction({ show_id: (await showCalled('Nell Gwynn')).id });
    return {
      // Sixty photographs, a recording and a review
      past: (await showCalled('An Inspector Calls')).id,
      next: (await showCalled('Blithe Spirit')).id,
      person: person.id,
      post: (await postCalled('Blithe Spirit: the rehearsal schedule')).id,
      openPost: (await postCalled('Four full houses%')).id,
      file: `${file.id}/${encodeURIComponent(file.name)}`,
      openFile: `${openFile.id}/${encodeURIComponent(openFile.name)}`,
      blog: blog.key,
      message: await a.message(),
      mail: await a.mail({
        status: 'failed',
        last_error: 'EENVELOPE 550',
        subject: 'Call sheet',
        to: 'oli@nowhere.example',
      }),
      someone: someone.id,
      users: { member: await userWith('member@demo.example'), admin: await userWith('admin@demo.example') },
    };
  });

const visitor = (...at: Visit['at']): Visit[] => [{ as: 'visitor', at }];
const member = (...at: Visit['at']): Visit[] => [{ as: 'member', at }];
const admin = (...at: Visit['at']): Visit[] => [{ as: 'admin', at }];

/** Where each type of page is shown, and to whom; a type without a line does not compile. */
const screens: Record<PageType, Visit[] | 'elsewhere'> = {
  error: [...visitor(() => '/nowhere'), ...member(() => '/members/admin/manage_users')],
  // It leads on
  redirect: 'elsewhere',
  // A link from another site alone leads there: see "find the notices in the rehearsal hall"
  logout: 'elsewhere',
  // Asked for without a script, by something grave: see the tests of re-authentication
  password_again: 'elsewhere',
  login: visitor(() => '/members'),
  account_notice: visitor(
    () => '/members/registered',
    () => '/members/confirmed',
    () => '/members/password-set',
  ),
  // With valid links: see "join the society"
  confirm_address: visitor(() => '/members/confirm/none'),
  confirm_email: visitor(() => '/members/email/none'),
  invitation: visitor(() => '/members/invitation/none'),
  reset_password: visitor(() => '/members/reset/none'),
  forgotten: visitor(() => '/members/forgotten'),
  // Only while none are on sale, and as plain a page as a notice
  tickets: 'elsewhere',
  map_post: visitor(() => '/about-us'),
  notice: visitor(
    () => '/privacy',
    () => '/accessibility',
  ),
  contact: visitor(() => '/contact'),
  post: [
    ...visitor(
      () => '/',
      () => '/auditions',
      ({ openPost }) => `/post/${openPost}`,
    ),
    ...member(
      ({ post }) => `/members/post/${post}`,
      () => '/members/docs',
    ),
  ],
  blogs: visitor(
    () => '/blog',
    ({ blog }) => `/blog/${blog}`,
  ),
  correction_form: visitor(({ past }) => `/corrections/show/${past}`),
  search: visitor(
    () => '/search',
    () => '/search?q=blithe',
  ),
  file_page: [...visitor(({ openFile }) => `/file/${openFile}`), ...member(({ file }) => `/members/file/${file}`)],
  list_shows: visitor(
    () => '/past-shows',
    () => '/past-shows#1980s',
    () => '/past-shows?q=earnest',
    () => '/past-shows?q=xylophone+of+doom',
    ({ person }) => `/past-shows?member=${person}`,
    ({ person }) => `/past-shows/member/${person}/Margaret_Ashdown`,
  ),
  past_show: visitor(({ past }) => showAddress({ id: past, title: 'An Inspector Calls' })),
  dashboard: member(() => '/members/dashboard'),
  account_settings: member(() => '/members/account_settings'),
  members_shows: member(() => '/members/shows'),
  members_show: [...member(({ next }) => `/members/show/${next}`), ...admin(({ next }) => `/members/show/${next}`)],
  society_posts: member(() => '/members/posts'),
  feedback_form: member(() => '/members/feedback_form'),
  manage_docs: admin(() => '/members/docs/manage'),
  emergency_contacts: admin(({ next }) => `/members/emergency_contacts/${next}`),
  admin_tools: admin(() => '/members/admin'),
  coming: admin(() => '/members/bookings'),
  manage_users: admin(
    () => '/members/admin/manage_users',
    () => '/members/admin/manage_users?status=awaiting',
  ),
  manage_user: admin(({ someone }) => `/members/admin/manage_users/${someone}`),
  invite_users: admin(() => '/members/admin/manage_users/invite'),
  admin_settings: admin(() => '/members/admin/admin_settings'),
  manage_blog: admin(() => '/members/manage-blog'),
  edit_blog_post: admin(
    () => '/members/manage-blog/new',
    ({ blog }) => `/members/manage-blog/${blog}`,
  ),
  corrections: admin(() => '/members/admin/corrections'),
  add_show_member: admin(() => '/members/admin/add-show-member'),
  people: admin(() => '/members/admin/people'),
  edit_person: admin(({ person }) => `/members/admin/people/${person}`),
  edit_show: admin(
    () => '/members/manage_shows/new/New_show',
    ({ past }) => `/members/manage_shows/${past}/An_Inspector_Calls`,
  ),
  manage_media: admin(
    () => '/members/admin/manage_media',
    () => '/members/admin/manage_media?q=xylophone',
  ),
  show_photos_form: admin(
    () => '/members/admin/set_show_photos',
    ({ past }) => `/members/admin/set_show_photos?show=${past}`,
  ),
  audit_log: admin(() => '/members/admin/audit'),
  mail_log: admin(
    () => '/members/admin/mails',
    () => '/members/admin/mails?standing=failed',
  ),
  opened_mail: admin(({ mail }) => `/members/admin/mails/${mail}`),
  messages: admin(() => '/members/admin/messages'),
  opened_message: admin(({ message }) => `/members/admin/messages/contact/${message}`),
};

let ids: Ids | undefined;

/** Some of the table at a time: they share a browser that has the scripts cached, and two run side by side. */
const share = 12;
for (const who of ['visitor', 'member', 'admin'] as const) {
  const visits = Object.entries(screens).flatMap(([type, seen]) =>
    seen === 'elsewhere' ? [] : seen.filter(({ as }) => as === who).flatMap(({ at }) => at.map((to) => ({ type, to }))),
  );
  for (let first = 0; first < visits.length; first += share) {
    const some = visits.slice(first, first + share);
    const types = [...new Set(some.map(({ type }) => type))].join(', ');
    test(`what ${who === 'admin' ? 'an' : 'a'} ${who} sees reads well: ${types} @phone`, async ({
      page,
      context,
      open,
      readsWell,
      site,
    }) => {
      test.setTimeout(120_000);
      ids ??= await inTheSociety(site);
      if (who !== 'visitor') await signIn(site, context, ids.users[who]);
      for (const { type, to } of some) {
        const address = to(ids);
        await test.step(`${type}: ${address}`, async () => {
          const json = new URL(address, site.url);
          json.searchParams.set('react', '');
          const answer = await page.request.get(json.href);
          expect.soft((await answer.json()).type, `what ${address} leads to`).toBe(type);
          await open(address);
          await readsWell({ narrow: false });
        });
      }
    });
  }
}

test.use({ expectedErrors: [/status of 40[34]/] });
