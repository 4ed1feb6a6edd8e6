import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFeedbackState } from '#features/administration/messages/server/index.ts';
import { write } from '#platform/server/database/index.ts';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import type { RunningSite } from '../support/site/site.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

const path = '/members/feedback_form';
const text = 'When I open the dashboard on my phone, it is empty.';

const createMember = (site: RunningSite) =>
  withSiteData(site, (a) => a.user({ firstname: 'Ruth', lastname: 'Calloway' }));

/**
 * Lists the emails sent so far. The folder is created with the first email, and an email has another name until it is
 * complete.
 */
const readSentMails = (site: RunningSite) => {
  const folder = join(site.dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
};

test('a member sends feedback, and later sees that it was dealt with', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  await signIn(site, context, await createMember(site));
  await open(path);
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: /^Read the help wiki/ })).toHaveAttribute(
    'target',
    '_blank',
  );

  await page.getByLabel('What is it about?').selectOption('Something is broken');
  await page.getByLabel('Your message').fill(text);
  await page.getByLabel('I’d like a reply').check();
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');
  const sent = page.getByRole('region', { name: 'What you’ve sent' });
  await expect(sent.getByText(text)).toBeVisible();
  await expect(sent.getByText('Sent, not yet read')).toBeVisible();
  await readsWell();

  await expect.poll(() => readSentMails(site).join('\n')).toMatch(/^To: webmaster@lanternside\.example/m);
  await withSiteData(site, async (_, db) => {
    const { id } = await db.read
      .selectFrom('inbox_message')
      .select('id')
      .where('message', '=', text)
      .orderBy('received_at', 'desc')
      .executeTakeFirstOrThrow();
    await write(db, (tx) => setFeedbackState(tx, id, 'done'));
  });
  await page.reload();
  await expect(sent.getByText('Dealt with')).toBeVisible();
});

test('an unsent draft of feedback survives a reload until it is discarded or sent', async ({
  page,
  context,
  open,
  readsWell,
  site,
}) => {
  await signIn(site, context, await createMember(site));
  await open(path);
  const message = page.getByLabel('Your message');
  const restored = page.getByText('We’ve restored your unsaved draft.');
  // The browser asks about unsaved input only after the script for the question has loaded
  page.on('dialog', (dialog) => dialog.accept());
  await page.getByLabel('What is it about?').selectOption('An idea');
  await message.fill(text);
  await page.getByLabel('I’d like a reply').check();
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(message).toHaveValue(text);
  await expect(page.getByLabel('I’d like a reply')).toBeChecked();
  await readsWell();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(message).toHaveValue('');
  await page.reload();
  await expect(restored).toBeHidden();
  await expect(message).toHaveValue('');

  await page.getByLabel('What is it about?').selectOption('An idea');
  await message.fill(text);
  await page.reload();
  await expect(message).toHaveValue(text);
  await page.getByRole('button', { name: 'Send feedback' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toBeVisible();
  await page.reload();
  await expect(restored).toBeHidden();
  await expect(message).toHaveValue('');
});

test('feedback sent twice on a slow connection, and again after a reload, arrives once', async ({
  page,
  context,
  open,
  site,
}) => {
  await signIn(site, context, await createMember(site));
  await open(path);
  const twice = 'A lamp over the stage door would be kind.';
  await page.getByLabel('What is it about?').selectOption('An idea');
  await page.getByLabel('Your message').fill(twice);
  const presses: (string | null)[] = [];
  await page.route('**/members/api/feedback', async (route) => {
    presses.push(await route.request().headerValue('idempotency-key'));
    // The page is left before the response to the first press arrives
    if (presses.length === 1) await route.fetch();
    else await route.continue();
  });
  const send = page.getByRole('button', { name: /^Send/ });
  await send.dblclick();
  const recorded = () =>
    withSiteData(site, (_, db) =>
      db.read.selectFrom('inbox_message').select('id').where('message', '=', twice).execute(),
    );
  await expect.poll(recorded).toHaveLength(1);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Your message')).toHaveValue(twice);
  const sent = page.getByRole('region', { name: 'What you’ve sent' });
  await expect(sent.getByText(twice)).toHaveCount(1);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await expect(sent.getByText(twice)).toHaveCount(1);
  expect(presses).toEqual([presses[0], presses[0]]);
  // Sending the same text again creates a separate message
  await page.getByLabel('What is it about?').selectOption('An idea');
  await page.getByLabel('Your message').fill(twice);
  await send.click();
  await expect(sent.getByText(twice)).toHaveCount(2);
});

test.describe('feedback can be sent after the connection was lost', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('typed feedback is not lost without a connection', async ({ page, context, open, site }) => {
    await signIn(site, context, await createMember(site));
    await open(path);
    await page.getByLabel('What is it about?').selectOption('An idea');
    await page.getByLabel('Your message').fill(text);
    await disconnect(page);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expect(page.locator('form').getByRole('alert')).toHaveText(
      'An unexpected error occurred. Please try again later.',
    );
    await expect(page.getByLabel('Your message')).toHaveValue(text);
    await reconnect(page);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toBeVisible();
  });
});

test.describe('feedback can be sent without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser sends the feedback form without JavaScript', async ({ page, context, open, site }) => {
    await signIn(site, context, await createMember(site));
    await open(path);
    await page.getByLabel('What is it about?').selectOption('An idea');
    await page.getByLabel('Your message').fill(text);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expect(
      page.getByText('Thank you. Your message has gone to the people who look after the site.'),
    ).toBeVisible();
    await expect(page.getByText(text)).toBeVisible();
  });
});
