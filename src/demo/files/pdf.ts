/** A part of a document. Documents list their parts from top to bottom. */
export type PdfBlock =
  | { heading: string }
  | { text: string }
  | { list: readonly string[] }
  /** `columns` has the left edge of each column, in points from the margin; the first row is the head. */
  | { table: readonly (readonly string[])[]; columns: readonly number[] }
  /** A drawing of this height in points, as PDF operators. Their origin is the lower left corner of the drawing. */
  | { height: number; drawing: string };

const PAGE = { width: 595, height: 842 };
const MARGIN = 62;
const MEASURE = PAGE.width - 2 * MARGIN;
const TEXT = 11;

/** Widths of Helvetica's characters from the space to the tilde, in thousandths of the font size. */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);

/** Windows-1252's codes for quotation marks, dashes and other signs that Latin-1 doesn't have. */
const BEYOND_LATIN: Record<string, string> = {
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '•': '\x95',
  '–': '\x96',
  '—': '\x97',
  '…': '\x85',
};

/**
 * Renders a document as a PDF of A4 pages: text that can be read, searched and copied, in fonts that every PDF viewer
 * has. The same blocks give the same bytes.
 *
 * @throws Error for characters that are neither in Latin-1 nor in `BEYOND_LATIN`
 */
export function renderPdf(title: string, blocks: readonly PdfBlock[]): Buffer {
  const pages: string[] = [];
  let page = '';
  let y = PAGE.height - MARGIN;
  const turn = () => {
    pages.push(page);
    page = '';
    y = PAGE.height - MARGIN;
  };
  const room = (height: number) => {
    if (y - height < MARGIN) turn();
  };
  const put = (text: string, { size = TEXT, bold = false, x = 0 } = {}) => {
    page += formatPdfTextOperators(text, MARGIN + x, y, { size, bold });
  };
  const paragraph = (text: string, x = 0) => {
    for (const line of wrapText(text, MEASURE - x, TEXT)) {
      room(16);
      y -= 16;
      put(line, { x });
    }
  };

  for (const line of wrapText(title, MEASURE, 25)) {
    y -= 26;
    put(line, { size: 22, bold: true });
  }
  y -= 14;
  page += `0.45 0.08 0.1 RG 2 w ${MARGIN} ${y} m ${MARGIN + MEASURE} ${y} l S\n`;
  y -= 6;
  for (const block of blocks) {
    if ('heading' in block) {
      room(80);
      y -= 32;
      put(block.heading, { size: 15, bold: true });
      y -= 4;
    } else if ('text' in block) {
      y -= 6;
      paragraph(block.text);
    } else if ('list' in block) {
      y -= 4;
      for (const item of block.list) {
        room(20);
        page += formatPdfTextOperators('•', MARGIN + 4, y - 16, { size: TEXT, bold: false });
        paragraph(item, 18);
        y -= 2;
      }
    } else if ('table' in block) {
      y -= 8;
      for (const [index, row] of block.table.entries()) {
        room(20);
        y -= 18;
        for (const [at, cell] of row.entries()) put(cell, { x: block.columns[at] ?? 0, bold: index === 0, size: 10 });
        page += `0.75 G 0.5 w ${MARGIN} ${y - 5} m ${MARGIN + MEASURE} ${y - 5} l S\n`;
      }
    } else {
      room(block.height + 12);
      y -= block.height + 12;
      page += `q 1 0 0 1 ${MARGIN} ${y} cm\n${block.drawing}Q\n`;
    }
  }
  turn();
  return assemblePdf(title, pages);
}

/** Formats the PDF operators that write one line of text. Its baseline begins at (`x`, `y`), in points. */
export function formatPdfTextOperators(
  text: string,
  x: number,
  y: number,
  { size, bold }: { size: number; bold: boolean },
): string {
  return `BT /${bold ? 'Bold' : 'Plain'} ${size} Tf 0 g ${x} ${y} Td (${escapePdfString(text)}) Tj ET\n`;
}

const escapePdfString = (text: string) => encodePdfText(text).replace(/[\\()]/g, '\\$&');

function encodePdfText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (letter) => {
    const known = BEYOND_LATIN[letter] ?? (letter >= '\xa0' && letter <= '\xff' ? letter : undefined);
    if (known === undefined) throw new Error(`“${letter}” can’t be written in these PDFs`);
    return known;
  });
}

const measureTextWidth = (text: string, size: number) =>
  ([...text].reduce((sum, letter) => sum + (WIDTHS[letter.charCodeAt(0) - 32] ?? 480), 0) * size) / 1000;

function wrapText(text: string, measure: number, size: number): string[] {
  const set: string[] = [];
  for (const word of text.split(' ')) {
    const last = set.at(-1);
    if (last !== undefined && measureTextWidth(`${last} ${word}`, size) <= measure)
      set[set.length - 1] = `${last} ${word}`;
    else set.push(word);
  }
  return set;
}

function assemblePdf(title: string, pages: readonly string[]): Buffer {
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const first = 6;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + at * 2} 0 R`).join(' ')}] >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title (${escapePdfString(title)}) /Producer (Callboard) >>`,
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /Plain 3 0 R /Bold 4 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}endstream`,
    ]),
  ];
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
