import { mayUse } from '#features/society/accounts/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { createWorkerPool } from '#platform/server/background/worker-pool.ts';
import type { Database } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { workerResult } from '#platform/server/http/errors/worker-result.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { minute } from '#platform/shared/dates/durations.ts';
import { type ImportPreview, importShows } from '../../edit-contract.ts';
import type { NewShow } from '../../incoming-show.ts';
import { listCurrentNames } from '../../people/server/index.ts';
import { MAX_ARCHIVE_BYTES } from './import/read-archive.ts';
import type { ReadArchiveRequest, ReadArchiveResult } from './import-process.ts';
import { recordNewShows } from './import-shows.ts';

/** Ten thousand rows take 2 s on an idle machine. */
const read = createWorkerPool<ReadArchiveRequest, ReadArchiveResult>(new URL('./import-process.ts', import.meta.url), {
  as: 'process',
  taskTimeoutMs: minute,
  maxHeapMb: 768,
  mostQueued: 5,
  mostQueuedEach: 1,
  longestWait: 120_000,
});

/** Imports an archive of shows, or previews the import. */
export function registerImportShowsRoutes({ call, db }: Platform): void {
  const access = mayUse('shows_write');
  const uploads = { most: 1, bytes: MAX_ARCHIVE_BYTES };
  call(importShows, { access, uploads }, importArchive(db));
}

const importArchive =
  (db: Database): CallHandler<typeof importShows> =>
  async (request) => {
    const { body, files, now, visitor } = request;
    const [file] = files;
    if (!file) return refuse(400, 'Choose the spreadsheet to import.', { file: 'Choose the spreadsheet to import.' });
    const dryRun = body.dry_run === '1';
    const names = (await listCurrentNames(db.read)).map(({ name }) => ({ name }));
    const archive = await workerResult(read({ path: file.arrival.path, here: names }, visitor.id), {
      crowded: 'Other archives are being imported at the moment. Please try again in a few minutes.',
      tooMuch: 'This file takes too long to read. Import it in parts, some years at a time.',
    });
    if ('refused' in archive) return refuse(400, archive.refused, { file: archive.refused });
    const entry = { ...auditContextFrom(request, 'show.imported') };
    const { shows, here, persons, credits, titles } = await recordNewShows(db, await unpacked(archive.shows), {
      dryRun,
      now,
      by: visitor.id,
      also: (tx) => recordAudit(tx, { ...entry, detail: file.name }),
    });
    const { refusedRows: refused, refusals, near, nearNames, unused } = archive;
    const report: ImportPreview = {
      ...{ dryRun, shows, here, persons, credits, titles },
      ...{ refused, refusals, near, nearNames, unused },
    };
    return ok(dryRun ? 'Preview only: nothing has been changed yet.' : 'Shows imported.', {
      report,
    });
  };

async function unpacked(pieces: readonly string[]): Promise<NewShow[]> {
  const shows: NewShow[] = [];
  for (const piece of pieces) {
    shows.push(...(JSON.parse(piece) as NewShow[]));
    await yieldToEventLoop();
  }
  return shows;
}
