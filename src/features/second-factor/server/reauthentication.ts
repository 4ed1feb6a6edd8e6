import {
  endSession,
  keepToken,
  mayUse,
  renewedSession,
  renewSession,
  sessionCookie,
  sessionLasts,
} from '#features/accounts/server/index.ts';
import type { Encryption } from '#platform/server/crypto/encryption.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Writing, writeQuietly } from '#platform/server/database/index.ts';
import { everyone } from '#platform/server/http/access.ts';
import { type CallRequest, ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import { askForPasskeyAgain, knowsPasskey, type ShowCode, showCodeAgain, showPasskeyAgain } from '../contract.ts';
import { challengeEnds, checkedPasskey } from './checked-passkey.ts';
import { findHalfSession, startAgain } from './half-session.ts';
import type { SecondFactorChange } from './letters.ts';
import { tellOwner } from './owner.ts';
import { keepChallenge, noteUse, passkeysOf } from './passkey-store.ts';
import { optionsToUse, partyOf, strangePasskey } from './passkeys.ts';
import { refuseWrong, tryCode } from './try-code.ts';

/** Takes the second factor again: a passkey, which also replaces the password, or a code, which doesn't. */
export function secondFactorAgainCalls(
  { call, db, refusals }: Platform,
  { encryption }: { encryption: Encryption },
): void {
  const access = mayUse('logout');
  // Challenges of a whole session can't be taken for those of a half one
  const purpose = 'second_factor';

  // Offers only what the account has; a visitor with no session is told nothing
  call(knowsPasskey, { access: everyone }, async ({ visitor, cookies, now }) => {
    const half = visitor.signedIn ? undefined : await findHalfSession(db.read, { cookies, now });
    const id = visitor.signedIn ? visitor.id : half?.user_id;
    return ok('Looked.', { passkey: id !== undefined && (await passkeysOf(db.read, id)).length > 0 });
  });

  call(askForPasskeyAgain, { access }, async ({ origin, visitor, now }) => {
    const known = await passkeysOf(db.read, visitor.id);
    if (known.length === 0) refuse(409, 'There is no passkey for your account. Type your password.');
    const options = await optionsToUse(partyOf(origin), known);
    const challenge = {
      id: newId(),
      challenge: options.challenge,
      purpose,
      bearer: visitor.session,
      name: '',
    } as const;
    await writeQuietly(db, (tx) => keepChallenge(tx, { ...challenge, expires_at: challengeEnds(now), now }));
    return ok('Now use your passkey.', { options });
  });

  call(showPasskeyAgain, { access }, async (request) => {
    const { visitor, now, cookies } = request;
    const known = await checkedPasskey(db, request, { bearer: visitor.session, purpose, now }, request.body.passkey);
    if (known.user_id !== visitor.id) strangePasskey();
    const renewed = renewedSession(visitor.session, now, 'both');
    await writeQuietly(db, async (tx) => {
      if (!(await noteUse(tx, { ...known, now }))) strangePasskey();
      await renewSession(tx, renewed);
    });
    keepToken(cookies, renewed);
    return ok('Thank you.');
  });

  call(showCodeAgain, { access }, (request) =>
    refusals.counting('refused sign-ins', request.client.notedAddress, (tried) => {
      tried(request.visitor.id);
      return byCode(request);
    }),
  );

  async function byCode({ body: { otp_code: typed }, visitor, now, client, cookies }: CallRequest<ShowCode>) {
    const renewed = renewedSession(visitor.session, now, 'second factor');
    const [failureId, noticeId] = [newId(), newId()];
    const tell = (tx: Writing, change: SecondFactorChange) =>
      tellOwner(tx, { id: noticeId, userId: visitor.id, change, now, address: client.notedAddress });
    const tried = await writeQuietly(db, async (tx) => {
      // Another attempt may have been its last
      if (!(await sessionLasts(tx, visitor.session))) return startAgain();
      const from = { userId: visitor.id, sessionId: visitor.session };
      const came = await tryCode(tx, { typed, ...from, failureId, encryption, now });
      if (came.came === 'app' || came.came === 'recovery') await renewSession(tx, renewed);
      if (came.came === 'recovery') await tell(tx, { what: 'recovery code used', left: came.left });
      if ('alarming' in came && came.alarming) await tell(tx, { what: 'too many wrong codes' });
      // A guesser here has somebody's password and their session
      if (came.came === 'spent') await endSession(tx, visitor.session);
      return came;
    });
    if (tried.came === 'spent') {
      cookies.clear(sessionCookie);
      return startAgain();
    }
    refuseWrong(tried, typed);
    keepToken(cookies, renewed);
    return ok('Thank you.');
  }
}
