import { z } from 'zod';
import { listLinkedPersonNames } from '#features/archive/shows/people/server/index.ts';
import { registrationApprovedAction } from '#features/identity/sign-in/server/index.ts';
import { formatErasedName, normaliseEmail } from '#features/society/accounts/contract.ts';
import {
  assertAdminRemains,
  deleteErasure,
  deleteUser,
  endUserSessionsAndEmailChanges,
  erasureJobKind,
  findErasure,
  findUser,
  isActiveAccount,
  listAdminEmails,
  listInvitedNames,
  listOtherUserNames,
  mayUse,
  scheduleErasure,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import {
  createAuditActionFormatter,
  createAuditContext,
  hasOtherActorNamed,
  listActionsOnSubject,
  recordAudit,
} from '#platform/server/audit/index.ts';
import { deriveId, type Id, newId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, type DbTransaction, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { DataSubject, PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { defineJob, type JobHandler } from '#platform/server/jobs/job-handler.ts';
import { deleteJobs } from '#platform/server/jobs/job-store.ts';
import { composeEmail, type EmailContent, queueEmail } from '#platform/server/mail/index.ts';
import { formatLocalDate, type Instant } from '#platform/shared/dates/dates.ts';
import { addMs, day } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { requestErasure } from '../contract.ts';
import { erasureDelayDays, myDataPath } from '../my-data.ts';

/** Composes the email that confirms a request for erasure. `day` is the day on which the account will be erased. */
const composeErasureScheduledEmail = ({
  firstname,
  siteName,
  day,
}: Record<'firstname' | 'siteName' | 'day', string>): EmailContent =>
  composeEmail({
    subject: 'Your account will be erased',
    firstname,
    before: [
      `You asked us to erase your account. It’s now disabled and will be erased on ${day}.`,
      'If you change your mind, or it wasn’t you, sign in before then to reactivate it.',
    ],
    siteName,
  });

const access = mayUse('account_settings');
const erasureDelayMs = erasureDelayDays * day;

type MyDataServices = Pick<Services, 'all'>;

export function registerMyDataCalls(registry: RouteRegistry, services: MyDataServices): void {
  const { call, resource } = registry;
  const context = { ...services, db: registry.db };
  resource(myDataPath, { access, requiresReauthentication: true }, exportMyData(context));
  call(requestErasure, { access, requiresReauthentication: true }, scheduleOwnErasure(context));
}

type Context = MyDataServices & Pick<RouteRegistry, 'db'>;

const exportMyData =
  ({ all }: Context) =>
  async ({ db, visitor, now }: PageRequest) => {
    const user = (await findUser(db, visitor.id)) ?? refuseNotFound();
    const { siteName } = await readSettings(db);
    const formatAction = createAuditActionFormatter(all('auditActions'));
    const subject = await findDataSubject(db, user);
    const parts: Record<string, unknown> = {};
    for (const { name, about } of all('personalData')) {
      parts[name] = await about(db, subject, { formatAction });
    }
    return {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: `${JSON.stringify({ held_by: siteName, made_at: now, ...parts }, null, 2)}\n`,
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    };
  };

const scheduleOwnErasure =
  ({ db }: Context): CallHandler<typeof requestErasure> =>
  async (request) => {
    const { body, visitor, now, cookies } = request;
    const { siteName, timeZone } = await readSettings(db.read);
    const due_at = addMs(now, erasureDelayMs);
    const [entry, mailId] = [createAuditContext(request), newId()];
    const day = formatLocalDate(formatIsoWithOffset(due_at, timeZone));
    await write(db, async (tx) => {
      const user = (await findUser(tx, visitor.id)) ?? refuseNotFound();
      // If an admin has disabled the account in the meantime, signing in must not reactivate it
      const kept_shut = isActiveAccount(user) ? 0 : 1;
      await scheduleErasure(tx, { user_id: user.id, shown_as: body.shown_as, asked_at: now, due_at, kept_shut });
      if (user.role === 'admin') await assertAdminRemains(tx);
      await endUserSessionsAndEmailChanges(tx, user.id);
      await recordAudit(tx, { ...entry, action: 'erasure.requested', subject: user.id });
      await queueEmail(tx, {
        id: mailId,
        idempotencyKey: `erasure ${entry.id}`,
        to: user.email,
        fromName: siteName,
        ...composeErasureScheduledEmail({ firstname: user.firstname, siteName, day }),
        at: now,
      });
    });
    cookies.clear(sessionCookie);
    return ok(`Your account has been disabled and will be erased on ${day}. Sign in before then to keep it.`);
  };

interface ErasureServices {
  db: Database;
  data: readonly PersonalData[];
  /** Returns the base URL of links in emails; "" if the site doesn't know it. */
  home: () => string;
  clock: () => Date;
}

/**
 * Defines the job that erases an account, in one transaction, when the thirty days after its owner's request are over.
 */
export const defineErasureJob = ({ db, data, clock, home }: ErasureServices): JobHandler =>
  defineJob(
    { kind: erasureJobKind, name: 'Erasing an account', payload: z.object({ user: z.string() }) },
    async (task) => {
      const erasure = { userId: task.payload.user, data, now: clock().toISOString(), auditId: newId(), home: home() };
      await write(db, (tx) => eraseAccount(tx, erasure));
      // The finished job is deleted too, because its row would reveal that the account existed
      return (tx) => deleteJobs(tx, erasureJobKind, [task.key]);
    },
  );

async function eraseAccount(
  tx: DbTransaction,
  {
    userId,
    data,
    now,
    auditId,
    home,
  }: { userId: Id; data: ErasureServices['data']; now: Instant; auditId: Id; home: string },
): Promise<void> {
  const [erasure, user] = [await findErasure(tx, userId), await findUser(tx, userId)];
  // The owner may have signed in since the request, or an admin may have reopened the account
  if (!erasure || !user || erasure.due_at > now) return;
  if (isActiveAccount(user)) return deleteErasure(tx, userId);
  const subject = await findDataSubject(tx, user);
  const shownName = formatErasedName(subject.name, erasure.shown_as);
  const toCheck: string[] = [];
  for (const { listUrlsToCheck } of data) toCheck.push(...((await listUrlsToCheck?.(tx, subject)) ?? []));
  for (const { eraseFirst } of data) await eraseFirst?.(tx, subject, { shownName, at: now });
  for (const { erase } of data) await erase?.(tx, subject, { shownName, at: now });
  await deleteUser(tx, userId);
  await recordAudit(tx, { id: auditId, at: now, action: 'account.erased', detail: toCheck.join(' ') });
  if (toCheck.length > 0) await emailAdmins(tx, { toCheck, home, at: now, id: auditId });
}

/** Asks the admins to check pictures that may still name the person. The email doesn't give the name. */
async function emailAdmins(
  tx: DbTransaction,
  { toCheck, home, at, id }: { toCheck: readonly string[]; home: string; at: Instant; id: Id },
): Promise<void> {
  const { siteName } = await readSettings(tx);
  const mail = composeEmail({
    subject: 'Some pictures may still name an erased member',
    before: [
      'An account has been erased at its owner’s request. The texts of these pictures may still name that person, but the site can’t be sure. Please check each text, and remove the name if it’s theirs:',
    ],
    addresses: toCheck.map((path) => `${home}${path}`),
    after: ['The audit log has the same list.'],
    siteName,
  });
  for (const [index, to] of (await listAdminEmails(tx)).entries()) {
    const idempotencyKey = `erased ${id} ${index}`;
    await queueEmail(tx, { ...mail, id: deriveId(idempotencyKey), idempotencyKey, to, fromName: siteName, at });
  }
}

type Account = Record<'id' | 'email' | 'role' | 'phone_number' | 'firstname' | 'lastname', string>;

/**
 * Builds the data subject of an account. Features may search for the owner's data by its `names`. Because anybody can
 * enter any name, `names` has a name only if an admin has confirmed it and nobody else has used it.
 */
export async function findDataSubject(db: DbReader, account: Account): Promise<DataSubject> {
  const { id, email, phone_number: phone, firstname, lastname } = account;
  const name = `${firstname} ${lastname}`.trim();
  const candidates = [...new Set(await listConfirmedNames(db, account))].filter(Boolean).sort();
  const others = await listOtherUserNames(db, id);
  const names: string[] = [];
  for (const candidate of candidates) {
    if (!others.has(candidate) && !(await hasOtherActorNamed(db, candidate, id))) names.push(candidate);
  }
  return { id, email, phone, name, names };
}

/**
 * Lists the names that the account had when it was approved or invited, and the names of the persons that an admin has
 * linked to it.
 */
async function listConfirmedNames(db: DbReader, { id, email, role, firstname, lastname }: Account): Promise<string[]> {
  return [
    ...(await listActionsOnSubject(db, id, registrationApprovedAction)).map(({ detail }) => detail.trim()),
    ...(await listInvitedNames(db, normaliseEmail(email))),
    ...(await listLinkedPersonNames(db, id)),
    // An admin's current name counts as confirmed, because nobody else confirms the names of admins
    ...(role === 'admin' ? [`${firstname} ${lastname}`.trim()] : []),
  ];
}
