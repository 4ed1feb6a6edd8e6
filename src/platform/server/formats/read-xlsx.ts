import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import {
  countRequiredColumnsOfBestRow,
  createFileTooLargeError,
  createTooManyRowsError,
  maxHeadingSearchRows,
  maxSheetColumns,
  SheetError,
  type SheetReadingRules,
  type SheetRecord,
} from './sheet.ts';
import { formatCellNumber, type NumberFormat, parseNumberFormat } from './shown-numbers.ts';

const maxSheets = 50;
const maxTexts = 1_000_000;

/** The parts that a workbook's sheets share. */
interface Workbook {
  texts: string[];
  /** The number formats, by a cell's style. */
  formats: NumberFormat[];
  from1904: boolean;
}

interface Sheet {
  name: string;
  path: string;
}

/**
 * Parses the rows of an Excel workbook. The rows are those of the sheet whose first rows name the most required columns
 * or, if none names any, of the first sheet that isn't empty. Numbers are returned in plain digits, and dates as
 * precisely as their cells show them (`1987-04-12`, `1987-04`); a formula has the value that was saved with it. Hidden
 * sheets are left out.
 *
 * @throws SheetError if the file as a whole can't be read, or two sheets both name the most required columns
 */
export const parseXlsx = (bytes: Uint8Array, rules: SheetReadingRules): Promise<SheetRecord[]> =>
  withWorkbookParts(bytes, async (parts) => {
    const { sheets, book } = await readBook(parts);
    return readRows(parts, book, await chooseSheet(parts, book, sheets, rules), rules);
  });

async function chooseSheet(
  parts: WorkbookParts,
  book: Workbook,
  sheets: readonly Sheet[],
  rules: SheetReadingRules,
): Promise<Sheet> {
  const [first] = sheets;
  if (!first || sheets.length > maxSheets)
    throw first ? createWorkbookTooLargeError() : createUnreadableWorkbookError();
  if (sheets.length === 1) return first;
  const named = new Map<Sheet, number>();
  let firstWithRows: Sheet | undefined;
  for (const sheet of sheets) {
    const top = await readRows(parts, book, sheet, { ...rules, topAlone: true });
    named.set(sheet, countRequiredColumnsOfBestRow(top, rules));
    if (top.length > 0) firstWithRows ??= sheet;
  }
  const most = Math.max(...named.values());
  const [one = firstWithRows ?? first, other] = most === 0 ? [] : sheets.filter((sheet) => named.get(sheet) === most);
  if (other) {
    const names = [one, other].map(({ name }) => `“${name.slice(0, 40)}”`).join(' and ');
    throw new SheetError(
      `Two sheets, ${names}, both have column headings. Put all the rows on one sheet, or save each sheet as a separate workbook.`,
    );
  }
  return one;
}

/** Finds the parts of a workbook that another part refers to: their paths and types, by id. */
async function readRelations(parts: WorkbookParts, part: string): Promise<Map<string, { path: string; type: string }>> {
  const found = new Map<string, { path: string; type: string }>();
  const folder = posix.dirname(part);
  await parts.visit(posix.join(folder, '_rels', `${posix.basename(part)}.rels`), {
    open: (name, { Id = '', Target = '', Type = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const path = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      found.set(Id, { path, type: posix.basename(Type) });
    },
  });
  return found;
}

async function readBook(parts: WorkbookParts): Promise<{ sheets: Sheet[]; book: Workbook }> {
  const main = [...(await readRelations(parts, '')).values()].find(({ type }) => type === 'officeDocument');
  if (!main) throw createUnreadableWorkbookError();
  const relations = await readRelations(parts, main.path);
  const sheets: Sheet[] = [];
  let from1904 = false;
  await parts.visit(main.path, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const { path, type } = relations.get(id ?? '') ?? {};
      if (path && type === 'worksheet') sheets.push({ name: attributes.name ?? '', path });
    },
  });
  const pathOf = (type: string) => [...relations.values()].find((one) => one.type === type)?.path ?? '';
  const texts = await readTexts(parts, pathOf('sharedStrings'));
  return { sheets, book: { texts, from1904, formats: await readFormats(parts, pathOf('styles')) } };
}

/** Decodes escaped characters, and removes or replaces those that our texts may not contain. */
const decoded = (text: string): string =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\0', '')
    .toWellFormed();

