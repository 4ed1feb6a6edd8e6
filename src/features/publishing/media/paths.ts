import { parsePageNumber } from '#platform/shared/tables/paging.ts';
import { cleanQueryText } from '#platform/shared/text/text.ts';
import type { MediaLibraryQuery } from './contract.ts';

export const manageMediaPath = '/members/admin/manage_media';
export const showPhotosPath = '/members/admin/set_show_photos';

/** Every query key that Manage Media reads. */
export const mediaQueryKeys = ['view', 'album', 'q', 'kind', 'page'] as const;

const kinds: readonly MediaLibraryQuery['kind'][] = ['image', 'video', 'audio'];

/** Returns the kind of media that a URL asks for; "" if it names none. */
export const parseMediaKind = (query: URLSearchParams): MediaLibraryQuery['kind'] =>
  kinds.find((kind) => kind === query.get('kind')) ?? '';

/** Parses the view and its page from the URL. Every query is valid: unknown values are ignored. */
export function parseMediaLibraryQuery(query: URLSearchParams): MediaLibraryQuery & { album: string; page: number } {
  const album = query.get('album') ?? '';
  const named = query.get('view');
  const view = album !== '' ? 'album' : named === 'albums' || named === 'deleted' ? named : 'all';
  return {
    view,
    album,
    q: cleanQueryText(query.get('q') ?? '').trim(),
    kind: parseMediaKind(query),
    page: parsePageNumber(query),
  };
}

/** Returns the shortest URL for a view of Manage Media other than a single album. */
export function manageMediaHref({ view, q, kind, page = 1 }: Partial<MediaLibraryQuery> & { page?: number }): string {
  const query = new URLSearchParams();
  if (view === 'albums' || view === 'deleted') query.set('view', view);
  if (q) query.set('q', q);
  if (kind) query.set('kind', kind);
  if (page > 1) query.set('page', `${page}`);
  const text = query.toString();
  return text === '' ? manageMediaPath : `${manageMediaPath}?${text}`;
}

export const albumHref = (id: string): string => `${manageMediaPath}?album=${id}`;
export const showPhotosHref = (showId: string): string => `${showPhotosPath}?show=${showId}`;
