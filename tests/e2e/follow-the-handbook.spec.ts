import type { BrowserContext } from '@playwright/test';
import type { ChapterName } from '#features/members/handbook/chapters.ts';
import { initialRenewalState } from '#features/money/subscriptions/renewal.ts';
import { createSubscription } from '#features/money/subscriptions/server/index.ts';
import { expect, test } from '../support/screens/browser.ts';
import { chapterReaders, createDemoPaths } from '../support/screens/handbook.ts';
import { followSection } from '../support/screens/handbook-walk.ts';
import { walks } from '../support/screens/handbook-walks.ts';
import type { RunningSite } from '../support/site/site.ts';
import { createHouse } from '../support/society/audience.ts';
import { inCrew } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.slow();

/**
 * Lists the sections of a job's chapter that are followed on the screens, in the order in which they are followed. A
 * later section may need what an earlier one has created.
 */
const listWalks = (job: ChapterName) => walks.filter((walk) => walk.job === job);

/**
 * Creates a user who may do this job: a member with the permissions that it needs, or an admin for the webmaster's job.
 */
const createReader = (site: RunningSite, job: ChapterName) =>
  withSiteData(site, async (a) => {
    const who = chapterReaders[job];
    const role = job === 'webmaster' ? 'admin' : 'member';
    const user = await a.user({ firstname: 'Robin', lastname: 'Reader', role });
    if ('uses' in who) await a.allow(user, Object.fromEntries(who.uses.map((item) => [item, true])));
    return user;
  });

const signInAsNew = async (site: RunningSite, context: BrowserContext, job: ChapterName) =>
  signIn(site, context, await createReader(site, job));

/**
 * Returns a function that completes a handbook address for a show of the test's own, because other journeys need the
 * demo's show as it is.
 */
const createHousePaths =
  (site: RunningSite, { show, performance }: Awaited<ReturnType<typeof createHouse>>) =>
  async (at: string): Promise<string> => {
    const orderOf = (name: string) =>
      withSiteData(site, async (_, db) => {
        const found = db.read.selectFrom('ticket_order').select('id').where('show_id', '=', show.id);
        return (await found.where('name', '=', name).executeTakeFirstOrThrow()).id;
      });
    const [path = '', tab] = at.split('#');
    if (path === '/members/bookings') return `${path}?show=${show.id}${tab ? `#${tab}` : ''}`;
    if (path.endsWith('/:unpaid')) return path.replace(':unpaid', await orderOf('Edith Fell'));
    if (path.endsWith('/:order')) return path.replace(':order', await orderOf('Ottoline Quince'));
    return path.replace(':performance', performance);
  };

test.describe('the handbook’s steps work even if a save first asks for confirmation', () => {
  // One of the saves is first answered with a question
  test.use({ expectedErrors: [/status of 409/] });

  test('the box office works as the handbook describes, from putting a performance on sale to cancelling it', async ({
    page,
    context,
    open,
    site,
  }) => {
    const house = await createHouse(site, { title: 'The Prompt Book', parties: [['Edith Fell', 2]] });
    await signInAsNew(site, context, 'box-office');
    for (const walk of listWalks('box-office')) {
      await test.step(walk.heading, () => followSection(page, walk, { open, place: createHousePaths(site, house) }));
    }
  });
});

test('a volunteer at the door takes money as the handbook describes', async ({ page, context, open, site }) => {
  const house = await createHouse(site, { title: 'The Prompt Corner', parties: [['Edith Fell', 2]] });
  await signInAsNew(site, context, 'front-of-house');
  for (const walk of listWalks('front-of-house')) {
    await test.step(walk.heading, () => followSection(page, walk, { open, place: createHousePaths(site, house) }));
  }
});