async function readTexts(parts: WorkbookParts, path: string): Promise<string[]> {
  const texts: string[] = [];
  const text = textCollector();
  await parts.visit(path, {
    ...text.visitor,
    close: (name) => {
      text.visitor.close(name);
      if (name !== 'si') return;
      if (texts.length >= maxTexts) throw createWorkbookTooLargeError();
      texts.push(decoded(text.taken()));
    },
  });
  return texts;
}

/** Collects the pieces of a text, without the phonetic guide above it. */
function textCollector() {
  let pieces = '';
  let inText = false;
  let spoken = false;
  return {
    visitor: {
      open: (name: string) => {
        if (name === 't') inText = true;
        if (name === 'rPh') spoken = true;
      },
      text: (piece: string) => {
        if (inText && !spoken) pieces += piece;
      },
      close: (name: string) => {
        if (name === 't') inText = false;
        if (name === 'rPh') spoken = false;
      },
    },
    taken: () => {
      const all = pieces;
      pieces = '';
      return all;
    },
  };
}

async function readFormats(parts: WorkbookParts, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let ofCells = false;
  await parts.visit(path, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'cellXfs') ofCells = true;
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      if (name === 'xf' && ofCells) ids.push(Number(numFmtId ?? 0));
      if (ids.length > maxTexts || codes.size > maxTexts) throw createWorkbookTooLargeError();
    },
    close: (name) => {
      if (name === 'cellXfs') ofCells = false;
    },
  });
  const made = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const format = made.get(id) ?? parseNumberFormat(id, codes.get(id));
    made.set(id, format);
    return format;
  });
}

const generalFormat = parseNumberFormat(0);

/** A cell that is being read. */
interface Cell {
  column: number;
  type: string;
  style: number;
  value: string;
  isFormula: boolean;
}

function cellText({ type, style, value }: Cell, inline: string, { texts, formats, from1904 }: Workbook): string {
  if (type === 's') {
    const text = texts[Number(value)];
    if (text === undefined && value !== '') throw createUnreadableWorkbookError();
    return text ?? '';
  }
  if (type === 'inlineStr') return decoded(inline);
  if (type === 'b') return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n') return decoded(value);
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return decoded(value);
  return formatCellNumber(number, formats[style] ?? generalFormat, from1904);
}

/**
 * Returns the column of a cell reference, counted from 0: `BC12` is in column 54; undefined for an invalid reference.
 */
function columnOf(reference: string): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference)?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const noValue = 'the file has a formula here without its result; open it in your spreadsheet program and save it again';

async function readRows(
  parts: WorkbookParts,
  book: Workbook,
  sheet: Sheet,
  limits: SheetReadingRules & { topAlone?: boolean },
): Promise<SheetRecord[]> {
  const records: SheetRecord[] = [];
  const text = textCollector();
  let letters = 0;
  let line = 0;
  let cells: string[] = [];
  let broken: SheetRecord['broken'];
  let isTooWide = false;
  /** The number of columns of the first rows, which contain the headings. */
  let width = 0;
  let cell: Cell | undefined;
  let next = 0;
  let inValue = false;

  const isTop = () => records.length < maxHeadingSearchRows;
  const isRead = (column: number) => column < (isTop() ? maxSheetColumns : width);

  function endCell(ended: Cell): void {
    const content = cellText(ended, text.taken(), book);
    // A saved empty text would have the type of a text, so this formula has no saved value
    if (ended.isFormula && ended.type === 'n' && ended.value === '' && isRead(ended.column)) {
      broken ??= { reason: noValue, place: ended.column };
    }
    if (content === '') return;
    if (ended.column >= maxSheetColumns) isTooWide = true;
    if (!isRead(ended.column)) return;
    letters += content.length;
    if (letters > limits.maxBytes) throw createFileTooLargeError(limits);
    cells[ended.column] = content;
  }

  function endRow(): void {
    if (!broken && !isTooWide && cells.every((one) => one.trim() === '')) return;
    if (records.length > limits.maxRows + maxHeadingSearchRows) throw createTooManyRowsError(limits);
    if (isTop()) width = Math.max(width, cells.length);
    const all = Array.from(cells, (text) => text ?? '');
    records.push({
      line,
      lastLine: line,
      cells: all,
      isGrid: true,
      ...(broken && { broken }),
      ...(isTooWide && { isTooWide }),
    });
  }

  await parts.visit(sheet.path, {
    open: (name, attributes) => {
      if (cell) text.visitor.open(name);
      if (name === 'row') {
        const number = Number(attributes.r);
        line = Number.isSafeInteger(number) && number > line ? number : line + 1;
        [cells, broken, isTooWide, next] = [[], undefined, false, 0];
      } else if (name === 'c') {
        const column = columnOf(attributes.r ?? '') ?? next;
        next = column + 1;
        const { t: type = 'n', s: style = '0' } = attributes;
        cell = { column, type, style: Number(style), value: '', isFormula: false };
      } else if (name === 'v') inValue = true;
      else if (cell && name === 'f') cell.isFormula = true;
    },
    text: (piece) => {
      if (inValue && cell) cell.value += piece;
      else text.visitor.text(piece);
    },
    close: (name) => {
      text.visitor.close(name);
      if (name === 'v') inValue = false;
      else if (name === 'c' && cell) {
        endCell(cell);
        cell = undefined;
      } else if (name === 'row') endRow();
    },
    isDone: () => limits.topAlone === true && !isTop(),
  });
  return records;
}

