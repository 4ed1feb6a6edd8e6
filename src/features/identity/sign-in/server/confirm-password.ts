import { accountLimits, findUser, type PasswordHashing } from '#features/society/accounts/server/index.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';

/**
 * Verifies the signed-in visitor's password, so that nobody can change credentials on an unattended device.
 * @throws HttpError 400 if the password is wrong, 429 after too many attempts
 */
export async function confirmPassword(
  db: Database,
  { passwords, isPublicDemo }: { passwords: PasswordHashing; isPublicDemo: boolean },
  { visitor, now, client, password }: Pick<PageRequest, 'visitor' | 'now' | 'client'> & { password: string },
): Promise<void> {
  // In a public demo, strangers share the accounts and must not lock each other out, so attempts are limited per
  // network
  const limits = isPublicDemo
    ? rateLimits.networkKeys(accountLimits.confirm, client.address)
    : [rateLimits.key(accountLimits.confirm, visitor.id)];
  await write(db, (tx) => rateLimits.consume(tx, limits, now));
  const user = await findUser(db.read, visitor.id);
  if (!(await passwords.fits(user?.password_hash ?? '', password))) {
    refuse(400, 'That isn’t your password. Nothing was changed.', { password: 'That isn’t your password.' });
  }
  await write(db, (tx) => rateLimits.restore(tx, limits));
}
