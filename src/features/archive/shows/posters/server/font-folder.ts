import { access, constants, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createWorkerPool, WorkerTaskError } from '#platform/server/background/worker-pool.ts';
import { findFontsForShow, findFontsForSociety, type InstalledFont, setInstalledFonts } from './drawable-text.ts';
import type { DrawResult, DrawTask, ExamineFontResult, ExamineFontTask } from './font-process.ts';
import { computePosterVersion, type PosterSubject, renderPoster } from './poster.ts';
import { createRenderQueue } from './render-queue.ts';
import { renderShowShareImage, renderSocietyShareImage } from './share-image.ts';

/** A file that can't be used, or the folder itself if it can't be read, with the reason as the end of a sentence. */
export interface UnusableFont {
  name: string;
  reason: string;
}

const MAX_FONTS = 40;
/** The maximum size of a font file, and of all font files together, in bytes. A Chinese font can have 25 MB. */
const MAX_FONT_BYTES = 64_000_000;
const MAX_TOTAL_BYTES = 150_000_000;
/** The maximum time for examining all fonts together, in milliseconds. A font takes about 20 ms. */
const MAX_EXAMINATION_MS = 30_000;

/** Formats that can be read. WOFF2 is for web pages: its outlines would have to be unpacked first. */
const readable = /\.(?:ttf|otf|ttc|otc)$/i;
const otherFonts = /\.(?:woff2?|pf[abm]|dfont|eot|bdf|pcf|fon|svg)$/i;

const ask = createWorkerPool<ExamineFontTask | DrawTask, ExamineFontResult | DrawResult>(
  new URL('./font-process.ts', import.meta.url),
  { as: 'process', taskTimeoutMs: 10_000, maxHeapMb: 256 },
);

/** Examines the fonts in a folder, in the order of their names. A folder that doesn't exist counts as empty. */
export async function examineFontFolder(folder: string): Promise<{ fonts: InstalledFont[]; unusable: UnusableFont[] }> {
  const fonts: InstalledFont[] = [];
  const unusable: UnusableFont[] = [];
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') unusable.push({ name: folder, reason: 'can’t be read' });
    return [];
  });
  const end = Date.now() + MAX_EXAMINATION_MS;
  let total = 0;
  for (const name of names.sort()) {
    if (otherFonts.test(name)) unusable.push({ name, reason: 'has a format that isn’t read: use TTF or OTF' });
    if (!readable.test(name)) continue;
    const path = join(folder, name);
    const size = await findReadableSize(path);
    const limit = findExceededLimit({ size, total, count: fonts.length, isLate: Date.now() > end });
    const font = limit ?? (await examineFont(path));
    if (typeof font === 'string') unusable.push({ name, reason: font });
    else {
      fonts.push(font);
      total += size ?? 0;
    }
  }
  return { fonts, unusable };
}

/**
 * Returns the size of a file; undefined if this program can't read it, or if it isn't an ordinary file. Reading a pipe,
 * for example, might never end.
 */
async function findReadableSize(path: string): Promise<number | undefined> {
  try {
    await access(path, constants.R_OK);
    const about = await stat(path);
    return about.isFile() ? about.size : undefined;
  } catch {
    return undefined;
  }
}

interface Examined {
  /** The size of the font's file; undefined if it can't be read. */
  size: number | undefined;
  /** The size of all usable fonts before this one, and their number. */
  total: number;
  count: number;
  isLate: boolean;
}

/** Returns the reason why a font isn't even opened; undefined if there is none. */
function findExceededLimit({ size, total, count, isLate }: Examined): string | undefined {
  if (size === undefined) return 'can’t be read';
  if (size > MAX_FONT_BYTES) return `is larger than ${MAX_FONT_BYTES / 1_000_000} MB`;
  if (count === MAX_FONTS) return `is one too many: only ${MAX_FONTS} are used`;
  if (total + size > MAX_TOTAL_BYTES)
    return `exceeds the limit of ${MAX_TOTAL_BYTES / 1_000_000} MB for all fonts together`;
  return isLate ? 'wasn’t examined, because the others took too long' : undefined;
}

/** Returns the font, or the reason why it can't be used. */
async function examineFont(path: string): Promise<InstalledFont | string> {
  try {
    // Each kind of task has its own type of result
    const font = (await ask({ examine: path })) as ExamineFontResult;
    return font ?? 'can’t be read as a font with outlines';
  } catch (error) {
    if (error instanceof WorkerTaskError) return 'took too much time or memory to read';
    throw error;
  }
}

/** The maximum number of files that a message names. */
const MAX_NAMED = 10;

export function formatUnusableFonts(folder: string, fonts: readonly UnusableFont[]): string {
  const named = fonts.slice(0, MAX_NAMED).map(({ name, reason }) => `${name} ${reason}`);
  const others = fonts.length > MAX_NAMED ? [`${fonts.length - MAX_NAMED} more`] : [];
  return `Not all fonts in ${folder} are used: ${[...named, ...others].join('; ')}.`;
}

/** Examines the fonts in a folder, and uses them from now on. Returns those that can’t be used. */
export async function loadFontFolder(folder: string): Promise<UnusableFont[]> {
  const { fonts, unusable } = await examineFontFolder(folder);
  setInstalledFonts(fonts);
  return unusable;
}

/** A picture as SVG. */
interface DrawnPicture {
  svg: string;
  /** False if fonts couldn't be used this time, so that texts are missing. Such a picture must not be cached. */
  isFinal: boolean;
}

/** The cache holds the posters of several pages of the archive. Drawing one takes about 15 ms. */
const oncePerVersion = createRenderQueue<DrawnPicture>({ cacheSize: 200, maxQueued: 500 });

/** Draws a show's poster; with the folder's fonts if the typefaces can't draw its texts. */
export async function drawPoster(show: PosterSubject): Promise<DrawnPicture> {
  const fonts = findFontsForShow(show);
  const withoutFonts = () => renderPoster(show);
  if (fonts.length === 0) return { svg: withoutFonts(), isFinal: true };
  return oncePerVersion(computePosterVersion(show), () => drawWith({ draw: 'poster', show, fonts }, withoutFonts));
}

export async function drawShowShareImage(show: PosterSubject): Promise<DrawnPicture> {
  return drawWith({ draw: 'share image', show, fonts: findFontsForShow(show) }, () => renderShowShareImage(show));
}

export async function drawSocietyShareImage(society: string): Promise<DrawnPicture> {
  const show = { id: '', title: '', author: '', genre: '', society, when: '' };
  return drawWith({ draw: 'society share image', show, fonts: findFontsForSociety(society) }, () =>
    renderSocietyShareImage(society),
  );
}

let hasWarned = false;

async function drawWith(
  { fonts, ...picture }: Omit<DrawTask, 'fonts'> & { fonts: InstalledFont[] },
  withoutFonts: () => string,
): Promise<DrawnPicture> {
  if (fonts.length === 0) return { svg: withoutFonts(), isFinal: true };
  const task = { ...picture, fonts: fonts.map(({ path, digest }) => ({ path, digest })) };
  const svg = (await ask(task).catch((error: unknown) => {
    if (error instanceof WorkerTaskError) return null;
    throw error;
  })) as DrawResult;
  if (svg !== null) return { svg, isFinal: true };
  if (!hasWarned) {
    hasWarned = true;
    const paths = fonts.map(({ path }) => path).join(', ');
    console.warn(
      `Some text is missing from a poster or share image, because a font couldn’t be used: ${paths}. If the fonts have changed, restart the site.`,
    );
  }
  return { svg: withoutFonts(), isFinal: false };
}
