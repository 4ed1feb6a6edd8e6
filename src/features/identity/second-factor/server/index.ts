import { findUser } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { buildQrRows } from '#platform/server/formats/qr.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { formatTotpSecret } from '../codes.ts';
import type { SecondStep, TwoFactorSettings } from '../contract.ts';
import { countUnusedRecoveryCodes } from './codes.ts';
import { listPasskeys, supportsPasskeys } from './passkeys.ts';
import { findPendingSession } from './pending-session.ts';
import { findSecondFactorKinds, isSecondFactorRequiredFor } from './second-factors.ts';
import { createTotpSetupSecret, findTotp, formatProvisioningUri } from './totp.ts';

export {
  findSecondFactorKinds,
  findUserIdsWithSecondFactor,
  hasSecondFactor,
  hasSecondFactorSql,
  isSecondFactorPolicyOn,
  removeSecondFactor,
  removeSecondFactorOnServer,
  requireRecentSecondFactor,
  withSecondFactorPolicy,
} from './second-factors.ts';
export { registerSecondFactorSignInCalls } from './sign-in-calls.ts';
export { deleteTotpSetupSecrets } from './totp.ts';

/** Finds the second step that a visitor with a pending session has to take; undefined for everyone else. */
export async function findSecondStep(visit: PageRequest): Promise<SecondStep | undefined> {
  const pending = await findPendingSession(visit.db, visit);
  if (!pending) return undefined;
  const { passkeys } = await findSecondFactorKinds(visit.db, pending.user_id);
  return { passkeys: passkeys && supportsPasskeys(visit.origin) };
}

/**
 * Builds the section of the account settings about the second factor. While codes from an app are off, each call stores
 * a new secret for setting up an app.
 */
export async function prepareTwoFactorSettings(
  { db, visitor, origin, now }: PageRequest,
  { db: database, encryption, secondFactorRequired }: Pick<Services, 'db' | 'encryption' | 'secondFactorRequired'>,
): Promise<TwoFactorSettings> {
  const totp = await findTotp(db, visitor.id);
  const enabled = Boolean(totp?.enabled_at);
  const { siteName, timeZone } = await readSettings(db);
  const account = (await findUser(db, visitor.id))?.email ?? '';
  const secret = enabled ? '' : await createTotpSetupSecret(database, encryption, { visitor, now });
  const provisioning_uri = secret && formatProvisioningUri(secret, { issuer: siteName, account });
  return {
    enabled,
    provisioning_qr: provisioning_uri ? buildQrRows(provisioning_uri) : [],
    secret: formatTotpSecret(secret),
    provisioning_uri,
    recovery_codes_left: await countUnusedRecoveryCodes(db, visitor.id),
    passkeys: (await listPasskeys(db, visitor.id)).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at: formatIsoWithOffset(created_at, timeZone),
      last_used_at: last_used_at === null ? '' : formatIsoWithOffset(last_used_at, timeZone),
    })),
    passkeys_possible: supportsPasskeys(origin),
    required: await isSecondFactorRequiredFor(db, visitor, secondFactorRequired),
  };
}
