import {
  adminRequiredMessage,
  adminsOnly,
  assertCanAssignRole,
  buildOutgoingEmail,
  changeAccountStatus,
  findUser,
  isErasurePending,
  listUsersAwaitingApproval,
  mayUse,
  queueAccountEmail,
  requireSession,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { HttpError, refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import * as contract from '../contract.ts';
import { composeAccountApprovedEmail } from './emails.ts';

const tool = '/members/admin/manage_users';

/** Asks the admins to decide on people who wait for approval. */
export const approvalTodo: AdminTodoSource = {
  tool,
  waiting: async ({ db }) => {
    const { length } = await listUsersAwaitingApproval(db);
    if (length === 0) return [];
    const words = `${formatCount(length, 'person is', 'people are')} waiting for approval`;
    return [{ words, link: `${tool}?status=awaiting` }];
  },
};

/** The audit action of an approval. The entry's detail is the name of the approved person. */
export const registrationApprovedAction = 'registration.approved';

const decisions = {
  approve: {
    one: contract.approveRegistration,
    several: contract.approveRegistrations,
    from: ['awaiting'],
    to: 'active',
    action: registrationApprovedAction,
    outcome: ['can sign in now', 'can sign in now'],
  },
  // The person isn't notified, because each society has its own way of saying no
  decline: {
    one: contract.declineRegistration,
    several: contract.declineRegistrations,
    from: ['awaiting'],
    to: 'deactivated',
    action: 'registration.declined',
    outcome: ['can’t sign in and hasn’t been notified', 'can’t sign in and haven’t been notified'],
  },
  reconsider: {
    one: contract.undoDeclineRegistration,
    several: contract.undoDeclineRegistrations,
    from: ['deactivated'],
    to: 'awaiting',
    action: 'registration.reconsidered',
    outcome: ['is waiting for approval again', 'are waiting for approval again'],
  },
} as const;

type Decision = keyof typeof decisions;

type ApprovalServices = Pick<Services, 'mailTransport'>;

export function registerApprovalCalls(registry: RouteRegistry, services: ApprovalServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  const access = mayUse('admin');
  for (const decision of Object.keys(decisions) as Decision[]) {
    const { one, several } = decisions[decision];
    call(one, { access }, async (request) =>
      ok(formatOutcome(context, decision, [{ name: await decide(context, request, decision, request.params.id) }])),
    );
    call(several, { access }, decideOnEach(context, decision));
  }
}

type Context = ApprovalServices & Pick<RouteRegistry, 'db'>;

const formatOutcome = (
  { mailTransport: mail }: Context,
  decision: Decision,
  people: readonly { name: string }[],
): string => {
  const outcome = `${nameList.format(people.map(({ name }) => name))} ${decisions[decision].outcome[people.length === 1 ? 0 : 1]}`;
  if (decision !== 'approve') return `${outcome}.`;
  return canSendMail(mail)
    ? `${outcome}, and ${people.length === 1 ? 'has' : 'have'} been told.`
    : `${outcome}. ${formatCannotEmailMessage()}`;
};

/** Carries out a decision on one user's registration, and returns the user's name. */
const decide = async (
  { db }: Context,
  request: CallRequest<unknown>,
  decision: Decision,
  id: string,
): Promise<string> => {
  const { from, to, action } = decisions[decision];
  const { now, visitor, home } = request;
  const user = (await findUser(db.read, id)) ?? refuseNotFound();
  assertCanAssignRole(visitor, user.role);
  // A declined person has never signed in. An account that has been used can only be reopened by an admin
  if (decision === 'reconsider' && user.last_signed_in_at !== null && !adminsOnly.allows(visitor, undefined)) {
    refuse(403, `This account has been in use. ${adminRequiredMessage}`);
  }
  const { siteName } = await readSettings(db.read);
  const { firstname } = user;
  const name = `${firstname} ${user.lastname}`;
  const welcome = buildOutgoingEmail(
    user.email,
    composeAccountApprovedEmail({ firstname, siteName, href: `${home}/members` }),
  );
  const entry = { ...createAuditContext(request, action), subject: user.id };
  await write(db, async (tx) => {
    await requireSession(tx, visitor);
    // Returning the account to the queue wouldn't cancel its pending erasure
    if (to === 'awaiting' && (await isErasurePending(tx, user.id))) {
      refuse(409, `${name} has asked for their account to be erased. If they’re staying, reopen it in Manage Users.`);
    }
    const isChanged = await changeAccountStatus(tx, { id: user.id, from, to, now });
    if (!isChanged) refuse(409, `Someone has already dealt with ${name}. Please reload the list.`);
    await recordAudit(tx, { ...entry, detail: name });
    if (to === 'active') await queueAccountEmail(tx, welcome, { at: now, siteName });
  });
  return name;
};

/** Decides on each user in a separate transaction, so that one refusal doesn't stop the others. */
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
  const reasons = new Set(refusals.map(({ message }) => message));
  return ok([formatOutcome(context, decision, done), ...reasons].join(' '), { users: done.map(({ id }) => id) });
};

const nameList = new Intl.ListFormat('en-GB');
