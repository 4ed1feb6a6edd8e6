import { normaliseEmail, resolveLinkState } from '#features/society/accounts/contract.ts';
import {
  accountRateLimits,
  assertPasswordAcceptable,
  buildOutgoingEmail,
  buildResetLink,
  consumeResetLink,
  createKnownDevice,
  createResetLink,
  deleteKnownDevices,
  endUserSessionsAndEmailChanges,
  findResetLink,
  findSignInStatus,
  findUser,
  findUserByEmail,
  generateDeviceToken,
  mayMailResetLink,
  type PasswordHashing,
  queueAccountEmail,
  resetLinkLifetimeLabel,
  setDeviceCookie,
  setPasswordHash,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail } from '#platform/server/mail/index.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import {
  type AccountNoticeContent,
  type ForgottenPasswordContent,
  type ResetPasswordContent,
  requestPasswordReset,
  setPassword,
} from '../contract.ts';
import { composePasswordChangedEmail, composePasswordResetDelayedEmail, composePasswordResetEmail } from './emails.ts';
import { omitPasswords } from './sign-in.ts';

/** The response is the same for every address, so that it doesn't reveal whether there is an account. */
const sentMessage = `If that address has an account, we’ve sent it a link to set a new password. The link works for ${resetLinkLifetimeLabel}.`;
const unsentMessage =
  'This site can’t send email yet, so no link was sent. Ask the person who looks after the site for a link to set a new password.';
const invalidLinkMessage = 'This link has been used or has expired. Request a new one.';

type PasswordResetServices = { passwords: PasswordHashing } & Pick<Services, 'mailTransport'>;

export function registerPasswordResetCalls(registry: RouteRegistry, services: PasswordResetServices): void {
  const { call, page } = registry;
  const context = { ...services, db: registry.db, encryption: registry.encryption };
  page('/members/forgotten', { type: 'forgotten', access: everyone }, () => buildForgottenPage());
  page('/members/forgotten/sent', { type: 'account_notice', access: everyone }, buildSentPage(context));
  const form = {
    done: '/members/forgotten/sent',
    again: (answer: CallResponse, typed: Readonly<Record<string, string>>) =>
      buildForgottenPage({ answer, typed: omitPasswords(typed) }),
  };
  call(requestPasswordReset, { access: everyone, rateLimit: 'message', form }, mailResetLink(context));
  page('/members/reset/:token', { type: 'reset_password', access: everyone, secret: true }, ({ params, now }) =>
    buildResetPage(context, params.token ?? '', now),
  );
  page('/members/password-set', { type: 'account_notice', access: everyone }, buildPasswordSetPage);
  const setForm = {
    done: '/members/password-set',
    again: async (answer: CallResponse, typed: Readonly<Record<string, string>>, { now }: { now: string }) => ({
      ...(await buildResetPage(context, typed.token ?? '', now)),
      answer,
    }),
  };
  call(setPassword, { access: everyone, accountSecurity: true, form: setForm }, setNewPassword(context));
}

type Context = PasswordResetServices & Pick<RouteRegistry, 'db' | 'encryption'>;

/**
 * Returns true if the user may set a new password by email. A user who has requested erasure also may, to sign in and
 * cancel the erasure.
 */
const mayResetPassword = async ({ db }: Context, user: Parameters<typeof findSignInStatus>[1]) =>
  ['open', 'returning'].includes(await findSignInStatus(db.read, user));

const buildForgottenPage = (changes: Partial<ForgottenPasswordContent> = {}): ForgottenPasswordContent => ({
  type: 'forgotten',
  title: 'Forgotten your password?',
  typed: {},
  ...changes,
});

const buildSentPage =
  ({ mailTransport: transport }: Context) =>
  (): AccountNoticeContent => ({
    type: 'account_notice',
    title: canSendMail(transport) ? 'Check your email' : 'No email was sent',
    text: canSendMail(transport) ? sentMessage : unsentMessage,
    href: '/members',
    label: 'Back to sign in',
  });

