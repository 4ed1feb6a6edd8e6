import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorkerPool, WorkerTaskError } from '#platform/server/background/worker-pool.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { ConversionLosses, WordConversionResult, WordConversionTask } from './word-worker.ts';

/**
 * Reads documents one at a time, so that several documents don't need memory at the same time. Each is read in its own
 * process, so that no document can access another. Users take turns. Two hundred pages take 3 s on an idle machine.
 */
const runWordTask = createWorkerPool<WordConversionTask, WordConversionResult>(
  new URL('./word-worker.ts', import.meta.url),
  {
    as: 'process',
    taskTimeoutMs: 20_000,
    maxHeapMb: 384,
    maxQueued: 20,
    maxQueuedPerUser: 2,
    maxWaitMs: 90_000,
    idleTimeoutMs: 0,
  },
);

const unreadable = 'We couldn’t read this as a Word document. Open it in Word, save it as .docx, then try again.';

/** Other formats: the first bytes of a file, a pattern for its name, and advice for the user. */
const otherFormats: { begins: string; name?: RegExp; advice: string }[] = [
  {
    // Word stores a password-protected document in the container of its older format
    begins: '\xd0\xcf\x11\xe0',
    name: /\.docx$/i,
    advice:
      'This document is protected by a password. In Word, choose File › Info › Protect Document, remove the password and save. Then import it again.',
  },
  {
    begins: '\xd0\xcf\x11\xe0',
    advice:
      'This document is in Word’s older format (.doc). Open it in Word or LibreOffice, choose File › Save As and “Word Document (.docx)”, then import the new file.',
  },
  {
    begins: 'PK',
    name: /\.(?:odt|ott)$/i,
    advice:
      'This is an OpenDocument text (.odt). Open it in LibreOffice or Word, choose File › Save As and “Word Document (.docx)”, then import the new file.',
  },
  {
    begins: 'PK',
    name: /\.pages$/i,
    advice: 'This is a Pages document. In Pages, choose File › Export To › Word, then import the exported file.',
  },
  {
    begins: '{\\rtf',
    advice:
      'This is a rich text document (.rtf). Open it in Word or LibreOffice, choose File › Save As and “Word Document (.docx)”, then import the new file.',
  },
  {
    begins: '%PDF',
    advice:
      'A PDF can’t be imported. Import the document from which it was made, saved as .docx, or attach the PDF as a file.',
  },
];

function explainFormat(head: Buffer, name: string): string {
  const beginning = head.toString('latin1');
  // LibreOffice writes the format at the beginning of the file, so a text document is recognised whatever its name is.
  // `head` ends before the part that says which kind of document it is, so spreadsheets, presentations and drawings are
  // told apart by their names
  const isOpenDocument = beginning.includes('mimetypeapplication/vnd.oasis');
  const named = isOpenDocument && !/\.o[dt][gps]$/i.test(name) ? 'document.odt' : name;
  return (
    otherFormats.find(({ begins, name }) => beginning.startsWith(begins) && (name?.test(named) ?? true))?.advice ??
    unreadable
  );
}

interface WordDocument extends ConversionLosses {
  /** The document's text as Markdown, with the result of `pictureAt` for each picture. */
  contentWith: (pictureAt: (n: number) => string) => string;
  /** The document's pictures, each with its description and a function that reads it. */
  pictures: { alt: string; bytes: () => Promise<Buffer> }[];
}

/**
 * Runs `work` with the content of a Word document.
 * @throws HttpError 415 if the file can't be read as a Word document, 413 if it is too large, 429 if this person has
 * sent too many documents, 503 if too many documents are waiting
 */
export async function withWordDocument<Done>(
  { path, head, name, sender }: { path: string; head: Buffer; name: string; sender: string },
  work: (document: WordDocument) => Promise<Done>,
): Promise<Done> {
  const folder = await mkdtemp(join(tmpdir(), 'callboard-word-'));
  try {
    const opened = await readDocument({ path, folder }, sender);
    if ('refused' in opened) {
      if (opened.refused === 'too large')
        refuse(413, 'This document is too large. Split it and import the parts separately.');
      return refuse(415, explainFormat(head, name));
    }
    const { content, pictures, ...leftOut } = opened;
    return await work({
      contentWith: (pictureAt) => fillPicturePlaceholders(content, pictureAt),
      pictures: pictures.map(({ alt }, n) => ({ alt, bytes: () => readFile(join(folder, String(n))) })),
      ...leftOut,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readDocument(task: WordConversionTask, sender: string): Promise<WordConversionResult> {
  try {
    return await runWordTask(task, sender);
  } catch (fault) {
    if (!(fault instanceof WorkerTaskError)) throw fault;
    if (fault.reason === 'several')
      refuse(429, 'Your earlier documents are still being read. Import this one when they’ve appeared in the editor.');
    if (fault.reason === 'crowded')
      refuse(503, 'We’re busy reading other documents. Please try again in a few minutes.');
    return { refused: 'unreadable' };
  }
}

/** Matches a picture's placeholder. Text can't contain one, because its brackets are escaped. */
const placeholder = /(?<=(?<!\\)(?:\\\\)*)!\[\]\(picture:(\d+)\)/g;
/** Matches a link without content. Such a link remains when a linked picture is left out. */
const emptyLink = /(?<=(?<!\\)(?:\\\\)*)\[\]\((?!picture:)(?:<[^<>\n]*>|[^\s()<>]*)\)/g;

/** Replaces the placeholders in a text with pictures. If a picture is "", it is left out. */
export function fillPicturePlaceholders(content: string, pictureAt: (n: number) => string): string {
  const text = content
    .replace(placeholder, (one, n) => (pictureAt(Number(n)) === '' ? '' : one))
    .replace(emptyLink, '')
    // Filled in last, because a picture without a description looks like a link without content
    .replace(placeholder, (_, n) => pictureAt(Number(n)));
  // A picture that is left out leaves no empty line
  return text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
