import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { createWordDocument } from '../support/formats/word.ts';
import { expect, test } from '../support/screens/browser.ts';
import { findMarkdown, findTextEditor, findToolbar, showMarkdown, waitForEditor } from '../support/screens/texts.ts';
import { signIn, withSiteData } from '../support/society/members.ts';

test.slow();

/** HTML as Word copies it to the clipboard. */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head>
<body lang=EN-GB><!--StartFragment-->
<h1><b><span style='font-size:16pt'>Get-in</span></b><o:p></o:p></h1>
<p class=MsoNormal>Bring <b>boots</b> and <i>gloves</i>,&nbsp;see <a href="https://players.example/kit">the list</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Flats<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><span
style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span>the tall ones<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span
style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>Lamps<o:p></o:p></p>
<table class=MsoTableGrid><tr><td><p class=MsoNormal><b>Day</b></p></td><td><p class=MsoNormal>Call</p></td></tr>
<tr><td><p class=MsoNormal>Monday</p></td><td><p class=MsoNormal>7.30pm</p></td></tr></table>
<p class=MsoNormal><img width=60 src="file:///C:/Users/una/clip_image001.png"></p>
<!--EndFragment--></body></html>`;

/** HTML as Google Docs copies it to the clipboard. */
const fromGoogleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span
style="font-weight:400">Strike</span></h2><p dir="ltr"><span style="font-weight:400">All </span><span
style="font-weight:700">hands</span><span style="font-style:italic"> please</span></p><ol><li dir="ltr"><p dir="ltr"
role="presentation"><span>Sweep</span></p></li><ol><li dir="ltr"><p dir="ltr" role="presentation"><span>the wings</span></p></li></ol><li
dir="ltr"><p dir="ltr"><span>Lock up</span></p></li></ol></b><br class="Apple-interchange-newline">`;

/** HTML as a browser copies it to the clipboard. */
const fromWebPage = `<div style="color:red" onclick="alert(1)"><h3>Review</h3><p>A <strong>triumph</strong><br>said
<a href="javascript:alert(1)">somebody</a>.</p><img src="https://elsewhere.example/spy.gif" alt="spy"><script>alert(1)</script></div>`;

/** A cell as another editor copies it, which claims to be wider than any table. */
const fromWideTable = `<span data-pm-slice='0 0 ["table",{},"table_row",{},"table_cell",{"colspan":1000000000}]'>wide</span>`;

/** Pastes HTML as a browser would. */
const paste = (editor: Locator, html: string) =>
  editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.setData('text/plain', 'as plain text');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

