import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWordDocument } from '../support/formats/word.ts';
import { expect, test } from '../support/screens/browser.ts';
import { findMarkdown, findTextEditor, typeText, writeMarkdown } from '../support/screens/texts.ts';
import type { RunningSite } from '../support/site/site.ts';
import { inCrew } from '../support/society/factories.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');

/** Creates a show with its director and one of its files. */
const createShowWithDirector = (site: RunningSite) =>
  withSiteData(site, async (a) => {
    const tag = Math.random().toString(36).slice(2, 8);
    const credits = [inCrew(`Dee ${tag}`, 'Director')];
    const show = await a.show({ title: `Hamlet ${tag}`, date: '2099-04-17', credits });
    const dee = await a.user({ firstname: 'Dee', lastname: tag });
    await a.personOf(dee, `Dee ${tag}`);
    const file = await a.file({ show_id: show, name: 'Rota.txt' });
    return { show, title: `Hamlet ${tag}`, dee, file };
  });

test.describe('a director publishes a call sheet', () => {
  // The post is first sent without its date, which is refused
  test.use({ expectedErrors: [/400/] });

  test('a director uploads two files, publishes and changes a post, and restores a deleted file', async ({
    page,
    context,
    open,
    readsWell,
    site,
  }) => {
    // Four screens are checked, each in light and dark
    test.slow();
    const { show, title, dee } = await createShowWithDirector(site);
    await signIn(site, context, dee);
    await open(`/members/show/${show}`);
    const manage = page.getByRole('region', { name: 'Manage Show' });
    // The notices come first, and the tools are behind one button
    await expect(manage.getByText('Add files')).toBeHidden();
    await manage.getByRole('button', { name: 'Manage Show' }).click();
    await expect(manage.getByText('Up to 50 MB each.')).toBeVisible();
    await expect(manage.getByText('are added by your admins: send yours to one of them.')).toBeVisible();

    // The upload is delayed, so that its progress is visible
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/upload_file/**', async (route) => {
      await held;
      await route.continue();
    });
    const choosing = page.waitForEvent('filechooser');
    await manage.getByRole('button', { name: 'Choose files' }).click();
    await (await choosing).setFiles([
      { name: 'Call sheet, week seven.pdf', mimeType: 'application/pdf', buffer: pdf },
      { name: 'Lines.txt', mimeType: 'text/plain', buffer: Buffer.from('To be.') },
    ]);
    const going = manage.getByRole('list', { name: 'Files being uploaded' });
    await expect(going.getByRole('progressbar')).toHaveCount(2);
    await readsWell();
    release();
    await expect(manage.getByText('Call sheet, week seven.pdf and Lines.txt uploaded.')).toBeVisible();
    await expect(going).toHaveCount(0);

    await manage.getByRole('button', { name: 'Write a new post' }).click();
    await expect(page.getByRole('heading', { name: 'Write a new post' })).toBeFocused();
    await page.getByLabel('Title').fill('This week’s calls');
    await typeText(page, 'Text', 'Bring boots');
    await findTextEditor(page, 'Text').press('ControlOrMeta+a');
    await page.getByRole('button', { name: 'Bold' }).click();
    await expect(findMarkdown(page, 'Text')).toHaveValue('**Bring boots**');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('Bring boots');
    await expect(page.getByRole('button', { name: 'Bold' })).toBeDisabled();
    await readsWell();

    // The editor is the same as for the blog, so it imports Word documents and warns before it loses pictures
    const choosingDocument = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a Word document' }).click();
    const document = createWordDocument(['The dates follow.']);
    await (await choosingDocument).setFiles({
      name: 'Dates.docx',
      mimeType: 'application/octet-stream',
      buffer: document,
    });
    await expect(findMarkdown(page, 'Text')).toHaveValue('**Bring boots**\n\nThe dates follow.');
    await page.getByRole('button', { name: 'Preview' }).click();
    await writeMarkdown(page, 'Text', '**Bring boots**');
    const choosingPicture = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add pictures' }).click();
    await (await choosingPicture).setFiles({ name: 'Boots.png', mimeType: 'image/png', buffer: Buffer.from('boots') });
    await page.getByRole('button', { name: 'Back to' }).click();
    await expect(page.getByText('You’ll need to choose your pictures again.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('listitem', { name: 'Boots.png' }).getByRole('button', { name: 'Remove' }).click();

    // A post without its date is refused, and the typed text is still there after a reload
    await page.getByLabel('Publish date').fill('');
    await page.getByRole('button', { name: 'Save post' }).click();
    await expect(page.getByText('Enter the date on which the post should appear')).toBeVisible();
    await expect(page.getByLabel('Publish date')).toBeFocused();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByRole('button', { name: 'Manage Show' }).click();
    await page.getByRole('button', { name: 'Write a new post' }).click();
    await expect(page.getByText('We’ve restored your unsaved draft.')).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('This week’s calls');
    await page.getByLabel('Publish date').fill('2026-01-02');

    // The page asks for confirmation before it follows the link
    const home = page.getByRole('banner').getByRole('link', { name: 'Lanternside Players' });
    await home.click();
    await expect(page.getByRole('heading', { name: 'Leave without saving this post?' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await readsWell();
    await page.keyboard.press('Escape');

    // On a slow connection, text typed while the post is being saved stays, and the next save adds it to the same post
    const sent = Promise.withResolvers<void>();
    await page.route('**/new_post/**', (route) => sent.promise.then(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Save post' }).click();
    await writeMarkdown(page, 'Text', '**Bring boots** and a hat');
    await home.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    sent.resolve();
    await expect(page.getByText('Post published.')).toBeVisible();
    await expect(findMarkdown(page, 'Text')).toHaveValue('**Bring boots** and a hat');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Changes saved.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'This week’s calls' })).toHaveCount(1);
    await expect(page.getByText('Bring boots and a hat')).toBeVisible();

    await manage.getByText('Manage posts').click();
    await manage.getByRole('button', { name: 'Edit This week’s calls' }).click();
    await expect(page.getByText('We’ve restored your unsaved draft.')).toHaveCount(0);
    // The preview replaces the text, and the buttons stay in place
    const save = page.getByRole('button', { name: 'Save changes' });
    const before = await save.boundingBox();
    await page.getByRole('button', { name: 'Preview' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Preview' }).getByText('Bring boots')).toBeVisible();
    expect(await save.boundingBox()).toEqual(before);
    await page.getByLabel('Title').fill('Next week’s calls');
    // The post is closed while it is being saved. The list is updated, and later input is there when the post is opened
    // again
    const saving = Promise.withResolvers<void>();
    await page.route('**/members/api/posts/*', (route) => saving.promise.then(() => route.continue()), { times: 1 });
    await save.click();
    await page.getByLabel('Title').fill('The calls to come');
    await page.getByRole('button', { name: 'Back to' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    saving.resolve();
    await expect(page.getByRole('link', { name: 'Next week’s calls' }).first()).toBeVisible();
    await manage.getByText('Manage posts').click();
    await manage.getByRole('button', { name: 'Edit Next week’s calls' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('The calls to come');
    await save.click();
    await expect(page.getByRole('link', { name: 'The calls to come' }).first()).toBeVisible();

    await manage.getByText('Manage files').click();
    await manage.getByRole('button', { name: 'Delete Call sheet, week seven.pdf' }).click();
    await expect(page.getByRole('heading', { name: 'Delete Call sheet, week seven.pdf?' })).toBeVisible();
    await expect(page.getByText('Nobody will be able to open it.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep file' })).toBeFocused();
    await readsWell();
    await page.getByRole('button', { name: 'Delete file' }).click();
    await expect(manage.getByText('You can restore it for 30 days.').first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call sheet, week seven.pdf' })).toHaveCount(0);

    await manage.getByText('Recently deleted').click();
    await manage.getByRole('button', { name: 'Restore Call sheet, week seven.pdf' }).click();
    await expect(manage.getByText('Call sheet, week seven.pdf restored.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Call sheet, week seven.pdf' }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  });
});

test.describe('a refused file can be removed, and a file whose connection was lost can be uploaded again', () => {
  test.use({ expectedErrors: [/status of 415|net::ERR_FAILED/] });

  test('a director sees why a file was refused, and uploads again only the file whose connection was lost', async ({
    page,
    context,
    open,
    site,
  }) => {
    const { show, dee } = await createShowWithDirector(site);
    await signIn(site, context, dee);
    await open(`/members/show/${show}`);
    const manage = page.getByRole('region', { name: 'Manage Show' });
    await manage.getByRole('button', { name: 'Manage Show' }).click();
    const choose = async (name: string, content: Buffer) => {
      const choosing = page.waitForEvent('filechooser');
      await manage.getByRole('button', { name: 'Choose files' }).click();
      await (await choosing).setFiles([{ name, mimeType: '', buffer: content }]);
    };
    await choose('Set.jpg', Buffer.from('<svg><script>alert(1)</script></svg>'));
    await expect(manage.getByText('isn’t a picture, although its name says so')).toBeVisible();
    await manage.getByRole('button', { name: 'Remove Set.jpg' }).click();

    await page.route('**/upload_file/**', (route) => route.abort(), { times: 1 });
    await choose('Lines.txt', Buffer.from('To be.'));
    await manage.getByRole('button', { name: 'Try again with Lines.txt' }).click();
    await expect(manage.getByText('Lines.txt uploaded.')).toBeVisible();
  });
});

test.describe('a post that somebody else has since changed is not overwritten unnoticed', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('a director sees both versions of a post that somebody else has changed, and loses nothing', async ({
    page,
    context,
    open,
    readsWell,
    site,
  }) => {
    const { show, dee } = await createShowWithDirector(site);
    const id = await withSiteData(site, (a) => a.post({ show_id: show, title: 'Calls', content: 'Ours' }));
    await signIn(site, context, dee);
    await open(`/members/show/${show}`);
    const manage = page.getByRole('region', { name: 'Manage Show' });
    await manage.getByRole('button', { name: 'Manage Show' }).click();
    await manage.getByText('Manage posts').click();
    await manage.getByRole('button', { name: 'Edit Calls' }).click();
    await typeText(page, 'Text', 'Mine');
    const theirs = { title: 'Calls', type: 'private', date: '2026-11-01T21:00', content: 'Theirs', version: 1 };
    const headers = { origin: site.url };
    expect(
      (await context.request.post(`${site.url}/members/api/posts/${id}`, { data: theirs, headers })).status(),
    ).toBe(200);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('changed this post while you were editing')).toBeVisible();
    await expect(page.locator('pre')).toHaveText('Theirs');
    await expect(page.getByText('Sunday 1 November 2026 at 9pm')).toBeVisible();
    await expect(page.getByText('Emailed to')).toBeVisible();
    await expect(findMarkdown(page, 'Text')).toHaveValue('Mine');
    await readsWell();
    await page.getByRole('button', { name: 'Save my version instead' }).click();
    await expect(page.getByText('Changes saved.')).toBeVisible();
  });
});

test.describe('attacks from another website delete nothing', () => {
  test.use({ expectedErrors: [/status of 40[134]|CORS|ERR_FAILED|ERR_BLOCKED|Content Security Policy/] });

  test('no picture, link or script on another website deletes a file, but our own script can', async ({
    page,
    context,
    site,
  }) => {
    const { dee, file } = await createShowWithDirector(site);
    await signIn(site, context, dee);
    const target = `${site.url}/members/api/delete_file/${file}`;
    const evil = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Kittens</title>
        <img src="${target}" alt=""><a id="link" href="${target}">More</a>`);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => evil.once('listening', resolve));
    const { port } = evil.address() as AddressInfo;
    const gone = () =>
      withSiteData(
        site,
        async (_, db) => (await db.read.selectFrom('file').select('id').where('id', '=', file).execute()).length === 0,
      );
    try {
      // Another port counts as the same site, so cookies are sent; another host name is another site
      for (const host of ['127.0.0.1', 'localhost']) {
        // Requests and responses are observed from outside the page, because the browser withholds some responses from
        // it
        const requests: string[] = [];
        const seen: number[] = [];
        page.on('request', (request) => {
          if (request.url() === target) requests.push(request.resourceType());
        });
        page.on('response', (response) => {
          if (response.url() === target) seen.push(response.status());
        });
        await page.goto(`http://${host}:${port}/`);
        await expect.poll(() => requests, 'the picture was asked for').toContain('image');
        await page.evaluate(
          (address) => fetch(address, { mode: 'no-cors', credentials: 'include' }).catch(() => {}),
          target,
        );
        await page.evaluate((address) => fetch(address, { credentials: 'include' }).catch(() => {}), target);
        await page.evaluate(
          (address) => fetch(address, { method: 'DELETE', mode: 'cors', credentials: 'include' }).catch(() => {}),
          target.replace('delete_file', 'files'),
        );
        await page.locator('#link').click();
        await expect.poll(() => page.url()).toBe(target);
        expect(requests).toEqual(expect.arrayContaining(['image', 'fetch', 'document']));
        expect(seen.filter((status) => status !== 401 && status !== 403)).toEqual([]);
        expect(await gone()).toBe(false);
        page.removeAllListeners('request');
        page.removeAllListeners('response');
      }
      // The URL is typed into the address bar, and loaded as a picture on our own page
      expect((await page.goto(target))?.status()).toBe(403);
      await page.goto(`${site.url}/members/dashboard`);
      await page.evaluate(
        (address) =>
          new Promise((done) => {
            const picture = new Image();
            picture.onload = picture.onerror = done;
            picture.src = address;
          }),
        target,
      );
      expect(await gone()).toBe(false);
      // Our own script may use the URL
      expect(await page.evaluate(async (address) => (await fetch(address)).status, target)).toBe(200);
      expect(await gone()).toBe(true);
    } finally {
      evil.close();
    }
  });
});
