import {
  buildInvitation,
  composeInvitationEmail,
  describeUnsentInvitations,
} from '#features/identity/sign-in/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import {
  assertCanAssignRole,
  buildOutgoingEmail,
  createInvitation,
  findEmailsWithAccount,
  findInvitedEmails,
  findUserByEmail,
  mayUse,
  queueAccountEmail,
  restoreInvitation,
  withdrawInvitation,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { requireRecentAuthentication } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import * as contract from '../contract.ts';
import { MAX_INVITATION_LIST_ENTRIES, parseInvitationListInSteps } from '../invitation-list.ts';

const access = mayUse('admin');

type InviteServices = Pick<Services, 'mailTransport'>;

export function registerInvitationListCalls(registry: RouteRegistry, services: InviteServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db, encryption: registry.encryption };
  call(contract.previewInvitationList, { access }, previewInvitations(context));
  // Roles other than member require recent authentication
  call(contract.sendInvitations, { access, requiresReauthentication: 'in part' }, sendInvitations(context));
  call(contract.withdrawInvitation, { access }, withdraw(context));
  call(contract.restoreInvitation, { access, requiresReauthentication: 'in part' }, restore(context));
}

type Context = InviteServices & Pick<RouteRegistry, 'db' | 'encryption'>;

const previewInvitations =
  ({ db }: Context): CallHandler<typeof contract.previewInvitationList> =>
  async ({ body, now }) => {
    const { people, unread, repeated } = await runCooperatively(parseInvitationListInSteps(body.list));
    if (people.length > MAX_INVITATION_LIST_ENTRIES) {
      const message = `There are ${people.length.toLocaleString('en-GB')} people on this list: paste up to 2,000 at a time.`;
      refuse(400, message, { list: message });
    }
    if (unread.length > MAX_INVITATION_LIST_ENTRIES) {
      const message = 'More than 2,000 lines of this text couldn’t be read: paste only the list.';
      refuse(400, message, { list: message });
    }
    const keys = people.map(({ email }) => normaliseEmail(email));
    const registered = await findEmailsWithAccount(db.read, keys);
    const invited = await findInvitedEmails(db.read, keys, now);
    const getStatus = (email: string) =>
      registered.has(normaliseEmail(email)) ? 'user' : invited.has(normaliseEmail(email)) ? 'invited' : 'new';
    const previewed = people.map((person) => ({ ...person, status: getStatus(person.email) }) as const);
    return ok('Read.', { people: previewed, unread, repeated });
  };

const sendInvitations =
  ({ db, encryption, mailTransport: transport }: Context): CallHandler<typeof contract.sendInvitations> =>
  async (request) => {
    const { body, home, origin, now, visitor } = request;
    assertCanAssignRole(visitor, body.role);
    if (body.role !== 'member') requireRecentAuthentication(request);
    const { siteName } = await readSettings(db.read);
    // One invitation for each address
    const people = [...new Map(body.people.map((person) => [normaliseEmail(person.email), person])).values()];
    const invitations = people.map((person) => {
      const invitation = buildInvitation({ ...person, role: body.role, by: visitor.id }, now);
      const { firstname, lastname, email } = person;
      const content = { firstname, siteName, href: `${home}${invitation.path}`, by: visitor.name };
      const name = `${firstname} ${lastname}`.trim();
      const secret = { token: invitation.token, until: invitation.row.expires_at, encryption };
      return {
        row: invitation.row,
        link: { name: name || email, href: `${origin}${invitation.path}` },
        mail: buildOutgoingEmail(email, composeInvitationEmail(content), secret),
        entry: {
          ...createAuditContext(request, 'invitation.sent'),
          detail: `${name ? `${name}, ` : ''}${email}, as ${body.role}`,
        },
      };
    });
    const sentInvitations = await write(db, async (tx) => {
      const registered = await findEmailsWithAccount(
        tx,
        people.map(({ email }) => normaliseEmail(email)),
      );
      const open = invitations.filter(({ row }) => !registered.has(row.email_key));
      for (const { row, mail, entry } of open) {
        for (const role of await createInvitation(tx, row)) {
          assertCanAssignRole(visitor, role, `${row.email} has already been invited as an ${role}. `);
        }
        await recordAudit(tx, entry);
        await queueAccountEmail(tx, mail, { at: now, siteName });
        await yieldToEventLoop();
      }
      return open;
    });
    const sent = sentInvitations.length;
    const skipped = people.length - sent;
    const skippedNote =
      skipped === 0
        ? ''
        : ` ${skipped === 1 ? 'One person was left out: they already have' : `${skipped} people were left out: they already have`} an account.`;
    const allLinks = sentInvitations.map(({ link }) => link);
    const { links, message } = sent === 0 ? { links: [], message: '' } : describeUnsentInvitations(transport, allLinks);
    const msg = `${sent === 0 ? 'Nobody was' : sent === 1 ? 'One person' : `${sent} people`} invited.${skippedNote}${message && ` ${message}`}`;
    return ok(msg, { sent, links });
  };

/** Changes an invitation, records the change, and returns the invitation. */
const changeInvitation = async (
  { db }: Context,
  request: CallRequest<unknown>,
  action: AuditAction,
  { work, gone }: { work: (tx: DbTransaction, id: string) => ReturnType<typeof restoreInvitation>; gone: string },
) => {
  const entry = createAuditContext(request, action);
  return write(db, async (tx) => {
    const invitation = (await work(tx, request.params.id ?? '')) ?? refuse(409, gone);
    const { firstname, lastname, email, role } = invitation;
    assertCanAssignRole(request.visitor, role);
    await recordAudit(tx, { ...entry, detail: `${firstname} ${lastname}, ${email}`.trim() });
    return invitation;
  });
};

const withdraw =
  (context: Context): CallHandler<typeof contract.withdrawInvitation> =>
  async (request) => {
    const { email } = await changeInvitation(context, request, 'invitation.withdrawn', {
      work: (tx, id) => withdrawInvitation(tx, id, request.now),
      gone: 'That invitation has been used or has already been withdrawn.',
    });
    return ok(`Invitation withdrawn. The link for ${email} no longer works.`);
  };

const restore =
  (context: Context): CallHandler<typeof contract.restoreInvitation> =>
  async (request) => {
    const { email, expires_at } = await changeInvitation(context, request, 'invitation.restored', {
      // Restoring requires the same re-authentication as inviting somebody with that role
      work: async (tx, id) => {
        const invitation = await restoreInvitation(tx, id, request.visitor.id);
        // Once there is an account, the link is refused and no list shows the invitation
        if (invitation && (await findUserByEmail(tx, invitation.email)))
          refuse(409, `${invitation.email} already has an account, so the invitation isn’t needed any more.`);
        if (invitation && invitation.role !== 'member') requireRecentAuthentication(request);
        return invitation;
      },
      gone: 'That invitation can’t be restored any more. Please reload the list.',
    });
    return ok(
      expires_at > request.now
        ? `The link for ${email} works again.`
        : `The invitation for ${email} is back on the list, but its link has expired: invite them again.`,
    );
  };
