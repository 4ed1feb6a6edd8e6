import type { DbReader } from '#platform/server/database/index.ts';
import { listPictures } from '#platform/server/markdown/index.ts';
import { toMediaEntry } from './entries.ts';
import { isLargeEnoughToLead } from './pictures-in-text.ts';
import { findMedia, hasMedia, listShowMedia } from './store.ts';

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
  for (const url of await listPictures(text)) {
    const own = await findPictureAt(db, url);
    if (own && isLargeEnoughToLead(own)) return own;
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
  const item = id === undefined ? undefined : await findMedia(db, id);
  return item?.kind === 'image' && item.deleted_at === null ? toMediaEntry({ ...item, caption: '' }) : undefined;
}
