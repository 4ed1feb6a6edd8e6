import { composeInvitationEmail, describeDelivery, newInvitation } from '#features/identity/sign-in/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/email.ts';
import {
  assertCanManageRole,
  buildEmail,
  createInvitation,
  findInvitedEmails,
  findRegisteredEmails,
  mayUse,
  queueAccountEmail,
  restoreInvitation,
  withdrawInvitation,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { runCooperatively, yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { requireRecentAuthentication } from '#platform/server/http/routes/reauthentication.ts';
import * as contract from '../contract.ts';
import { MAX_INVITATIONS, parseInvitationListInSteps } from '../invitation-list.ts';

const access = mayUse('admin');

type Needed = Pick<Services, 'mailTransport'>;

/** Bulk invitations: parses a list for preview, then sends it once confirmed. */
export function inviteCalls(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db, encryption: platform.encryption };
  call(contract.previewInvitationList, { access }, previewInvitations(context));
  // Inviting somebody as more than a member gives them that role
  call(contract.sendInvitations, { access, grave: 'in part' }, sendInvitations(context));
  call(contract.withdrawInvitation, { access }, withdraw(context));
  call(contract.restoreInvitation, { access, grave: 'in part' }, restore(context));
}

type Context = Needed & Pick<Platform, 'db' | 'encryption'>;

const previewInvitations =
  ({ db }: Context): CallHandler<typeof contract.previewInvitationList> =>
  async ({ body, now }) => {
    const { people, unread, repeated } = await runCooperatively(parseInvitationListInSteps(body.list));
    if (people.length > MAX_INVITATIONS) {
      const many = `There are ${people.length.toLocaleString('en-GB')} people on this list: paste up to 2,000 at a time.`;
      refuse(400, many, { list: many });
    }
    if (unread.length > MAX_INVITATIONS) {
      const long = 'More than 2,000 lines have no email address: paste only the list.';
      refuse(400, long, { list: long });
    }
    const keys = people.map(({ email }) => normaliseEmail(email));
    const known = await findRegisteredEmails(db.read, keys);
    const invited = await findInvitedEmails(db.read, keys, now);
    const statusOf = (email: string) =>
      known.has(normaliseEmail(email)) ? 'user' : invited.has(normaliseEmail(email)) ? 'invited' : 'new';
    const read: contract.InvitationListPreview = {
      people: people.map((person) => ({ ...person, status: statusOf(person.email) })),
      unread,
      repeated,
    };
    return ok('Read.', read);
  };

const sendInvitations =
  ({ db, encryption, mailTransport: transport }: Context): CallHandler<typeof contract.sendInvitations> =>
  async (request) => {
    const { body, home, origin, now, visitor } = request;
    assertCanManageRole(visitor, body.role);
    if (body.role !== 'member') requireRecentAuthentication(request);
    const { siteName } = await readSettings(db.read);
    // An address that comes twice is one person
    const people = [...new Map(body.people.map((person) => [normaliseEmail(person.email), person])).values()];
    const all = people.map((person) => {
      const invitation = newInvitation({ ...person, role: body.role, by: visitor.id }, now);
      const { firstname, lastname, email } = person;
      const letter = { firstname, siteName, href: `${home}${invitation.path}`, by: visitor.name };
      const name = `${firstname} ${lastname}`.trim();
      const secret = { token: invitation.token, until: invitation.row.expires_at, encryption };
      return {
        row: invitation.row,
        link: { name: name || email, href: `${origin}${invitation.path}` },
        mail: buildEmail(email, composeInvitationEmail(letter), secret),
        entry: {
          ...auditContextFrom(request, 'invitation.sent'),
          detail: `${name ? `${name}, ` : ''}${email}, as ${body.role}`,
        },
      };
    });
    const newcomers = await write(db, async (tx) => {
      const users = await findRegisteredEmails(
        tx,
        people.map(({ email }) => normaliseEmail(email)),
      );
      const newcomers = all.filter(({ row }) => !users.has(row.email_key));
      for (const { row, mail, entry } of newcomers) {
        for (const role of await createInvitation(tx, row)) {
          assertCanManageRole(visitor, role, `${row.email} has already been invited as an admin. `);
        }
        await recordAudit(tx, entry);
        await queueAccountEmail(tx, mail, { at: now, siteName });
        await yieldToEventLoop();
      }
      return newcomers;
    });
    const left = people.length - newcomers.length;
    const leftOut = left === 0 ? '' : ` ${left === 1 ? 'One already has' : `${left} already have`} an account.`;
    const sent = newcomers.length;
    const links = newcomers.map(({ link }) => link);
    const handed = sent === 0 ? { links: [], words: '' } : describeDelivery(transport, links);
    const handover = handed.words && ` ${handed.words}`;
    const msg = `${sent === 1 ? 'One person' : `${sent} people`} invited.${leftOut}${handover}`;
    return ok(msg, { sent, links: handed.links });
  };

/** Changes one invitation, and records it. */
const change = async (
  { db }: Context,
  request: CallRequest<unknown>,
  action: AuditAction,
  { work, gone }: { work: (tx: DbTransaction, id: string) => ReturnType<typeof restoreInvitation>; gone: string },
) => {
  const entry = { ...auditContextFrom(request, action) };
  return write(db, async (tx) => {
    const one = (await work(tx, request.params.id ?? '')) ?? refuse(409, gone);
    assertCanManageRole(request.visitor, one.role);
    await recordAudit(tx, { ...entry, detail: `${one.firstname} ${one.lastname}, ${one.email}`.trim() });
    return one.email;
  });
};

const withdraw =
  (context: Context): CallHandler<typeof contract.withdrawInvitation> =>
  async (request) => {
    const email = await change(context, request, 'invitation.withdrawn', {
      work: (tx, id) => withdrawInvitation(tx, id, request.now),
      gone: 'That invitation has been used or has already been withdrawn.',
    });
    return ok(`The link sent to ${email} no longer works.`);
  };

const restore =
  (context: Context): CallHandler<typeof contract.restoreInvitation> =>
  async (request) => {
    const email = await change(context, request, 'invitation.restored', {
      // Needs the same re-authentication and rights as inviting with that role
      work: async (tx, id) => {
        const one = await restoreInvitation(tx, id, request.visitor.id);
        if (one && one.role !== 'member') requireRecentAuthentication(request);
        return one;
      },
      gone: 'That invitation is no longer withdrawn. Please reload the list.',
    });
    return ok(`The link sent to ${email} works again.`);
  };
