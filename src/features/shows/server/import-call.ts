import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { recordAudit } from '../../../platform/server/audit/index.ts';
import { ok } from '../../../platform/server/http/call.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import { mayUse } from '../../accounts/server/index.ts';
import type { ImportPreview } from '../edit-contract.ts';
import { type ImportReport, importBytes } from '../import/command.ts';
import { ArchiveFault } from '../import/fault.ts';
import { largestFile } from '../import/read-csv.ts';

const Asked = z.object({ dry_run: z.enum(['0', '1']).default('1') });

/** More than this nobody reads on a screen. */
const mostTold = 200;

/** Brings in an archive of shows, or says what that would do. */
export function importShowsCall({ call, db }: Platform): void {
  const access = mayUse('shows_write');
  const uploads = { most: 1, bytes: largestFile };
  call('POST', '/members/api/manage_shows_import', { access, accepts: Asked, uploads }, async (act) => {
    const { body, files, now, visitor, client } = act;
    const [file] = files;
    if (!file) return refuse(400, 'Choose the CSV file to import.', { file: 'Choose the CSV file to import.' });
    const dryRun = body.dry_run === '1';
    const entry = { id: newId(), at: now, actor: visitor, action: 'imported shows', address: client.address };
    try {
      const { report } = await importBytes(db, await buffer(await file.arrival.open()), {
        dryRun,
        now,
        by: visitor.id,
        also: (tx) => recordAudit(tx, { ...entry, detail: file.name }),
      });
      return ok(dryRun ? 'Nothing has been changed yet. This is what would happen.' : 'The shows are imported.', {
        report: preview(report),
      });
    } catch (error) {
      if (error instanceof ArchiveFault) return refuse(400, error.message, { file: error.message });
      throw error;
    }
  });
}

function preview({ dryRun, shows, here, persons, credits, refused, nearNames, unused }: ImportReport): ImportPreview {
  return {
    dryRun,
    shows,
    here,
    persons,
    credits,
    refused: refused.length,
    refusals: refused.slice(0, mostTold).map(({ line, column, reason }) => ({ line, column, reason })),
    near: nearNames.length,
    nearNames: nearNames.slice(0, mostTold),
    unused,
  };
}
