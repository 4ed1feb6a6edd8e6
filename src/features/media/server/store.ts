import { z } from 'zod';
import type { Reading, Writing } from '../../../platform/server/database/index.ts';
import type { Instant } from '../../../platform/shared/dates.ts';
import type { MediaKind } from '../kinds.ts';

/** One size of a stored item. A film or a sound has one. */
const Size = z.object({ width: z.int(), height: z.int(), key: z.string(), bytes: z.int() });
export type Size = z.infer<typeof Size>;

/** What an item consists of. */
export interface StoredFile {
  kind: MediaKind;
  contentType: string;
  width: number;
  height: number;
  sizes: Size[];
  placeholder: string;
}

export interface NewMedia extends StoredFile {
  id: string;
  filename: string;
  alt: string;
  credit: string;
  consent: string;
}

/** Adds items whose files are already kept. */
export async function recordMedia(tx: Writing, items: readonly NewMedia[], { now }: { now: Instant }): Promise<void> {
  for (const { contentType, sizes, ...item } of items) {
    const kept = { content_type: contentType, sizes: JSON.stringify(sizes) };
    const row = { ...item, ...kept, version: 1, edits: 0, created_at: now, deleted_at: null };
    await tx.insertInto('media').values(row).execute();
  }
}

/** Shows these items with a show, in this order, after those it has. */
export async function attachToShow(
  tx: Writing,
  showId: string,
  items: readonly { id: string; caption: string }[],
): Promise<void> {
  const { last } = await tx
    .selectFrom('show_media')
    .select(({ fn }) => fn.max('ord').as('last'))
    .where('show_id', '=', showId)
    .executeTakeFirstOrThrow();
  const start = Number(last ?? 0) + 1;
  const rows = items.map(({ id, caption }, index) => ({
    show_id: showId,
    media_id: id,
    ord: start + index,
    caption,
    featured: 0,
  }));
  if (rows.length > 0) await tx.insertInto('show_media').values(rows).execute();
}

const columns = [
  'media.id',
  'kind',
  'filename',
  'content_type',
  'width',
  'height',
  'sizes',
  'placeholder',
  'alt',
] as const;

/** An item with its sizes, smallest first. */
export async function findMedia(db: Reading, id: string) {
  const row = await db.selectFrom('media').select(columns).where('id', '=', id).executeTakeFirst();
  return row && { ...row, sizes: z.array(Size).min(1).parse(JSON.parse(row.sizes)) };
}
export type StoredMedia = NonNullable<Awaited<ReturnType<typeof findMedia>>>;

/** What is shown with a show, in order. */
export async function mediaOfShow(db: Reading, showId: string) {
  const rows = await db
    .selectFrom('show_media')
    .innerJoin('media', 'media.id', 'show_media.media_id')
    .select([...columns, 'show_media.caption'])
    .where('show_media.show_id', '=', showId)
    .orderBy('show_media.ord')
    .orderBy('media.id')
    .execute();
  return rows.map((row) => ({ ...row, sizes: z.array(Size).min(1).parse(JSON.parse(row.sizes)) }));
}

/** Whether an item of ours has the bytes that the storage keeps by this key. */
export async function isStoredForMedia(db: Reading, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('sizes', 'like', `%"${key}"%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
