import { randomBytes } from 'node:crypto';
import {
  buildSessionRenewal,
  endUserSessionsAndEmailChanges,
  findUser,
  mayUse,
  renewSession,
  requireSession,
  setSessionCookie,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  buildRecoveryCode,
  formatRecoveryCode,
  parseSecondFactorCode,
  recoveryCodeCount,
  recoveryCodeLength,
} from '../codes.ts';
import * as contract from '../contract.ts';
import { countUnusedRecoveryCodes, deleteRecoveryCodes, hashRecoveryCode, replaceRecoveryCodes } from './codes.ts';
import { createSecondFactorEventNotifier } from './emails.ts';
import {
  buildPasskeyRegistrationOptions,
  consumeChallenge,
  createPasskey,
  listPasskeys,
  removePasskey,
  resolveRelyingParty,
  storePasskeyChallenge,
  verifyPasskeyRegistration,
} from './passkeys.ts';
import { hasSecondFactor, requireRecentSecondFactor } from './second-factors.ts';
import {
  buildTotpEncryptionContext,
  deleteTotpSetupSecrets,
  disableTotp,
  enableTotp,
  findTotp,
  findTotpSetupSecret,
} from './totp.ts';

const access = mayUse('account_settings');

/** Generates ten codes to show once, and their hashes to store. */
function generateRecoveryCodes(encryption: Encryption, userId: string) {
  const codes = Array.from({ length: recoveryCodeCount }, () => buildRecoveryCode(randomBytes(recoveryCodeLength)));
  return {
    shown: codes.map(formatRecoveryCode),
    stored: codes.map((code) => ({ id: newId(), mark: hashRecoveryCode(encryption, userId, code) })),
  };
}

const othersSignedOut = 'All your other devices have been signed out.';

/**
 * Ends the user's other sessions, one of which may be an intruder's, and renews this one. Also deletes pending changes
 * of the email address.
 */
async function endOthersAndRenewSession(
  tx: DbTransaction,
  userId: string,
  renewed: ReturnType<typeof buildSessionRenewal>,
): Promise<void> {
  await endUserSessionsAndEmailChanges(tx, userId, renewed.id);
  await renewSession(tx, renewed);
}

export function registerTwoFactorSettingsCalls(registry: RouteRegistry, services: { encryption: Encryption }): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  call(contract.enableTotp, { access, requiresReauthentication: true }, turnOnTotp(context));
  call(contract.disableTotp, { access, requiresReauthentication: true }, turnOffTotp(context));
  call(contract.regenerateRecoveryCodes, { access, requiresReauthentication: true }, makeRecoveryCodes(context));
  call(
    contract.startPasskeyRegistration,
    { access, requiresReauthentication: true },
    startPasskeyRegistration(context),
  );
  call(contract.addPasskey, { access, requiresReauthentication: true }, addPasskey(context));
  call(contract.removePasskey, { access, requiresReauthentication: true }, removeOwnPasskey(context));
}

type Context = { encryption: Encryption } & Pick<RouteRegistry, 'db'>;

/**
 * Stores recovery codes when a second factor is added, and returns them as the user sees them. If the user still has
 * unused codes, stores nothing and returns an empty list.
 */
async function createMissingRecoveryCodes(
  tx: DbTransaction,
  userId: string,
  { shown, stored }: ReturnType<typeof generateRecoveryCodes>,
  now: string,
): Promise<string[]> {
  if ((await countUnusedRecoveryCodes(tx, userId)) > 0) return [];
  await replaceRecoveryCodes(tx, { userId, codes: stored, now });
  return shown;
}

const turnOnTotp =
  ({ db, encryption }: Context): CallHandler<typeof contract.enableTotp> =>
  async (request) => {
    const { body, visitor, now, cookies } = request;
    await requireRecentSecondFactor(db.read, request);
    const typed = parseSecondFactorCode(body.otp_code);
    const totp = await findTotp(db.read, visitor.id);
    const alreadyOn = () => refuse(409, 'Codes from an app are already on.');
    if (totp?.enabled_at) alreadyOn();
    const setup =
      typed?.kind === 'otp'
        ? await findTotpSetupSecret(db.read, encryption, { code: typed.code, sessionId: visitor.session, now })
        : undefined;
    if (setup === undefined) {
      const message =
        'That code isn’t right: enter the six-digit code the app shows now, or reload the page if the QR code is older than ten minutes.';
      return refuse(400, message, { otp_code: message });
    }
    const codes = generateRecoveryCodes(encryption, visitor.id);
    const notify = createSecondFactorEventNotifier(visitor.id, request);
    const encrypted = encryption.encrypt(setup.secret, buildTotpEncryptionContext(visitor.id));
    const renewed = buildSessionRenewal(visitor.session, now, 'both');
    const recovery_codes = await write(db, async (tx) => {
      if (!(await enableTotp(tx, { userId: visitor.id, secret: encrypted, step: setup.step, now }))) alreadyOn();
      await deleteTotpSetupSecrets(tx, visitor.session);
      await endOthersAndRenewSession(tx, visitor.id, renewed);
      await notify(tx, { what: 'codes on' });
      return createMissingRecoveryCodes(tx, visitor.id, codes, now);
    });
    setSessionCookie(cookies, renewed);
    return ok(`Codes from your app are on. You’ll be asked for one at sign-in. ${othersSignedOut}`, { recovery_codes });
  };

