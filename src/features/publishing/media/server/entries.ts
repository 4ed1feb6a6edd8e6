import { personPath } from '#features/archive/shows/paths.ts';
import { listIdsOfPerson } from '#features/archive/shows/people/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { isNearEitherEnd } from '#platform/shared/pictures.ts';
import type { MediaEntry } from '../contract.ts';
import {
  findMediaEvenIfDeleted,
  findShowPeopleByMedia,
  listMediaOfPersons,
  listShowMedia,
  type MediaRecord,
  type StoredMedia,
  type StoredSize,
} from './store.ts';

type MediaUrlParts = Pick<StoredMedia, 'id' | 'filename' | 'kind'>;

/**
 * Converts an item's filename for its URL. Spaces become underscores; ~ becomes -, because ~ marks a version; and a
 * picture gets the extension of its stored format.
 */
const toUrlFilename = ({ filename, kind }: MediaUrlParts) =>
  (kind === 'image' ? `${filename.replace(/\.\w+$/, '')}.webp` : filename).replaceAll(' ', '_').replaceAll('~', '-');

/** Encodes a name for a URL. Brackets are encoded too, because they would end the URL in Markdown. */
const encodeUrlFilename = (name: string) => encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29');

/** Returns an item's URL for texts. Because texts store it, it stays the same when the item's picture is replaced. */
export const buildMediaUrl = (item: MediaUrlParts) => `/media/${item.id}/${encodeUrlFilename(toUrlFilename(item))}`;

/**
 * Returns the URL of the item's present version, for pages that are rendered on each request. Caches may store its
 * content for longer than that of the URL without a version. When the item is replaced, pages get another URL.
 */
function buildVersionedMediaUrl(item: MediaUrlParts & Pick<StoredMedia, 'file_version'>): string {
  const name = toUrlFilename(item);
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  return `/media/${item.id}/${encodeUrlFilename(`${stem}~${item.file_version}${ending}`)}`;
}

/** Parses the version in a URL; undefined if the URL has none and means the present version. */
function parseMediaVersion(filename: string): number | undefined {
  const named = /~(\d{1,9})(\.\w+)?$/.exec(filename)?.[1];
  return named === undefined ? undefined : Number(named);
}

/** Returns the URL of an item's thumbnail; "" for videos and recordings. */
export const buildThumbnailUrl = (item: MediaUrlParts & Pick<StoredMedia, 'file_version'>): string =>
  item.kind === 'image' ? `${buildVersionedMediaUrl(item)}?lowres` : '';

type MediaWithCaption = StoredMedia & { caption: string };

/** Converts a stored item for pages, without the people in it. */
export function toMediaEntry(item: MediaWithCaption): Omit<MediaEntry, 'people'> {
  const src = buildVersionedMediaUrl(item);
  return {
    id: item.id,
    src,
    width: item.width,
    height: item.height,
    alt: item.alt,
    caption: item.caption,
    credit: item.credit,
    content_type: item.content_type,
    srcset: item.kind === 'image' ? item.sizes.map(({ width }) => `${src}?w=${width} ${width}w`).join(', ') : '',
    placeholder: item.placeholder,
  };
}

/**
 * Lists up to 100 photographs and videos in which a person is tagged, each with its show's id, those of the newest show
 * first.
 */
export async function listPersonMedia(db: DbReader, person: string) {
  const items = await listMediaOfPersons(db, await listIdsOfPerson(db, person));
  return items.map((item) => ({ ...toMediaEntry(item), kind: item.kind, show: item.show_id }));
}

/** Loads the pictures and videos of a show, each in order. */
export async function loadShowGallery(
  db: DbReader,
  showId: string,
): Promise<{ photos: MediaEntry[]; videos: MediaEntry[] }> {
  const items = await listShowMedia(db, showId);
  const people = await findShowPeopleByMedia(db, showId);
  const of = (kind: StoredMedia['kind']) =>
    items
      .filter((item) => item.kind === kind)
      .map((item, index, all) => ({
        ...toMediaEntry(item),
        // Placeholders can't be compressed, so in a long gallery only pictures near the start and the end have one
        ...(isNearEitherEnd(index, all.length) ? {} : { placeholder: '' }),
        people: (people.get(item.id) ?? []).map(({ id, name }) => ({ id, name, href: personPath(id, name) })),
      }));
  return { photos: of('image'), videos: of('video') };
}

const queryKeys = ['lowres', 'w', 'refresh'];

/**
 * Returns the size to send: the smallest for `lowres`, otherwise the first that is at least `w` wide, or the largest if
 * there is none.
 */
function findRequestedSize(query: URLSearchParams, { sizes }: StoredMedia): StoredSize {
  const [smallest] = sizes;
  const largest = sizes.at(-1);
  if (smallest === undefined || largest === undefined) throw new Error('A stored item has no size.');
  if (query.has('lowres')) return smallest;
  const width = Number(query.get('w'));
  return (width > 0 && sizes.find((size) => size.width >= width)) || largest;
}

export function registerMediaDownloadRoutes({ download }: RouteRegistry, storage: FileStorage): void {
  download('/media/:id/:filename', { access: everyone, query: queryKeys, load: findVisibleMedia }, sendMedia(storage));
}

const sendMedia =
  (storage: FileStorage) =>
  ({ subject, query, params }: PageRequest<MediaRecord>): Download => {
    const size = findRequestedSize(query, subject);
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

/** Finds an item; a deleted item only for people who may restore it. */
async function findVisibleMedia({ db, params, visitor }: PageRequest): Promise<MediaRecord | undefined> {
  const item = await findMediaEvenIfDeleted(db, params.id ?? '');
  return item?.deleted_at === null || visitor.may.admin ? item : undefined;
}
