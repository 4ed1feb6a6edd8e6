import { resolveReturnPath } from '#features/society/accounts/return-path.ts';
import {
  buildSignedInAnswer,
  cancelErasure,
  endSession,
  findSignInStatus,
  findUser,
  hasSession,
  sessionCookie,
  setSessionCookie,
  signInUser,
} from '#features/society/accounts/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { type CallHandler, type CallRequest, type FormPost, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Page } from '#platform/shared/pages.ts';
import {
  cancelSecondFactor,
  requestSecondFactorChallenge,
  requestSignInChallenge,
  signInByPasskey,
  type VerifyPasskey,
  verifySecondFactor,
} from '../contract.ts';
import { notifyOwner } from './owner.ts';
import {
  challengeExpiresAt,
  challengeLifetimeSeconds,
  createChallenge,
  listPasskeys,
  type PresentedPasskey,
  recordPasskeyUse,
  verifyPasskey,
} from './passkey-store.ts';
import { buildAuthenticationOptions, refuseUnknownPasskey, resolveRelyingParty } from './passkeys.ts';
import {
  completeSignIn,
  findPendingSession,
  newAuditIds,
  newFullSession,
  refuseExpiredSignIn,
  requirePendingSession,
} from './pending-session.ts';
import { type CodeAttempt, refuseWrongCode, verifyCode } from './verify-code.ts';

/** A cookie for the browser that was given a challenge to sign in with. */
const challengeCookie = 'passkey';

type Half = Awaited<ReturnType<typeof requirePendingSession>>;

interface Parts {
  encryption: Encryption;
  /** The sign-in page, with the second step for a visitor who is there. */
  askToSignIn: (visit: PageRequest) => Promise<Page<'login'>>;
}

export function secondStepCalls(platform: Platform, services: Parts): void {
  const { call } = platform;
  const context = { ...services, db: platform.db, refusals: platform.refusals };
  /** For a browser without JavaScript: the page it wanted, or the second step again with the error. */
  const form: FormPost = {
    done: (typed) => resolveReturnPath(typed.next),
    again: async (answer, typed, visit) => {
      const page = { ...(await context.askToSignIn(visit)), next: resolveReturnPath(typed.next) };
      return page.second_step
        ? { ...page, second_step: { ...page.second_step, answered: answer } }
        : { ...page, answer };
    },
  };
  call(verifySecondFactor, { access: everyone, form }, checkSecondFactor(context));
  call(requestSecondFactorChallenge, { access: everyone }, sendSecondFactorChallenge(context));
  const backToStart = { done: '/members', again: form.again };
  call(cancelSecondFactor, { access: everyone, form: backToStart }, cancelSignIn(context));
  call(requestSignInChallenge, { access: everyone }, sendSignInChallenge(context));
  // A passkey checks its owner's finger, face or PIN, so it is both factors at once
  call(signInByPasskey, { access: everyone }, checkPasskeyAlone(context));
}

type Context = Parts & Pick<Platform, 'db' | 'refusals'>;

async function byCode({ db, encryption }: Context, request: CallRequest, half: Half, typed: string) {
  const session = newFullSession(half.user_id, request);
  const [ids, failureId, noticeId] = [newAuditIds(), newId(), newId()];
  const tell = (tx: DbTransaction, change: Parameters<typeof notifyOwner>[1]['change']) =>
    notifyOwner(tx, {
      id: noticeId,
      userId: half.user_id,
      change,
      now: request.now,
      address: request.client.notedAddress,
    });
  let cameIn = { kept: false };
  const tried = await write(db, async (tx): Promise<CodeAttempt | undefined> => {
    // Another attempt may have been its last
    if (!(await hasSession(tx, half.id))) return undefined;
    const from = { userId: half.user_id, sessionId: half.id };
    const came = await verifyCode(tx, { typed, ...from, failureId, encryption, now: request.now });
    if (came.came === 'app' || came.came === 'recovery') {
      const how = came.came === 'app' ? 'with a code' : 'with a recovery code';
      // Rolls the write back, so that the code isn't used up for nothing
      cameIn = (await completeSignIn(tx, half, { session, ids, how })) ?? refuseExpiredSignIn();
      if (came.came === 'recovery') await tell(tx, { what: 'recovery code used', left: came.left });
    }
    if ('alarming' in came && came.alarming) await tell(tx, { what: 'too many wrong codes' });
    if (came.came === 'spent') await endSession(tx, half.id);
    return came;
  });
  if (!tried || tried.came === 'spent') {
    request.cookies.clear(sessionCookie);
    return refuseExpiredSignIn();
  }
  refuseWrongCode(tried, typed);
  setSessionCookie(request.cookies, session);
  return buildSignedInAnswer(cameIn);
}