test('an author writes a post, pastes from Word, places a picture and publishes it @phone', async ({
  page,
  context,
  open,
  readsWell,
  site,
}, { project }) => {
  const amy = await withSiteData(site, (a) => a.user({ firstname: 'Amy', lastname: 'Treadwell', role: 'author' }));
  await signIn(site, context, amy);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).host));
  await open('/members/manage-blog/new');
  await page.getByLabel('Title').fill(`Behind the scenes ${project.name}`);
  const text = await waitForEditor(page, 'Text');
  const toolbar = findToolbar(page, 'Text');
  const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
  const markdown = findMarkdown(page, 'Text');

  await test.step('headings, bold type and a list are added with the toolbar', async () => {
    await text.click();
    await press('Heading');
    await page.keyboard.type('The crew');
    await expect(toolbar.getByRole('button', { name: 'Heading', exact: true })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Enter');
    await page.keyboard.type('We need ');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('hands:');
    await page.keyboard.press('ControlOrMeta+b');
    await page.keyboard.type('many.');
    await page.keyboard.press('Enter');
    await press('List');
    await page.keyboard.type('to lift');
    await page.keyboard.press('Enter');
    await page.keyboard.type('to paint');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(markdown).toHaveValue('## The crew\n\nWe need **hands:**&#109;any.\n\n- to lift\n- to paint');
    await readsWell();
  });

  await test.step('text pasted from Word, Google Docs and a web page keeps what the site can show', async () => {
    await paste(text, fromWord);
    await expect(markdown).toHaveValue(
      /## Get-in\n\nBring \*\*boots\*\* and \*gloves\*, see \[the list\]\(https:\/\/players\.example\/kit\)\.\n\n- Flats\n {2}- the tall ones\n- Lamps\n\n\| \*\*Day\*\* \| Call \|\n\| --- \| --- \|\n\| Monday \| 7\.30pm \|$/,
    );
    await expect(page.getByText('One picture couldn’t be pasted along with the text.')).toBeVisible();
    await text.press('ControlOrMeta+a');
    await paste(text, fromGoogleDocs);
    await expect(markdown).toHaveValue('## Strike\n\nAll **hands** *please*\n\n1. Sweep\n   1. the wings\n2. Lock up');
    await text.press('ControlOrMeta+a');
    await paste(text, fromWebPage);
    await expect(markdown).toHaveValue('## Review\n\nA **triumph**\\\nsaid somebody.');
    await text.press('ControlOrMeta+a');
    await paste(text, fromWideTable);
    await expect(markdown).toHaveValue(/\| wide \|/);
    for (let times = 0; times < 4; times += 1) await press('Undo');
    await expect(markdown).toHaveValue(/^## The crew[\s\S]*- to paint$/);
    expect(asked.filter((host) => host.includes('elsewhere'))).toEqual([]);
  });

  await test.step('a table and a link are added with the toolbar', async () => {
    await text.press('ControlOrMeta+End');
    await press('Table');
    await page.keyboard.type('Day');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Monday');
    await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Delete column' }).click();
    await press('Undo');
    await readsWell();
    await expect(markdown).toHaveValue(/\| Day \| Second \|\n\| --- \| --- \|\n\| Monday \| {2}\|\n\| {2}\| {2}\|$/);
    await text.getByText('to paint').click();
    await page.keyboard.press('End');
    for (let letters = 0; letters < 5; letters += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ControlOrMeta+k');
    const address = page.getByRole('group', { name: 'Link' }).getByLabel('Address of the link');
    await expect(address).toBeFocused();
    await address.fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await expect(address).toHaveAccessibleDescription(/Use a web address/);
    await address.fill('players.example/crew');
    await readsWell();
    await page.keyboard.press('Enter');
    await expect(markdown).toHaveValue(/to \[paint\]\(https:\/\/players\.example\/crew\)/);
  });

  // Gives all edits the same time, as a fast machine may. They would be undone together if they weren't separate steps
  await page.clock.setFixedTime(new Date());

  await test.step('a dropped picture is inserted where it was dropped, and saving before it is inserted shows a message', async () => {
    const bytes = (
      await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a31' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const place = await text.getByText('The crew').boundingBox();
    await text.evaluate(
      (element, { bytes, x, y }) => {
        const dataTransfer = new DataTransfer();
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
        dataTransfer.items.add(new File([content], 'The crew.png', { type: 'image/png' }));
        const at = { clientX: x, clientY: y, bubbles: true, cancelable: true };
        element.dispatchEvent(new DragEvent('drop', { dataTransfer, ...at }));
      },
      { bytes, x: (place?.x ?? 0) + (place?.width ?? 0), y: (place?.y ?? 0) + (place?.height ?? 0) / 2 },
    );
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('One picture isn’t in the text yet.')).toBeVisible();
    const row = page.getByRole('listitem', { name: 'The crew.png' });
    await expect(row.getByLabel('What does the picture show?')).toBeFocused();
    await row.getByLabel('What does the picture show?').fill('Four people with a sofa');
    await page.keyboard.press('Enter');
    await expect(text.getByRole('img', { name: 'Four people with a sofa' })).toBeVisible();
    await expect(row).toHaveCount(0);
    await text.getByRole('img').click();
    const description = page.getByRole('group', { name: 'Picture' }).getByLabel('What does the picture show?');
    await readsWell();
    await description.fill('Three people with a sofa');
    await expect(markdown).toHaveValue(/!\[Three people with a sofa\]\(\/media\//);
  });

  await test.step('an editor dragged to another height keeps that height while text is typed', async () => {
    await text.evaluate((element) => {
      element.style.height = '500px';
    });
    await text.press('ControlOrMeta+End');
    await page.keyboard.type('!');
    await press('Undo');
    await expect(text).toHaveCSS('height', '500px');
    await text.evaluate((element) => {
      element.style.height = '';
    });
  });

  await test.step('an imported Word document is added to the text, and the success message doesn’t cover the label', async () => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a Word document' }).click();
    const buffer = createWordDocument(['# What we found', 'It was under the stage.']);
    await (await choosing).setFiles({ name: 'Found.docx', mimeType: 'application/octet-stream', buffer });
    await expect(text.getByRole('heading', { name: 'What we found' })).toBeVisible();
    const answer = page.getByText('The document has been added to the editor.').first();
    await expect(answer).toBeVisible();
    const label = page.locator('label', { hasText: /^Text$/ });
    const isClear = async () => {
      const [above, below] = [await label.boundingBox(), await answer.boundingBox()];
      return !above || !below || above.y + above.height <= below.y || below.y + below.height <= above.y;
    };
    await expect.poll(isClear).toBe(true);
    await press('Undo');
    await expect(text.getByRole('heading', { name: 'What we found' })).toHaveCount(0);
  });

  await page.getByLabel('When it appears').selectOption('now');
  await page.getByRole('button', { name: 'Publish post' }).click();
  const row = page.getByRole('row').filter({ hasText: `Behind the scenes ${project.name}` });
  await open((await row.getByRole('link', { name: /^View / }).getAttribute('href')) ?? '');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'The crew' })).toBeVisible();
  await expect(main.locator('strong')).toHaveText('hands:');
  await expect(main.getByRole('listitem').filter({ hasText: 'to paint' })).toBeVisible();
  await expect(main.getByRole('img', { name: 'Three people with a sofa' })).toBeVisible();
  await expect(main.getByRole('cell', { name: 'Monday' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'paint' })).toHaveAttribute('href', 'https://players.example/crew');
});

