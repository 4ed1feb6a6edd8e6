// Runs in its own process, so that a malicious document can't crash or overload the server. Started by
// read-word-document.ts for each document.
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import mammoth from 'mammoth';
import { openPromise } from 'yauzl';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { maxWordDocumentPictures } from '../../limits.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { type PreparedDocument, prepareDocument } from './prepare-document.ts';

/** The document's path, and an empty folder for its pictures, which are named by number. */
export interface WordConversionTask {
  path: string;
  folder: string;
}

/** The parts of a document that the text in the editor lacks, or has in another form. */
export interface ConversionLosses extends Omit<PreparedDocument, 'xml'> {
  /** The number of pictures in excess of the limit. */
  picturesOverLimit: number;
  comments: number;
  /** True if a header or footer has text other than page numbers. */
  hasHeaders: boolean;
}

/**
 * The document's text as Markdown with placeholders for its pictures, and what was left out; or the reason why it
 * can't be read.
 */
export type WordConversionResult =
  | ({ content: string; pictures: { alt: string }[] } & ConversionLosses)
  | { refused: 'unreadable' | 'too large' };

/** The maximum size of an unpacked part with XML, in bytes. A hundred pages of text are about one megabyte. */
const maxPartBytes = 12_000_000;
/** The maximum size of all unpacked parts, in bytes. Pictures hardly grow, because they are already compressed. */
const maxTotalBytes = 100_000_000;
const maxParts = 2000;
/**
 * Word doesn't count its title and subtitle as headings. Word in other languages stores the same style names under
 * other ids.
 */
const styleMap = ["p[style-name='Title'] => h1:fresh", 'p.Title => h1:fresh', "p[style-name='Subtitle'] => h2:fresh"];
/** The maximum length of a post, in characters of Markdown. */
const maxContentLength = 100_000;

/**
 * Opens the parts of a document, by name; each is unpacked when it is read. Returns undefined if they are too large or
 * too many.
 */
async function openParts(path: string): Promise<Map<string, () => Promise<Buffer>> | undefined> {
  const archive = await openPromise(path, { validateEntrySizes: true, autoClose: false });
  const parts = new Map<string, () => Promise<Buffer>>();
  let whole = 0;
  for await (const entry of archive.eachEntry()) {
    whole += entry.uncompressedSize;
    const isText = entry.fileName.endsWith('.xml') || entry.fileName.endsWith('.rels');
    if (parts.size >= maxParts || whole > maxTotalBytes || (isText && entry.uncompressedSize > maxPartBytes))
      return undefined;
    // Everything is unpacked once to measure it, because the sizes stated in an archive may be false
    for await (const _piece of await archive.openReadStreamPromise(entry));
    parts.set(entry.fileName, async () => buffer(await archive.openReadStreamPromise(entry)));
  }
  return parts;
}

async function convertDocument({ path, folder }: WordConversionTask): Promise<WordConversionResult> {
  const parts = await openParts(path);
  if (!parts) return { refused: 'too large' };
  const pictures: { alt: string }[] = [];
  let picturesOverLimit = 0;
  const convertImage = mammoth.images.imgElement(async (image) => {
    // Mammoth can't read anything outside the document
    const bytes = await image.readAsBuffer();
    if (pictures.length >= maxWordDocumentPictures) {
      picturesOverLimit += 1;
      return { src: '' };
    }
    const alt = 'altText' in image && typeof image.altText === 'string' ? image.altText : '';
    const n = pictures.push({ alt }) - 1;
    await writeFile(join(folder, String(n)), bytes);
    return { src: `picture:${n}` };
  });
  const readText = async (name: string) => (await parts.get(name)?.())?.toString() ?? '';
  const { xml, ...leftOut } = prepareDocument(await readText(mainPart), await readText('word/numbering.xml'));
  if (xml !== '') parts.set(mainPart, async () => Buffer.from(xml));
  // External links of a document are never fetched
  const options = { convertImage, styleMap, externalFileAccess: false };
  const { value: html } = await mammoth.convertToHtml(toMammothFile(parts), options);
  const content = htmlToMarkdown(html.replace(checkbox, (_, checked) => (checked ? '☑' : '☐')));
  if (content.length > maxContentLength) return { refused: 'too large' };
  const comments = countComments(await readText('word/comments.xml'));
  let hasHeaders = false;
  for (const name of parts.keys()) {
    if (/^word\/(?:header|footer)\d*\.xml$/.test(name)) hasHeaders ||= hasText(await readText(name));
  }
  return { content, pictures, picturesOverLimit, comments, hasHeaders, ...leftOut };
}

const mainPart = 'word/document.xml';

/** A checkbox of a form, as Mammoth writes it. */
const checkbox = /<input type="checkbox"( checked="checked")? \/>/g;

const countComments = (xml: string) => xml.split('<w:comment ').length - 1;

/** Returns true if the header or footer of a page has text, apart from a number such as "Page 1 of 3". */
const hasText = (xml: string) =>
  /\p{L}/u.test(
    [...xml.matchAll(/<w:t(?: [^<>]*)?>([^<]*)<\/w:t>/g)]
      .map(([, text]) => text)
      .join('')
      .replace(/\b(?:page|of)\b/gi, ''),
  );

/**
 * Returns the parts as an opened archive. Mammoth accepts an archive in place of a path, although its types don't say
 * so.
 */
function toMammothFile(parts: ReadonlyMap<string, () => Promise<Buffer>>): { path: string } {
  const file = {
    exists: (name: string) => parts.has(name),
    read: async (name: string, encoding?: 'base64' | 'utf-8') => {
      const part = await parts.get(name)?.();
      if (!part) throw new Error(`There is no part ${name}`);
      if (encoding === undefined) return part;
      return encoding === 'base64' ? part.toString(encoding) : new TextDecoder(encoding).decode(part);
    },
  };
  return { file } as unknown as { path: string };
}

setPriority(10);
handleWorkerTasks((task: WordConversionTask) =>
  convertDocument(task).catch((): WordConversionResult => ({ refused: 'unreadable' })),
);
