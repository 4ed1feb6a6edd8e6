import { recordAudit } from '../../../platform/server/audit/index.ts';
import { type Reading, write } from '../../../platform/server/database/index.ts';
import { type Act, ok } from '../../../platform/server/http/call.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { notFound, refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import { readSettings } from '../../site/server/index.ts';
import type { Awaiting } from '../contract.ts';
import { approvedMail } from '../mails.ts';
import { mayUse } from './access.ts';
import { leaveAdminsToAdmins } from './admins-alone.ts';
import type { Erasure } from './erasure.ts';
import { mailTo, post } from './post-office.ts';
import { changeStanding, usersAwaiting } from './registration-store.ts';
import { findUser } from './store.ts';

/** Who has confirmed their address and waits for an admin, longest first. */
export const awaitingApproval = async (db: Reading): Promise<Awaiting[]> =>
  (await usersAwaiting(db)).map(({ id, firstname, lastname, email, created_at }) => ({
    id,
    name: `${firstname} ${lastname}`,
    email,
    since: created_at,
  }));

/** How the log says that somebody was let in; its detail is the name they were let in under. */
export const approvedRegistration = 'approved a registration';

const decisions = {
  approve: {
    from: ['awaiting'],
    to: 'active',
    action: approvedRegistration,
    said: 'can sign in now, and has been told',
  },
  // They are not told: how a society says no is its own affair
  decline: {
    from: ['awaiting'],
    to: 'deactivated',
    action: 'declined a registration',
    said: 'can’t sign in, and hasn’t been told',
  },
  reconsider: { from: ['deactivated'], to: 'awaiting', action: 'took back a decline', said: 'is waiting again' },
} as const;

export function approvalCalls({ call, db }: Platform, { erasure }: { erasure: Erasure }): void {
  const decide = (decision: keyof typeof decisions) => async (act: Act<unknown>) => {
    const { from, to, action, said } = decisions[decision];
    const { now, visitor, home } = act;
    const user = (await findUser(db.read, act.params.id ?? '')) ?? notFound();
    leaveAdminsToAdmins(visitor, user.role);
    const { siteName } = await readSettings(db.read);
    const { firstname } = user;
    const welcome = mailTo(user.email, approvedMail({ firstname, siteName, href: `${home}/members` }));
    const actor = { id: visitor.id, name: visitor.name };
    const entry = { id: newId(), at: now, actor, action, subject: user.id, address: act.client.address };
    await write(
      db,
      async (tx) => {
        // Let in by this way, they would be erased all the same
        if (to === 'awaiting' && (await erasure.isPending(tx, user.id))) {
          refuse(409, 'They have asked for their account to be erased. Open it again in Manage Users if they stay.');
        }
        const first = await changeStanding(tx, { id: user.id, from, to, now });
        if (!first) refuse(409, 'Somebody has decided on this already. Look at the list again.');
        await recordAudit(tx, { ...entry, detail: `${user.firstname} ${user.lastname}` });
        if (to === 'active') await post(tx, welcome, { at: now, siteName });
      },
      { revision: 'none' },
    );
    return ok(`${user.firstname} ${user.lastname} ${said}.`);
  };
  for (const decision of Object.keys(decisions) as (keyof typeof decisions)[]) {
    call('POST', `/members/api/admin/registrations/:id/${decision}`, { access: mayUse('admin') }, decide(decision));
  }
}
