import { expect, test } from 'vitest';
import { listPictures, previewMarkdown, renderMarkdown, renderMarkdownLead } from './index.ts';

test('a long text is rendered, previewed and excerpted in the same way as a short one', async () => {
  const paragraph = `**Bold** ${'word '.repeat(40).trim()}.`;
  const text = Array.from({ length: 400 }, () => paragraph).join('\n\n');
  const html = `<p>${paragraph.replace('**Bold**', '<strong>Bold</strong>')}</p>\n`;
  expect(await renderMarkdown(paragraph)).toBe(html);
  expect(await renderMarkdown(text)).toBe(html.repeat(400));
  expect(await previewMarkdown(text, 'a member')).toBe(html.repeat(400));
  expect(await renderMarkdownLead(text, 300)).toBe(html.repeat(2));
  const picture = '/media/abcdefghijklmnop/a.jpg';
  expect(await listPictures(`${text}\n\n![One](${picture}) ![Two](${picture})`)).toEqual([picture, picture]);
});

test('a text whose HTML would be many times longer is shown as typed', async () => {
  for (const links of [900, 21_500]) {
    const source = `[a]: /${'x'.repeat(1900)}\n\n${'[a]'.repeat(links)}`;
    const typed = `</p>\n<p>${'[a]'.repeat(links)}</p>\n`;
    expect((await renderMarkdown(source)).endsWith(typed)).toBe(true);
    expect((await previewMarkdown(source, 'a member')).endsWith(typed)).toBe(true);
  }
});
