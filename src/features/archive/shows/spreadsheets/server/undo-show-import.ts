import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { findRowUseReasons, type RowUse } from '#platform/server/feature/deletion.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { ImportUndo } from '#platform/server/imports/undo-import.ts';
import { formatDate, type Instant } from '#platform/shared/dates/dates.ts';
import { type FilledRowState, filledInShowRowKind, undoFillIns } from './fill-in-shows.ts';

/** The kind under which imports of shows are recorded. */
export const showImportKind = 'shows';

/**
 * Describes how an import of shows is undone. Shows that nobody has changed or used since are deleted, what was filled
 * in is reversed, and people whom the import added are deleted, unless something still refers to them.
 */
export function createShowImportUndo({
  all,
  clock,
}: Pick<Services, 'all' | 'clock'>): Omit<ImportUndo, 'access' | 'findUserName'> {
  const uses = all('rowUses');
  return {
    kind: showImportKind,
    action: 'show.import_undone',
    async inspect(db, rows) {
      const ids = rows.map(({ row_id }) => row_id);
      const shows = new Map((await findShowsById(db, ids)).map((show) => [show.id, show]));
      const used = await findRowUseReasons(db, uses, 'show', ids);
      return rows.flatMap((row) => {
        const show = shows.get(row.row_id);
        if (!show) return { row, name: 'A show', kept: 'it is no longer here' };
        const name = `${show.title}, ${formatDate(show.date, show.date_precision)}`;
        if (row.kind === filledInShowRowKind) {
          const { version } = JSON.parse(row.state) as FilledRowState;
          const kept = show.version === version ? '' : 'it has been changed since';
          return { row, name: `${name} (what was filled in)`, kept };
        }
        const isChanged = String(show.version) !== row.state;
        // Archiving doesn't count as an edit, so it is checked separately
        const kept = isChanged
          ? 'it has been changed since'
          : show.archived_at !== null
            ? 'it has been archived since'
            : (used.get(show.id) ?? '');
        return { row, name, kept };
      });
    },
    async undo(tx, rows, importedAt) {
      const [filled, created] = [true, false].map((isFilled) =>
        rows.filter(({ kind }) => (kind === filledInShowRowKind) === isFilled),
      );
      await undoFillIns(tx, filled ?? [], clock().toISOString());
      await runInBatches(
        (created ?? []).map(({ row_id }) => row_id),
        (batch) => tx.deleteFrom('show').where('id', 'in', batch).execute(),
      );
      await deleteUnusedPeople(tx, importedAt, uses);
    },
  };
}

async function findShowsById(db: DbReader, ids: readonly Id[]) {
  const select = (batch: readonly Id[]) =>
    db
      .selectFrom('show')
      .select(['id', 'title', 'date', 'date_precision', 'version', 'archived_at'])
      .where('id', 'in', batch)
      .execute();
  const shows: Awaited<ReturnType<typeof select>> = [];
  await runInBatches(ids, async (batch) => {
    shows.push(...(await select(batch)));
  });
  return shows;
}

/** Deletes the people that an import created, unless anything still refers to them. */
async function deleteUnusedPeople(tx: DbTransaction, madeAt: Instant, uses: readonly RowUse[]): Promise<void> {
  const made = await tx.selectFrom('person').select('id').where('created_at', '=', madeAt).execute();
  const ids = made.map(({ id }) => id);
  const used = await findRowUseReasons(tx, uses, 'person', ids);
  await runInBatches(
    ids.filter((id) => !used.has(id)),
    (batch) => tx.deleteFrom('person').where('id', 'in', batch).execute(),
  );
}
