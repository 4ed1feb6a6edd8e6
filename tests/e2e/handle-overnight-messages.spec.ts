import { newId } from '#platform/server/crypto/ids.ts';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

/** A question that no other journey asks. */
const question = 'Is the hall warm enough for my mother on a Thursday?';

test('an admin answers and archives a message, dismisses an undelivered email, and finds both in the log', async ({
  page,
  context,
  open,
  site,
}) => {
  test.setTimeout(180_000);
  // During the night, a visitor writes, and an email bounces
  await open('/contact');
  await page.getByLabel('Your name').fill('Wendy Marsh');
  await page.getByLabel('Email or phone number').fill('wendy@visitors.example');
  await page.getByLabel('What is it about?').selectOption('Tickets');
  await page.getByLabel('Message').fill(question);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Your message has been sent successfully!').first()).toBeVisible();
  const subject = `Call sheet ${newId()}`;
  const admin = await withSiteData(site, async (a) => {
    await a.mail({ status: 'failed', last_error: 'EENVELOPE 550', subject, to: 'oli@nowhere.example' });
    return a.user({ role: 'admin', firstname: 'Ruth', lastname: `Calloway${newId().replace(/[^a-z]/gi, '')}` });
  });

  // In the morning, the admin signs in
  await signIn(site, context, admin);
  await open('/members/admin');
  await expect(page.getByRole('list', { name: 'Messages: needs attention' })).toBeVisible();
  await page.getByRole('list', { name: 'Messages: needs attention' }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await page.getByLabel('Search messages').fill('warm enough');
  await page.getByLabel('Search messages').press('Enter');
  await expect(page.getByText('1 message for “warm enough”')).toBeVisible();
  await page.getByRole('link', { name: 'Wendy Marsh' }).click();
  await expect(page.getByText(question)).toBeVisible();
  await expect(page.getByRole('link', { name: 'wendy@visitors.example' })).toHaveAttribute(
    'href',
    /^mailto:wendy@visitors\.example\?subject=Re%3A%20Tickets&body=/,
  );
  // Opening a message has marked it as read
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible();
  await page.getByLabel(/^Your reply to Wendy Marsh/).fill('It is: the heating comes on at six.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(
    page.getByText(
      'No email was sent, because this site has no mail server yet. Unsent emails are kept in the mail log.',
    ),
  ).toBeInViewport();
  // The reply is stored, but hasn't reached anybody, so the message doesn't count as replied to
  await expect(page.getByText(/^Reply: /)).toBeVisible();
  await expect(page.getByText('Replied', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Moved back to Messages.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('You can restore it for 30 days.');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();

  await open('/members/admin/mails?standing=failed');
  await page.getByRole('link', { name: subject }).click();
  const leave = page.getByRole('button', { name: 'Dismiss' });
  // The page now shows only this email, not all failed ones
  await expect(leave).toBeVisible();
  await expect(page.getByText('The mail server refused the address or the email.')).toBeVisible();
  await expect(page.getByText('No mail server is set up, so emails aren’t being delivered')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await leave.click();
  await expect(page.getByText('Not delivered (dismissed)')).toBeVisible();

  await open('/members/admin/audit');
  await page.getByLabel('Who').fill(admin.lastname);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Showing entries' })).toBeVisible();
  const done = page.getByRole('row');
  await expect(done.filter({ hasText: `Dismissed an undelivered email: ${subject}` })).toHaveCount(1);
  await expect(done.filter({ hasText: 'Archived a message: Tickets' })).toHaveCount(2);
  await expect(done.filter({ hasText: 'Marked a message as read: Tickets' })).toHaveCount(1);
  await page.getByLabel('What').selectOption('Dismissed an undelivered email');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(done).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Export (CSV)' })).toHaveAttribute('href', /audit\.csv\?who=.*&action=/);
});

test.describe('a message can be archived after the connection was lost', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('archiving a message without a connection shows an error, and works after reconnecting', async ({
    page,
    context,
    open,
    site,
  }) => {
    const [admin, id] = await withSiteData(
      site,
      async (a) => [await a.user({ role: 'admin' }), await a.message()] as const,
    );
    await signIn(site, context, admin);
    await open(`/members/admin/messages/contact/${id}`);
    await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible();
    await disconnect(page);
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'An unexpected error occurred' })).toBeVisible();
    await reconnect(page);
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect(page.getByText('Archived.')).toBeVisible();
  });
});
