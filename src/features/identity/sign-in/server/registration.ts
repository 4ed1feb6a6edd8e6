import { invalidInvitationMessage, normaliseEmail, resolveLinkState } from '#features/society/accounts/contract.ts';
import {
  accountRateLimits,
  assertPasswordAcceptable,
  buildOutgoingEmail,
  closeInvitations,
  closeRegistrations,
  consumeInvitation,
  createRegistration,
  createUser,
  findInvitationByToken,
  findLatestOpenRegistration,
  findRegistration,
  findUserByEmail,
  listAdminEmails,
  queueAccountEmail,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { hashToken, newToken } from '#platform/server/crypto/secrets.ts';
import { write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import { addMs, day } from '#platform/shared/dates/durations.ts';
import * as contract from '../contract.ts';
import { composeAlreadyRegisteredEmail, composeApprovalRequestEmail, composeConfirmAddressEmail } from './emails.ts';
import { acceptInvitation, buildInvitationPage } from './invitations.ts';
import { buildFailedRegistrationPage, type SignInServices } from './sign-in.ts';

const confirmationLifetimeMs = 2 * day;

/** The response is the same for every address, so that only the email reveals whether the address has an account. */
const formatSentMessage = (email: string) =>
  `Nearly there. We’ve sent an email to ${email}: open the link in it to continue. If it hasn’t arrived in a minute or two, check your spam folder.`;

const unconfirmableMessage = 'This site can’t send email yet, so your address can’t be confirmed.';

const unsentMessage = `${unconfirmableMessage} Ask somebody on the committee to invite you.`;

/**
 * The response to somebody who accepts an invitation with another address, on a site that can't send the confirmation.
 * The invitation stays valid.
 */
const unsentInvitedMessage = `${unconfirmableMessage} Register with the address that was invited, or ask somebody on the committee to invite this one.`;

/**
 * Returns the rate limits for confirmation emails to an address. Each network has its own limit, because a link
 * requested from another network belongs to another registration, with another password. A further limit applies to all
 * networks together.
 */
const getEmailLimits = (key: string, { address }: { address: string }) => [
  ...rateLimits.networkKeys(accountRateLimits.mail, address, key),
  rateLimits.key(accountRateLimits.mails, key),
];

type RegistrationRequest = CallRequest<contract.RegisterAccountBody>;

export function registerRegistrationCalls(registry: RouteRegistry, services: SignInServices): void {
  const { call, page } = registry;
  const context = { ...services, db: registry.db, encryption: registry.encryption };
  const form = {
    done: (typed: Readonly<Record<string, string>>, result: { email?: string; signed_in?: true }) => {
      if (result.signed_in) return '/members';
      return typed.invitation && result.email === undefined ? '/members/registered/invited' : '/members/registered';
    },
    again: async (...[answer, typed, visit]: Parameters<typeof buildFailedRegistrationPage>) =>
      typed.invitation
        ? buildInvitationPage(visit, { token: typed.invitation, answer, typed })
        : buildFailedRegistrationPage(answer, typed, visit),
  };
  const options = { access: everyone, rateLimit: 'message', form } as const;
  call(contract.registerAccount, options, handleRegistration(context));
  page(
    '/members/registered',
    { type: 'account_notice', access: everyone },
    buildRegisteredPage(context, unsentMessage),
  );
  page(
    '/members/registered/invited',
    { type: 'account_notice', access: everyone },
    buildRegisteredPage(context, unsentInvitedMessage),
  );
  call(contract.resendAddressConfirmation, { access: everyone, rateLimit: 'message' }, resendConfirmation(context));
  page('/members/confirm/:token', { type: 'confirm_address', access: everyone, secret: true }, ({ params, now }) =>
    buildConfirmPage(context, params.token ?? '', now),
  );
  const confirmForm = {
    done: (_typed: Readonly<Record<string, string>>, result: { open?: true }) =>
      result.open ? '/members/confirmed/open' : '/members/confirmed',
    again: async (...[answer, typed, { now }]: Parameters<typeof buildFailedRegistrationPage>) => ({
      ...(await buildConfirmPage(context, typed.token ?? '', now)),
      answer,
    }),
  };
  call(contract.confirmAddress, { access: everyone, form: confirmForm }, confirmAddress(context));
  page('/members/confirmed', { type: 'account_notice', access: everyone }, buildConfirmedPage(context));
  page('/members/confirmed/open', { type: 'account_notice', access: everyone }, buildOpenAccountPage);
}

type Context = SignInServices & Pick<RouteRegistry, 'db' | 'encryption'>;

async function register(
  { db, passwords, encryption, mailTransport: transport }: Context,
  { body, home, now, client }: RegistrationRequest,
  invitationId: string,
) {
  const { siteName } = await readSettings(db.read);
  const { email, firstname, lastname } = body;
  // The password is hashed before the address is looked up. If slow hashing were skipped for some addresses, the time
  // would reveal which have an account
  const password_hash = await passwords.hash(body.password, 'stranger');
  const key = normaliseEmail(email);
  const token = newToken();
  const expires_at = addMs(now, confirmationLifetimeMs);
  const content = composeConfirmAddressEmail({ siteName, href: `${home}/members/confirm/${token}` });
  const confirm = buildOutgoingEmail(email, content, { token, until: expires_at, encryption });
  const already = buildOutgoingEmail(
    email,
    composeAlreadyRegisteredEmail({ siteName, href: `${home}/members/forgotten` }),
  );
  const row = {
    id: newId(),
    token_hash: hashToken(token),
    email,
    email_key: key,
    firstname,
    lastname,
    password_hash,
    invitation_id: invitationId,
    created_at: now,
    expires_at,
    used_at: null,
  };
  await write(db, async (tx) => {
    const { waitMs } = await rateLimits.tryConsume(tx, getEmailLimits(key, client), now);
    const user = await findUserByEmail(tx, email);
    // No further email is needed, because the links in the earlier emails are still valid
    if (waitMs > 0) return;
    if (!user) await createRegistration(tx, row);
    await queueAccountEmail(tx, user ? already : confirm, { at: now, siteName });
  });
  if (canSendMail(transport)) return ok(formatSentMessage(email), { email });
  return ok(invitationId === '' ? unsentMessage : unsentInvitedMessage);
}

const handleRegistration =
  (context: Context): CallHandler<typeof contract.registerAccount> =>
  async (request) => {
    const { body, now } = request;
    const invitation = body.invitation ? await findInvitationByToken(context.db.read, body.invitation) : undefined;
    if (body.invitation && resolveLinkState(invitation, now) !== 'open') {
      refuse(409, invalidInvitationMessage);
    }
    if (!invitation && (await readSettings(context.db.read)).registration === 'invitation') {
      refuse(403, 'Accounts are by invitation only. Contact us for an invitation.');
    }
    const person = [body.firstname, body.lastname, body.email];
    await assertPasswordAcceptable(context.db.read, { field: 'password', password: body.password, person });
    const invited = invitation && (invitation.email === '' || invitation.email_key === normaliseEmail(body.email));
    if (!invited) return register(context, request, invitation?.id ?? '');
    // There is nothing to confirm: the link was emailed to this address, passed on by the inviter, or printed at the
    // start of the server
    const password_hash = await context.passwords.hash(body.password);
    await acceptInvitation(context.db, {
      request,
      invitation,
      password_hash,
      accountCreatedHandlers: context.all('newcomers'),
    });
    return ok('Welcome. You’re signed in.', { signed_in: true });
  };

const buildRegisteredPage =
  ({ mailTransport: transport }: Context, unsent: string) =>
  (): contract.AccountNoticeContent => ({
    type: 'account_notice',
    title: canSendMail(transport) ? 'Check your email' : 'Not registered yet',
    text: canSendMail(transport) ? formatSentMessage('the address you gave') : unsent,
    href: '/',
    label: 'Go to the front page',
  });

const resendConfirmation =
  ({ db, encryption, mailTransport: transport }: Context): CallHandler<typeof contract.resendAddressConfirmation> =>
  async ({ body: { email }, home, now, client }) => {
    const { siteName } = await readSettings(db.read);
    const found = await findLatestOpenRegistration(db.read, normaliseEmail(email), now);
    const token = newToken();
    const expires_at = addMs(now, confirmationLifetimeMs);
    const content = composeConfirmAddressEmail({ siteName, href: `${home}/members/confirm/${token}` });
    const mail = buildOutgoingEmail(found?.email ?? '', content, { token, until: expires_at, encryption });
    const id = newId();
    await write(db, async (tx) => {
      const { waitMs } = await rateLimits.tryConsume(tx, getEmailLimits(normaliseEmail(email), client), now);
      if (waitMs > 0 || !found) return;
      // The link in the earlier email stays valid
      const row = { ...found, id, token_hash: hashToken(token), created_at: now, expires_at };
      await createRegistration(tx, row);
      await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    return ok(
      canSendMail(transport)
        ? `If ${email} is waiting to be confirmed, another email is on its way. The links in earlier emails still work.`
        : unsentMessage,
    );
  };

async function buildConfirmPage({ db }: Context, token: string, now: string): Promise<contract.ConfirmAddressContent> {
  const found = await findRegistration(db.read, token);
  const link = resolveLinkState(found, now);
  const open = link === 'open' ? found : undefined;
  return {
    type: 'confirm_address',
    title: 'Confirm your email address',
    link,
    token: open ? token : '',
    firstname: open?.firstname ?? '',
    email: open?.email ?? '',
  };
}

/**
 * Verifies the password of a registration. Otherwise an attacker could register somebody else's address with their own
 * password, and hope that its owner opens the link.
 */
async function verifyRegistrationPassword(
  { db, passwords }: Context,
  found: { id: string; password_hash: string },
  password: string,
  now: string,
) {
  await write(db, (tx) => rateLimits.consume(tx, [rateLimits.key(accountRateLimits.confirm, found.id)], now));
  if (await passwords.fits(found.password_hash, password)) return;
  refuse(400, 'That isn’t the password you registered with. If you registered more than once, open the other email.', {
    password: 'Type the password you chose when you registered.',
  });
}

const confirmAddress =
  (context: Context): CallHandler<typeof contract.confirmAddress> =>
  async ({ body, home, now, today, client }) => {
    const { siteName, registration: rule } = await readSettings(context.db.read);
    const found = await findRegistration(context.db.read, body.token);
    if (!found || resolveLinkState(found, now) !== 'open') {
      return refuse(409, 'This link has been used or has expired. Sign in, or register again.');
    }
    await verifyRegistrationPassword(context, found, body.password, now);
    const id = newId();
    const name = `${found.firstname} ${found.lastname}`;
    const href = `${home}/members/admin/manage_users?status=awaiting`;
    const content = composeApprovalRequestEmail({ name, email: found.email, siteName, href });
    const mails = (await listAdminEmails(context.db.read)).map((to) => buildOutgoingEmail(to, content));
    const action = 'registration.requested' as const;
    const entry = { id: newId(), at: now, actor: { id, name }, action, subject: id, address: client.notedAddress };
    const status = await write(context.db, async (tx) => {
      // Somebody may have registered with an invitation to another address
      const isInvited = await consumeInvitation(tx, found.invitation_id, now);
      const status = isInvited || rule === 'open' ? ('active' as const) : ('awaiting' as const);
      const { email, firstname, lastname, password_hash } = found;
      const user = { id, email, firstname, lastname, password_hash, status };
      if (!(await createUser(tx, user, { now }))) refuse(409, 'This address already has an account. Please sign in.');
      for (const onAccountCreated of context.all('newcomers')) await onAccountCreated(tx, user, { today, now });
      await closeRegistrations(tx, found.email_key, now);
      await closeInvitations(tx, found.email_key, now);
      await recordAudit(tx, entry);
      if (status === 'awaiting') for (const mail of mails) await queueAccountEmail(tx, mail, { at: now, siteName });
      return status;
    });
    return status === 'active'
      ? ok('Your address is confirmed. You can now sign in.', { open: true })
      : ok(confirmedMessage(canSendMail(context.mailTransport)));
  };

const buildConfirmedPage =
  ({ mailTransport: transport }: Context) =>
  (): contract.AccountNoticeContent => ({
    type: 'account_notice',
    title: 'Address confirmed',
    text: canSendMail(transport)
      ? 'Thank you. We approve each account ourselves and will email you when yours is ready. You don’t need to do anything until then.'
      : 'Thank you. We approve each account ourselves. This site can’t send email, so try to sign in from time to time.',
    href: '/',
    label: 'Go to the front page',
  });

const buildOpenAccountPage = (): contract.AccountNoticeContent => ({
  type: 'account_notice',
  title: 'Address confirmed',
  text: 'Thank you. Your account is ready: sign in with your email address and the password you chose.',
  href: '/members',
  label: 'Sign in',
});

const confirmedMessage = (canSend: boolean) =>
  canSend
    ? 'Thank you, your address is confirmed. We approve each account ourselves and will email you when yours is ready.'
    : 'Thank you, your address is confirmed. We approve each account ourselves. This site can’t send email, so try to sign in from time to time.';
