import sharp from 'sharp';
import { expect } from 'vitest';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { createWordDocument, createWordDocumentFromXml, createZip } from '#tests/support/formats/word.ts';
import { onEachSite, onSite } from '#tests/support/site/app.ts';

function form(content: Buffer, name = 'Our summer.docx'): FormData {
  const data = new FormData();
  data.append('document', new Blob([new Uint8Array(content)]), name);
  return data;
}

onSite(
  'a Word document becomes Markdown with the document’s own pictures, without external ones',
  async ({ a, as, get }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
      .png()
      .toBuffer();
    const document = createWordDocument(['# Our summer', 'We *lost* a &lt;tent&gt;.'], picture);
    const { body } = await upload('/members/api/blog/word', form(document));
    const content = String(body.content);
    expect(body.code).toBe(200);
    expect(content).toMatch(/^## Our summer\n\nWe \\\*lost\\\* a \\<tent>\.\n\n!\[A lamp\]\(\/media\/[\w-]{16}\/.+\)$/);
    const [, address = ''] = /\((\/media\/.+)\)$/.exec(content) ?? [];
    expect((await get(address)).headers['content-type']).toBe('image/webp');
  },
);

onSite('the title of a Word document becomes the first heading', async ({ a, as }) => {
  const { upload } = await as(await a.user({ role: 'author' }));
  const document = createWordDocument(['! Our summer', '# The tent', 'It rained.']);
  const { body } = await upload('/members/api/blog/word', form(document));
  expect(body.content).toBe('## Our summer\n\n## The tent\n\nIt rained.');
});

onSite(
  'a document is refused rather than imported without pictures when picture processing is busy',
  async ({ a, as, db, storage }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
      .png()
      .toBuffer();
    const { receive } = storage;
    const busy = 'We’re processing a lot of pictures at the moment.';
    // The uploaded document has a size limit; the pictures extracted from it don't
    storage.receive = async (content, from) => (from?.maxBytes ? receive(content, from) : refuse(503, busy));
    const document = form(createWordDocument(['Our summer'], picture));
    expect((await upload('/members/api/blog/word', document)).body).toEqual({ code: 503, msg: busy });
    storage.receive = receive;
    expect(await db.read.selectFrom('media').select('id').execute()).toEqual([]);
    const { body } = await upload('/members/api/blog/word', form(createWordDocument(['Our summer'], picture)));
    expect(body).toMatchObject({ code: 200, msg: expect.stringMatching(/^The document has been added/) });
  },
);

onSite('the response says how many pictures of a document were left out, and why', async ({ a, as }) => {
  const { upload } = await as(await a.user({ role: 'author' }));
  const document = createWordDocument(['Our summer'], Buffer.from('a drawing of Word’s own'), { times: 62 });
  expect((await upload('/members/api/blog/word', form(document))).body.msg).toBe(
    'The document has been added to the editor, without 60 pictures that browsers can’t show, 2 pictures after the first 60 and one picture that the document only links to.',
  );
});

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
const tableOf = (...rows: string[][]) =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.join('')}</w:tr>`).join('')}</w:tbl>`;
const listed = (text: string, list: number) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`);

onSite(
  'merged cells, continued lists, notes and struck-out text of a Word document keep their meaning',
  async ({ a, as }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const body =
      tableOf(
        [cell('REHEARSALS', '<w:gridSpan w:val="3"/>')],
        [cell('Day'), cell('Time'), cell('What')],
        [cell('Monday', '<w:vMerge w:val="restart"/>'), cell('7pm'), cell('Act One')],
        [cell('', '<w:vMerge/>'), cell('8pm'), cell('Act Two')],
      ) +
      listed('Bip', 1) +
      listed('Bap', 1) +
      paragraph(run('In between.')) +
      listed('Bop', 1) +
      listed('Another list', 2) +
      paragraph(
        `${run('Saturday', '<w:strike/>')}${run(' Friday', '<w:dstrike/>')}${run(' Sunday')}<w:r><w:footnoteReference w:id="2"/></w:r>`,
      ) +
      paragraph(`${run('Hamlet')}<w:r><w:tab/></w:r>${run('Ada Quill')}`);
    const level = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl>';
    const numbering =
      `<w:abstractNum w:abstractNumId="7">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>` +
      '<w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>';
    const footnotes = `<w:footnote w:id="2">${paragraph(run('Matinee only.'))}</w:footnote>`;
    const response = await upload(
      '/members/api/blog/word',
      form(createWordDocumentFromXml(body, false, { numbering, footnotes })),
    );
    expect(response.body).toMatchObject({
      msg: 'The document has been added to the editor.',
      content:
        'REHEARSALS\n\n| Day | Time | What |\n| - | - | - |\n| Monday | 7pm | Act One |\n| | 8pm | Act Two |\n\n' +
        '1. Bip\n2. Bap\n\nIn between.\n\n3. Bop\n\n1) Another list\n\n~~Saturday Friday~~ Sunday\\[1]\n\n' +
        'Hamlet – Ada Quill\n\n---\n\n1. Matinee only.',
    });
  },
);

onSite('importing a document reports how many diagrams and charts were left out', async ({ a, as }) => {
  const { upload } = await as(await a.user({ role: 'author' }));
  const graphic = (kind: string) =>
    `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/${kind}"/></a:graphic></wp:inline></w:drawing></w:r>`;
  const document = createWordDocumentFromXml(
    paragraph(`${run('Who does what')}${graphic('diagram')}${graphic('chart')}`),
  );
  expect((await upload('/members/api/blog/word', form(document))).body).toMatchObject({
    content: 'Who does what',
    msg: 'The document has been added to the editor, without 2 diagrams and charts.',
  });
});

