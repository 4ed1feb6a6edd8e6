import sharp from 'sharp';
import { expect } from 'vitest';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { createWordDocument, createZip } from '#tests/support/formats/word.ts';
import { onEachSite } from '#tests/support/site/app.ts';

function form(content: Buffer): FormData {
  const data = new FormData();
  data.append('document', new Blob([new Uint8Array(content)]), 'Our summer.docx');
  return data;
}

onEachSite('a Word document becomes Markdown with its own pictures and no external ones', async ({ a, as, get }) => {
  const { upload } = await as(await a.user({ role: 'author' }));
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
    .png()
    .toBuffer();
  const document = createWordDocument(['# Our summer', 'We *lost* a &lt;tent&gt;.'], picture);
  const { body } = await upload('/members/api/blog/word', form(document));
  const content = String(body.content);
  expect(body.code).toBe(200);
  expect(content).toMatch(/^## Our summer\n\nWe \\\*lost\\\* a \\<tent\\>\.\n\n!\[A lamp\]\(\/media\/[\w-]{16}\/.+\)$/);
  const [, address = ''] = /\((\/media\/.+)\)$/.exec(content) ?? [];
  expect((await get(address)).headers['content-type']).toBe('image/webp');
});

onEachSite(
  'the title of a Word document becomes the first heading',
  async ({ a, as }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const document = createWordDocument(['! Our summer', '# The tent', 'It rained.']);
    const { body } = await upload('/members/api/blog/word', form(document));
    expect(body.content).toBe('## Our summer\n\n## The tent\n\nIt rained.');
  },
  ['sqlite'],
);

onEachSite(
  'a document is refused rather than imported without pictures when picture processing is busy',
  async ({ a, as, db, storage }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
      .png()
      .toBuffer();
    const { receive } = storage;
    const busy = 'We’re processing a lot of pictures at the moment.';
    // The uploaded file has a size limit; the pictures extracted from it don't
    storage.receive = async (content, from) => (from?.most ? receive(content, from) : refuse(503, busy));
    const document = form(createWordDocument(['Our summer'], picture));
    expect((await upload('/members/api/blog/word', document)).body).toEqual({ code: 503, msg: busy });
    storage.receive = receive;
    expect(await db.read.selectFrom('media').select('id').execute()).toEqual([]);
    const { body } = await upload('/members/api/blog/word', form(createWordDocument(['Our summer'], picture)));
    expect(body).toMatchObject({ code: 200, msg: 'The document has been added to the editor.' });
  },
  ['sqlite'],
);

onEachSite(
  'the response says how many pictures of a document were left out, and why',
  async ({ a, as }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const document = createWordDocument(['Our summer'], Buffer.from('a drawing of Word’s own'), { times: 62 });
    expect((await upload('/members/api/blog/word', form(document))).body.msg).toBe(
      'The document has been added to the editor, without 60 pictures that browsers can’t show and 2 pictures after the first 60.',
    );
  },
  ['sqlite'],
);

onEachSite(
  'a file that isn’t a Word document or is too large unpacked is refused with a message',
  async ({ a, as }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const answer = async (content: Buffer) => {
      const { body } = await upload('/members/api/blog/word', form(content));
      expect(body.msg).toMatch(/document/);
      return body.code;
    };
    expect(await answer(Buffer.from('hello'))).toBe(415);
    expect(await answer(createZip({ 'a.txt': 'x' }))).toBe(415);
    const vast = Buffer.alloc(20_000_000, 'a');
    expect(await answer(createZip({ 'word/document.xml': vast }))).toBe(413);
    // The file's own header claims that it is small
    expect(await answer(createZip({ 'word/document.xml': vast }, { saying: 1000 }))).toBe(415);
  },
);

onEachSite('many documents from one author don’t delay another author’s', async ({ a, as }) => {
  const order: string[] = [];
  const sending = async (who: string) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    return async (text: string) => {
      const { body } = await upload('/members/api/blog/word', form(createWordDocument([text])));
      order.push(`${who} ${body.code}`);
      return String(body.msg);
    };
  };
  const [many, one] = [await sending('many'), await sending('one')];
  // Each document takes a second
  const pile = Array.from({ length: 8 }, () => many('word '.repeat(15_000)));
  const other = Promise.race(pile).then(() => one('Hello.'));
  const said = await Promise.all([...pile, other]);
  expect(said).toContain(
    'Your earlier documents are still being read. Upload this one when they’ve appeared in the editor.',
  );
  // The number of refused documents, and of documents finished first, depends on how quickly they are sent
  const taken = order.filter((answer) => !answer.endsWith('429'));
  expect(taken).toContain('one 200');
  expect(taken.at(-1)).toBe('many 200');
});
