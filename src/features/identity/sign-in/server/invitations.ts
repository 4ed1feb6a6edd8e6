import { invalidInvitationMessage, normaliseEmail, resolveLinkState } from '#features/society/accounts/contract.ts';
import { portalHomePath } from '#features/society/accounts/return-path.ts';
import type { Role } from '#features/society/accounts/roles.ts';
import {
  type AccountCreatedHandler,
  assertCanAssignRole,
  buildOutgoingEmail,
  closeRegistrations,
  consumeInvitation,
  createInvitation,
  createUser,
  findInvitationByToken,
  findUserByEmail,
  mayUse,
  queueAccountEmail,
  signInUser,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { everyone, requireRecentAuthentication } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { findUnsentReason, type MailTransport } from '#platform/server/mail/index.ts';
import { addMs, day } from '#platform/shared/dates/durations.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import { type InvitationContent, type InvitationLink, inviteUser, type RegisterAccountBody } from '../contract.ts';
import { composeInvitationEmail } from './emails.ts';
import { buildRedirect, omitPasswords } from './sign-in.ts';

const invitationLifetimeMs = 14 * day;

interface Invitee {
  firstname: string;
  lastname: string;
  email: string;
  role: Role;
  /** The user who invites; null for the first admin, whom the program invites. */
  by: Id | null;
}

/**
 * Builds an invitation and its token, without storing them. Call it outside the transaction: that may run twice, and a
 * second run needs the same token.
 */
export function buildInvitation({ by, ...person }: Invitee, now: string) {
  const token = newToken();
  const row = {
    id: newId(),
    token_hash: hashToken(token),
    ...person,
    email_key: normaliseEmail(person.email),
    invited_by: by,
    created_at: now,
    expires_at: addMs(now, invitationLifetimeMs),
    used_at: null,
    withdrawn_at: null,
  };
  return { token, row, path: `/members/invitation/${token}` };
}

/**
 * Builds the page of an invitation's link: the registration form with the name, or the reason why the link is invalid.
 */
export async function buildInvitationPage(
  { db, now }: Pick<PageRequest, 'db' | 'now'>,
  {
    token,
    answer,
    typed,
  }: { token: string; answer?: InvitationContent['answer']; typed?: Readonly<Record<string, string>> },
): Promise<InvitationContent> {
  const found = await findInvitationByToken(db, token);
  const link = resolveLinkState(found, now);
  const open = link === 'open' ? found : undefined;
  const invited = open ? { firstname: open.firstname, lastname: open.lastname, email: open.email } : {};
  return {
    type: 'invitation',
    title: formatInvitationTitle(open),
    link,
    ...(open?.invited_by === null && { first_admin: true }),
    token: open ? token : '',
    typed: typed ? omitPasswords(typed) : invited,
    ...(answer ? { answer } : {}),
  };
}

function formatInvitationTitle(open: { invited_by: Id | null } | undefined): string {
  if (!open) return 'Invitation';
  return open.invited_by === null ? 'Create the first admin’s account' : 'You’ve been invited';
}

/** Creates the account of an invited person, and signs them in. */
export async function acceptInvitation(
  db: Database,
  {
    request: { body, ...visit },
    invitation,
    password_hash,
    accountCreatedHandlers,
  }: {
    request: Pick<PageRequest, 'cookies' | 'client' | 'now' | 'today'> & { body: RegisterAccountBody };
    invitation: { id: string; role: Role };
    password_hash: string;
    accountCreatedHandlers: readonly AccountCreatedHandler[];
  },
): Promise<void> {
  const { email, firstname, lastname } = body;
  const { now, today } = visit;
  const { role } = invitation;
  const user = { id: newId(), email, firstname, lastname, password_hash, role, status: 'active' as const };
  const actor = { id: user.id, name: `${firstname} ${lastname}` };
  const action = 'invitation.accepted' as const;
  const entry = { id: newId(), at: now, actor, action, subject: user.id, detail: role };
  await signInUser(db, {
    user,
    visit,
    stage: 'full',
    before: async (tx) => {
      if (!(await consumeInvitation(tx, invitation.id, now))) refuse(409, invalidInvitationMessage);
      if (!(await createUser(tx, user, { now })))
        refuse(409, 'You already have an account with this address. Please sign in.');
      for (const onAccountCreated of accountCreatedHandlers) await onAccountCreated(tx, user, { today, now });
      await closeRegistrations(tx, normaliseEmail(email), now);
      await recordAudit(tx, entry);
    },
  });
}

/**
 * Returns the reason why invitations aren't emailed ("" if they are) and, if there is no mail server, their links for
 * the inviter to pass on.
 */
export function describeUnsentInvitations(transport: MailTransport | undefined, links: readonly InvitationLink[]) {
  if (transport?.to !== 'folder') return { links: [], message: findUnsentReason(transport) };
  const noun = links.length === 1 ? 'the link' : 'the links';
  return {
    links: [...links],
    message: `No mail server is set up, so nothing was emailed. Pass on ${noun} shown here yourself.`,
  };
}

type InvitationServices = Pick<Services, 'mailTransport'>;

export function registerInvitationCalls(registry: RouteRegistry, services: InvitationServices): void {
  const { call, page } = registry;
  const context = { ...services, db: registry.db, encryption: registry.encryption };
  page(
    '/members/invitation/:token',
    { type: ['invitation', 'redirect'], access: everyone, secret: true },
    openInvitation,
  );
  call(inviteUser, { access: mayUse('admin'), requiresReauthentication: 'in part' }, sendInvitation(context));
}

type Context = InvitationServices & Pick<RouteRegistry, 'db' | 'encryption'>;

async function openInvitation(visit: PageRequest): Promise<InvitationContent | RedirectContent> {
  const content = await buildInvitationPage(visit, { token: visit.params.token ?? '' });
  const { signedIn, name } = visit.visitor;
  if (!signedIn) return content;
  // Also redirects a member who opens the link of their invitation again after accepting it
  return content.link === 'open' ? { ...content, signed_in_as: name } : buildRedirect(portalHomePath);
}

const sendInvitation =
  ({ db, encryption, mailTransport: transport }: Context): CallHandler<typeof inviteUser> =>
  async (request) => {
    const { body, home, origin, now, visitor } = request;
    assertCanAssignRole(visitor, body.role);
    if (body.role !== 'member') requireRecentAuthentication({ visitor, now });
    if (await findUserByEmail(db.read, body.email)) {
      refuse(409, 'There’s already an account with that address.', { email: 'This address already has an account.' });
    }
    const { siteName } = await readSettings(db.read);
    const invitation = buildInvitation({ ...body, by: visitor.id }, now);
    const content = { firstname: body.firstname, siteName, href: `${home}${invitation.path}`, by: visitor.name };
    const secret = { token: invitation.token, until: invitation.row.expires_at, encryption };
    const mail = buildOutgoingEmail(body.email, composeInvitationEmail(content), secret);
    const detail = `${body.firstname} ${body.lastname}, as ${body.role}`;
    const entry = { ...createAuditContext(request, 'invitation.sent'), subject: '', detail };
    await write(db, async (tx) => {
      for (const role of await createInvitation(tx, invitation.row)) assertCanAssignRole(visitor, role);
      await recordAudit(tx, entry);
      await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    const name = `${body.firstname} ${body.lastname}`;
    const { links, message } = describeUnsentInvitations(transport, [{ name, href: `${origin}${invitation.path}` }]);
    const outcome = message === '' ? 'has been sent an invitation' : 'is invited';
    return ok(`${body.firstname} ${outcome}. ${message && `${message} `}The invitation is valid for two weeks.`, {
      links,
    });
  };
