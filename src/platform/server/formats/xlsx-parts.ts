import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { SheetError } from './sheet.ts';

/**
 * The maximum size of all parts that are read from a workbook, unpacked, which is enough for twenty thousand rows of
 * forty columns. The sizes stated in a file may be false.
 */
const maxUnpackedBytes = 64 * 1024 * 1024;
const maxParts = 2_000;
/** The maximum depth of nested elements. A cell's text has a depth of at most seven. */
const maxDepth = 50;

/** Handlers for a part's elements and texts. Names have no prefix. */
export interface XmlHandlers {
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
export interface WorkbookParts {
  /** Reads a part; does nothing if the workbook has no such part. */
  visit: (name: string, visitor: XmlHandlers) => Promise<void>;
}

export const createUnreadableWorkbookError = (cause?: unknown) =>
  new SheetError('We can’t read this workbook. Save it as .xlsx or as “CSV UTF-8” and try again.', {
    cause,
  });

export const createWorkbookTooLargeError = () =>
  new SheetError(
    'The workbook is too big to read in one go. Keep only the sheet and the rows you want to import, and try again.',
  );

/**
 * Opens a workbook in memory and passes its parts to `read`.
 *
 * @throws SheetError if the workbook can't be read or is too big
 */
export async function withWorkbookParts<Read>(
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