const mailResetLink =
  (context: Context): CallHandler<typeof requestPasswordReset> =>
  async ({ body, home, now }) => {
    const user = await findUserByEmail(context.db.read, body.email);
    const { siteName, timeZone } = await readSettings(context.db.read);
    const isAllowed = user !== undefined && (await mayResetPassword(context, user));
    const link = buildResetLink(user ?? { id: '', email: '' }, now);
    const firstname = user?.firstname ?? '';
    const secret = { token: link.token, until: link.row.expires_at, encryption: context.encryption };
    const content = composePasswordResetEmail({ firstname, siteName, href: `${home}${link.path}` });
    const mail = buildOutgoingEmail(user?.email ?? '', content, secret);
    const from = formatDateTime(formatIsoWithOffset(user?.reset_links_from || now, timeZone));
    const tooSoon = buildOutgoingEmail(
      user?.email ?? '',
      composePasswordResetDelayedEmail({ firstname, siteName, href: `${home}/contact`, from }),
    );
    await write(context.db, async (tx) => {
      const { waitMs } = await rateLimits.tryConsume(
        tx,
        [rateLimits.key(accountRateLimits.mail, `reset ${normaliseEmail(body.email)}`)],
        now,
      );
      // No further email is needed, because the links in the earlier emails are still valid
      if (waitMs > 0 || !isAllowed) return;
      if (!mayMailResetLink(user, now)) return queueAccountEmail(tx, tooSoon, { at: now, siteName });
      await createResetLink(tx, link.row);
      await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    return ok(canSendMail(context.mailTransport) ? sentMessage : unsentMessage);
  };

async function buildResetPage({ db }: Context, token: string, now: string): Promise<ResetPasswordContent> {
  const link = resolveLinkState(await findResetLink(db.read, token), now);
  return { type: 'reset_password', title: 'Set a new password', link, token: link === 'open' ? token : '' };
}

const buildPasswordSetPage = (): AccountNoticeContent => ({
  type: 'account_notice',
  title: 'Your password is set',
  text: 'You’ve been signed out on all devices. Sign in with your new password.',
  href: '/members',
  label: 'Sign in',
});

const setNewPassword =
  (context: Context): CallHandler<typeof setPassword> =>
  async ({ body, home, now, client, cookies }) => {
    const link = await findResetLink(context.db.read, body.token);
    const user = link?.user_id ? await findUser(context.db.read, link.user_id) : undefined;
    if (!link || !user || !(await mayResetPassword(context, user)) || resolveLinkState(link, now) !== 'open')
      return refuse(409, invalidLinkMessage);
    const person = [user.firstname, user.lastname, user.email];
    await assertPasswordAcceptable(context.db.read, { field: 'new_password', password: body.new_password, person });
    const hash = await context.passwords.hash(body.new_password);
    const { siteName } = await readSettings(context.db.read);
    const content = { firstname: user.firstname, siteName, href: `${home}/members/forgotten` };
    const mail = buildOutgoingEmail(user.email, composePasswordChangedEmail(content));
    const actor = { id: user.id, name: `${user.firstname} ${user.lastname}` };
    const action = 'password.reset' as const;
    const entry = { id: newId(), at: now, actor, action, subject: user.id, address: client.notedAddress };
    const device = generateDeviceToken();
    await write(context.db, async (tx) => {
      if (!(await consumeResetLink(tx, { id: link.id, user_id: user.id }, now))) refuse(409, invalidLinkMessage);
      await setPasswordHash(tx, { id: user.id, hash });
      await endUserSessionsAndEmailChanges(tx, user.id);
      await deleteKnownDevices(tx, user.id);
      // The link has shown that the account is the user's, so this browser gets its own limit for sign-in attempts
      await createKnownDevice(tx, { userId: user.id, token: device, at: now });
      await recordAudit(tx, entry);
      await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    await setDeviceCookie(context.db.read, cookies, device);
    return ok('Your password has been set. You can now sign in with it.');
  };
