import type { Page } from '@playwright/test';
import { listAuditEntriesAbout } from '#platform/server/audit/index.ts';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { inCast, inCrew } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

// These tests run only on a phone (@phone-only), because contacts are looked up where people rehearse
const question = 'Are you sure? Continuing will report this access to the devs and committee.';
const number = '07700 900 123';

/**
 * Creates a show with a director and this many actors, all but the second of whom have named an emergency contact. Also
 * creates another director's show.
 */
const rehearsal = (site: RunningSite, many: number) =>
  withSiteData(site, async (a) => {
    const tag = Math.random().toString(36).slice(2, 8);
    const names = Array.from({ length: many }, (_, at) => `Player${at} Of ${tag}`);
    const [ella = ''] = names;
    const director = `Dee ${tag}`;
    const credits = [...names.map((name, at) => inCast(name, `Lord ${at}`, at)), inCrew(director, 'Director')];
    // Directors can view contacts until their show is over. This show is in the distant future, so that it isn't
    // everybody's next show
    const ahead = { first_date: '2098-04-09', date: '2098-04-12' };
    const show = await a.show({ title: `Rehearsed by ${tag}`, credits, ...ahead });
    const ofOli = [inCrew(`Oli ${tag}`, 'Director')];
    const other = await a.show({ title: `Another of ${tag}`, credits: ofOli, ...ahead });
    const users = [];
    for (const [at, name] of names.entries()) {
      const known = { e_con_name: at === 0 ? 'Mark Calloway' : `Parent of ${at}`, e_con_phone: number };
      const user = await a.user({ firstname: `Player${at}`, lastname: `Of ${tag}`, ...(at === 1 ? {} : known) });
      await a.personOf(user, name);
      users.push(user);
    }
    const dee = await a.user({ firstname: 'Dee', lastname: tag });
    await a.personOf(dee, director);
    const oli = await a.user({ firstname: 'Oli', lastname: tag });
    await a.personOf(oli, `Oli ${tag}`);
    const [member = dee] = users;
    return {
      show,
      other,
      title: `Rehearsed by ${tag}`,
      dee,
      oli,
      member,
      ella,
      path: `/members/emergency_contacts/${show}`,
    };
  });

const recordedViews = (site: RunningSite, subject: string) =>
  withSiteData(site, async (_, db) => (await listAuditEntriesAbout(db.read, subject, { count: 100 })).length);

test('a director confirms the access, and can then call an emergency contact with one tap @phone-only', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  const { dee, show, path, ella } = await rehearsal(site, 12);
  await signIn(site, context, dee);
  await open(path);
  await expect(page.getByRole('heading', { name: question })).toBeVisible();
  await expect(page.getByText('This access is logged')).toBeVisible();
  await page.reload();
  expect(await page.content()).not.toContain('900 123');
  expect(await recordedViews(site, show)).toBe(0);

  await page.getByRole('button', { name: 'Show the contacts' }).click();
  await expect(page.getByRole('heading', { name: '13 people' })).toBeFocused();
  const call = page.getByRole('link', { name: `Call Mark Calloway on ${number}` });
  await expect(call).toHaveAttribute('href', 'tel:07700900123');
  const box = await call.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.width).toBeGreaterThan(300);
  await expect(page.getByRole('listitem').filter({ hasText: 'No emergency contact given' })).toHaveCount(2);
  await readsWell();
  expect(await recordedViews(site, show)).toBe(1);

  await page.getByLabel('Find a name').fill(ella.toLowerCase().replace(' of ', ' OF '));
  await expect(page.locator('main').getByRole('heading', { level: 3 })).toHaveText([ella]);
  await page.getByLabel('Find a name').fill('nobody at all');
  await expect(page.getByText('No matching names')).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: question })).toBeVisible();
  expect(await page.content()).not.toContain('900 123');
  expect(await recordedViews(site, show)).toBe(1);
});

