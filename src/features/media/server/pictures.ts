import { refuse } from '../../../platform/server/http/refusal.ts';
import { loadSharp } from '../../../platform/server/sharp.ts';

/** A picture made ready: re-encoded without what the camera wrote into it, in the sizes that pages use. */
export interface PreparedPicture {
  width: number;
  height: number;
  /** Smallest first; none larger than the original. */
  sizes: { width: number; height: number; bytes: Buffer }[];
  /** A 16-pixel WebP as a data: address. */
  placeholder: string;
}

/** Longest sides in pixels. The first is what `?lowres` answers (SPEC §7); the last is the largest we keep. */
const longestSides = [400, 800, 1600, 2048];

/** A picture of 60 megapixels takes 240 MB to open. */
const mostPixels = 60_000_000;

let lastInLine: Promise<unknown> = Promise.resolve();

/** One picture at a time: runs `work` when all that was asked for before it is done, well or not. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastInLine.then(work, work);
  lastInLine = turn.catch(() => undefined);
  return turn;
}

/**
 * Re-encodes a picture. What is shown is always our own file, so nothing hidden in the sent one gets through.
 * @throws Refusal 415 for what isn't a whole picture of a kind we know, 413 for one of more than 60 megapixels
 */
export const preparePicture = (sent: Buffer): Promise<PreparedPicture> => inTurn(() => prepared(sent));

async function prepared(sent: Buffer): Promise<PreparedPicture> {
  const sharp = await loadSharp();
  const opened = sharp(sent, { limitInputPixels: false, failOn: 'truncated', animated: false });
  const { width = 0, height = 0, format } = await opened.metadata().catch(() => refuse(415, unreadable));
  if (format === 'svg' || format === 'pdf') refuse(415, unreadable);
  if (width * height > mostPixels)
    refuse(413, 'This picture is larger than 60 megapixels. Save it smaller, then try again.');

  const largest = await opened
    .rotate()
    .resize({ width: longestSides.at(-1), height: longestSides.at(-1), fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => refuse(415, unreadable));
  const { width: fullWidth, height: fullHeight, channels } = largest.info;
  const again = () => sharp(largest.data, { raw: { width: fullWidth, height: fullHeight, channels } });

  const longest = Math.max(fullWidth, fullHeight);
  const wanted = [...longestSides.filter((side) => side < longest), longest];
  const sizes: PreparedPicture['sizes'] = [];
  for (const side of wanted) {
    const { data, info } = await again()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true });
    sizes.push({ width: info.width, height: info.height, bytes: data });
  }
  const tiny = await again().resize(16, 16, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
  return { width: fullWidth, height: fullHeight, sizes, placeholder };
}

const unreadable = 'This isn’t a picture we can open. Send it as JPEG, PNG, WebP, GIF or AVIF.';
