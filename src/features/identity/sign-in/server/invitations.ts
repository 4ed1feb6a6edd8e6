import { normaliseEmail } from '#features/society/accounts/email.ts';
import { invalidInvitationMessage, resolveLinkState } from '#features/society/accounts/link-state.ts';
import { portalHomePath } from '#features/society/accounts/return-path.ts';
import type { Role } from '#features/society/accounts/roles.ts';
import {
  type AccountCreatedHandler,
  assertCanManageRole,
  buildEmail,
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
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { type Id, newId } from '#platform/server/crypto/ids.ts';
import { newToken, tokenHash } from '#platform/server/crypto/tokens.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { requireRecentAuthentication } from '#platform/server/http/routes/reauthentication.ts';
import { type MailTransport, unsentReason } from '#platform/server/mail/index.ts';
import { day, later } from '#platform/shared/dates/durations.ts';
import type { RedirectContent } from '#platform/shared/pages.ts';
import { type Invitation, type InvitationLink, invite, type Register } from '../contract.ts';
import { composeInvitationEmail } from './emails.ts';
import { omitPasswords } from './login-page.ts';
import { redirectTo } from './pages.ts';

const twoWeeks = 14 * day;

/** A new invitation, with its token made outside the write. */
export function newInvitation(
  {
    by,
    ...whom
  }: {
    firstname: string;
    lastname: string;
    email: string;
    role: Role;
    /** The user who invites; null on the server. */
    by: Id | null;
  },
  now: string,
) {
  const token = newToken();
  const row = {
    id: newId(),
    token_hash: tokenHash(token),
    ...whom,
    email_key: normaliseEmail(whom.email),
    invited_by: by,
    created_at: now,
    expires_at: later(now, twoWeeks),
    used_at: null,
    withdrawn_at: null,
  };
  return { token, row, path: `/members/invitation/${token}` };
}

/** The content behind an invitation's link: the register form with the name in it, or why there is none. */
export async function buildInvitationPage(
  { db, now }: Pick<PageRequest, 'db' | 'now'>,
  { token, answer, typed }: { token: string; answer?: Invitation['answer']; typed?: Readonly<Record<string, string>> },
): Promise<Invitation> {
  const found = await findInvitationByToken(db, token);
  const link = resolveLinkState(found, now);
  const open = link === 'open' ? found : undefined;
  const invited = open ? { firstname: open.firstname, lastname: open.lastname, email: open.email } : {};
  return {
    type: 'invitation',
    title: invitationTitle(open),
    link,
    ...(open?.invited_by === null && { first_admin: true }),
    token: open ? token : '',
    typed: typed ? omitPasswords(typed) : invited,
    ...(answer ? { answer } : {}),
  };
}

/** The program itself invites the first admin. */
function invitationTitle(open: { invited_by: Id | null } | undefined): string {
  if (!open) return 'Invitation';
  return open.invited_by === null ? 'Create the first admin’s account' : 'You’ve been invited';
}

/** Makes the account of an invited person, and signs them in. */
export async function acceptInvitation(
  db: Database,
  {
    request: { body, ...visit },
    invitation,
    password_hash,
    newcomers,
  }: {
    request: Pick<PageRequest, 'cookies' | 'client' | 'now' | 'today'> & { body: Register };
    invitation: { id: string; role: Role };
    password_hash: string;
    newcomers: readonly AccountCreatedHandler[];
  },
): Promise<void> {
  const { email, firstname, lastname } = body;
  const { now, today } = visit;
  const user = {
    id: newId(),
    email,
    firstname,
    lastname,
    password_hash,
    role: invitation.role,
    status: 'active' as const,
  };
  const actor = { id: user.id, name: `${firstname} ${lastname}` };
  const entry = {
    id: newId(),
    at: now,
    actor,
    action: 'invitation.accepted' as const,
    subject: user.id,
    detail: user.role,
  };
  await signInUser(db, {
    user,
    visit,
    stage: 'full',
    before: async (tx) => {
      const used = await consumeInvitation(tx, invitation.id, now);
      if (!used) refuse(409, invalidInvitationMessage);
      if (!(await createUser(tx, user, { now })))
        refuse(409, 'You already have an account with this address. Please sign in.');
      for (const greet of newcomers) await greet(tx, user, { today, now });
      await closeRegistrations(tx, normaliseEmail(email), now);
      await recordAudit(tx, entry);
    },
  });
}

/** Describes the delivery of an invitation, and adds the link if emails stay in a folder. */
export function describeDelivery(transport: MailTransport | undefined, links: readonly InvitationLink[]) {
  if (transport?.to !== 'folder') return { links: [], words: unsentReason(transport) };
  const them = links.length === 1 ? 'the link' : 'the links';
  return {
    links: [...links],
    words: `No mail server is set up, so nothing was emailed. Pass on ${them} shown here yourself.`,
  };
}

type Needed = Pick<Services, 'mailTransport'>;

export function invitationCalls(platform: Platform, services: Needed): void {
  const { call, page } = platform;
  const context = { ...services, db: platform.db, encryption: platform.encryption };
  page(
    '/members/invitation/:token',
    { type: ['invitation', 'redirect'], access: everyone, secret: true },
    openInvitation,
  );
  call(invite, { access: mayUse('admin'), grave: 'in part' }, sendInvitation(context));
}

type Context = Needed & Pick<Platform, 'db' | 'encryption'>;

const openInvitation = async (visit: PageRequest): Promise<Invitation | RedirectContent> =>
  visit.visitor.signedIn ? redirectTo(portalHomePath) : buildInvitationPage(visit, { token: visit.params.token ?? '' });

const sendInvitation =
  ({ db, encryption, mailTransport: transport }: Context): CallHandler<typeof invite> =>
  async (request) => {
    const { body, home, origin, now, visitor } = request;
    assertCanManageRole(visitor, body.role);
    if (body.role !== 'member') requireRecentAuthentication({ visitor, now });
    if (await findUserByEmail(db.read, body.email)) {
      refuse(409, 'There’s already an account with that address.', {
        email: 'This address already has an account.',
      });
    }
    const { siteName } = await readSettings(db.read);
    const invitation = newInvitation({ ...body, by: visitor.id }, now);
    const letter = { firstname: body.firstname, siteName, href: `${home}${invitation.path}`, by: visitor.name };
    const secret = { token: invitation.token, until: invitation.row.expires_at, encryption };
    const mail = buildEmail(body.email, composeInvitationEmail(letter), secret);
    const detail = `${body.firstname} ${body.lastname}, as ${body.role}`;
    const entry = { ...auditContextFrom(request, 'invitation.sent'), subject: '', detail };
    await write(db, async (tx) => {
      for (const role of await createInvitation(tx, invitation.row)) assertCanManageRole(visitor, role);
      await recordAudit(tx, entry);
      await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    const name = `${body.firstname} ${body.lastname}`;
    const { links, words } = describeDelivery(transport, [{ name, href: `${origin}${invitation.path}` }]);
    const became = words === '' ? 'has been sent an invitation' : 'is invited';
    return ok(`${body.firstname} ${became}. ${words && `${words} `}The invitation is valid for two weeks.`, { links });
  };
