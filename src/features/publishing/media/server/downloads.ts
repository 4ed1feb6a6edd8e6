import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Storage } from '#platform/server/storage/storage.ts';
import { parseMediaVersion } from './entries.ts';
import { type FoundMedia, findMedia, type PictureSize, type StoredMedia } from './store.ts';

const queryKeys = ['lowres', 'w', 'refresh'];

/**
 * Returns the size to send: the smallest for `lowres`, otherwise the first that is at least `w` wide, or the largest if
 * there is none.
 */
function requestedSize(query: URLSearchParams, { sizes }: StoredMedia): PictureSize {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (smallest === undefined || largest === undefined) throw new Error('A stored item has no size.');
  if (query.has('lowres')) return smallest;
  const width = Number(query.get('w'));
  return (width > 0 && sizes.find((size) => size.width >= width)) || largest;
}

export function registerMediaDownloads({ download }: Platform, storage: Storage): void {
  download('/media/:id/:filename', { access: everyone, query: queryKeys, load: findVisibleMedia }, sendMedia(storage));
}

const sendMedia =
  (storage: Storage) =>
  ({ subject, query, params }: PageRequest<FoundMedia>): Download => {
    const size = requestedSize(query, subject);
    const present = parseMediaVersion(params.filename ?? '') === subject.file_version;
    return {
      contentType: subject.content_type,
      size: size.bytes,
      version: size.key,
      open: (range) => storage.open(size.key, range),
      filename: subject.kind === 'image' ? subject.filename.replace(/\.\w+$/, '.webp') : subject.filename,
      disposition: 'inline',
      // `?refresh` is requested after the plain URL failed, so no cache may respond to it. Caches may not store deleted
      // items either: only admins can see them, and people in these pictures may want them removed.
      cachePolicy: query.has('refresh') || subject.deleted_at !== null ? 'uncached' : present ? 'withdrawn' : 'seldom',
    };
  };

/** Finds an item. Only people who may restore a deleted item can find it. */
async function findVisibleMedia({ db, params, visitor }: PageRequest): Promise<FoundMedia | undefined> {
  const item = await findMedia(db, params.id ?? '');
  return item?.deleted_at === null || visitor.may.admin ? item : undefined;
}
