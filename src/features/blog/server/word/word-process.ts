// A process of its own: a document written to crash or to fill whatever opens it takes nothing with it but this.
// Started by opening.ts for one document.
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import mammoth from 'mammoth';
import { openPromise } from 'yauzl';
import { answering } from '#platform/server/background/answering.ts';
import { markdownOf, pictureMark } from './markdown-of.ts';

/** Where the document lies, and an empty folder for its pictures: each is called by its number. */
export interface ToOpen {
  path: string;
  folder: string;
}

/** What comes back: its text as Markdown, with marks where its pictures stand; or why there is none. */
export type Opened = { content: string; pictures: { alt: string }[] } | { refused: 'unreadable' | 'too large' };

/** A hundred pages of text weigh about one megabyte unpacked; pictures are packed already. */
const longestText = 12_000_000;
const largestWhole = 100_000_000;
const mostParts = 2000;
const mostPictures = 60;
/** In characters of Markdown: what a post may have. */
const longestContent = 100_000;

/** Unpacks all of it once to nowhere, since what an archive says of its own size may be a lie. */
async function isTooLarge(path: string): Promise<boolean> {
  const archive = await openPromise(path, { validateEntrySizes: true });
  let parts = 0;
  let whole = 0;
  for await (const entry of archive.eachEntry()) {
    parts += 1;
    whole += entry.uncompressedSize;
    const isText = entry.fileName.endsWith('.xml') || entry.fileName.endsWith('.rels');
    if (parts > mostParts || whole > largestWhole || (isText && entry.uncompressedSize > longestText)) return true;
    // Fails where more comes out than was said
    for await (const _piece of await archive.openReadStreamPromise(entry));
  }
  return false;
}

async function open({ path, folder }: ToOpen): Promise<Opened> {
  if (await isTooLarge(path)) return { refused: 'too large' };
  const pictures: { alt: string }[] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (pictures.length >= mostPictures) return { src: '' };
    const alt = 'altText' in image && typeof image.altText === 'string' ? image.altText : '';
    // What isn't in the document can't be read, and ends here
    const bytes = await image.readAsBuffer();
    const n = pictures.push({ alt }) - 1;
    await writeFile(join(folder, String(n)), bytes);
    return { src: `picture:${n}` };
  });
  // What a document links to outside of itself is never fetched
  const { value: html } = await mammoth.convertToHtml({ path }, { convertImage, externalFileAccess: false });
  const content = markdownOf(html, pictureMark);
  if (content.length > longestContent) return { refused: 'too large' };
  return { content, pictures };
}

setPriority(10);
answering((asked: ToOpen) => open(asked).catch((): Opened => ({ refused: 'unreadable' })));
