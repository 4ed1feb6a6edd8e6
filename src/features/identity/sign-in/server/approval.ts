import {
  adminsOnly,
  askAnAdmin,
  assertCanManageRole,
  buildEmail,
  changeStatus,
  findUser,
  isErasurePending,
  listUsersAwaitingApproval,
  mayUse,
  queueAccountEmail,
  requireSession,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { HttpError, notFound, refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { formatTellYourself } from '#platform/shared/text/tell-yourself.ts';
import * as contract from '../contract.ts';
import { composeAccountApprovedEmail } from './emails.ts';

/** Lists people who have confirmed their address and wait for an admin, longest first. */
export const listAccountsAwaitingApproval = async (db: DbReader): Promise<contract.AccountAwaitingApproval[]> =>
  (await listUsersAwaitingApproval(db)).map(({ id, firstname, lastname, email, created_at }) => ({
    id,
    name: `${firstname} ${lastname}`,
    email,
    since: created_at,
  }));

/** The log's action for an approval; its detail is the name that was approved. */
export const approvedRegistrationAction = 'registration.approved';

const decisions = {
  approve: {
    one: contract.approve,
    several: contract.approveSeveral,
    from: ['awaiting'],
    to: 'active',
    action: approvedRegistrationAction,
    said: ['can sign in now', 'can sign in now'],
  },
  // Not notified: how a society says no is up to the society
  decline: {
    one: contract.decline,
    several: contract.declineSeveral,
    from: ['awaiting'],
    to: 'deactivated',
    action: 'registration.declined',
    said: ['can’t sign in and hasn’t been notified', 'can’t sign in and haven’t been notified'],
  },
  reconsider: {
    one: contract.undoDecline,
    several: contract.undoDeclineSeveral,
    from: ['deactivated'],
    to: 'awaiting',
    action: 'registration.reconsidered',
    said: ['is waiting for approval again', 'are waiting for approval again'],
  },
} as const;

type Decision = keyof typeof decisions;

type Needed = Pick<Services, 'mailTransport'>;

export function approvalCalls(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db };
  const access = mayUse('admin');
  for (const decision of Object.keys(decisions) as Decision[]) {
    const { one, several } = decisions[decision];
    call(one, { access }, async (request) =>
      ok(outcomeOf(context, decision, [{ name: await decide(context, request, decision, request.params.id) }])),
    );
    call(several, { access }, decideOnEach(context, decision));
  }
}

type Context = Needed & Pick<Platform, 'db'>;

const outcomeOf = (
  { mailTransport: mail }: Context,
  decision: Decision,
  people: readonly { name: string }[],
): string => {
  const outcome = `${named.format(people.map(({ name }) => name))} ${decisions[decision].said[people.length === 1 ? 0 : 1]}`;
  if (decision !== 'approve') return `${outcome}.`;
  return canSendMail(mail)
    ? `${outcome}, and ${people.length === 1 ? 'has' : 'have'} been told.`
    : `${outcome}. ${formatTellYourself()}`;
};

/** Returns the user. */
const decide = async (
  { db }: Context,
  request: CallRequest<unknown>,
  decision: Decision,
  id: string,
): Promise<string> => {
  const { from, to, action } = decisions[decision];
  const { now, visitor, home } = request;
  const user = (await findUser(db.read, id)) ?? notFound();
  assertCanManageRole(visitor, user.role);
  // A declined newcomer has never signed in; an account that was in use is opened again by an admin only
  if (decision === 'reconsider' && user.last_signed_in_at !== null && !adminsOnly.allows(visitor, undefined)) {
    refuse(403, `This account has been in use. ${askAnAdmin}`);
  }
  const { siteName } = await readSettings(db.read);
  const { firstname } = user;
  const name = `${firstname} ${user.lastname}`;
  const welcome = buildEmail(user.email, composeAccountApprovedEmail({ firstname, siteName, href: `${home}/members` }));
  const entry = { ...auditContextFrom(request, action), subject: user.id };
  await write(db, async (tx) => {
    await requireSession(tx, visitor);
    // Approving wouldn't stop their erasure
    if (to === 'awaiting' && (await isErasurePending(tx, user.id))) {
      refuse(409, `${name} has asked for their account to be erased. If they’re staying, reopen it in Manage Users.`);
    }
    const first = await changeStatus(tx, { id: user.id, from, to, now });
    if (!first) refuse(409, `Someone has already dealt with ${name}. Please reload the list.`);
    await recordAudit(tx, { ...entry, detail: name });
    if (to === 'active') await queueAccountEmail(tx, welcome, { at: now, siteName });
  });
  return name;
};

/** One transaction each, so that one refusal doesn't stop the others. */
const decideOnEach = (context: Context, decision: Decision) => async (request: CallRequest<{ users: string[] }>) => {
  const done: { id: string; name: string }[] = [];
  const refusals: HttpError[] = [];
  for (const id of new Set(request.body.users)) {
    try {
      done.push({ id, name: await decide(context, request, decision, id) });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      refusals.push(error);
    }
  }
  const [refusal] = refusals;
  if (done.length === 0 && refusal) throw refusal;
  const whys = new Set(refusals.map(({ message }) => message));
  return ok([outcomeOf(context, decision, done), ...whys].join(' '), { users: done.map(({ id }) => id) });
};

const named = new Intl.ListFormat('en-GB');
