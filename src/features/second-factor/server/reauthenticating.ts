import { write } from '../../../platform/server/database/index.ts';
import { everyone } from '../../../platform/server/http/access.ts';
import { ok } from '../../../platform/server/http/call.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import { keepToken, mayUse, renewedSession, renewSession } from '../../accounts/server/index.ts';
import { UsePasskey } from '../contract.ts';
import { challengeEnds, checkedPasskey } from './checked-passkey.ts';
import { findHalfSession } from './half-session.ts';
import { keepChallenge, noteUse, passkeysOf } from './passkey-store.ts';
import { optionsToUse, partyOf, strangePasskey } from './passkeys.ts';

const quietly = { revision: 'none' } as const;

/** A passkey in the place of the password that what is grave asks for once more. */
export function passkeyAgainCalls({ call, db }: Platform): void {
  const access = mayUse('logout');
  const path = '/members/api/reauthenticate/passkey';
  // A whole session is no half one: its challenges can't be taken for those of a second step
  const purpose = 'second_factor';

  // So that nobody is offered what they haven't got; whoever has shown nothing of themselves is told nothing
  call('GET', '/members/api/passkey/known', { access: everyone }, async ({ visitor, cookies, now }) => {
    const half = visitor.signedIn ? undefined : await findHalfSession(db.read, { cookies, now });
    const id = visitor.signedIn ? visitor.id : half?.user_id;
    return ok('Looked.', { passkey: id !== undefined && (await passkeysOf(db.read, id)).length > 0 });
  });

  call('POST', `${path}_options`, { access }, async ({ origin, visitor, now }) => {
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
    await write(db, (tx) => keepChallenge(tx, { ...challenge, expires_at: challengeEnds(now), now }), quietly);
    return ok('Now use your passkey.', { options });
  });

  call('POST', path, { access, accepts: UsePasskey }, async (act) => {
    const { visitor, now, cookies } = act;
    const known = await checkedPasskey(db, act, { bearer: visitor.session, purpose, now }, act.body.passkey);
    if (known.user_id !== visitor.id) strangePasskey();
    const renewed = renewedSession(visitor.session, now);
    await write(
      db,
      async (tx) => {
        if (!(await noteUse(tx, { ...known, now }))) strangePasskey();
        await renewSession(tx, renewed);
      },
      quietly,
    );
    keepToken(cookies, renewed);
    return ok('Thank you.');
  });
}
