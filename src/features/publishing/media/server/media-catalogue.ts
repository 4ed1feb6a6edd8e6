import { isOnSite, showPathForManagers } from '#features/archive/shows/paths.ts';
import { listShowMediaFields } from '#features/archive/shows/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { MediaKind } from '#platform/shared/media-kinds.ts';
import { countPages } from '#platform/shared/tables/paging.ts';
import { parseSearchTerms } from '#platform/shared/text/search-terms.ts';
import { foldText } from '#platform/shared/text/text.ts';
import type { MediaLibraryItem, MediaSearchResults, MediaUse } from '../contract.ts';
import { buildMediaUrl, buildThumbnailUrl } from './entries.ts';
import { parseStoredSizes } from './store.ts';

/** The number of items on a page, which a phone loads without a wait. */
const ITEMS_PER_PAGE = 48;

interface MediaSearch {
  q: string;
  kind: MediaKind | '';
  page: number;
  /** Only items deleted after this time; "" for items that aren't deleted. */
  deletedSince: Instant | '';
  /** If false, consent notes are left out, and so are uses in texts of other features, which may be unpublished. */
  forAdmins: boolean;
}

/**
 * Lists the items that aren't deleted, newest first, or those deleted after `deletedSince`, last deleted first. Each
 * has the fields that lists and searches need.
 */
const listMediaRows = (db: DbReader, deletedSince: Instant | '') =>
  db
    .selectFrom('media_with_deleted')
    .select(['id', 'kind', 'filename', 'alt', 'credit', 'consent'])
    .where(({ eb }) => (deletedSince === '' ? eb('deleted_at', 'is', null) : eb('deleted_at', '>', deletedSince)))
    .orderBy(deletedSince === '' ? 'created_at' : 'deleted_at', 'desc')
    .orderBy('id')
    .execute();
type MediaRow = Awaited<ReturnType<typeof listMediaRows>>[number];

/** Lists id, URL and filename of all items that aren't deleted, newest first, as the protocol defines. */
export const listMediaTriples = async (db: DbReader): Promise<[string, string, string][]> =>
  (await listMediaRows(db, '')).map((item) => [item.id, buildMediaUrl(item), item.filename]);

async function searchItems(
  db: DbReader,
  texts: readonly ListTextsWithMedia[],
  { q, kind, page, deletedSince, forAdmins }: MediaSearch,
): Promise<MediaSearchResults> {
  const uses = await findMediaUses(db, forAdmins ? texts : []);
  const visible = <Item extends { consent: string }>(item: Item) => (forAdmins ? item : { ...item, consent: '' });
  const found = (await listMediaRows(db, deletedSince)).filter(
    (item) => (kind === '' || item.kind === kind) && matchesSearch(visible(item), uses.get(item.id) ?? [], q),
  );
  const pages = countPages(found.length, ITEMS_PER_PAGE);
  const currentPage = Math.min(page, pages);
  const ids = found.slice((currentPage - 1) * ITEMS_PER_PAGE, currentPage * ITEMS_PER_PAGE).map(({ id }) => id);
  return { items: (await listMediaItems(db, ids, uses)).map(visible), page: currentPage, pages, matches: found.length };
}

/** Returns true if at least one term matches with all its words. Commas separate terms. */
function matchesSearch(item: MediaRow, uses: readonly MediaUse[], q: string): boolean {
  const terms = parseSearchTerms(q);
  if (terms.length === 0) return true;
  const text = foldText(
    [item.filename, item.alt, item.credit, item.consent, ...uses.map(({ where }) => where)].join(' '),
  );
  return terms.some((words) => words.every((word) => text.includes(word)));
}

/**
 * Lists these items in this order, with their uses. Items in the trash are included; items that no longer exist are
 * left out.
 */
