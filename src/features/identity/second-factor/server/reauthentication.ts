import {
  endSession,
  hasSession,
  mayUse,
  newSessionRenewal,
  renewSession,
  sessionCookie,
  setSessionCookie,
} from '#features/society/accounts/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import {
  knowsPasskey,
  reauthenticateWithCode,
  reauthenticateWithPasskey,
  requestReauthenticationChallenge,
  type VerifyCode,
} from '../contract.ts';
import type { SecondFactorChange } from './emails.ts';
import { notifyOwner } from './owner.ts';
import { challengeExpiresAt, createChallenge, listPasskeys, recordPasskeyUse, verifyPasskey } from './passkey-store.ts';
import { buildAuthenticationOptions, refuseUnknownPasskey, resolveRelyingParty } from './passkeys.ts';
import { findPendingSession, refuseExpiredSignIn } from './pending-session.ts';
import { refuseWrongCode, verifyCode } from './verify-code.ts';

/** Takes the second factor again: a passkey, which also replaces the password, or a code, which doesn't. */
export function reauthenticationCalls(platform: Platform, services: { encryption: Encryption }): void {
  const { call } = platform;
  const context = { ...services, db: platform.db, refusals: platform.refusals };
  const access = mayUse('logout');
  // Offers only the means that the account has; a visitor with no session learns nothing
  call(knowsPasskey, { access: everyone }, findPasskey(context));
  call(requestReauthenticationChallenge, { access }, sendChallenge(context));
  call(reauthenticateWithPasskey, { access }, checkPasskey(context));
  call(reauthenticateWithCode, { access }, checkCode(context));
}

type Context = { encryption: Encryption } & Pick<Platform, 'db' | 'refusals'>;

// Challenges of a full session can't be taken for those of a pending one
const purpose = 'second_factor';

const findPasskey =
  ({ db }: Context): CallHandler<typeof knowsPasskey> =>
  async ({ visitor, cookies, now }) => {
    const half = visitor.signedIn ? undefined : await findPendingSession(db.read, { cookies, now });
    const id = visitor.signedIn ? visitor.id : half?.user_id;
    return ok('Checked.', { passkey: id !== undefined && (await listPasskeys(db.read, id)).length > 0 });
  };

const sendChallenge =
  ({ db }: Context): CallHandler<typeof requestReauthenticationChallenge> =>
  async ({ origin, visitor, now }) => {
    const known = await listPasskeys(db.read, visitor.id);
    if (known.length === 0) refuse(409, 'Your account has no passkey. Enter your password instead.');
    const options = await buildAuthenticationOptions(resolveRelyingParty(origin), known);
    const challenge = {
      id: newId(),
      challenge: options.challenge,
      purpose,
      bearer: visitor.session,
      name: '',
    } as const;
    await write(db, (tx) => createChallenge(tx, { ...challenge, expires_at: challengeExpiresAt(now), now }));
    return ok('Now use your passkey.', { options });
  };

const checkPasskey =
  ({ db }: Context): CallHandler<typeof reauthenticateWithPasskey> =>
  async (request) => {
    const { visitor, now, cookies } = request;
    const known = await verifyPasskey(db, request, { bearer: visitor.session, purpose, now }, request.body.passkey);
    if (known.user_id !== visitor.id) refuseUnknownPasskey();
    const renewed = newSessionRenewal(visitor.session, now, 'both');
    await write(db, async (tx) => {
      if (!(await recordPasskeyUse(tx, { ...known, now }))) refuseUnknownPasskey();
      await renewSession(tx, renewed);
    });
    setSessionCookie(cookies, renewed);
    return ok('Thank you.');
  };

const checkCode =
  (context: Context): CallHandler<typeof reauthenticateWithCode> =>
  (request) =>
    context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, (tried) => {
      tried(request.visitor.id);
      return byCode(context, request);
    });

async function byCode(
  { db, encryption }: Context,
  { body: { otp_code: typed }, visitor, now, client, cookies }: CallRequest<VerifyCode>,
) {
  const renewed = newSessionRenewal(visitor.session, now, 'second factor');
  const [failureId, noticeId] = [newId(), newId()];
  const tell = (tx: DbTransaction, change: SecondFactorChange) =>
    notifyOwner(tx, { id: noticeId, userId: visitor.id, change, now, address: client.notedAddress });
  const tried = await write(db, async (tx) => {
    // Another attempt may have been its last
    if (!(await hasSession(tx, visitor.session))) return refuseExpiredSignIn();
    const from = { userId: visitor.id, sessionId: visitor.session };
    const came = await verifyCode(tx, { typed, ...from, failureId, encryption, now });
    if (came.came === 'app' || came.came === 'recovery') await renewSession(tx, renewed);
    if (came.came === 'recovery') await tell(tx, { what: 'recovery code used', left: came.left });
    if ('alarming' in came && came.alarming) await tell(tx, { what: 'too many wrong codes' });
    // A guesser here has somebody's password and their session
    if (came.came === 'spent') await endSession(tx, visitor.session);
    return came;
  });
  if (tried.came === 'spent') {
    cookies.clear(sessionCookie);
    return refuseExpiredSignIn();
  }
  refuseWrongCode(tried, typed);
  setSessionCookie(cookies, renewed);
  return ok('Thank you.');
}