test('a member sees who viewed their emergency contact and for which show; other members don’t @phone-only', async ({
  page,
  context,
  open,
  site,
}) => {
  const { dee, oli, member, path, title } = await rehearsal(site, 3);
  await signIn(site, context, member);
  await open('/members/account_settings');
  const section = page.getByRole('region', { name: 'Who has seen your emergency contact' });
  await expect(section).toContainText('Nobody has seen your emergency contact yet.');

  await signIn(site, context, dee);
  await open(`/members/show/${path.split('/').at(-1)}`);
  await page.getByRole('link', { name: 'Emergency contacts' }).click();
  await expect(page.getByRole('heading', { name: question })).toBeVisible();
  await page.getByRole('link', { name: 'Go back to the show' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Show the contacts' }).click();
  await expect(page.getByRole('heading', { name: '4 people' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the show' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // Somebody else signs in below, so the page's requests must be sent before that
  const answered = page.waitForResponse((response) => response.url().endsWith(`${path}?react`));
  await page.goBack();
  await expect(page.getByRole('heading', { name: question })).toBeVisible();
  await (await answered).finished();
  expect(await page.content()).not.toContain('900 123');

  await signIn(site, context, member);
  await open('/members/account_settings');
  await expect(section.getByRole('listitem')).toHaveCount(1);
  await expect(section.getByRole('listitem')).toContainText(`for ${title}`);
  await expect(section.getByRole('listitem')).toContainText('Dee');
  await expect(page.getByRole('region', { name: 'Log of your account' })).toContainText(
    'viewed your emergency contact',
  );
  await signIn(site, context, oli);
  await open('/members/account_settings');
  await expect(section).toContainText('Nobody has seen');
});

test.describe('emergency contacts can be requested again after the connection was lost @phone-only', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('without a connection the contacts’ page shows an error, and its button works once the connection is back', async ({
    page,
    context,
    open,
    site,
  }) => {
    const { dee, path } = await rehearsal(site, 2);
    await signIn(site, context, dee);
    await open(path);
    await disconnect(page);
    const button = page.getByRole('button', { name: 'Show the contacts' });
    await button.click();
    await expect(page.getByText('An unexpected error occurred. Please try again later.')).toBeVisible();
    await reconnect(page);
    await button.click();
    await expect(page.getByRole('heading', { name: '3 people' })).toBeVisible();
  });
});

test.describe('emergency contacts are refused to members who don’t direct the show @phone-only', () => {
  test.use({ expectedErrors: [/40[13]/] });

  test('a show’s actors and other shows’ directors don’t get the contacts, and strangers are asked to sign in', async ({
    page,
    context,
    open,
    site,
  }) => {
    const { show, path, member, oli } = await rehearsal(site, 2);
    for (const user of [member, oli]) {
      await signIn(site, context, user);
      await open(path);
      await expect(page.getByText('Your account doesn’t have access to this part of the site.')).toBeVisible();
      expect(await page.content()).not.toContain('900 123');
    }
    await context.clearCookies();
    await open(path);
    await expect(page.getByLabel('Password', { exact: true }).first()).toBeVisible();
    expect(await recordedViews(site, show)).toBe(0);
  });
});

test.describe('emergency contacts can be viewed without JavaScript @phone-only', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, emergency contacts are shown after a confirmation', async ({
    page,
    context,
    open,
    site,
  }) => {
    const { dee, path } = await rehearsal(site, 3);
    await signIn(site, context, dee);
    await open(path);
    await page.getByRole('button', { name: 'Show the contacts' }).click();
    await expect(page.getByRole('link', { name: `Call Mark Calloway on ${number}` })).toBeVisible();
    await open(path);
    expect(await page.content()).not.toContain('900 123');
  });
});

test('sixty people’s contacts print on one page of A4 @phone-only', async ({
  page,
  context,
  open,
  site,
  browserName,
}) => {
  test.setTimeout(90_000);
  expect(browserName).toBe('chromium');
  const { dee, path, title } = await rehearsal(site, 59);
  await signIn(site, context, dee);
  await open(path);
  await page.getByRole('button', { name: 'Show the contacts' }).click();
  await expect(page.getByRole('heading', { name: '60 people' })).toBeVisible();
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(60);
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByLabel('Find a name')).toBeHidden();
  expect(await printedPoints(page)).toBe(8);
});

/** Measures the size of the names on paper, in points. */
const printedPoints = (page: Page) =>
  page
    .getByRole('heading', { level: 3 })
    .first()
    .evaluate((name) => Math.round(Number.parseFloat(getComputedStyle(name).fontSize) * 0.75));

test('twenty people’s contacts print on one page in large type @phone-only', async ({ page, context, open, site }) => {
  const { dee, path } = await rehearsal(site, 19);
  await signIn(site, context, dee);
  await open(path);
  await page.getByRole('button', { name: 'Show the contacts' }).click();
  await expect(page.getByRole('heading', { name: '20 people' })).toBeVisible();
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  expect(await printedPoints(page)).toBe(14);
});
