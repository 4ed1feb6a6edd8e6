import type { Reading } from '#platform/server/database/index.ts';
import { firstPicture } from '#platform/server/markdown/index.ts';
import { mediaEntry } from './entries.ts';
import { findMedia, mediaOfShow } from './store.ts';

interface About {
  text: string;
  /** The show that it is about. */
  show: string | null;
  /** The address of a picture to use where there is no other. */
  banner?: string;
}

/** The picture that is shown with a text: the first in it, or else the first photograph of the show it is about. */
export async function coverPicture(db: Reading, { text, show, banner = '' }: About) {
  const own = await pictureAt(db, await firstPicture(text));
  if (own) return own;
  const first = show === null ? undefined : (await mediaOfShow(db, show)).find(({ kind }) => kind === 'image');
  return first ? mediaEntry(first) : pictureAt(db, banner);
}

async function pictureAt(db: Reading, address: string) {
  const [, id] = /^\/media\/([\w-]+)\//.exec(address) ?? [];
  const item = id === undefined ? undefined : await findMedia(db, id);
  return item?.kind === 'image' && item.deleted_at === null ? mediaEntry({ ...item, caption: '' }) : undefined;
}