test('a post’s text can be written by keyboard alone, and Tab leaves the editor', async ({
  page,
  context,
  open,
  site,
}) => {
  const amy = await withSiteData(site, (a) => a.user({ firstname: 'Amy', lastname: 'Treadwell', role: 'author' }));
  await signIn(site, context, amy);
  await open('/members/manage-blog/new');
  const text = await waitForEditor(page, 'Text');
  const button = (name: string) => findToolbar(page, 'Text').getByRole('button', { name, exact: true });
  await page.getByLabel('When it appears').focus();
  await page.keyboard.press('Tab');
  await expect(button('Undo')).toBeFocused();
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('ArrowRight');
  await expect(button('Heading')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.type('By heart');
  await page.keyboard.press('Enter');
  await page.keyboard.type('- one');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+]');
  await page.keyboard.type('half');
  await page.keyboard.press('Tab');
  await expect(text).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(button('Heading')).toBeFocused();
  await expect(findMarkdown(page, 'Text')).toHaveValue('## By heart\n\n- one\n  - half');
});

test('an unedited text stays as typed, and a text that the editor can’t show opens as Markdown', async ({
  page,
  context,
  open,
  site,
}) => {
  const amy = await withSiteData(site, (a) => a.user({ firstname: 'Amy', lastname: 'Treadwell', role: 'author' }));
  const typed = 'One  \n__two__\n\n* a\n* b\n\nTitle\n=====\n\n[x]\n\n[x]: https://a.example\n';
  const odd = '- > Who goes there?';
  const { key, oddKey } = await withSiteData(site, async (a) => ({
    key: await a.blogPost({ title: 'As typed', content: typed }),
    oddKey: await a.blogPost({ title: 'Odd', content: odd }),
  }));
  await signIn(site, context, amy);
  await open(`/members/manage-blog/${key}`);
  await expect(findTextEditor(page, 'Text').getByRole('link', { name: 'x' })).toBeVisible();
  await page.getByLabel('Title').fill('Still as typed');
  await page.getByRole('button', { name: 'Save post' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Blog' })).toBeVisible();
  await open(`/members/manage-blog/${key}`);
  await expect(page.getByLabel('Title')).toHaveValue('Still as typed');
  expect((await findMarkdown(page, 'Text').inputValue()).trim()).toBe(typed.trim());

  await open(`/members/manage-blog/${oddKey}`);
  await expect(page.getByText('This text has something that the visual editor can’t show')).toBeVisible();
  const text = await showMarkdown(page, 'Text');
  await expect(text).toHaveValue(odd);
  await text.fill('Write to us.');
  await findToolbar(page, 'Text').getByRole('button', { name: 'Markdown' }).click();
  await expect(findTextEditor(page, 'Text')).toHaveText('Write to us.');
});
