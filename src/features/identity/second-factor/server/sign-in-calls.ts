import { resolveReturnPath } from '#features/society/accounts/return-path.ts';
import {
  buildSignedInResponse,
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
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import { write } from '#platform/server/database/index.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, type FormPostPages, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Page } from '#platform/shared/pages.ts';
import {
  cancelSecondStep,
  requestSecondFactorChallenge,
  requestSignInChallenge,
  signInByPasskey,
  type VerifyPasskeyBody,
  verifySecondFactor,
} from '../contract.ts';
import { type CodeOutcome, consumeSecondFactorCode, refuseIfWrongOrLockedOut } from './codes.ts';
import { createSecondFactorEventNotifier } from './emails.ts';
import {
  buildPasskeyAuthenticationOptions,
  challengeLifetimeSeconds,
  consumeChallengeAndVerifyPasskey,
  listPasskeys,
  type PresentedPasskey,
  recordPasskeyUse,
  refuseUnknownPasskey,
  resolveRelyingParty,
  storePasskeyChallenge,
} from './passkeys.ts';
import {
  buildFullSession,
  completeSignIn,
  findPendingSession,
  generateSignInAuditIds,
  type PendingSession,
  refuseExpiredSignIn,
  requirePendingSession,
} from './pending-session.ts';

/** The cookie of a browser that requested a challenge to sign in with a passkey. */
const challengeCookie = 'passkey';

interface SecondStepServices {
  encryption: Encryption;
  /** Builds the sign-in page, or the second step for a visitor with a pending session. */
  buildSignInPage: (visit: PageRequest) => Promise<Page<'login'>>;
}

export function registerSecondFactorSignInCalls(registry: RouteRegistry, services: SecondStepServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db, refusals: registry.refusals };
  /** Without JavaScript, the response leads to the requested page, or shows the second step or the sign-in page again. */
  const form: FormPostPages = {
    done: (typed) => resolveReturnPath(typed.next),
    again: async (answer, typed, visit) => {
      const page = { ...(await context.buildSignInPage(visit)), next: resolveReturnPath(typed.next) };
      return page.second_step
        ? { ...page, second_step: { ...page.second_step, answered: answer } }
        : { ...page, answer };
    },
  };
  call(verifySecondFactor, { access: everyone, form }, verifySecondStep(context));
  call(requestSecondFactorChallenge, { access: everyone }, sendSecondFactorChallenge(context));
  const backToStart = { done: '/members', again: form.again };
  call(cancelSecondStep, { access: everyone, form: backToStart }, cancelSignIn(context));
  call(requestSignInChallenge, { access: everyone }, sendSignInChallenge(context));
  // A passkey checks its owner's fingerprint, face or PIN, so it counts as both factors
  call(signInByPasskey, { access: everyone }, signInWithPasskey(context));
}

type Context = SecondStepServices & Pick<RouteRegistry, 'db' | 'refusals'>;

async function completeWithCode(
  { db, encryption }: Context,
  request: CallRequest,
  pending: PendingSession,
  typed: string,
) {
  const session = buildFullSession(pending.user_id, request);
  const [ids, failureId] = [generateSignInAuditIds(), newId()];
  const notify = createSecondFactorEventNotifier(pending.user_id, request);
  let signedIn = { kept: false };
  const attempt = await write(db, async (tx): Promise<CodeOutcome | undefined> => {
    // A concurrent attempt may have ended the session
    if (!(await hasSession(tx, pending.id))) return undefined;
    const by = { userId: pending.user_id, sessionId: pending.id };
    const result = await consumeSecondFactorCode(tx, { typed, ...by, failureId, encryption, now: request.now });
    if (result.outcome === 'app' || result.outcome === 'recovery') {
      const how = result.outcome === 'app' ? 'with a code' : 'with a recovery code';
      // A refusal rolls the transaction back, so that the code isn't used up
      signedIn = (await completeSignIn(tx, pending, { session, ids, how })) ?? refuseExpiredSignIn();
      if (result.outcome === 'recovery') await notify(tx, { what: 'recovery code used', left: result.left });
    }
    if ('startsLockout' in result && result.startsLockout) await notify(tx, { what: 'too many wrong codes' });
    if (result.outcome === 'exhausted') await endSession(tx, pending.id);
    return result;
  });
  if (!attempt || attempt.outcome === 'exhausted') {
    request.cookies.clear(sessionCookie);
    return refuseExpiredSignIn();
  }
  refuseIfWrongOrLockedOut(attempt, typed);
  setSessionCookie(request.cookies, session);
  return buildSignedInResponse(signedIn);
}