/**
 * The maximum size of all parts that are read from a workbook, unpacked, which is enough for twenty thousand rows of
 * forty columns. The sizes stated in a file may be false.
 */
const maxUnpackedBytes = 64 * 1024 * 1024;
const maxParts = 2_000;
/** The maximum depth of nested elements. A cell's text has a depth of at most seven. */
const maxDepth = 50;

/** Handlers for a part's elements and texts. Names have no prefix. */
interface XmlHandlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
  /** Returns true once the rest needn't be read. */
  isDone?: () => boolean;
}

/**
 * The parts of a workbook: a zip of XML. Entities declared in the XML aren't resolved, and nothing outside the workbook
 * is read.
 */
interface WorkbookParts {
  /** Reads a part; does nothing if the workbook has no such part. */
  visit: (name: string, visitor: XmlHandlers) => Promise<void>;
}

const createUnreadableWorkbookError = (cause?: unknown) =>
  new SheetError('We can’t read this workbook. Save it as .xlsx or as “CSV UTF-8” and try again.', {
    cause,
  });

const createWorkbookTooLargeError = () =>
  new SheetError(
    'The workbook is too big to read in one go. Keep only the sheet and the rows you want to import, and try again.',
  );

/**
 * Opens a workbook in memory and passes its parts to `read`.
 *
 * @throws SheetError if the workbook can't be read or is too big
 */
async function withWorkbookParts<Read>(
  bytes: Uint8Array,
  read: (parts: WorkbookParts) => Promise<Read>,
): Promise<Read> {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName, entry);
      if (entries.size > maxParts) throw createWorkbookTooLargeError();
    }
    let left = maxUnpackedBytes;
    const spend = (bytes: number) => {
      left -= bytes;
      if (left < 0) throw createWorkbookTooLargeError();
    };
    return await read({
      visit: async (name, visitor) => {
        const entry = entries.get(name);
        if (entry) await visitPart(zip, entry, visitor, spend);
      },
    });
  } catch (fault) {
    throw fault instanceof SheetError ? fault : createUnreadableWorkbookError(fault);
  }
}

async function visitPart(
  zip: ZipFile,
  entry: Entry,
  visitor: XmlHandlers,
  spend: (bytes: number) => void,
): Promise<void> {
  const parser = parserFor(visitor);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of await zip.openReadStreamPromise(entry)) {
    const bytes = piece as Buffer;
    spend(bytes.length);
    parser.write(decoder.decode(bytes, { stream: true }));
    if (visitor.isDone?.()) return;
    // Lets other work run, because there is only one thread
    await setImmediate();
  }
  parser.end(decoder.decode());
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function parserFor({ open, text, close }: XmlHandlers): Parser {
  let depth = 0;
  const handler = {
    onopentag: (name: string, attributes: Record<string, string>) => {
      depth += 1;
      if (depth > maxDepth) throw createUnreadableWorkbookError();
      open?.(local(name), attributes);
    },
    ontext: (piece: string) => text?.(piece),
    onclosetag: (name: string) => {
      depth -= 1;
      close?.(local(name));
    },
  };
  return new Parser(handler, { xmlMode: true });
}
