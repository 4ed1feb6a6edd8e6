import { createZip } from './word.ts';

const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relations = (...all: [id: string, kind: string, target: string][]) =>
  `${declared}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface WorkbookParts {
  /** The content of `sheetData`, by the sheet's name. */
  sheets: Readonly<Record<string, string>>;
  /** The names of hidden sheets. */
  hidden?: readonly string[];
  /** The XML of the texts that several cells share. */
  texts?: string;
  /** The number formats of styles 1, 2 and so on. Each is a built-in format's number, or a format code. */
  formats?: readonly (number | string)[];
  from1904?: boolean;
  saying?: number;
}

/** Creates a workbook like Excel's. */
export function createWorkbook({
  sheets,
  hidden = [],
  texts = '',
  formats = [],
  from1904,
  saying,
}: WorkbookParts): Buffer<ArrayBuffer> {
  const names = Object.keys(sheets);
  const codes = formats.map((format, at) => ({ id: typeof format === 'number' ? format : 164 + at, format }));
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${declared}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${declared}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''} defaultThemeVersion="166925"/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${at + 10}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, at): [string, string, string] => [
        `rId${at + 10}`,
        'worksheet',
        `worksheets/sheet${at + 1}.xml`,
      ]),
      ['rId1', 'sharedStrings', 'sharedStrings.xml'],
      ['rId2', 'styles', 'styles.xml'],
    ),
    'xl/sharedStrings.xml': `${declared}<sst xmlns="${main}">${texts}</sst>`,
    'xl/styles.xml': `${declared}<styleSheet xmlns="${main}"><numFmts>${codes
      .filter(({ format }) => typeof format === 'string')
      .map(({ id, format }) => `<numFmt numFmtId="${id}" formatCode="${`${format}`.replaceAll('"', '&quot;')}"/>`)
      .join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${codes
      .map(({ id }) => `<xf numFmtId="${id}" applyNumberFormat="1" xfId="0"/>`)
      .join('')}</cellXfs></styleSheet>`,
  };
  names.forEach((name, at) => {
    parts[`xl/worksheets/sheet${at + 1}.xml`] =
      `${declared}<worksheet xmlns="${main}"><cols><col min="1" max="3" width="20"/></cols><sheetData>${sheets[name]}</sheetData></worksheet>`;
  });
  return createZip(parts, saying === undefined ? {} : { saying });
}

/** Returns the XML of rows of texts and numbers, starting at the first row. */
export const toRowsXml = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells
          .map((cell, column) => {
            const place = `r="${String.fromCharCode(65 + column)}${at + 1}"`;
            return typeof cell === 'number'
              ? `<c ${place}><v>${cell}</v></c>`
              : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
          })
          .join('')}</row>`,
    )
    .join('');
