import { listOwnCreditNames } from '#features/archive/shows/people/server/index.ts';
import {
  deleteTotpSetupSecrets,
  prepareTwoFactorSettings,
  requireRecentSecondFactor,
} from '#features/identity/second-factor/server/index.ts';
import { composePasswordChangedEmail, omitPasswords } from '#features/identity/sign-in/server/index.ts';
import { countViewsOfOwnContacts, listViewsOfOwnContacts } from '#features/members/emergency-contacts/server/index.ts';
import { listPortraitSummaries } from '#features/members/portraits/server/index.ts';
import { loadMemberGiftAid, registerGiftAidCalls } from '#features/money/gift-aid/server/index.ts';
import { buildCardFormCsp, getCardFormConfig } from '#features/money/payments/server/index.ts';
import { loadMemberSubscriptions } from '#features/money/subscriptions/server/index.ts';
import { getCalendarFeedStatus } from '#features/publishing/calendar-feed/server/index.ts';
import type { OwnSession } from '#features/society/accounts/contract.ts';
import {
  accountRateLimits,
  assertPasswordAcceptable,
  buildOutgoingEmail,
  buildSessionRenewal,
  deleteEmailChangeLinks,
  deleteKnownDevices,
  endSession,
  endUserSessionsAndEmailChanges,
  findKnownDeviceTokenHash,
  findUser,
  formatDevice,
  hasSession,
  invalidateSingleUseLinks,
  listActiveSessions,
  listOwnAuditEntries,
  mayUse,
  queueAccountEmail,
  renewSession,
  setPasswordHash,
  setSessionCookie,
  updateUser,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { countAuditEntriesAbout, createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, type CallRequest, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { rateLimits } from '#platform/server/rate-limits/index.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import {
  type AccountSettingsContent,
  changePassword,
  signOutDevice,
  signOutOtherDevices,
  updateContactDetails,
  updateEmergencyContact,
  updateProfile,
} from '../contract.ts';

/** Lists the visitor's sessions, last used first. */
async function listOwnSessions({
  db,
  visitor,
  now,
}: Pick<PageRequest, 'db' | 'visitor' | 'now'>): Promise<OwnSession[]> {
  const sessions = await listActiveSessions(db, visitor.id, now);
  const { timeZone } = await readSettings(db);
  return sessions.map(({ id, device, address, created_at, last_used_at }) => ({
    id,
    device: formatDevice(device),
    address,
    created_at: formatIsoWithOffset(created_at, timeZone),
    last_used_at: formatIsoWithOffset(last_used_at, timeZone),
    current: id === visitor.session,
  }));
}

export function registerSessionCalls(registry: RouteRegistry): void {
  const { call } = registry;
  const context = { db: registry.db };
  const access = mayUse('account_settings');
  call(signOutOtherDevices, { access, accountSecurity: true }, handleSignOutOthers(context));
  call(signOutDevice, { access, accountSecurity: true }, handleSignOutDevice(context));
}

type SessionContext = Pick<RouteRegistry, 'db'>;

const handleSignOutOthers =
  ({ db }: SessionContext): CallHandler<typeof signOutOtherDevices> =>
  async (request) => {
    const entry = { ...createAuditContext(request), subject: request.visitor.id };
    await write(db, async (tx) => {
      await endUserSessionsAndEmailChanges(tx, request.visitor.id, request.visitor.session);
      await recordAudit(tx, { ...entry, action: 'session.others_ended' });
    });
    return ok('All your other devices have been signed out.');
  };

const handleSignOutDevice =
  ({ db }: SessionContext): CallHandler<typeof signOutDevice> =>
  async (request) => {
    const { id } = request.params;
    if (id === request.visitor.session) refuse(409, 'That’s the device you’re using: use Logout to sign out here.');
    const entry = { ...createAuditContext(request), subject: request.visitor.id };
    await write(db, async (tx) => {
      // The response for another user's session is the same as for a session that has ended
      if (!(await hasSession(tx, id, request.visitor.id))) refuse(404, 'That device has already been signed out.');
      await endSession(tx, id);
      // The person using that device may have requested a change of the email address
      await deleteEmailChangeLinks(tx, request.visitor.id);
      await recordAudit(tx, { ...entry, action: 'session.ended' });
    });
    return ok('That device has been signed out.');
  };

const settingsPath = '/members/account_settings';

/** @throws HttpError 401 when the account no longer exists */
async function findOwnUser(db: DbReader, id: string) {
  return (await findUser(db, id)) ?? refuse(401, 'Please sign in, then you can continue from here.');
}

export function registerAccountSettingsRoutes(registry: RouteRegistry, services: Services): void {
  const { call, page } = registry;
  const context = { ...services, db: registry.db, refusals: registry.refusals };
  const access = mayUse('account_settings');
  page(settingsPath, { type: 'account_settings', access, ...buildCardFormCsp(services.paymentProvider) }, (visit) =>
    buildSettingsPage(context, visit),
  );
  registerGiftAidCalls(registry, buildFormOptions(context, 'gift-aid'));
  call(
    updateProfile,
    { access, form: buildFormOptions(context, 'profile') },
    handleUpdate(context, 'Profile updated.'),
  );
  call(
    updateContactDetails,
    { access, form: buildFormOptions(context, 'contact') },
    handleUpdate(context, 'Phone number saved.'),
  );
  call(
    updateEmergencyContact,
    { access, form: buildFormOptions(context, 'emergency') },
    handleUpdate(context, 'Emergency contact saved.'),
  );
  call(
    changePassword,
    { access, accountSecurity: true, form: buildFormOptions(context, 'password') },
    handleChangePassword(context),
  );
}

type Context = Services & Pick<RouteRegistry, 'db' | 'refusals'>;

async function buildSettingsPage(context: Context, visit: PageRequest): Promise<AccountSettingsContent> {
  const user = await findOwnUser(visit.db, visit.visitor.id);
  return {
    type: 'account_settings',
    title: 'Account settings',
    update_profile: { firstname: user.firstname, lastname: user.lastname },
    update_contact_details: { phone_number: user.phone_number },
    emergency_contact: { name: user.e_con_name, number: user.e_con_phone },
    two_factor: await prepareTwoFactorSettings(visit, context),
    subs: await loadMemberSubscriptions(visit, context),
    card_form: getCardFormConfig(context.paymentProvider),
    gift_aid: await loadMemberGiftAid(visit),
    email: user.email,
    told_of_posts: user.told_of_posts === 1,
    sessions: await listOwnSessions(visit),
    looks: await listViewsOfOwnContacts(visit),
    looks_total: await countViewsOfOwnContacts(visit),
    calendar: await getCalendarFeedStatus(visit),
    credit_names: await listOwnCreditNames(visit),
    portraits: await listPortraitSummaries(visit),
    noted: await listOwnAuditEntries(visit, context),
    noted_total: await countAuditEntriesAbout(visit.db, visit.visitor.id),
  };
}

const buildFormOptions = (context: Context, section: NonNullable<AccountSettingsContent['posted']>['section']) => ({
  done: `${settingsPath}#${section}`,
  again: async (answer: CallResponse, typed: Readonly<Record<string, string>>, visit: PageRequest) => ({
    ...(await buildSettingsPage(context, visit)),
    posted: { section, answer, typed: omitPasswords(typed) },
  }),
});

const handleUpdate =
  ({ db }: Context, confirmation: string) =>
  async ({ body, visitor, now }: CallRequest<Omit<Parameters<typeof updateUser>[1], 'id' | 'now'>>) => {
    await write(db, (tx) => updateUser(tx, { id: visitor.id, now, ...body }));
    return ok(confirmation);
  };

const handleChangePassword =
  ({ db, passwords, refusals }: Context): CallHandler<typeof changePassword> =>
  async (request) => {
    const { body, visitor, now, home, client, cookies } = request;
    await requireRecentSecondFactor(db.read, { visitor, now });
    const user = await findOwnUser(db.read, visitor.id);
    const limits = [rateLimits.key(accountRateLimits.confirm, user.id)];
    await write(db, (tx) => rateLimits.consume(tx, limits, now));
    if (!(await passwords.fits(user.password_hash, body.old_password))) {
      const old_password = 'That isn’t your current password.';
      refusals.count('sign_in.refused', client.notedAddress, user.id);
      refuse(400, 'Your password hasn’t been changed: the current password you typed isn’t right.', { old_password });
    }
    const person = [user.firstname, user.lastname, user.email];
    await assertPasswordAcceptable(db.read, { field: 'new_password', password: body.new_password, person });
    const hash = await passwords.hash(body.new_password);
    const { siteName } = await readSettings(db.read);
    const emailContext = { firstname: user.firstname, siteName, href: `${home}/members/forgotten` };
    const mail = buildOutgoingEmail(user.email, composePasswordChangedEmail(emailContext));
    const entry = { ...createAuditContext(request, 'password.changed'), subject: user.id };
    const renewed = buildSessionRenewal(visitor.session, now);
    const device = await findKnownDeviceTokenHash(db.read, cookies, user.id);
    await write(db, async (tx) => {
      const first = await setPasswordHash(tx, { id: user.id, hash, from: user.password_hash });
      if (!first) refuse(409, 'Your password has just been changed somewhere else, so this change wasn’t made.');
      await endUserSessionsAndEmailChanges(tx, user.id, visitor.session);
      await renewSession(tx, renewed);
      // An intruder whom the new password locks out may have seen the secret of a two-factor setup
      await deleteTotpSetupSecrets(tx, visitor.session);
      await invalidateSingleUseLinks(tx, user.id, now);
      // A known device has its own rate limit, with which an intruder could try to guess the new password
      await deleteKnownDevices(tx, user.id, device);
      await rateLimits.restore(tx, limits);
      await recordAudit(tx, entry);
      await queueAccountEmail(tx, mail, { at: now, siteName });
    });
    setSessionCookie(cookies, renewed);
    return ok('Password changed. All your other devices have been signed out.');
  };
