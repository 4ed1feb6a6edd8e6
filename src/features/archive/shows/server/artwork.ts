import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, incrementedVersion } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';

const fields = ['programme', 'banner', 'radio_audio'] as const;

/** A field of a show that led to a picture or recording before that file was deleted. */
export interface ArtworkReference {
  show: Id;
  field: (typeof fields)[number];
  address: string;
}

/**
 * Clears every field that contains the address of a deleted picture or recording, in all shows, including archived
 * ones. Returns the former values.
 */
export async function clearArtwork(
  tx: DbTransaction,
  isGone: (address: string) => boolean,
  now: Instant,
): Promise<ArtworkReference[]> {
  const rows = await tx
    .selectFrom('show')
    .select(['id', ...fields])
    .where(({ eb, or }) => or(fields.map((field) => eb(field, '<>', ''))))
    .execute();
  const places = rows.flatMap((row) =>
    fields
      .filter((field) => isGone(row[field]))
      .map((field): ArtworkReference => ({ show: row.id, field, address: row[field] })),
  );
  for (const { show, field } of places) await setArtwork(tx, { show, field, address: '' }, now);
  return places;
}

/** Restores cleared values, except in fields that have a new value. */
export async function restoreArtwork(
  tx: DbTransaction,
  places: readonly ArtworkReference[],
  now: Instant,
): Promise<void> {
  for (const place of places) await setArtwork(tx, place, now);
}

const setArtwork = (tx: DbTransaction, { show, field, address }: ArtworkReference, now: Instant) =>
  tx
    .updateTable('show')
    .set({ [field]: address, updated_at: now, version: incrementedVersion, updated_by: null })
    .where('id', '=', show)
    .where(field, address === '' ? '<>' : '=', '')
    .execute();
