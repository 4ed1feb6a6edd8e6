// Runs as a separate process with the lowest priority, so that pages don't wait for pictures. A picture that is made to
// crash or overload its decoder harms nothing else. Started by pictures.ts; ends with its parent.
import { open } from 'node:fs/promises';
import { setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { storedPictureSides } from '#platform/shared/pictures.ts';
import { handleWorkerTasks } from '../background/handle-worker-tasks.ts';
import { openPicture, TooManyPixelsError } from './decode-picture.ts';

/** A finished picture: re-encoded without the camera's metadata, in the sizes that pages use. */
export interface PreparedPicture {
  width: number;
  height: number;
  /** Smallest first. No size is larger than the original. */
  sizes: { width: number; height: number; bytes: Buffer }[];
  /** A small version of the picture, of at most 16 × 16 pixels, as a data: URL (WebP). */
  placeholder: string;
  /** True if the file has further pictures: the frames of an animation, or the pages of a TIFF. */
  hasMore: boolean;
}

/** The reason why there is no picture. */
export interface PictureRejection {
  refused: 'unreadable' | 'too many pixels' | 'too many frames';
}

/** A picture to prepare for pages. */
export interface PreparePictureTask {
  path: string;
  /** True for a portrait, which has a small square and one larger size (`portraitSides`). */
  isPortrait?: boolean;
}
export type PreparePictureResult = PreparedPicture | PictureRejection;

/** A picture to rewrite as another file, in the format `as`. */
export interface RewritePictureTask {
  path: string;
  as: string;
  to: string;
}
/** `written` is false if the picture can stay as it is. */
export type RewritePictureResult = { written: boolean } | PictureRejection;

/**
 * The maximum number of pixels of a picture: 60 megapixels take 240 MB to open. For a rewritten animation, the limit
 * applies to all of its frames together.
 */
const maxPixels = 60_000_000;

/**
 * The maximum number of pixels in all frames of an animated GIF. This limit is higher than that for other pictures,
 * because browsers paint the frames one after another.
 */
const maxAnimatedPixels = 600_000_000;

/**
 * The maximum length of a side in pixels. A longer picture that is only one pixel wide can be in a file of a hundred
 * kilobytes, but would take half a minute to read.
 */
const maxSide = 65_535;

/** The side of a portrait's square in pixels, and the longest side of the whole portrait. */
const portraitSides = { square: 160, longest: 800 };

const isTooLong = ({ width, height }: { width: number; height: number }) => Math.max(width, height) > maxSide;

const readable = ['JpegFile', 'PngFile', 'WebpFile', 'NsgifFile', 'HeifFile', 'TiffFile'];

/**
 * The length of the longer side, in pixels, up to which a picture is encoded with more effort. This makes the file a
 * fifth smaller at the same quality, for about 15 ms. For larger pictures it would take many times longer.
 */
const thoroughUpTo = 800;

async function prepare({ path, isPortrait = false }: PreparePictureTask): Promise<PreparePictureResult> {
  const opened = await openPicture(path, { maxPixels });
  const about = await opened.metadata().catch(() => undefined);
  if (!about) return { refused: 'unreadable' };
  if (about.width * about.height > maxPixels) return { refused: 'too many pixels' };
  if (isTooLong(about)) return { refused: 'unreadable' };
  const side = isPortrait ? portraitSides.longest : (storedPictureSides.at(-1) ?? 0);
  const largest = await opened
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined);
  if (!largest) return { refused: 'unreadable' };
  const { width, height, channels } = largest.info;
  const copy = () => sharp(largest.data, { raw: { width, height, channels } });

  const longest = Math.max(width, height);
  const sizes: PreparedPicture['sizes'] = [];
  if (isPortrait) {
    const square = Math.min(portraitSides.square, width, height);
    // Crops around the part that attracts attention, which in a portrait is the face
    const { data } = await copy()
      .resize(square, square, { fit: 'cover', position: 'attention' })
      .webp({ quality: 80, effort: 5 })
      .toBuffer({ resolveWithObject: true });
    sizes.push({ width: square, height: square, bytes: data });
  }
  for (const wanted of isPortrait ? [longest] : [...storedPictureSides.filter((other) => other < longest), longest]) {
    const { data, info } = await copy()
      .resize({ width: wanted, height: wanted, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: wanted <= thoroughUpTo ? 5 : 2 })
      .toBuffer({ resolveWithObject: true });
    sizes.push({ width: info.width, height: info.height, bytes: data });
  }
  const hasMore = (about.pages ?? 1) > 1;
  const tiny = await copy().resize(16, 16, { fit: 'inside' }).webp({ quality: 40 }).toBuffer();
  return { width, height, sizes, placeholder: `data:image/webp;base64,${tiny.toString('base64')}`, hasMore };
}

/** Functions that write a picture in each format. A GIF isn't rewritten, because it contains no location. */
const rewriters: Record<string, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.flatten({ background: '#fff' }).jpeg({ quality: 90 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 90 }),
  'image/avif': (picture) => picture.avif({ quality: 60, effort: 1 }),
};

async function rewrite({ path, as, to }: RewritePictureTask): Promise<RewritePictureResult> {
  const opened = await openPicture(path, { maxPixels, animated: as === 'image/webp' });
  const { pages = 1, ...about } = await opened.metadata();
  const frame = { width: about.width, height: about.pageHeight ?? about.height };
  if (as === 'image/gif') {
    const screen = await readGifScreen(path);
    frame.width = Math.max(frame.width, screen.width);
    frame.height = Math.max(frame.height, screen.height);
  }
  if (isTooLong(frame)) return { refused: 'unreadable' };
  const write = rewriters[as];
  const pixels = frame.width * frame.height;
  if (pixels > maxPixels) return { refused: 'too many pixels' };
  if (pixels * pages > (write ? maxPixels : maxAnimatedPixels)) return { refused: 'too many frames' };
  if (write) {
    // Animated pictures are never rotated
    await write(pages > 1 ? opened : opened.rotate()).toFile(to);
    return { written: true };
  }
  await opened.resize(8).toBuffer();
  return { written: false };
}

/**
 * Reads a GIF's display size, which is in its first ten bytes. If the frames have a very different size, the library
 * reports theirs instead.
 */
async function readGifScreen(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(10), 0, 10, 0);
    return { width: buffer.readUInt16LE(6), height: buffer.readUInt16LE(8) };
  } finally {
    await file.close();
  }
}

setPriority(19);
sharp.concurrency(1);
sharp.cache(false);
// Other formats are blocked, because few people have reviewed the code for them
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: readable.map((format) => `VipsForeignLoad${format}`) });
handleWorkerTasks(
  async (task: PreparePictureTask | RewritePictureTask): Promise<PreparePictureResult | RewritePictureResult> => {
    try {
      return await ('as' in task ? rewrite(task) : prepare(task));
    } catch (error) {
      return { refused: error instanceof TooManyPixelsError ? 'too many pixels' : 'unreadable' };
    }
  },
);
