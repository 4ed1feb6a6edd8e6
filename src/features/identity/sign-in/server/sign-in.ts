import { hasSecondFactor } from '#features/identity/second-factor/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import { resolveReturnPath } from '#features/society/accounts/return-path.ts';
import {
  type Asker,
  accountLimits,
  buildSignedInAnswer,
  cancelErasure,
  findKnownDevice,
  findSignInStatus,
  findUser,
  findUserByEmail,
  isErasurePending,
  type PasswordHashing,
  setPasswordHash,
  signInUser,
} from '#features/society/accounts/server/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { isThisMachine } from '#platform/server/http/request/request-limits.ts';
import type { CallHandler, CallRequest } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { type RateLimitKey, rateLimits } from '#platform/server/rate-limits/index.ts';
import * as contract from '../contract.ts';
import { buildFailedLoginPage } from './login-page.ts';

const noMatch = 'That email address and password don’t match. Check both and try again.';
/** Not a 200, so that clients don't proceed; not a refusal, which would roll back the pending session. */
const oneStepMore = {
  code: 401,
  msg: 'That password is correct. One more step: confirm it’s you.',
  second_factor: true,
} as const;

export interface SignInDependencies extends Pick<Services, 'all' | 'isPublicDemo' | 'mailTransport'> {
  passwords: PasswordHashing;
}

interface SignInAttempt {
  email: string;
  userId: Id | undefined;
  visit: Pick<PageRequest, 'cookies' | 'client'>;
  isPublicDemo: boolean;
}

/**
 * Returns the allowances that an attempt counts against: this browser's own if the member has used it before, else
 * everybody's.
 */
async function attemptOf(
  db: DbReader,
  { email, userId, visit, isPublicDemo }: SignInAttempt,
): Promise<{ limits: RateLimitKey[]; asker: Asker }> {
  const device = userId && (await findKnownDevice(db, visit.cookies, userId));
  if (device) return { limits: [rateLimits.key(accountLimits.device, device)], asker: 'known' };
  const { address } = visit.client;
  // A proxy on this machine that doesn't name its client: everybody would share one allowance
  const network = isThisMachine(address) ? [] : rateLimits.networkKeys(accountLimits.address, address);
  // Strangers share the accounts of a public demo, and must not lock each other out
  const account = isPublicDemo ? [] : [rateLimits.key(accountLimits.account, normaliseEmail(email))];
  return { limits: [...network, ...account], asker: 'stranger' };
}

export function signInCall(platform: Platform, services: SignInDependencies): void {
  const { call } = platform;
  const context = { ...services, db: platform.db, refusals: platform.refusals };
  const form = {
    done: (typed: Readonly<Record<string, string>>) => resolveReturnPath(typed.next),
    again: buildFailedLoginPage,
  };
  call(contract.signIn, { access: everyone, form }, checkCredentials(context));
}

type Context = SignInDependencies & Pick<Platform, 'db' | 'refusals'>;

const checkCredentials =
  (context: Context): CallHandler<typeof contract.signIn> =>
  (request) =>
    context.refusals.countIfRefused('sign_in.refused', request.client.notedAddress, (tried) =>
      signIn(context, request, tried),
    );

async function signIn(
  { mailTransport: mail, db, isPublicDemo, passwords }: Context,
  { body, ...visit }: CallRequest<contract.SignIn>,
  tried: (account: Id) => void,
) {
  const reset = canSendMail(mail) ? 'or set a new password by email: that always works' : undefined;
  const user = await findUserByEmail(db.read, body.email);
  if (user) tried(user.id);
  const { limits, asker } = await attemptOf(db.read, {
    email: body.email,
    userId: user?.id,
    visit,
    isPublicDemo,
  });
  await write(db, (tx) => rateLimits.consume(tx, limits, visit.now, reset));
  const fits = await passwords.fits(user?.password_hash ?? '', body.password, asker);
  if (!user || !fits) return refuse(401, noMatch);
  const status = await findSignInStatus(db.read, user);
  // Revealed only after the right password
  if (status === 'shut') {
    const goes = (await isErasurePending(db.read, user.id)) ? ' and will be erased on the date we gave you' : '';
    refuse(
      403,
      `Your password is correct, but this account is disabled${goes}. Contact us if you think this is a mistake.`,
    );
  }
  if (status === 'awaiting') {
    refuse(
      403,
      canSendMail(mail)
        ? 'Your address is confirmed, but your account still needs our approval. We’ll email you when it’s ready.'
        : 'Your address is confirmed, and we still have to approve your account. Try again later: this site can’t send email.',
    );
  }
  const renewed = passwords.needsRehash(user.password_hash) ? await passwords.hash(body.password) : undefined;
  const takenBack = { userId: user.id, name: `${user.firstname} ${user.lastname}`, now: visit.now, auditId: newId() };
  const second = await hasSecondFactor(db.read, user.id);
  await signInUser(db, {
    user,
    visit,
    stage: second ? 'second_factor' : 'full',
    before: async (tx) => {
      // Checking a password takes a while; meanwhile its owner may have changed it and ended every session
      const still = await findUser(tx, user.id);
      if (still?.password_hash !== user.password_hash || still.status !== user.status) refuse(401, noMatch);
      if (!second && (await hasSecondFactor(tx, user.id))) refuse(401, noMatch);
      await rateLimits.restore(tx, limits);
      // With a second factor still to come, that step takes the erasure back
      if (status === 'returning' && !second && !(await cancelErasure(tx, takenBack))) refuse(401, noMatch);
      if (renewed) await setPasswordHash(tx, { id: user.id, hash: renewed, from: user.password_hash });
    },
  });
  if (second) return oneStepMore;
  return buildSignedInAnswer({ kept: status === 'returning' });
}