const turnOffTotp =
  ({ db }: Context): CallHandler<typeof contract.disableTotp> =>
  async ({ visitor, now, client }) => {
    await requireRecentSecondFactor(db.read, { visitor, now });
    const notify = createSecondFactorEventNotifier(visitor.id, { now, client });
    await write(db, async (tx) => {
      await requireSession(tx, visitor);
      if (!(await disableTotp(tx, visitor.id))) refuse(409, 'Codes from an app are already off.');
      if (!(await hasSecondFactor(tx, visitor.id))) await deleteRecoveryCodes(tx, visitor.id);
      await notify(tx, { what: 'codes off' });
    });
    return ok('Codes from your app are off.');
  };

const makeRecoveryCodes =
  ({ db, encryption }: Context): CallHandler<typeof contract.regenerateRecoveryCodes> =>
  async ({ visitor, now, client }) => {
    await requireRecentSecondFactor(db.read, { visitor, now });
    const { shown, stored } = generateRecoveryCodes(encryption, visitor.id);
    const notify = createSecondFactorEventNotifier(visitor.id, { now, client });
    await write(db, async (tx) => {
      await requireSession(tx, visitor);
      if (!(await hasSecondFactor(tx, visitor.id))) refuse(409, 'Set up an app or a passkey first.');
      await replaceRecoveryCodes(tx, { userId: visitor.id, codes: stored, now });
      await notify(tx, { what: 'recovery codes made' });
    });
    return ok('These are your new recovery codes. The old ones no longer work.', { recovery_codes: shown });
  };

const startPasskeyRegistration =
  ({ db }: Context): CallHandler<typeof contract.startPasskeyRegistration> =>
  async (request) => {
    const { body, visitor, now, origin } = request;
    await requireRecentSecondFactor(db.read, request);
    const party = resolveRelyingParty(origin);
    const [{ siteName }, user] = [await readSettings(db.read), await findUser(db.read, visitor.id)];
    const owner = { id: visitor.id, email: user?.email ?? '', name: visitor.name };
    const options = await buildPasskeyRegistrationOptions(party, {
      user: owner,
      siteName,
      known: await listPasskeys(db.read, visitor.id),
    });
    const { challenge } = options;
    await storePasskeyChallenge(db, { challenge, purpose: 'add', bearer: visitor.session, name: body.name, now });
    return ok('Now create the passkey.', { options });
  };

const addPasskey =
  ({ db, encryption }: Context): CallHandler<typeof contract.addPasskey> =>
  async (request) => {
    const { body, visitor, now, origin, cookies } = request;
    await requireRecentSecondFactor(db.read, request);
    const expected = { bearer: visitor.session, purpose: 'add', now } as const;
    const challenge = await write(db, (tx) => consumeChallenge(tx, expected));
    if (!challenge) return refuse(400, 'That took too long. Add the passkey again.');
    const credential = await verifyPasskeyRegistration({
      passkey: body.passkey,
      challenge: challenge.challenge,
      party: resolveRelyingParty(origin),
    });
    const { name } = challenge;
    const row = { ...credential, id: newId(), user_id: visitor.id, name, created_at: now, last_used_at: null };
    const codes = generateRecoveryCodes(encryption, visitor.id);
    const notify = createSecondFactorEventNotifier(visitor.id, request);
    const renewed = buildSessionRenewal(visitor.session, now, 'both');
    const recovery_codes = await write(db, async (tx) => {
      if (!(await createPasskey(tx, row))) refuse(409, 'That passkey has already been added.');
      await endOthersAndRenewSession(tx, visitor.id, renewed);
      await notify(tx, { what: 'passkey added', name });
      return createMissingRecoveryCodes(tx, visitor.id, codes, now);
    });
    setSessionCookie(cookies, renewed);
    return ok(`Passkey “${name}” added. You can now sign in with it. ${othersSignedOut}`, {
      recovery_codes,
    });
  };

const removeOwnPasskey =
  ({ db }: Context): CallHandler<typeof contract.removePasskey> =>
  async ({ visitor, now, params, client }) => {
    await requireRecentSecondFactor(db.read, { visitor, now });
    const notify = createSecondFactorEventNotifier(visitor.id, { now, client });
    await write(db, async (tx) => {
      await requireSession(tx, visitor);
      const name = await removePasskey(tx, { id: params.id, userId: visitor.id });
      if (name === undefined) return refuse(404, 'That passkey has already been removed.');
      if (!(await hasSecondFactor(tx, visitor.id))) await deleteRecoveryCodes(tx, visitor.id);
      await notify(tx, { what: 'passkey removed', name });
    });
    return ok('Passkey removed. Delete it from your device as well.');
  };
