import type { declareImportListCall, declareImportUndoCall } from '#platform/shared/calls/imports.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { day, subtractMs } from '#platform/shared/dates/durations.ts';
import { type AuditAction, createAuditContext, recordAudit } from '../audit/index.ts';
import { type Id, newId } from '../crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches, write } from '../database/index.ts';
import { refuse, refuseNotFound } from '../http/errors/http-error.ts';
import type { AccessRule } from '../http/request/visitor.ts';
import type { RouteRegistry } from '../http/route-registry.ts';
import { ok } from '../http/routes/call.ts';

/** An import, which can be undone while its rows are recorded. */
export interface ImportRecordTable {
  id: string;
  /** The name of the kind of import, which says what was imported. */
  kind: string;
  /** The subject of the import, such as a show; "" if there is none. */
  subject: string;
  /** The name of the file. */
  file: string;
  imported_by: string | null;
  imported_at: string;
  undone_at: string | null;
}

/** A row that an import created or changed. */
export interface ImportedRowTable {
  id: string;
  import_id: string;
  kind: string;
  row_id: string;
  /** The row's state right after the import, as its feature describes it, to detect later changes. */
  state: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    import_record: ImportRecordTable;
    imported_row: ImportedRowTable;
  }
}

/** The number of days for which an import can be undone. */
export const importUndoDays = 90;

/** A row that an import created or changed, with its state right afterwards. */
export type ImportedRow = Pick<ImportedRowTable, 'kind' | 'row_id' | 'state'>;

/** Records an import, so that it can be undone. Its rows are added as they are written. */
export async function recordImport(tx: DbTransaction, record: Omit<ImportRecordTable, 'undone_at'>): Promise<void> {
  await tx
    .insertInto('import_record')
    .values({ ...record, undone_at: null })
    .execute();
}

export const addImportedRows = (tx: DbTransaction, importId: Id, rows: readonly ImportedRow[]): Promise<void> =>
  runInBatches(
    rows.map((row) => ({ ...row, id: newId(), import_id: importId })),
    (batch) => tx.insertInto('imported_row').values(batch).execute(),
  );

/** Lists the states of these rows as recorded by every import that created or changed them. */
export async function listImportedRowStates(db: DbReader, rowIds: readonly Id[]): Promise<ImportedRow[]> {
  const states: ImportedRow[] = [];
  await runInBatches(rowIds, async (batch) => {
    const columns = ['kind', 'row_id', 'state'] as const;
    states.push(...(await db.selectFrom('imported_row').select(columns).where('row_id', 'in', batch).execute()));
  });
  return states;
}

/**
 * Changes the recorded state of an imported row, if the state is `from`. Used when the undo of another import has
 * changed the row, so that the import that created the row can still be undone.
 */
