// A process of its own: a document written to crash or to fill whatever opens it takes nothing with it but this.
// Started by opening.ts with the document's path; tells what is in it, and ends.
import { setPriority } from 'node:os';
import mammoth from 'mammoth';
import { openPromise } from 'yauzl';

export interface WordPicture {
  bytes: Buffer;
  /** What the document says it shows. */
  alt: string;
}

/** What comes back: the text as HTML, whose pictures are called `picture:0`, `picture:1`…; or why there is none. */
export type Opened = { html: string; pictures: WordPicture[] } | { refused: 'unreadable' | 'too large' };

/** A hundred pages of text weigh about one megabyte unpacked; pictures are packed already. */
const longestText = 12_000_000;
const largestWhole = 100_000_000;
const mostParts = 2000;
const mostPictures = 60;

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

async function open(path: string): Promise<Opened> {
  if (await isTooLarge(path)) return { refused: 'too large' };
  const pictures: WordPicture[] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (pictures.length >= mostPictures) return { src: '' };
    const alt = 'altText' in image && typeof image.altText === 'string' ? image.altText : '';
    pictures.push({ bytes: await image.readAsBuffer(), alt });
    return { src: `picture:${pictures.length - 1}` };
  });
  // What a document links to outside of itself is never fetched
  const { value: html } = await mammoth.convertToHtml({ path }, { convertImage, externalFileAccess: false });
  return { html, pictures };
}

// Nothing to start where this file is only read for its types
if (process.send) {
  setPriority(10);
  const answer = await open(process.argv[2] ?? '').catch((): Opened => ({ refused: 'unreadable' }));
  process.send(answer, () => process.disconnect());
}