async function completeWithPasskey(
  { db }: Context,
  request: CallRequest,
  pending: PendingSession,
  passkey: PresentedPasskey,
) {
  const challenge = { bearer: pending.id, purpose: 'second_factor', now: request.now } as const;
  const known = await consumeChallengeAndVerifyPasskey(db, request, challenge, passkey);
  if (known.user_id !== pending.user_id) refuseUnknownPasskey();
  const session = buildFullSession(pending.user_id, request);
  const ids = generateSignInAuditIds();
  const signedIn = await write(db, async (tx) => {
    if (!(await recordPasskeyUse(tx, { ...known, now: request.now }))) refuseUnknownPasskey();
    return (await completeSignIn(tx, pending, { session, ids, how: 'with a passkey' })) ?? refuseExpiredSignIn();
  });
  setSessionCookie(request.cookies, session);
  return buildSignedInResponse(signedIn);
}

const verifySecondStep =
  (context: Context): CallHandler<typeof verifySecondFactor> =>
  ({ body: { otp_code, passkey }, ...visit }) => {
    const request = { ...visit, body: undefined };
    return context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, async (noteAccount) => {
      const pending = await requirePendingSession(context.db.read, request);
      noteAccount(pending.user_id);
      return passkey
        ? completeWithPasskey(context, request, pending, passkey)
        : completeWithCode(context, request, pending, otp_code ?? '');
    });
  };

const sendSecondFactorChallenge =
  ({ db }: Context): CallHandler<typeof requestSecondFactorChallenge> =>
  async (request) => {
    const pending = await requirePendingSession(db.read, request);
    const allowed = await listPasskeys(db.read, pending.user_id);
    const options = await buildPasskeyAuthenticationOptions(resolveRelyingParty(request.origin), allowed);
    const { challenge } = options;
    await storePasskeyChallenge(db, { challenge, purpose: 'second_factor', bearer: pending.id, now: request.now });
    return ok('Now use your passkey.', { options });
  };

const cancelSignIn =
  ({ db }: Context): CallHandler<typeof cancelSecondStep> =>
  async (request) => {
    const pending = await findPendingSession(db.read, request);
    if (pending) {
      await write(db, (tx) => endSession(tx, pending.id));
      request.cookies.clear(sessionCookie);
    }
    return ok('Sign in again.');
  };

const sendSignInChallenge =
  ({ db }: Context): CallHandler<typeof requestSignInChallenge> =>
  async ({ origin, cookies, now }) => {
    const options = await buildPasskeyAuthenticationOptions(resolveRelyingParty(origin), []);
    const token = newToken();
    await storePasskeyChallenge(db, {
      challenge: options.challenge,
      purpose: 'sign_in',
      bearer: hashToken(token),
      now,
    });
    cookies.set(challengeCookie, token, { maxAge: challengeLifetimeSeconds });
    return ok('Now use your passkey.', { options });
  };

const signInWithPasskey =
  (context: Context): CallHandler<typeof signInByPasskey> =>
  (request) =>
    context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, () =>
      checkPasskey(context, request),
    );

async function checkPasskey({ db }: Context, { body, ...visit }: CallRequest<VerifyPasskeyBody>) {
  const request = { ...visit, body: undefined };
  const bearer = hashToken(request.cookies.read(challengeCookie));
  const known = await consumeChallengeAndVerifyPasskey(
    db,
    request,
    { bearer, purpose: 'sign_in', now: request.now },
    body.passkey,
  );
  const user = await findUser(db.read, known.user_id);
  if (!user) return refuseUnknownPasskey();
  const status = await findSignInStatus(db.read, user);
  if (status !== 'open' && status !== 'returning') return refuseUnknownPasskey();
  const cancelsErasure = status === 'returning';
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
      // An admin may have disabled the account in the meantime
      if ((await findUser(tx, user.id))?.status !== user.status) refuseUnknownPasskey();
      if (cancelsErasure && !(await cancelErasure(tx, owner))) refuseUnknownPasskey();
    },
  });
  request.cookies.clear(challengeCookie);
  return buildSignedInResponse({ kept: cancelsErasure });
}
