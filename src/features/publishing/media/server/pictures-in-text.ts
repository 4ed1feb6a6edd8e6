import type { DbReader } from '#platform/server/database/index.ts';
import { listOwnPictureUrls } from '#platform/server/markdown/index.ts';
import { buildPictureSrcset } from '#platform/shared/pictures.ts';
import { toMediaEntry } from './entries.ts';
import { findMediaEvenIfDeleted, hasMedia, listShowMedia } from './store.ts';

/** The maximum number of pictures in a text that get their size. The rest have a frame of the usual shape at first. */
const maxSizedPictures = 200;

/** The maximum width of a tall picture, in CSS pixels. If it were wider, it would be taller than a screen. */
const maxTallWidth = 420;

const picture = /<img src="\/media\/([\w-]{15,16})\/[^"?]*"/g;

/** A position in characters of HTML. Content after it is beyond a phone's first screen. */
const firstScreen = 1000;
const lazy = ' loading="lazy" decoding="async"';

/**
 * Gives the pictures in a text, rendered by `renderMarkdown`, their own size and shape, so that nothing moves when they
 * load. Also offers browsers several sizes. If the page begins with the text (`opens`), a picture near the top is
 * fetched first, because visitors see it first.
 */
export async function addPictureAttributes(db: DbReader, html: string, { opens = false } = {}): Promise<string> {
  const sized = await addSizes(db, html);
  const first = sized.indexOf('<img ');
  if (!opens || first === -1 || first > firstScreen) return sized;
  return sized.slice(0, first) + sized.slice(first).replace(lazy, ' fetchpriority="high"');
}

async function addSizes(db: DbReader, html: string): Promise<string> {
  const ids = new Set(Array.from(html.matchAll(picture), ([, id = '']) => id));
  const sizes = await findPictureDimensions(db, [...ids].slice(0, maxSizedPictures));
  return html.replace(picture, (tag, id: string) => {
    const size = sizes.get(id);
    if (!size) return tag;
    const { width, height } = size;
    const src = tag.slice('<img src="'.length, -1);
    const widest = height > width ? Math.min(width, maxTallWidth) : width;
    const offered = `srcset="${buildPictureSrcset(src)}" sizes="(min-width: 45rem) 45rem, 100vw"`;
    return `${tag} width="${width}" height="${height}" style="max-width:min(100%,${widest}px)" ${offered}`;
  });
}

/**
 * The minimum width and height of a picture that represents a text, in pixels. Smaller ones are icons, such as those of
 * a mail signature.
 */
const minLeadPixels = 100;

/** Returns true if a picture is large enough to represent a text in a list. */
export const isLargeEnoughForCover = ({ width, height }: Size): boolean =>
  width >= minLeadPixels && height >= minLeadPixels;

interface Size {
  width: number;
  height: number;
}

/** The maximum number of ids in one database query. */
const maxIdsPerQuery = 500;

/** Finds the width and height of pictures by their ids; pictures without known dimensions are left out. */
export async function findPictureDimensions(db: DbReader, ids: readonly string[]): Promise<Map<string, Size>> {
  const sizes = new Map<string, Size>();
  for (let at = 0; at < ids.length; at += maxIdsPerQuery) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'width', 'height'])
      .where('id', 'in', ids.slice(at, at + maxIdsPerQuery))
      .where('width', '>', 0)
      .where('height', '>', 0)
      .execute();
    for (const { id, width, height } of rows) sizes.set(id, { width, height });
  }
  return sizes;
}

interface About {
  text: string;
  /** The show that the text is about. */
  show: string | null;
  /** The URL of a picture to use if there is no other. */
  banner?: string;
}

/**
 * Finds the picture to show with a text: the first picture in the text that isn't an icon, otherwise the first
 * photograph of its show, or `banner` if there is neither.
 */
export async function findCoverPicture(db: DbReader, { text, show, banner = '' }: About) {
  for (const url of await listOwnPictureUrls(text)) {
    const own = await findPictureAt(db, url);
    if (own && isLargeEnoughForCover(own)) return own;
  }
  const first = show === null ? undefined : (await listShowMedia(db, show)).find(({ kind }) => kind === 'image');
  return first ? toMediaEntry(first) : findPictureAt(db, banner);
}

const parseMediaId = (address: string) => /^\/media\/([\w-]+)\//.exec(address)?.[1];

/** Returns false if a URL leads to a deleted or missing item of the media; true for all other URLs. */
export async function isMediaAvailable(db: DbReader, address: string): Promise<boolean> {
  const id = parseMediaId(address);
  return id === undefined || (await hasMedia(db, id));
}

async function findPictureAt(db: DbReader, address: string) {
  const id = parseMediaId(address);
  const item = id === undefined ? undefined : await findMediaEvenIfDeleted(db, id);
  return item?.kind === 'image' && item.deleted_at === null ? toMediaEntry({ ...item, caption: '' }) : undefined;
}