export async function changeImportedRowState(
  tx: DbTransaction,
  { kind, row_id, from, to }: Omit<ImportedRow, 'state'> & { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('imported_row')
    .set({ state: to })
    .where('kind', '=', kind)
    .where('row_id', '=', row_id)
    .where('state', '=', from)
    .execute();
}

/** Deletes the records of old imports; what they imported stays. */
export async function deleteOldImportRecords(tx: DbTransaction, now: Date): Promise<void> {
  await tx
    .deleteFrom('import_record')
    .where('imported_at', '<=', subtractMs(now, importUndoDays * day))
    .execute();
}

/** Describes how imports of one kind are undone. */
export interface ImportUndo {
  /** The name of the kind of import. */
  kind: string;
  access: AccessRule;
  /** The action in the audit log. */
  action: AuditAction;
  /** Describes each row in its present state. `kept` is the reason why the row can't be undone, or "" if it can. */
  inspect: (db: DbReader, rows: readonly ImportedRow[]) => Promise<{ row: ImportedRow; name: string; kept: string }[]>;
  /** Deletes rows that the import created, and restores rows that it changed. */
  undo: (tx: DbTransaction, rows: readonly ImportedRow[], importedAt: Instant) => Promise<void>;
  /** Returns the name of a user; "" if there is no user. */
  findUserName: (db: DbReader, id: Id | null) => Promise<string>;
}

/** Registers the calls that list the latest imports of one kind and undo one of them. */
export function registerImportUndoCalls(
  { call, db }: RouteRegistry,
  calls: {
    list: ReturnType<typeof declareImportListCall>;
    undo: ReturnType<typeof declareImportUndoCall<`${string}/:id/undo`>>;
  },
  { kind, access, action, inspect, undo, findUserName }: ImportUndo,
): void {
  call(calls.list, { access }, async ({ query }) => {
    const imports = await listImports(db.read, { kind, subject: query.get('subject') ?? '', findUserName });
    return ok('', { imports });
  });
  call(calls.undo, { access }, async (request) => {
    const entry = createAuditContext(request, action);
    const isDryRun = request.body.dry_run === '1';
    const plan = async (reader: DbReader) => {
      const record = await findImport(reader, kind, request.params.id);
      const rows = await reader
        .selectFrom('imported_row')
        .select(['kind', 'row_id', 'state'])
        .where('import_id', '=', record.id)
        .orderBy('id')
        .execute();
      const inspected = (await inspect(reader, rows)).sort((a, b) => (a.name < b.name ? -1 : 1));
      return {
        record,
        removable: inspected.filter(({ kept }) => kept === ''),
        kept: inspected.flatMap(({ name, kept }) => (kept === '' ? [] : [{ name, reason: kept }])),
      };
    };
    const { removable, kept } = isDryRun
      ? await plan(db.read)
      : await write(db, async (tx) => {
          const decided = await plan(tx);
          // The import stays in the list, because its rows may be undone later, for example once they aren't in use
          if (decided.removable.length === 0) return decided;
          await undo(
            tx,
            decided.removable.map(({ row }) => row),
            decided.record.imported_at,
          );
          await tx
            .updateTable('import_record')
            .set({ undone_at: request.now })
            .where('id', '=', decided.record.id)
            .execute();
          await recordAudit(tx, { ...entry, subject: decided.record.subject, detail: decided.record.file });
          return decided;
        });
    const undone = removable.map(({ name }) => name);
    return ok(isDryRun ? 'Nothing has been changed yet.' : formatUndoOutcome(undone, kept), { undone, kept });
  });
}

function formatUndoOutcome(undone: readonly unknown[], kept: readonly unknown[]): string {
  if (undone.length > 0) return 'Import undone.';
  return kept.length > 0
    ? 'Nothing was undone, because the rows have been changed since or are in use.'
    : 'This import left nothing to undo.';
}

/**
 * Finds an import to undo.
 *
 * @throws HttpError 404 if there is none of this kind; 409 if it has been undone already
 */
async function findImport(db: DbReader, kind: string, id: Id): Promise<ImportRecordTable> {
  const record = await db.selectFrom('import_record').selectAll().where('id', '=', id).executeTakeFirst();
  if (record?.kind !== kind) return refuseNotFound();
  if (record.undone_at !== null) refuse(409, 'This import has been undone already.');
  return record;
}

async function listImports(
  db: DbReader,
  { kind, subject, findUserName }: Pick<ImportUndo, 'kind' | 'findUserName'> & { subject: string },
) {
  const rows = await db
    .selectFrom('import_record')
    .selectAll('import_record')
    .select(({ fn, selectFrom, cast }) => [
      selectFrom('imported_row')
        .select(cast<string>(fn.countAll(), 'text').as('rows'))
        .whereRef('imported_row.import_id', '=', 'import_record.id')
        .as('rows'),
    ])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('imported_at', 'desc')
    .orderBy('import_record.id')
    .limit(20)
    .execute();
  const imports = [];
  for (const { id, file, imported_at: at, imported_by, undone_at, rows: count } of rows) {
    const by = await findUserName(db, imported_by);
    imports.push({ ...{ id, file, at, by }, undone: undone_at !== null, rows: Number(count) });
  }
  return imports;
}