onSite(
  'formulas and checkboxes in a Word document become text, and a shape’s picture is imported',
  async ({ a, as }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const m = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`;
    const t = (text: string) => m('r', m('t', text));
    const fraction = m('f', m('num', `${t('a')}${t('+b')}`) + m('den', t('2')));
    const box = (checked: 0 | 1) =>
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('x')}</w:sdtContent></w:sdt>`;
    const shape =
      '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing/></mc:Choice><mc:Fallback><w:pict>' +
      '<v:shape><v:fill r:id="rId1" type="frame"/></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>';
    const body =
      paragraph(`${run('2 credits: ')}${m('oMath', t('4≤hours&lt;8'))}`) +
      paragraph(m('oMathPara', m('oMath', `${fraction}${t('=')}${m('sSup', m('e', t('x')) + m('sup', t('2')))}`))) +
      paragraph(`${box(1)}${run(' Acting ')}${box(0)}${run(' Singing')}`) +
      paragraph(shape);
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
      .png()
      .toBuffer();
    expect((await upload('/members/api/blog/word', form(createWordDocumentFromXml(body, picture)))).body).toMatchObject(
      {
        msg: 'The document has been added to the editor. Its formulas are plain text now, so check them.',
        content: expect.stringMatching(
          /^2 credits: 4≤hours<8\n\n\(a\+b\)\/2=x\^2\n\n☑ Acting ☐ Singing\n\n!\[\]\(\/media\/.+\)$/,
        ),
      },
    );
  },
);

onSite(
  'comments, headers and hidden text of a Word document are left out, and the response says so',
  async ({ a, as }) => {
    const { upload } = await as(await a.user({ role: 'author' }));
    const body = paragraph(
      `${run('Rehearsals begin.')}${run(' Ada is paid.', '<w:vanish/>')}${run(' Come!', '<w:vanish w:val="0"/>')}`,
    );
    const document = createWordDocumentFromXml(body, false, {
      parts: {
        'word/comments.xml': `<w:comments><w:comment w:id="1">${paragraph(run('Sure?'))}</w:comment></w:comments>`,
        'word/header1.xml': `<w:hdr>${paragraph(run('The Anytown Players'))}</w:hdr>`,
        'word/footer1.xml': `<w:ftr>${paragraph(run('Page 1 of 2'))}</w:ftr>`,
      },
    });
    expect((await upload('/members/api/blog/word', form(document))).body).toMatchObject({
      msg: 'The document has been added to the editor, without one comment, the headers and footers of its pages and its hidden text.',
      content: 'Rehearsals begin. Come!',
    });
    expect((await upload('/members/api/blog/word', form(createWordDocumentFromXml(paragraph(''))))).body).toEqual({
      code: 400,
      msg: 'We found no text in this document. Open it in Word to check.',
    });
  },
);

onSite('a Word document of which nothing can be imported is refused with a list of its parts', async ({ a, as }) => {
  const { upload } = await as(await a.user({ role: 'author' }));
  const document = createWordDocumentFromXml(paragraph(run('Ada is paid.', '<w:vanish/>')), false, {
    parts: {
      'word/comments.xml': `<w:comments><w:comment w:id="1">${paragraph(run('Sure?'))}</w:comment></w:comments>`,
    },
  });
  expect((await upload('/members/api/blog/word', form(document))).body).toEqual({
    code: 400,
    msg: 'This document has only parts that can’t be imported: one comment and its hidden text. Open it in Word to check.',
  });
});

