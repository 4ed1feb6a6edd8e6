import { existsSync } from 'node:fs';
import { DatabaseSetupError, withSnapshot } from '#platform/server/database/index.ts';
import { formatNewerVersionAdvice } from '#platform/server/program/version.ts';
import { buildFaultFinding, buildNoteFinding, buildOkFinding, type Finding } from './finding.ts';

/** Checks that the database opens and has a version that this program knows. Changes nothing in it. */
export async function checkDatabase(
  place: { url: string; file: string },
  migrations: readonly string[],
): Promise<Finding> {
  const subject = 'Database';
  if (!place.url && !existsSync(place.file)) {
    return buildOkFinding(subject, `${place.file} doesn’t exist yet; the first start creates it.`);
  }
  try {
    const { done, version } = await withSnapshot(place, async (snapshot) => ({
      done: snapshot.migrations,
      version: snapshot.version,
    }));
    if (done.some((name) => name > (migrations.at(-1) ?? ''))) {
      return buildFaultFinding(subject, `${formatNewerVersionAdvice('it was written', version)} or restore a backup.`);
    }
    if (done.at(-1) !== migrations.at(-1)) {
      return buildNoteFinding(
        subject,
        'an older version of Callboard wrote it. Make a backup; the next start upgrades it.',
      );
    }
    return buildOkFinding(subject, `${place.url ? 'PostgreSQL' : place.file} opens, and is of this version.`);
  } catch (error) {
    if (error instanceof DatabaseSetupError) return buildFaultFinding(subject, error.message);
    throw error;
  }
}
