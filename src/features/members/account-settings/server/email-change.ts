import { requireRecentSecondFactor } from '#features/identity/second-factor/server/index.ts';
import {
  composeAddressChangedEmail,
  composeAddressChangeRequestedEmail,
  composeAddressTakenEmail,
  composeConfirmNewAddressEmail,
} from '#features/identity/sign-in/server/index.ts';
import { normaliseEmail, resolveLinkState } from '#features/society/accounts/contract.ts';
import {
  accountRateLimits,
  buildEmailChangeLink,
  buildOutgoingEmail,
  changeEmail,
  createEmailChangeLink,
  findEmailChangeLink,
  findUser,
  findUserByEmail,
  invalidateSingleUseLinks,
  isActiveAccount,
  mayUse,
  queueAccountEmail,
  requireSession,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
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
import type { Page } from '#platform/shared/pages.ts';
import { type ConfirmNewEmailContent, confirmEmailChange, requestEmailChange } from '../contract.ts';

const unsentMessage =
  'This site can’t send email yet, so your new address can’t be confirmed, and nothing changes. Ask an admin to change it for you.';

const expiredLinkMessage = 'This link has been used or has expired. Request a new one in your account settings.';

type EmailChangeServices = Pick<Services, 'mailTransport'>;

/**
 * Registers the pages and calls with which members change their email address. They request the change after
 * re-authentication, and confirm it on the page that the link in the email opens.
 */
export function registerEmailChangeRoutes(registry: RouteRegistry, services: EmailChangeServices): void {
  const { call, page } = registry;
  const context = { ...services, db: registry.db, encryption: registry.encryption };
  const options = {
    access: mayUse('account_settings'),
    requiresReauthentication: true,
    rateLimit: 'message',
  } as const;
  call(requestEmailChange, options, handleEmailChangeRequest(context));
  page('/members/email/:token', { type: 'confirm_email', access: everyone, secret: true }, ({ params, now }) =>
    buildConfirmPage(context, params.token ?? '', now),
  );
  page('/members/email_changed', { type: 'account_notice', access: everyone }, buildAddressChangedPage);
  const form = {
    done: '/members/email_changed',
    again: (answer: CallResponse, typed: Readonly<Record<string, string>>, { now }: { now: string }) =>
      buildConfirmPage(context, typed.token ?? '', now, answer),
  };
  call(confirmEmailChange, { access: everyone, accountSecurity: true, form }, handleEmailChangeConfirmation(context));
}

type Context = EmailChangeServices & Pick<RouteRegistry, 'db' | 'encryption'>;

const handleEmailChangeRequest =
  ({ db, encryption, mailTransport: mail }: Context): CallHandler<typeof requestEmailChange> =>
  async (request) => {
    const { body, visitor, now, home } = request;
    await requireRecentSecondFactor(db.read, { visitor, now });
    const user =
      (await findUser(db.read, visitor.id)) ?? refuse(401, 'Please sign in, then you can continue from here.');
    if (normaliseEmail(body.email) === normaliseEmail(user.email)) {
      refuse(400, 'That’s already your email address.', { email: 'This is already your email address.' });
    }
    const { siteName } = await readSettings(db.read);
    const { firstname } = user;
    const link = buildEmailChangeLink(user.id, body.email, now);
    const confirm = composeConfirmNewAddressEmail({ firstname, siteName, href: `${home}${link.path}` });
    const mails = {
      confirm: buildOutgoingEmail(body.email, confirm, { token: link.token, until: link.row.expires_at, encryption }),
      taken: buildOutgoingEmail(body.email, composeAddressTakenEmail({ siteName, href: `${home}/members` })),
      requested: buildOutgoingEmail(
        user.email,
        composeAddressChangeRequestedEmail({ firstname, siteName, href: `${home}/members/forgotten`, to: body.email }),
      ),
    };
    const entry = { ...createAuditContext(request), subject: user.id };
    await write(db, async (tx) => {
      await requireSession(tx, visitor);
      // Over the limit, the request is refused instead of leaving the member with an earlier email, because the link in
      // that email stops working after a request for another address. The limit is the same for every address, so the
      // refusal doesn't reveal which addresses have an account
      const limit = rateLimits.key(accountRateLimits.mail, `email ${normaliseEmail(body.email)}`);
      await rateLimits.consume(tx, [limit], now);
      const owner = await findUserByEmail(tx, body.email);
      if (!owner) await createEmailChangeLink(tx, link.row);
      await queueAccountEmail(tx, owner ? mails.taken : mails.confirm, { at: now, siteName });
      await queueAccountEmail(tx, mails.requested, { at: now, siteName });
      await recordAudit(tx, { ...entry, action: 'email.change_requested' });
    });
    // The response is the same for every address, so that it doesn't reveal which addresses have an account
    return ok(
      canSendMail(mail)
        ? `We’ve sent an email to ${body.email}: open the link in it to confirm the new address. Nothing changes until then.`
        : unsentMessage,
    );
  };

async function buildConfirmPage(
  { db }: Context,
  token: string,
  now: string,
  answer?: CallResponse,
): Promise<ConfirmNewEmailContent> {
  const found = await findEmailChangeLink(db.read, token);
  const link = resolveLinkState(found, now);
  return {
    type: 'confirm_email',
    title: 'Your new email address',
    link,
    token: link === 'open' ? token : '',
    email: link === 'open' ? (found?.email ?? '') : '',
    ...(answer ? { answer } : {}),
  };
}

const buildAddressChangedPage = (): Page<'account_notice'> => ({
  type: 'account_notice',
  title: 'Your email address has been changed',
  text: 'From now on you sign in with the new address, and our emails go there. Your password stays the same.',
  href: '/members',
  label: 'Go to the members’ area',
});

const handleEmailChangeConfirmation =
  ({ db }: Context): CallHandler<typeof confirmEmailChange> =>
  async ({ body, now, home, client }) => {
    const link = await findEmailChangeLink(db.read, body.token);
    const user = link?.user_id ? await findUser(db.read, link.user_id) : undefined;
    if (!link || !user || !isActiveAccount(user) || resolveLinkState(link, now) !== 'open')
      return refuse(409, expiredLinkMessage);
    const { siteName } = await readSettings(db.read);
    const email = composeAddressChangedEmail({
      firstname: user.firstname,
      siteName,
      href: `${home}/contact`,
      to: link.email,
    });
    const mails = [user.email, link.email].map((to) => buildOutgoingEmail(to, email));
    const actor = { id: user.id, name: `${user.firstname} ${user.lastname}` };
    const entry = { id: newId(), at: now, actor, subject: user.id, address: client.notedAddress };
    await write(db, async (tx) => {
      if (resolveLinkState(await findEmailChangeLink(tx, body.token), now) !== 'open') refuse(409, expiredLinkMessage);
      if (!(await changeEmail(tx, { id: user.id, email: link.email, now }))) {
        refuse(409, 'This address now belongs to another account. Nothing was changed.');
      }
      await invalidateSingleUseLinks(tx, user.id, now);
      await recordAudit(tx, { ...entry, action: 'email.changed' });
      for (const mail of mails) await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    return ok('Your email address has been changed.');
  };
