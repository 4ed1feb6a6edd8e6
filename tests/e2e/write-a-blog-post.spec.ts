import sharp from 'sharp';
import { createWordDocument } from '../support/formats/word.ts';
import { disconnect, expect, reconnect, test } from '../support/screens/browser.ts';
import { showMarkdown, typeText } from '../support/screens/texts.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.use({ expectedErrors: [/status of 4(00|04|15)|ERR_INTERNET_DISCONNECTED/] });
test.slow();

const png = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#a31' } })
    .png()
    .toBuffer();

test('an author drafts a post with pictures, schedules, publishes, edits, withdraws, deletes and restores it', async ({
  page,
  context,
  open,
  readsWell,
  site,
}, { project }) => {
  const amy = await withSiteData(site, (a) => a.user({ firstname: 'Amy', lastname: 'Treadwell', role: 'author' }));
  await signIn(site, context, amy);
  const title = `Notes from the 8.15 ${project.name}`;
  const picture = (await png()).toString('base64');
  await open('/members/manage-blog');
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByLabel('Title').fill(title);
  const text = await showMarkdown(page, 'Text');
  await text.fill('We left the tent.\n\nNobody saw.');
  await text.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(17, 17));

  await test.step('a picture dropped into the text asks for its description and is inserted there', async () => {
    await text.evaluate((box, bytes) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], 'The tent.png', { type: 'image/png' }));
      box.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, picture);
    const coming = page.getByRole('listitem', { name: 'The tent.png' });
    await expect(coming.getByLabel('What does the picture show?')).toBeFocused();
    await readsWell();
    await coming.getByRole('button', { name: 'Add to the text' }).click();
    await expect(coming.getByLabel('What does the picture show?')).toHaveAccessibleDescription(
      /Describe what the picture shows/,
    );
    await expect(coming.getByLabel('What does the picture show?')).toBeFocused();
    await coming.getByLabel('What does the picture show?').fill('A tent in the rain');
    await coming.getByRole('button', { name: 'Add to the text' }).click();
    await expect(page.getByText('“The tent.png” has been added to the text.')).toBeVisible();
    await expect(text).toHaveValue(/^We left the tent\.\n\n!\[A tent in the rain\]\(\/media\/\S+\)\n\nNobody saw\.$/);
    const look = page.getByRole('button', { name: 'Preview' });
    await look.click();
    await expect(page.getByRole('img', { name: 'A tent in the rain' })).toBeVisible();
    await look.click();
  });

  await test.step('a pasted decorative picture has no description, and a file that isn’t a picture is refused', async () => {
    await text.evaluate((box, bytes) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], 'image.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, picture);
    const pasted = page.getByRole('listitem', { name: 'image.png' });
    await pasted.getByLabel('Decoration only').check();
    await pasted.getByRole('button', { name: 'Add to the text' }).click();
    await expect(text).toHaveValue(/!\[\]\(\/media\/\S+\)/);

    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add pictures' }).click();
    await (await choosing).setFiles({ name: 'Lamp.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    const lamp = page.getByRole('listitem', { name: 'Lamp.png' });
    await lamp.getByLabel('What does the picture show?').fill('A lamp');
    await page.keyboard.press('Enter');
    await expect(lamp.getByLabel('What does the picture show?')).toHaveAccessibleDescription(/isn’t a picture/);
    await lamp.getByRole('button', { name: 'Remove' }).click();
    await expect(lamp).toHaveCount(0);
  });

  await test.step('a Word document is added below the text', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a Word document' }).click();
    const buffer = createWordDocument(['# What we found', 'It was under the stage.']);
    await (await choosing).setFiles({ name: 'Found.docx', mimeType: 'application/octet-stream', buffer });
    await expect(page.getByText('The document has been added to the editor.')).toBeVisible();
    await expect(text).toHaveValue(/Nobody saw\.[\s\S]*## What we found\n\nIt was under the stage/);
  });

  await test.step('nothing typed is lost without a connection', async () => {
    await page.reload();
    await expect(page.getByText('We’ve restored your unsaved draft.')).toBeVisible();
    await expect(text).toHaveValue(/A tent in the rain/);
    await disconnect(page);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Please try again' })).toBeVisible();
    await reconnect(page);
  });

  const row = page.getByRole('row').filter({ hasText: title });
  const author = page.getByLabel('Written by');
  const before = page.getByText('We’ve restored your unsaved draft.');
  const typeWhileSaving = async (typed: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/members/api/blog/*', (route) => promise.then(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await author.fill(typed);
    return resolve;
  };

  await test.step('text typed during a slow save is still there after leaving the saved post and returning', async () => {
    const send = await typeWhileSaving('Amy, on a train');
    await page.getByRole('link', { name: 'All posts' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Blog' })).toBeVisible();
    send();
    await row.getByRole('link', { name: title, exact: true }).click();
    await expect(before).toBeVisible();
    await expect(author).toHaveValue('Amy, on a train');
  });

  await test.step('text typed during the first save goes into the same post', async () => {
    const send = await typeWhileSaving('Amy, on the train');
    send();
    await expect(page.locator('[aria-busy]')).toHaveCount(0);
    await expect(author).toHaveValue('Amy, on the train');
    await expect(before).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(row).toContainText('Draft');
  await expect(row).toContainText('Amy, on the train');

  const edit = async (appears: string, save: string, more = async () => {}) => {
    await row.getByRole('link', { name: title, exact: true }).click();
    await page.getByLabel('When it appears').selectOption(appears);
    await more();
    await page.getByRole('button', { name: save }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Blog' })).toBeVisible();
  };
  await edit('On a date and time you choose', 'Schedule post', () =>
    page.getByLabel('Date and time').fill('2099-05-01T19:30'),
  );
  await expect(row).toContainText('Scheduled');
  await edit('now', 'Publish post');
  await expect(row).not.toContainText('Scheduled');
  const see = row.getByRole('link', { name: /^View / });
  const address = (await see.getAttribute('href')) ?? '';
  const visitor = await (await context.browser())?.newContext({ baseURL: site.url });
  const seen = async () => (await visitor?.request.get(address))?.status();
  expect(await seen()).toBe(200);

  await edit('now', 'Save post', () => page.getByLabel('Title').fill(`${title}, mended`));
  await expect(row).toContainText('mended');
  expect(await (await visitor?.request.get(address))?.text()).toContain('mended');
  const mended = `${title}, mended`;
  await row.getByRole('link', { name: mended, exact: true }).click();
  await page.getByLabel('When it appears').selectOption('draft');
  await page.getByRole('button', { name: 'Unpublish post' }).click();
  await expect(row).toContainText('Draft');
  expect(await seen()).toBe(404);

  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByText('Post deleted. You can restore it for 30 days.').first()).toBeVisible();
  await page
    .getByText(/^Recently deleted|^Deleted/)
    .first()
    .click();
  await page.getByRole('button', { name: `Restore ${mended}` }).click();
  await expect(page.getByText('Post restored.')).toBeVisible();
  await expect(row).toContainText('Draft');
  await visitor?.close();
});

test.describe('a post that somebody has since withdrawn is not republished unnoticed', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('an author who saves a post that was meanwhile withdrawn is told so before it is published again', async ({
    page,
    context,
    open,
    readsWell,
    site,
  }) => {
    const amy = await withSiteData(site, (a) => a.user({ firstname: 'Amy', lastname: 'Treadwell', role: 'author' }));
    const key = await withSiteData(site, (a) => a.blogPost({ title: 'Who was in the tent' }));
    await signIn(site, context, amy);
    await open(`/members/manage-blog/${key}`);
    await typeText(page, 'Text', 'Mine');
    const data = { title: 'Who was in the tent', author: 'Amy', content: 'Theirs', publishing: 'draft', version: 1 };
    const headers = { origin: site.url };
    expect((await context.request.post(`${site.url}/members/api/blog/${key}`, { data, headers })).status()).toBe(200);
    await page.getByRole('button', { name: 'Save post' }).click();
    await expect(page.getByText('Not yet: it’s a draft')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish post' })).toBeVisible();
    await readsWell();
    await page.getByRole('button', { name: 'Use Amy Treadwell’s version' }).click();
    await expect(page.getByLabel('When it appears')).toHaveValue('draft');
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeVisible();
  });
});