export async function listMediaItems(
  db: DbReader,
  ids: readonly string[],
  uses: ReadonlyMap<string, MediaUse[]>,
): Promise<MediaLibraryItem[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('media_with_deleted').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      {
        id,
        kind: row.kind,
        filename: row.filename,
        src: buildMediaUrl(row),
        thumbnail: buildThumbnailUrl(row),
        placeholder: row.placeholder,
        width: row.width,
        height: row.height,
        bytes: parseStoredSizes(row.sizes).reduce((sum, { bytes }) => sum + bytes, 0),
        alt: row.alt,
        credit: row.credit,
        consent: row.consent,
        version: row.version,
        file_version: row.file_version,
        added: row.created_at,
        deleted: row.deleted_at ?? '',
        used: uses.get(id) ?? [],
      },
    ];
  });
}

/** The catalogue of all media, with the places that show each item. */
export interface MediaCatalogue {
  /** Returns a page of the matching items. A search also covers the names of the places that show an item. */
  search: (db: DbReader, wanted: MediaSearch) => Promise<MediaSearchResults>;
  /**
   * Returns these items in this order, with their uses. Items in the trash are included; items that no longer exist are
   * left out.
   */
  items: (db: DbReader, ids: readonly string[]) => Promise<MediaLibraryItem[]>;
}

export const createMediaCatalogue = (texts: readonly ListTextsWithMedia[]): MediaCatalogue => ({
  search: (db, wanted) => searchItems(db, texts, wanted),
  items: async (db, ids) => listMediaItems(db, ids, ids.length === 0 ? new Map() : await findMediaUses(db, texts)),
});

/** Lists texts that may show pictures and videos by their URLs, each with the path of its page or editor, if any. */
export type ListTextsWithMedia = (db: DbReader) => Promise<readonly (MediaUse & { text: string })[]>;

declare module '#platform/server/feature/feature.ts' {
  interface Contributions {
    textsOnSite: readonly ListTextsWithMedia[];
  }
}

/** Returns the ids of the items whose URLs are in a text. */
export const parseMediaIds = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\/media\/([A-Za-z0-9_-]{15,16})\//g), ([, id = '']) => id)),
];

const archivedSuffix = (show: { archived_at: string | null }) => (isOnSite(show) ? '' : ' (archived)');

/**
 * Finds the uses of each item, by id: the shows that use it, and every text that contains its URL. Other features
 * contribute the texts. If a use has a link, people who manage the media can open the linked page.
 */
export async function findMediaUses(
  db: DbReader,
  texts: readonly ListTextsWithMedia[],
): Promise<Map<string, MediaUse[]>> {
  const uses = new Map<string, MediaUse[]>();
  const add = (id: string, use: MediaUse) => {
    const known = uses.get(id);
    if (known) known.push(use);
    else uses.set(id, [use]);
  };
  const addFrom = (text: string, use: MediaUse) => {
    for (const id of parseMediaIds(text)) add(id, use);
  };

  const shows = await listShowMediaFields(db);
  const placements = await db.selectFrom('show_media').select(['media_id', 'show_id']).orderBy('media_id').execute();
  const shownWith = Map.groupBy(placements, ({ show_id }) => show_id);
  for (const show of shows) {
    const where = `Shown with ${show.title}, ${show.date.slice(0, 4)}${archivedSuffix(show)}`;
    for (const { media_id } of shownWith.get(show.id) ?? []) add(media_id, { where, href: showPathForManagers(show) });
  }
  for (const show of shows) {
    const href = showPathForManagers(show);
    const title = `${show.title}${archivedSuffix(show)}`;
    addFrom(show.programme, { where: `Programme of ${title}`, href });
    addFrom(show.banner, { where: `Banner of ${title}`, href });
    addFrom(show.radio_audio, { where: `Recording of ${title}`, href });
    addFrom(show.text_blob, { where: `Text of ${title}`, href });
  }
  for (const textsOf of texts) {
    for (const { text, ...use } of await textsOf(db)) addFrom(text, use);
  }
  return uses;
}
