import {
  buildSessionRenewal,
  endSession,
  hasSession,
  mayUse,
  renewSession,
  sessionCookie,
  setSessionCookie,
} from '#features/society/accounts/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import {
  checkPasskeyExists,
  reauthenticateWithCode,
  reauthenticateWithPasskey,
  requestReauthenticationChallenge,
  type VerifyCodeBody,
} from '../contract.ts';
import { consumeSecondFactorCode, refuseIfWrongOrLockedOut } from './codes.ts';
import { createSecondFactorEventNotifier } from './emails.ts';
import {
  buildPasskeyAuthenticationOptions,
  consumeChallengeAndVerifyPasskey,
  listPasskeys,
  recordPasskeyUse,
  refuseUnknownPasskey,
  resolveRelyingParty,
  storePasskeyChallenge,
} from './passkeys.ts';
import { findPendingSession, refuseExpiredSignIn } from './pending-session.ts';

/**
 * Registers re-authentication with a passkey, which counts as both factors, and with a code, which is only the second
 * factor.
 */
export function registerSecondFactorReauthenticationCalls(
  registry: RouteRegistry,
  services: { encryption: Encryption },
): void {
  const { call } = registry;
  const context = { ...services, db: registry.db, refusals: registry.refusals };
  const access = mayUse('logout');
  // The page first asks if the account has a passkey, and offers to use one only if it has. For a visitor without a
  // session, the response reveals nothing
  call(checkPasskeyExists, { access: everyone }, checkForPasskey(context));
  call(requestReauthenticationChallenge, { access }, sendChallenge(context));
  call(reauthenticateWithPasskey, { access }, verifyWithPasskey(context));
  call(reauthenticateWithCode, { access }, verifyWithCode(context));
}

type Context = { encryption: Encryption } & Pick<RouteRegistry, 'db' | 'refusals'>;

// Sharing this purpose with the second step of signing in is safe: a challenge belongs to one session, so a pending
// session can't use a full session's challenge
const purpose = 'second_factor';

const checkForPasskey =
  ({ db }: Context): CallHandler<typeof checkPasskeyExists> =>
  async ({ visitor, cookies, now }) => {
    const pending = visitor.signedIn ? undefined : await findPendingSession(db.read, { cookies, now });
    const id = visitor.signedIn ? visitor.id : pending?.user_id;
    return ok('Checked.', { passkey: id !== undefined && (await listPasskeys(db.read, id)).length > 0 });
  };

const sendChallenge =
  ({ db }: Context): CallHandler<typeof requestReauthenticationChallenge> =>
  async ({ origin, visitor, now }) => {
    const known = await listPasskeys(db.read, visitor.id);
    if (known.length === 0)
      refuse(409, 'Your account has no passkey. Enter your password, or the code if one is asked for.');
    const options = await buildPasskeyAuthenticationOptions(resolveRelyingParty(origin), known);
    await storePasskeyChallenge(db, { challenge: options.challenge, purpose, bearer: visitor.session, now });
    return ok('Now use your passkey.', { options });
  };

const verifyWithPasskey =
  ({ db }: Context): CallHandler<typeof reauthenticateWithPasskey> =>
  async (request) => {
    const { visitor, now, cookies } = request;
    const known = await consumeChallengeAndVerifyPasskey(
      db,
      request,
      { bearer: visitor.session, purpose, now },
      request.body.passkey,
    );
    if (known.user_id !== visitor.id) refuseUnknownPasskey();
    const renewed = buildSessionRenewal(visitor.session, now, 'both');
    await write(db, async (tx) => {
      if (!(await recordPasskeyUse(tx, { ...known, now }))) refuseUnknownPasskey();
      await renewSession(tx, renewed);
    });
    setSessionCookie(cookies, renewed);
    return ok('Thank you.');
  };

const verifyWithCode =
  (context: Context): CallHandler<typeof reauthenticateWithCode> =>
  (request) =>
    context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, (noteAccount) => {
      noteAccount(request.visitor.id);
      return checkCode(context, request);
    });

async function checkCode(
  { db, encryption }: Context,
  { body: { otp_code: typed }, visitor, now, client, cookies }: CallRequest<VerifyCodeBody>,
) {
  const renewed = buildSessionRenewal(visitor.session, now, 'second factor');
  const failureId = newId();
  const notify = createSecondFactorEventNotifier(visitor.id, { now, client });
  const attempt = await write(db, async (tx) => {
    // A concurrent attempt may have ended the session
    if (!(await hasSession(tx, visitor.session))) return refuseExpiredSignIn();
    const by = { userId: visitor.id, sessionId: visitor.session };
    const result = await consumeSecondFactorCode(tx, { typed, ...by, failureId, encryption, now });
    if (result.outcome === 'app' || result.outcome === 'recovery') await renewSession(tx, renewed);
    if (result.outcome === 'recovery') await notify(tx, { what: 'recovery code used', left: result.left });
    if ('startsLockout' in result && result.startsLockout) await notify(tx, { what: 'too many wrong codes' });
    // Somebody who guesses codes here may have taken over the session
    if (result.outcome === 'exhausted') await endSession(tx, visitor.session);
    return result;
  });
  if (attempt.outcome === 'exhausted') {
    cookies.clear(sessionCookie);
    return refuseExpiredSignIn();
  }
  refuseIfWrongOrLockedOut(attempt, typed);
  setSessionCookie(cookies, renewed);
  return ok('Thank you.');
}