onSite('a document in another format, or protected by a password, is refused with the reason', async ({ a, as }) => {
  const { upload } = await as(await a.user({ role: 'author' }));
  const old = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  // LibreOffice stores the format uncompressed, as the first entry
  const openDocument = (kind: string) =>
    Buffer.from(`PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.${kind}`, 'latin1');
  const cases: [string, Buffer, RegExp][] = [
    ['Minutes.doc', old, /older format \(\.doc\).*Save As/],
    ['Minutes.docx', old, /protected by a password/],
    ['Minutes.odt', createZip({ mimetype: 'application/vnd.oasis.opendocument.text' }), /OpenDocument text.*Save As/],
    ['Minutes', openDocument('text'), /OpenDocument text.*Save As/],
    ['Budget.ods', openDocument('spreadsheet'), /We couldn’t read this/],
    ['Minutes.pages', createZip({ 'Index.zip': 'x' }), /In Pages.*Export To/],
    ['Minutes.rtf', Buffer.from('{\\rtf1 Hello}'), /rich text document/],
    ['Minutes.pdf', Buffer.from('%PDF-1.7'), /A PDF can’t be imported/],
  ];
  for (const [name, content, advice] of cases) {
    const { body } = await upload('/members/api/blog/word', form(content, name));
    expect({ name, code: body.code, msg: body.msg }).toEqual({ name, code: 415, msg: expect.stringMatching(advice) });
  }
});

onSite(
  'a file that isn’t a Word document, or is too large when unpacked, is refused with a message',
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

onSite('a document from one author is imported before the last of many from another', async ({ a, as }) => {
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
  // Each document takes long enough to import that the next ones have to wait
  const pile = Array.from({ length: 8 }, () => many('word '.repeat(15_000)));
  const other = Promise.race(pile).then(() => one('Hello.'));
  const said = await Promise.all([...pile, other]);
  expect(said).toContain(
    'Your earlier documents are still being read. Import this one when they’ve appeared in the editor.',
  );
  // The numbers of refused documents, and of documents imported before the other author's, depend on the speed of
  // sending
  const taken = order.filter((answer) => !answer.endsWith('429'));
  expect(taken).toContain('one 200');
  expect(taken.at(-1)).toBe('many 200');
});

const png = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a31' } })
    .png()
    .toBuffer();

function pictureForm(content: Buffer | string, alt: string, field = 'picture'): FormData {
  const data = new FormData();
  data.append('alt', alt);
  data.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), '../Our lamp :(.png');
  return data;
}
const call = '/members/api/blog/picture';

onEachSite('a picture for a text is added to the media with its description and returned as Markdown', async (on) => {
  const { a, as, get, db } = on;
  const { upload } = await as(await a.user({ role: 'author', firstname: 'Amy', lastname: 'Treadwell' }));
  const { body } = await upload(call, pictureForm(await png(), ' The lamp]\n(in the wings) '));
  expect(body).toMatchObject({ code: 200, msg: '“Our lamp -(.png” has been added to the text.' });
  const [, alt, address = ''] = /^!\[(.*)\]\((\/media\/\S+)\)$/.exec(String(body.content)) ?? [];
  expect(alt).toBe('The lamp (in the wings)');
  expect((await get(address)).headers['content-type']).toBe('image/webp');
  // The text displays the picture, whatever the file was called
  const post = await a.blogPost({ content: `${body.content}` });
  expect((await get(`/blog/${post}`)).body).toContain(`<img src="${address}"`);
  const [item] = await db.read.selectFrom('media').select(['alt', 'filename', 'kind']).execute();
  expect(item).toEqual({ alt: 'The lamp] (in the wings)', filename: 'Our lamp -(.png', kind: 'image' });
  const entries = await db.read.selectFrom('audit').select(['actor_name', 'action', 'detail']).execute();
  expect(entries).toEqual([{ actor_name: 'Amy Treadwell', action: 'media.added', detail: 'Our lamp -(.png' }]);
});

onEachSite('an upload that isn’t a picture, or has too long a description, is refused', async (on) => {
  const { a, as, db } = on;
  const { upload } = await as(await a.user({ role: 'author' }));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\0\0isomiso2')]);
  expect((await upload(call, pictureForm(svg, 'A lamp'))).status).toBe(415);
  expect((await upload(call, pictureForm('<html>', 'A lamp'))).status).toBe(415);
  expect((await upload(call, pictureForm(film, 'A lamp'))).status).toBe(415);
  expect((await upload(call, pictureForm(Buffer.alloc(0), 'A lamp'))).status).toBe(400);
  expect((await upload(call, pictureForm(await png(), 'x'.repeat(301)))).body).toMatchObject({
    code: 400,
    fields: { alt: expect.any(String) },
  });
  expect((await upload(call, pictureForm(await png(), 'A lamp', 'fileElem'))).body).toMatchObject({ code: 400 });
  expect(await db.read.selectFrom('media').select('id').execute()).toEqual([]);
});
