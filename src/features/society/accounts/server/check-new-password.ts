import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { findPasswordFault } from '../passwords.ts';
import { commonPasswords } from './common-passwords.ts';

/**
 * Accepts a new password, or refuses it with a message for its field.
 *
 * @throws HttpError 400
 */
export async function checkNewPassword(
  db: DbReader,
  { field, password, person }: { field: string; password: string; person: readonly string[] },
): Promise<void> {
  const { siteName } = await readSettings(db);
  const fault = findPasswordFault(password, { common: await commonPasswords(), near: [siteName, ...person] });
  if (fault) refuse(400, 'Choose another password: see the note next to the field.', { [field]: fault });
}
