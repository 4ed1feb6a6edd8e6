// Runs in its own process, so that a malicious document cannot crash or flood anything else. Started by
// read-word-document.ts for one document.
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import mammoth from 'mammoth';
import { openPromise } from 'yauzl';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import { maxDocumentPictures } from '../../limits.ts';
import { htmlToMarkdown, picturePlaceholder } from './html-to-markdown.ts';

/** The document's path, and an empty folder for its pictures, which are named by number. */
export interface WordTask {
  path: string;
  folder: string;
}

/**
 * The document's text as Markdown with marks in place of its pictures, and the number of pictures above the limit; or
 * the reason why it can't be read.
 */
export type WordResult =
  | { content: string; pictures: { alt: string }[]; beyond: number }
  | { refused: 'unreadable' | 'too large' };

/** A hundred pages of text are about one megabyte unpacked; pictures are compressed already. */
const maxPartBytes = 12_000_000;
const maxTotalBytes = 100_000_000;
const maxParts = 2000;
/**
 * Word's title and subtitle, which it doesn't count as headings; a translated Word stores the same names under other
 * ids.
 */
const styleMap = ["p[style-name='Title'] => h1:fresh", 'p.Title => h1:fresh', "p[style-name='Subtitle'] => h2:fresh"];
/** The maximum length of a post, in characters of Markdown. */
const maxContentLength = 100_000;

/** Unpacks everything once without keeping it, because the sizes that an archive states may be false. */
async function isTooLarge(path: string): Promise<boolean> {
  const archive = await openPromise(path, { validateEntrySizes: true });
  let parts = 0;
  let whole = 0;
  for await (const entry of archive.eachEntry()) {
    parts += 1;
    whole += entry.uncompressedSize;
    const isText = entry.fileName.endsWith('.xml') || entry.fileName.endsWith('.rels');
    if (parts > maxParts || whole > maxTotalBytes || (isText && entry.uncompressedSize > maxPartBytes)) return true;
    // Fails if the content is larger than stated
    for await (const _piece of await archive.openReadStreamPromise(entry));
  }
  return false;
}

async function open({ path, folder }: WordTask): Promise<WordResult> {
  if (await isTooLarge(path)) return { refused: 'too large' };
  const pictures: { alt: string }[] = [];
  let beyond = 0;
  const convertImage = mammoth.images.imgElement(async (image) => {
    // Nothing outside the document can be read
    const bytes = await image.readAsBuffer();
    if (pictures.length >= maxDocumentPictures) {
      beyond += 1;
      return { src: '' };
    }
    const alt = 'altText' in image && typeof image.altText === 'string' ? image.altText : '';
    const n = pictures.push({ alt }) - 1;
    await writeFile(join(folder, String(n)), bytes);
    return { src: `picture:${n}` };
  });
  // External links of a document are never fetched
  const { value: html } = await mammoth.convertToHtml({ path }, { convertImage, styleMap, externalFileAccess: false });
  const content = htmlToMarkdown(html, picturePlaceholder);
  if (content.length > maxContentLength) return { refused: 'too large' };
  return { content, pictures, beyond };
}

setPriority(10);
handleWorkerTasks((task: WordTask) => open(task).catch((): WordResult => ({ refused: 'unreadable' })));
