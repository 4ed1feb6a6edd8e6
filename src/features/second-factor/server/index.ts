import { findUser } from '#features/accounts/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import type { Sealing } from '#platform/server/crypto/encryption.ts';
import type { Database, Reading } from '#platform/server/database/index.ts';
import type { Visit } from '#platform/server/http/page.ts';
import { inFours } from '../codes.ts';
import type { SecondStep, TwoFactor } from '../contract.ts';
import { findTotp, recoveryCodesLeft } from './code-store.ts';
import { findHalfSession } from './half-session.ts';
import { offerSecret } from './offers.ts';
import { passkeysOf } from './passkey-store.ts';
import { passkeysWorkAt } from './passkeys.ts';
import { isRequired } from './required-step.ts';
import { factorsOf, hasSecondFactor } from './second-factors.ts';
import { provisioningUri, qrRows } from './totp.ts';

export { secondFactorOff } from './break-glass.ts';
export { takeSecondFactorOff } from './removal.ts';
export { withDuty } from './required-step.ts';
export { factorsOf } from './second-factors.ts';

/** What signing in and the account settings ask of second factors. */
export function secondFactors<Page extends object>({
  db,
  sealing,
  compulsory,
  askToSignIn,
}: {
  db: Database;
  sealing: Sealing;
  /** What holds while the society hasn't said. */
  compulsory: boolean;
  /** The sign-in page, in whose place the step after the password stands. */
  askToSignIn: (visit: Visit) => Promise<Page>;
}) {
  return {
    sealing,
    asksSecondFactor: (db: Reading, { id }: { id: string }) => hasSecondFactor(db, id),
    askToSignIn: async (visit: Visit): Promise<Page & { second_step?: SecondStep }> => {
      const [page, second_step] = [await askToSignIn(visit), await stepOf(visit)];
      return second_step ? { ...page, second_step } : page;
    },
    twoFactorOf: (visit: Visit) => twoFactorOf(visit, { write: db, sealing, compulsory }),
  };
}

/** What whoever is half way in sees in the place of the sign-in form; undefined for everyone else. */
async function stepOf(visit: Visit): Promise<SecondStep | undefined> {
  const half = await findHalfSession(visit.db, visit);
  if (!half) return undefined;
  const { passkeys } = await factorsOf(visit.db, half.user_id);
  return { passkeys: passkeys && passkeysWorkAt(visit.origin) };
}

async function twoFactorOf(
  { db, visitor, origin, now }: Visit,
  { write, sealing, compulsory }: { write: Database; sealing: Sealing; compulsory: boolean },
): Promise<TwoFactor> {
  const totp = await findTotp(db, visitor.id);
  const enabled = Boolean(totp?.enabled_at);
  const { siteName } = await readSettings(db);
  const account = (await findUser(db, visitor.id))?.email ?? '';
  const secret = enabled ? '' : await offerSecret(write, sealing, { visitor, now });
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
    required: await isRequired(db, visitor, compulsory),
  };
}
