import { isOnSite, showPathForManagers } from '#features/archive/shows/paths.ts';
import { listShowMediaFields } from '#features/archive/shows/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { MediaUse } from '../contract.ts';

/** Lists texts that may show pictures and videos by their URLs, each with the path of its page or editor. */
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
 * contribute the texts. Each use links to a page that people who manage the media can open.
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