async function byPasskey({ db }: Context, request: CallRequest, half: Half, passkey: PresentedPasskey) {
  const challenge = { bearer: half.id, purpose: 'second_factor', now: request.now } as const;
  const known = await verifyPasskey(db, request, challenge, passkey);
  if (known.user_id !== half.user_id) refuseUnknownPasskey();
  const session = newFullSession(half.user_id, request);
  const ids = newAuditIds();
  const cameIn = await write(db, async (tx) => {
    if (!(await recordPasskeyUse(tx, { ...known, now: request.now }))) refuseUnknownPasskey();
    return (await completeSignIn(tx, half, { session, ids, how: 'with a passkey' })) ?? refuseExpiredSignIn();
  });
  setSessionCookie(request.cookies, session);
  return buildSignedInAnswer(cameIn);
}

const checkSecondFactor =
  (context: Context): CallHandler<typeof verifySecondFactor> =>
  ({ body: { otp_code, passkey }, ...visit }) => {
    const request = { ...visit, body: undefined };
    return context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, async (tried) => {
      const half = await requirePendingSession(context.db.read, request);
      tried(half.user_id);
      return passkey ? byPasskey(context, request, half, passkey) : byCode(context, request, half, otp_code ?? '');
    });
  };

const sendSecondFactorChallenge =
  ({ db }: Context): CallHandler<typeof requestSecondFactorChallenge> =>
  async (request) => {
    const half = await requirePendingSession(db.read, request);
    const allowed = await listPasskeys(db.read, half.user_id);
    const options = await buildAuthenticationOptions(resolveRelyingParty(request.origin), allowed);
    const challenge = { id: newId(), challenge: options.challenge, purpose: 'second_factor', bearer: half.id } as const;
    const expires_at = challengeExpiresAt(request.now);
    await write(db, (tx) => createChallenge(tx, { ...challenge, name: '', expires_at, now: request.now }));
    return ok('Now use your passkey.', { options });
  };

const cancelSignIn =
  ({ db }: Context): CallHandler<typeof cancelSecondFactor> =>
  async (request) => {
    const half = await findPendingSession(db.read, request);
    if (half) {
      await write(db, (tx) => endSession(tx, half.id));
      request.cookies.clear(sessionCookie);
    }
    return ok('Sign in again.');
  };

const sendSignInChallenge =
  ({ db }: Context): CallHandler<typeof requestSignInChallenge> =>
  async ({ origin, cookies, now }) => {
    const options = await buildAuthenticationOptions(resolveRelyingParty(origin), []);
    const token = newToken();
    const challenge = {
      id: newId(),
      challenge: options.challenge,
      purpose: 'sign_in',
      bearer: tokenHash(token),
    } as const;
    const expires_at = challengeExpiresAt(now);
    await write(db, (tx) => createChallenge(tx, { ...challenge, name: '', expires_at, now }));
    cookies.set(challengeCookie, token, { maxAge: challengeLifetimeSeconds });
    return ok('Now use your passkey.', { options });
  };

const checkPasskeyAlone =
  (context: Context): CallHandler<typeof signInByPasskey> =>
  (request) =>
    context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, () =>
      byPasskeyAlone(context, request),
    );

async function byPasskeyAlone({ db }: Context, { body, ...visit }: CallRequest<VerifyPasskey>) {
  const request = { ...visit, body: undefined };
  const bearer = tokenHash(request.cookies.read(challengeCookie));
  const known = await verifyPasskey(db, request, { bearer, purpose: 'sign_in', now: request.now }, body.passkey);
  const user = await findUser(db.read, known.user_id);
  if (!user) return refuseUnknownPasskey();
  const status = await findSignInStatus(db.read, user);
  if (status !== 'open' && status !== 'returning') return refuseUnknownPasskey();
  const returning = status === 'returning';
  const owner = {
    userId: user.id,
    name: `${user.firstname} ${user.lastname}`.trim(),
    now: request.now,
    auditId: newId(),
  };
  await signInUser(db, {
    user,
    visit: request,
    stage: 'full',
    secondFactor: true,
    before: async (tx) => {
      if (!(await recordPasskeyUse(tx, { ...known, now: request.now }))) refuseUnknownPasskey();
      // An admin may just have disabled it
      if ((await findUser(tx, user.id))?.status !== user.status) refuseUnknownPasskey();
      if (returning && !(await cancelErasure(tx, owner))) refuseUnknownPasskey();
    },
  });
  request.cookies.clear(challengeCookie);
  return buildSignedInAnswer({ kept: returning });
}
