import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { findPasswordFault } from '../passwords.ts';
import { loadCommonPasswords } from './common-passwords.ts';

/** @throws HttpError 400 with a message for the field if the password isn't acceptable */
export async function checkNewPassword(
  db: DbReader,
  { field, password, person }: { field: string; password: string; person: readonly string[] },
): Promise<void> {
  const { siteName } = await readSettings(db);
  const fault = findPasswordFault(password, { common: await loadCommonPasswords(), personal: [siteName, ...person] });
  if (fault) refuse(400, 'Choose another password: see the note next to the field.', { [field]: fault });
}