test('a director publishes a notice and files as the handbook describes', async ({ page, context, open, site }) => {
  const show = await withSiteData(site, async (a) => {
    const id = await a.show({
      title: 'The Prompt Desk',
      date: '2099-04-17',
      credits: [inCrew('Di Rector', 'Director')],
    });
    const user = await a.user({ firstname: 'Di', lastname: 'Rector' });
    await a.personOf(user, 'Di Rector');
    await signIn(site, context, user);
    return id;
  });
  for (const walk of listWalks('director')) {
    await test.step(walk.heading, () => followSection(page, walk, { open, place: (at) => at.replace(':show', show) }));
  }
});

test('a treasurer enters, refunds and reverses payments as the handbook describes', async ({
  page,
  context,
  open,
  site,
}) => {
  await withSiteData(site, (a) => a.user({ firstname: 'Penny', lastname: 'Farthing' }));
  await signInAsNew(site, context, 'treasurer');
  for (const walk of listWalks('treasurer')) {
    await test.step(walk.heading, () => followSection(page, walk, { open, place: (at) => at }));
  }
});

test('a membership secretary finds a member and cancels a renewal as the handbook describes', async ({
  page,
  context,
  open,
  site,
}) => {
  await withSiteData(site, async (a, db) => {
    const { id } = await a.user({ firstname: 'Otto', lastname: 'Prompter' });
    const plan = await db.read.selectFrom('subscription_plan').select('id').executeTakeFirstOrThrow();
    await db.write((tx) =>
      createSubscription(tx, {
        ...{ id: 'handbook00000001', user_id: id, plan_id: plan.id, amount: 2500, card_id: null, sub_for: 'SELF' },
        ...{ name: '', phone_number: '', e_con_name: '', e_con_phone: '', status: 'active', cancelled_at: null },
        ...{
          started_on: '2026-09-01',
          renews_on: '2027-09-01',
          created_at: '2026-09-01T10:00:00.000Z',
          ...initialRenewalState,
        },
      }),
    );
  });
  await signInAsNew(site, context, 'membership-secretary');
  for (const walk of listWalks('membership-secretary')) {
    const place = (at: string) => (walk.heading.startsWith('Cancel') ? `${at}?q=Otto+Prompter` : at);
    await test.step(walk.heading, () => followSection(page, walk, { open, place }));
  }
});

for (const [job, errand] of [
  ['secretary', 'a secretary invites people and writes to the society'],
  ['webmaster', 'a webmaster announces auditions'],
] as const) {
  test(`${errand} as the handbook describes`, async ({ page, context, open, site }) => {
    await signInAsNew(site, context, job);
    const inDemo = await withSiteData(site, (_, db) => createDemoPaths(db));
    // The auditions for this show don't appear on the front page, which other journeys read
    const past = await withSiteData(site, (a) => a.show({ title: 'The Prompt Side' }));
    const place = (at: string) => inDemo(at.replace(':show', past));
    for (const walk of listWalks(job)) await test.step(walk.heading, () => followSection(page, walk, { open, place }));
  });
}

test.describe('the handbook’s steps work with an account that is deleted at the end', () => {
  // The open page's requests are refused once the account is deleted
  test.use({ expectedErrors: [/status of 401/] });

  test('a member manages their account as the handbook describes, and erases it', async ({
    page,
    context,
    open,
    site,
  }) => {
    // A passkey needs a host name, so the site is opened as localhost
    const home = { ...site, url: site.url.replace('127.0.0.1', 'localhost') };
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, automaticPresenceSimulation: true },
        ...{ hasUserVerification: true, isUserVerified: true },
      },
    });
    const payer = await withSiteData(site, (_, db) =>
      db.read.selectFrom('user').select('id').where('email', '=', 'member@demo.example').executeTakeFirstOrThrow(),
    );
    const leaver = await createReader(site, 'member');
    for (const walk of listWalks('member')) {
      const who = /membership|signed in/.test(walk.heading) ? payer : leaver;
      // The first of these two sessions is that of another device
      await signIn(home, context, who);
      await signIn(home, context, who);
      const place = (at: string) => home.url + at;
      await test.step(walk.heading, () => followSection(page, walk, { open, place }));
    }
    await expect(page.getByRole('heading', { name: 'Account settings' })).toBeHidden();
  });
});
