import { crc32, deflateRawSync } from 'node:zlib';

/** Packs files as a Zip archive. If given, `saying` is a false size that the archive states for each file. */
export function createZip(
  files: Readonly<Record<string, Buffer | string>>,
  { saying }: { saying?: number } = {},
): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const listed: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of Object.entries(files)) {
    const content = Buffer.from(given);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(saying ?? content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    listed.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(listed);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(listed.length, 8);
  end.writeUInt16LE(listed.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const relation = (id: string, kind: string, target: string, outside = false) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${outside ? ' TargetMode="External"' : ''}/>`;
const relations = (...all: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`;

const drawing = (id: string, alt: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${id}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/**
 * Creates a Word document from paragraphs (`# ` begins a heading, `! ` the document's title). If a picture is given, the
 * document contains the picture `times` times, and a link to another one.
 */
export function createWordDocument(paragraphs: readonly string[], picture?: Buffer, { times = 1 } = {}): Buffer {
  const body = paragraphs.map((text) => {
    const [, sign = '', rest = text] = /^([#!]) (.*)$/.exec(text) ?? [];
    const style = sign && `<w:pPr><w:pStyle w:val="${sign === '#' ? 'Heading1' : 'Title'}"/></w:pPr>`;
    return `<w:p>${style}<w:r><w:t>${rest}</w:t></w:r></w:p>`;
  });
  if (picture) {
    const inside = `<w:p>${drawing('r:embed="rId1"', 'A lamp')}</w:p>`;
    body.push(`${inside.repeat(times)}<w:p>${drawing('r:link="rId2"', 'Elsewhere')}</w:p>`);
  }
  return createWordDocumentFromXml(body.join(''), picture ?? false);
}

/**
 * Creates a Word document with this XML as its body, and this picture, these lists, footnotes and further parts, if any.
 */
export function createWordDocumentFromXml(
  body: string,
  picture: Buffer | false = false,
  {
    numbering = '',
    footnotes = '',
    parts = {},
  }: { numbering?: string; footnotes?: string; parts?: Readonly<Record<string, string>> } = {},
): Buffer {
  const namespaces =
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
  return createZip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(
      relation('rId1', 'image', 'media/lamp.png'),
      relation('rId2', 'image', 'http://127.0.0.1:9/outside.png', true),
      ...(numbering && [relation('rId3', 'numbering', 'numbering.xml')]),
      ...(footnotes && [relation('rId4', 'footnotes', 'footnotes.xml')]),
    ),
    'word/document.xml': `<?xml version="1.0"?><w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    'word/vbaProject.bin': 'Sub AutoOpen()',
    ...(numbering && {
      'word/numbering.xml': `<?xml version="1.0"?><w:numbering ${namespaces}>${numbering}</w:numbering>`,
    }),
    ...(footnotes && {
      'word/footnotes.xml': `<?xml version="1.0"?><w:footnotes ${namespaces}>${footnotes}</w:footnotes>`,
    }),
    ...parts,
    ...(picture ? { 'word/media/lamp.png': picture } : {}),
  });
}

/** Creates a document of a few kilobytes with this many spaces in one bold word, each next to a bookmark. */
export function createDocumentWithSpaces(blanks: number): Buffer {
  const blank = '<w:t xml:space="preserve"> </w:t><w:bookmarkStart w:name="a"/>';
  return createWordDocumentFromXml(
    `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>x</w:t>${blank.repeat(blanks)}<w:t>x</w:t></w:r></w:p>`,
    false,
  );
}
