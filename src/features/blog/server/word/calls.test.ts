import sharp from 'sharp';
import { expect } from 'vitest';
import { onEachSite } from '../../../../../tests/support/app.ts';
import { wordDocument, zipped } from '../../../../../tests/support/word.ts';

/** A form with one file, as a browser sends it. */
function form(content: Buffer, name = 'Our summer.docx') {
  const head = `--edge\r\ncontent-disposition: form-data; name="document"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  };
}

onEachSite(
  'a Word document becomes Markdown with its own pictures, and nothing of elsewhere',
  async ({ a, as, get }) => {
    const { post } = await as(await a.user({ role: 'author' }));
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
      .png()
      .toBuffer();
    const { payload, headers } = form(wordDocument(['# Our summer', 'We *lost* a &lt;tent&gt;.'], picture));
    const { code, content } = (await post('/members/api/blog/word', payload, headers)).json();
    expect(code).toBe(200);
    expect(content).toMatch(
      /^## Our summer\n\nWe \\\*lost\\\* a \\<tent\\>\.\n\n!\[A lamp\]\(\/media\/[\w-]{16}\/.+\)$/,
    );
    const [, address = ''] = /\((\/media\/.+)\)$/.exec(content) ?? [];
    expect((await get(address)).headers['content-type']).toBe('image/webp');
  },
);

onEachSite('what is no Word document, or too large inside, is refused in plain words', async ({ a, as }) => {
  const { post } = await as(await a.user({ role: 'author' }));
  const answer = async (content: Buffer) => {
    const { payload, headers } = form(content);
    const { code, msg } = (await post('/members/api/blog/word', payload, headers)).json();
    expect(msg).toMatch(/document/);
    return code;
  };
  expect(await answer(Buffer.from('hello'))).toBe(415);
  expect(await answer(zipped({ 'a.txt': 'x' }))).toBe(415);
  const vast = Buffer.alloc(20_000_000, 'a');
  expect(await answer(zipped({ 'word/document.xml': vast }))).toBe(413);
  // It says that it is small
  expect(await answer(zipped({ 'word/document.xml': vast }, { saying: 1000 }))).toBe(415);
});
