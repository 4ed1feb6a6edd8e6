import { removeSecondFactor } from '#features/identity/second-factor/server/index.ts';
import {
  composeAccountApprovedEmail,
  composeAccountEnabledEmail,
  composeAddressChangedEmail,
  composeAdminPasswordResetEmail,
  registrationApprovedAction,
} from '#features/identity/sign-in/server/index.ts';
import { normaliseEmail } from '#features/society/accounts/contract.ts';
import {
  adminsOnly,
  assertAdminRemains,
  blockErasureCancellation,
  buildOutgoingEmail,
  buildResetLink,
  buildSessionRenewal,
  changeEmail,
  createResetLink,
  deleteErasure,
  endUserSessionsAndEmailChanges,
  findUser,
  findUserName,
  invalidateSingleUseLinks,
  isActiveAccount,
  listPermissionOverrides,
  mayMailResetLink,
  queueAccountEmail,
  renewSession,
  requireSession,
  resetLinkDelayMs,
  resetLinkLifetimeLabel,
  saveAccess,
  setSessionCookie,
  updateUser,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { type AuditAction, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { ConfirmationRequiredError, refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { describeQueuedEmail, describeQueuedEmailToPerson } from '#platform/server/mail/index.ts';
import { formatCommand } from '#platform/server/program/program.ts';
import { createConflictResponse } from '#platform/shared/calls/conflict.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { addMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import * as contract from '../contract.ts';
import {
  buildPermissionOverrides,
  canOpenManageUsers,
  formatPermissions,
  listPermissionChoices,
} from '../permissions.ts';

const access = adminsOnly;

export type StoredUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const formatName = ({ firstname, lastname, email }: StoredUser) => `${firstname} ${lastname}`.trim() || email;

type UserServices = Pick<Services, 'mailTransport'>;

export function registerUserCalls(registry: RouteRegistry, services: UserServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db, encryption: registry.encryption };
  const load = loadUser;
  call(contract.saveAccess, { access, requiresReauthentication: true, load }, saveUserAccess(context));
  call(contract.changeUserEmail, { access, requiresReauthentication: true, load }, changeUserAddress(context));
  call(contract.disableAccount, { access, requiresReauthentication: true, load }, disableAccount(context));
  call(contract.enableAccount, { access, load }, enableAccount(context));
  call(contract.signOutEverywhere, { access, accountSecurity: true, load }, signOutEverywhere(context));
  call(contract.sendPasswordResetLink, { access, requiresReauthentication: true, load }, mailResetLink(context));
  call(contract.removeSecondFactor, { access, requiresReauthentication: true, load }, removeUserSecondFactor(context));
}

type Context = UserServices & Pick<RouteRegistry, 'db' | 'encryption'>;

/**
 * Runs `work` and records its change in the audit log, in one transaction. `work` receives the user's present state,
 * changes the user and returns the entry's detail; undefined stands for the user's name. If `work` returns false,
 * nothing was changed, and `changeAndRecord` returns false too.
 */
const changeAndRecord = (
  { db }: Context,
  request: CallRequest<unknown, StoredUser>,
  action: AuditAction,
  work: (tx: DbTransaction, user: StoredUser) => Promise<string | undefined | false>,
) => {
  const entry = { ...createAuditContext(request, action), subject: request.subject.id };
  return write(db, async (tx) => {
    await requireSession(tx, request.visitor);
    const user = (await findUser(tx, request.subject.id)) ?? refuseNotFound();
    const detail = await work(tx, user);
    if (detail === false) return false;
    await recordAudit(tx, { ...entry, detail: detail ?? formatName(user) });
    return true;
  });
};

const saveUserAccess =
  (context: Context): CallHandler<typeof contract.saveAccess, StoredUser> =>
  async (request) => {
    const { body, subject, now, visitor, cookies } = request;
    const { version, role, sure, ...chosen } = body;
    const own = subject.id === visitor.id;
    const renewed = buildSessionRenewal(visitor.session, now);
    let newVersion: number | undefined;
    const saved = await changeAndRecord(context, request, 'user.permissions_changed', async (tx, user) => {
      const changes = buildPermissionOverrides(chosen, await listPermissionOverrides(tx, user.id));
      newVersion = await saveAccess(tx, { id: user.id, role, changes, now, version, by: visitor.id });
      if (newVersion === undefined) return false;
      if (own && sure !== '1' && !canOpenManageUsers(role, changes))
        throw new ConfirmationRequiredError(ownAccessLossMessage);
      // A change of role ends another user's sessions. Admins who change their own role get a new token for this
      // session
      if (role !== user.role) await (own ? renewSession(tx, renewed) : endUserSessionsAndEmailChanges(tx, user.id));
      if (user.role === 'admin') await assertAdminRemains(tx);
      return `${formatName(user)}: ${formatPermissions(role, changes)}`;
    });
    if (!saved || newVersion === undefined) {
      const stored = (await findUser(context.db.read, subject.id)) ?? refuseNotFound();
      const current: contract.CurrentAccess = {
        role: stored.role,
        items: listPermissionChoices(await listPermissionOverrides(context.db.read, subject.id)),
        version: stored.version,
        changed_by: await findUserName(context.db.read, stored.updated_by),
      };
      return createConflictResponse(
        'Another admin has changed this since you opened it. Your choices are still here: compare the two, then save again.',
        current,
      );
    }
    if (own && role !== subject.role) setSessionCookie(cookies, renewed);
    return ok(`Permissions for ${formatName(subject)} saved.`, { version: newVersion });
  };

const changeUserAddress =
  (context: Context): CallHandler<typeof contract.changeUserEmail, StoredUser> =>
  async (request) => {
    const { body, subject, now, home, visitor } = request;
    const { siteName } = await readSettings(context.db.read);
    const { firstname } = subject;
    const content = { firstname, siteName, href: `${home}/contact`, to: body.email, by: visitor.name };
    const resetLinksFrom = addMs(now, resetLinkDelayMs);
    const mails = [subject.email, body.email].map((to) => buildOutgoingEmail(to, composeAddressChangedEmail(content)));
    await changeAndRecord(context, request, 'user.email_changed', async (tx, user) => {
      // The same change again would repeat the emails and restart the three days without password reset links
      if (normaliseEmail(body.email) === user.email_key) {
        refuse(409, 'That’s already their email address.', { email: 'This is already their email address.' });
      }
      if (!(await changeEmail(tx, { id: user.id, email: body.email, now, resetLinksFrom }))) {
        refuse(409, 'There’s another account with that address.', { email: 'This address already has an account.' });
      }
      await invalidateSingleUseLinks(tx, user.id, now);
      for (const mail of mails) await queueAccountEmail(tx, mail, { at: now, siteName });
      return undefined;
    });
    return ok(
      [
        `${formatName(subject)} now signs in as ${body.email}, with the same password.`,
        describeQueuedEmailToPerson(context.mailTransport, 'We’ve emailed both addresses.', {}),
        'For three days, no password reset link can be sent to the new address.',
      ].join(' '),
    );
  };

const disableAccount =
  (context: Context): CallHandler<typeof contract.disableAccount, StoredUser> =>
  async (request) => {
    const { subject, now, visitor, body } = request;
    if (subject.id === visitor.id && body.sure !== '1') throw new ConfirmationRequiredError(ownAccessLossMessage);
    let isErasurePending = false;
    await changeAndRecord(context, request, 'user.disabled', async (tx, user) => {
      // If the owner has requested erasure, the account is already deactivated, but signing in would reactivate it.
      // Disabling it prevents that
      isErasurePending = user.status === 'deactivated' && (await blockErasureCancellation(tx, user.id));
      if (!isErasurePending) {
        if (!isActiveAccount(user)) refuse(409, 'That account is already disabled, or was never active.');
        await updateUser(tx, { id: user.id, status: 'deactivated', now });
        // Deletes the record of an earlier request for erasure, which would otherwise erase the account
        await deleteErasure(tx, user.id);
        if (user.role === 'admin') await assertAdminRemains(tx);
      }
      await endUserSessionsAndEmailChanges(tx, user.id);
      await invalidateSingleUseLinks(tx, user.id, now);
      return undefined;
    });
    return ok(
      isErasurePending
        ? `${formatName(subject)} can no longer reactivate the account by signing in. It will still be erased, as they asked.`
        : `${formatName(subject)} can no longer sign in and has been signed out everywhere. You can reopen the account at any time.`,
    );
  };

const enableAccount =
  (context: Context): CallHandler<typeof contract.enableAccount, StoredUser> =>
  async (request) => {
    const { subject, now, home } = request;
    const { siteName } = await readSettings(context.db.read);
    const { firstname } = subject;
    // The registration of somebody who has never signed in was most likely declined, and is approved now
    const isFirst = subject.last_signed_in_at === null;
    const compose = isFirst ? composeAccountApprovedEmail : composeAccountEnabledEmail;
    const mail = buildOutgoingEmail(subject.email, compose({ firstname, siteName, href: `${home}/members` }));
    const action = isFirst ? registrationApprovedAction : 'user.enabled';
    await changeAndRecord(context, request, action, async (tx, user) => {
      if (user.status !== 'deactivated') refuse(409, 'That account isn’t disabled.');
      await updateUser(tx, { id: user.id, status: 'active', now });
      // Otherwise, if the account were disabled again, an old request for erasure would erase it
      await deleteErasure(tx, user.id);
      await queueAccountEmail(tx, mail, { at: now, siteName });
      return undefined;
    });
    return ok(
      `${formatName(subject)} can sign in ${isFirst ? 'now' : 'again'}. ${describeQueuedEmailToPerson(context.mailTransport, 'We’ve emailed them.', {})}`,
    );
  };

const signOutEverywhere =
  (context: Context): CallHandler<typeof contract.signOutEverywhere, StoredUser> =>
  async (request) => {
    const { subject, visitor } = request;
    const own = subject.id === visitor.id;
    await changeAndRecord(context, request, 'user.signed_out', async (tx, user) => {
      await endUserSessionsAndEmailChanges(tx, user.id, own ? visitor.session : undefined);
      return undefined;
    });
    return ok(
      own ? 'You’re now signed out everywhere except here.' : `${formatName(subject)} has been signed out everywhere.`,
    );
  };

const mailResetLink =
  (context: Context): CallHandler<typeof contract.sendPasswordResetLink, StoredUser> =>
  async (request) => {
    const { subject, now, home, visitor } = request;
    const { siteName, timeZone } = await readSettings(context.db.read);
    const link = buildResetLink(subject, now);
    const content = { firstname: subject.firstname, siteName, href: `${home}${link.path}`, by: visitor.name };
    const mail = buildOutgoingEmail(subject.email, composeAdminPasswordResetEmail(content), {
      token: link.token,
      until: link.row.expires_at,
      encryption: context.encryption,
    });
    await changeAndRecord(context, request, 'user.reset_link_sent', async (tx, user) => {
      if (!isActiveAccount(user)) refuse(409, 'That account isn’t active, so nobody can sign in to it.');
      if (!mayMailResetLink(user, now))
        refuse(409, formatResetDelay(formatDateTime(formatIsoWithOffset(user.reset_links_from, timeZone))));
      await createResetLink(tx, link.row);
      await queueAccountEmail(tx, mail, { at: now, siteName });
      return undefined;
    });
    return ok(
      describeQueuedEmail(
        context.mailTransport,
        `We’ve emailed ${formatName(subject)} a link to set a new password. The link works for ${resetLinkLifetimeLabel}.`,
      ),
    );
  };

const removeUserSecondFactor =
  ({ db, mailTransport: transport }: Context): CallHandler<typeof contract.removeSecondFactor, StoredUser> =>
  async (request) => {
    const { subject, now, visitor, client, body } = request;
    if (subject.id === visitor.id) refuse(409, 'To remove your own second factor, go to your account settings.');
    const id = newId();
    const by = { id: visitor.id, name: visitor.name };
    await write(db, async (tx) => {
      await requireSession(tx, visitor);
      const removal = { id, userId: subject.id, by, reason: body.reason, now, address: client.notedAddress };
      if (!(await removeSecondFactor(tx, removal))) refuse(409, 'There’s no second factor to remove.');
    });
    return ok(
      `${formatName(subject)} now signs in with the password alone. ${describeQueuedEmailToPerson(transport, 'We’ve emailed them to say who removed the second factor, and why.', {})}`,
    );
  };

export const loadUser = ({ db, params }: PageRequest) => findUser(db, params.id ?? '');

const formatResetDelay = (moment: string) =>
  `This account’s email address was changed recently, and its owner has time to object from the old one. A link to set a new password can’t be sent before ${moment}. If it can’t wait, the person who runs the server can create one with “${formatCommand('admin')} reset-password”.`;

const ownAccessLossMessage = 'That would remove your own access to this page. Please confirm that you want this.';
