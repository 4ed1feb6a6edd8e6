import { findUser } from '#features/accounts/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { qrRows } from '#platform/server/formats/qr.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import { inFours } from '../codes.ts';
import type { SecondStep, TwoFactor } from '../contract.ts';
import { findTotp, recoveryCodesLeft } from './code-store.ts';
import { findHalfSession } from './half-session.ts';
import { offerSecret } from './offers.ts';
import { passkeysOf } from './passkey-store.ts';
import { passkeysWorkAt } from './passkeys.ts';
import { isRequired } from './required-step.ts';
import { factorsOf } from './second-factors.ts';
import { provisioningUri } from './totp.ts';

export { secondFactorOff } from './break-glass.ts';
export { forgetOffers } from './offers.ts';
export { takeSecondFactorOff } from './removal.ts';
export { isSecondFactorRequired, requireSecondFactor } from './required-step.ts';
export {
  factorsOf,
  hasSecondFactor,
  mustShowSecondFactor,
  usersWithSecondFactor,
  withSecondFactor,
} from './second-factors.ts';
export { secondStepCalls } from './sign-in-calls.ts';

/** Replaces the sign-in form for a visitor with half a session; undefined for everyone else. */
export async function secondStepOf(visit: PageRequest): Promise<SecondStep | undefined> {
  const half = await findHalfSession(visit.db, visit);
  if (!half) return undefined;
  const { passkeys } = await factorsOf(visit.db, half.user_id);
  return { passkeys: passkeys && passkeysWorkAt(visit.origin) };
}

/** What the account settings show of second factors. */
export async function twoFactorOf(
  { db, visitor, origin, now }: PageRequest,
  { db: write, encryption, secondFactorRequired }: Pick<Services, 'db' | 'encryption' | 'secondFactorRequired'>,
): Promise<TwoFactor> {
  const totp = await findTotp(db, visitor.id);
  const enabled = Boolean(totp?.enabled_at);
  const { siteName } = await readSettings(db);
  const account = (await findUser(db, visitor.id))?.email ?? '';
  const secret = enabled ? '' : await offerSecret(write, encryption, { visitor, now });
  const provisioning_uri = secret && provisioningUri(secret, { issuer: siteName, account });
  return {
    enabled,
    provisioning_qr: provisioning_uri ? qrRows(provisioning_uri) : [],
    secret: inFours(secret),
    provisioning_uri,
    recovery_codes_left: await recoveryCodesLeft(db, visitor.id),
    passkeys: (await passkeysOf(db, visitor.id)).map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_at,
      last_used_at: last_used_at ?? '',
    })),
    passkeys_possible: passkeysWorkAt(origin),
    required: await isRequired(db, visitor, secondFactorRequired),
  };
}
