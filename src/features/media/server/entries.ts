import type { Reading } from '../../../platform/server/database/index.ts';
import type { MediaEntry } from '../contract.ts';
import { mediaOfShow, type StoredMedia } from './store.ts';

/** A name as addresses carry it: spaces to underscores, a picture by the ending of what is really sent. */
const addressName = ({ filename, kind }: Pick<StoredMedia, 'filename' | 'kind'>) =>
  encodeURIComponent((kind === 'image' ? filename.replace(/\.\w+$/, '.webp') : filename).replaceAll(' ', '_'));

/** Where an item is to be had. What the address answers never changes. */
export const mediaAddress = (item: Pick<StoredMedia, 'id' | 'filename' | 'kind'>) =>
  `/media/${item.id}/${addressName(item)}`;

function entry(item: StoredMedia & { caption: string }): MediaEntry {
  const src = mediaAddress(item);
  return {
    id: item.id,
    src,
    width: item.width,
    height: item.height,
    alt: item.alt,
    caption: item.caption,
    content_type: item.content_type,
    srcset: item.kind === 'image' ? item.sizes.map(({ width }) => `${src}?w=${width} ${width}w`).join(', ') : '',
    placeholder: item.placeholder,
  };
}

/** The pictures and films that are shown with a show, each in order. */
export async function showMedia(db: Reading, showId: string): Promise<{ photos: MediaEntry[]; videos: MediaEntry[] }> {
  const items = await mediaOfShow(db, showId);
  const of = (kind: StoredMedia['kind']) => items.filter((item) => item.kind === kind).map(entry);
  return { photos: of('image'), videos: of('video') };
}
