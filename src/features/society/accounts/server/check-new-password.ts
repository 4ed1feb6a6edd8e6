import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { findPasswordFault } from '../passwords.ts';

let cached: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads some 14,000 common passwords, folded, from published counts of leaked passwords. The file is compressed so that
 * nobody has to see them.
 */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  cached ??= readFile(join(import.meta.dirname, 'common-passwords.txt.gz'))
    .then(promisify(gunzip))
    .then((text) => new Set(text.toString().trim().split('\n')));
  return cached;
}

/** @throws HttpError 400 with a message for the field if the password isn't acceptable */
export async function checkNewPassword(
  db: DbReader,
  { field, password, person }: { field: string; password: string; person: readonly string[] },
): Promise<void> {
  const { siteName } = await readSettings(db);
  const fault = findPasswordFault(password, { common: await loadCommonPasswords(), personal: [siteName, ...person] });
  if (fault) refuse(400, 'Choose another password: see the note next to the field.', { [field]: fault });
}
