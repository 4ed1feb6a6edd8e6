import { listCreditedNamesWithoutAccount, selectCreditedUserIds } from '#features/archive/shows/server/index.ts';
import { listEmergencyContactsOfDependants } from '#features/money/subscriptions/server/index.ts';
import { parseEmailList } from '#features/society/accounts/contract.ts';
import {
  findUser,
  listConfiguredOrAdminEmails,
  selectEmergencyContacts,
} from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import {
  countActionsOfActor,
  createAuditContext,
  listActionsOnSubject,
  recordAudit,
} from '#platform/server/audit/index.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, write } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeForwardedEmail, queueEmail } from '#platform/server/mail/index.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { hour, subtractMs } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { toSortKey } from '#platform/shared/text/sort-key.ts';
import type { EmergencyContactsContent, ReportRecipient } from '../contract.ts';

/** A view of a show's contacts, with what the email about the view reports. */
interface ContactsView {
  who: { name: string; email: string };
  show: { title: string };
  /** The time of the view, such as "Saturday 21 November 2026 at 7.30pm". */
  when: string;
  people: readonly string[];
  /** The site's URL; "" if it isn't known. */
  home: string;
}

/** Composes the email that reports a view. It names the people whose contacts were shown, but never the contacts. */
function composeAccessReport({ who, show, when, people, home }: ContactsView): { subject: string; text: string } {
  const shown =
    people.length === 0
      ? ['There were no contacts to show.']
      : [
          `The contacts of these people were shown:\n${people.map((name) => `- ${name}`).join('\n')}`,
          'Each of them can see this in their account settings; for a child, the member who pays can.',
        ];
  return composeForwardedEmail({
    subject: `${who.name} viewed the emergency contacts for ${show.title}`,
    paragraphs: [
      `${who.name} (${who.email}) viewed the emergency contacts for “${show.title}” on ${when}.`,
      ...shown,
      'The view is recorded in the audit log, where nobody can change it.',
      `If you don’t know why this was needed, ask ${who.name}.`,
      ...(home === '' ? [] : [home]),
    ],
  });
}

/**
 * The audit action for each contact that was shown. Its subject is the user who can see the entry: the member whose
 * contact it is, or the member who pays for a child. Its detail is the show, and for a payer the child's name too.
 */
export const contactViewedAction = 'emergency_contact.viewed' as const;
/** The audit action for the whole view; its subject is the show. */
const showContactsViewedAction = 'emergency_contact.show_viewed';

export interface ShowIdAndTitle {
  id: string;
  title: string;
}

export const formatContactsTitle = (show: ShowIdAndTitle) => `Emergency contacts: ${show.title}`;

/** Finds the people who are emailed about a view: the committee and the webmaster, or the admins if neither has an address. */
export async function findReportRecipients(
  db: DbReader,
): Promise<{ addresses: string[]; reportedTo: ReportRecipient[] }> {
  const { committeeMail, webmasterMail } = await readSettings(db);
  const addresses = await listConfiguredOrAdminEmails(db, `${committeeMail},${webmasterMail}`);
  const reportedTo: ReportRecipient[] = [];
  if (parseEmailList(committeeMail).length > 0) reportedTo.push('committee');
  if (parseEmailList(webmasterMail).length > 0) reportedTo.push('webmaster');
  if (reportedTo.length === 0 && addresses.length > 0) reportedTo.push('admins');
  return { addresses, reportedTo };
}

/**
 * Loads the contacts of the people in a show. The same transaction writes the audit entries and queues the emails that
 * report the view; if it fails, no contact is shown.
 * @throws HttpError 429 after too many views within an hour
 */
export async function revealContacts(db: Database, visit: PageRequest<{ show: ShowIdAndTitle }>) {
  const { visitor, home, now, subject } = visit;
  const { show } = subject;
  const { siteName, timeZone } = await readSettings(db.read);
  const { addresses, reportedTo } = await findReportRecipients(db.read);
  const email = (await findUser(db.read, visitor.id))?.email ?? '';
  const when = formatDateTime(formatIsoWithOffset(now, timeZone));
  const auditEntry = { ...createAuditContext(visit), detail: show.title };
  const { id } = auditEntry;

  const shown = await write(db, async (tx) => {
    if (
      (await countActionsOfActor(tx, {
        actorId: visitor.id,
        action: showContactsViewedAction,
        after: subtractMs(now, hour),
      })) >= maxViewsPerHour
    )
      refuse(429, tooManyViewsMessage);
    const credited = await listAllContacts(tx, show.id);
    // Admins see all contacts. Others don't see those of people whom they have themselves credited, or linked to an
    // account or a payer
    const members = visitor.role === 'admin' ? credited : await listAllContacts(tx, show.id, visitor.id);
    const ids = new Set(members.map(({ id }) => id));
    const own_word = credited.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
    await recordAudit(tx, { ...auditEntry, action: showContactsViewedAction, subject: show.id });
    for (const member of members) {
      // The ids of the audit entries are derived, so that they stay the same if the transaction runs again
      const entry = { id: deriveId(`${id} ${member.id}`), action: contactViewedAction, subject: member.told };
      // Somebody who pays for a child sees in their own settings that the child's contact was viewed, so the entry
      // names the child
      const detail = member.told === member.id ? show.title : `${show.title}, for ${member.name}`;
      await recordAudit(tx, { ...auditEntry, ...entry, detail });
    }
    const people = members.map(({ name }) => name);
    for (const to of addresses) {
      await queueEmail(tx, {
        ...composeAccessReport({ who: { name: visitor.name, email }, show, when, people, home }),
        id: deriveId(`${id} ${to}`),
        idempotencyKey: `emergency contacts ${id} ${to}`,
        to,
        fromName: siteName,
        replyTo: email,
        at: now,
      });
    }
    return {
      members,
      own_word,
      without_account: await listCreditedNamesWithoutAccount(
        tx,
        show.id,
        new Set(credited.flatMap(({ person }) => person ?? [])),
      ),
    };
  });

  return {
    type: 'emergency_contacts',
    title: formatContactsTitle(show),
    show: { id: show.id, title: show.title },
    contacts: shown.members.map(({ name, e_con_name, e_con_phone }) => ({
      name,
      contact_name: e_con_name,
      contact_number: e_con_phone,
    })),
    without_account: shown.without_account,
    own_word: shown.own_word,
    confirmed: true,
    reported_to: reportedTo,
    seen: `${visitor.name}, ${when}`,
  } satisfies EmergencyContactsContent;
}

/** The maximum number of views by one person in an hour. It also limits the emails, because each view is reported. */
const maxViewsPerHour = 20;
const tooManyViewsMessage = `You’ve viewed emergency contacts ${maxViewsPerHour} times in the last hour. Try again later, or ask an admin.`;

/** The emergency contact of one person in a show. */
interface Contact {
  id: string;
  /** The user who can see that the contact was viewed: the member, or the member who pays for a child. */
  told: string;
  name: string;
  e_con_name: string;
  e_con_phone: string;
  /** For a child, the id of their person record in the archive. */
  person?: string;
}

/**
 * Lists the contacts of a show's members, and of the children in the show for whom a member pays, sorted by name. For
 * `viewer`, see `listEmergencyContacts`.
 */
async function listAllContacts(tx: DbReader, showId: string, viewer?: string): Promise<Contact[]> {
  const members = (await listEmergencyContacts(tx, showId, viewer)).map(({ firstname, lastname, ...member }) => ({
    ...member,
    told: member.id,
    name: `${firstname} ${lastname}`.trim(),
  }));
  const children = (await listEmergencyContactsOfDependants(tx, showId, viewer)).map(({ user_id: told, ...child }) => ({
    ...child,
    told,
  }));
  return [...members, ...children].sort((a, b) => (buildSortKey(a) < buildSortKey(b) ? -1 : 1));
}

const buildSortKey = ({ id, name }: { id: string; name: string }) => `${toSortKey(name)} ${id}`;

/**
 * Lists the users with an active account who are credited in a show, each once, with their emergency contact. If
 * `viewer`, a user id, is given, credits and account links that this user made don't count.
 */
const listEmergencyContacts = (db: DbReader, showId: string, viewer?: string) =>
  db
    .selectFrom(selectEmergencyContacts(db).as('user'))
    .selectAll()
    .where('user.id', 'in', selectCreditedUserIds(db, showId, viewer))
    .orderBy('user.id')
    .execute();

/**
 * Views of the emergency contacts of a person and of children for whom they pay. They are entries of the audit log, which
 * an erasure anonymises but never deletes.
 */
export const contactViewsPersonalData: PersonalData = {
  name: 'emergency_contact_seen',
  tables: [],
  about: async (db, { id }) =>
    (await listActionsOnSubject(db, id, contactViewedAction)).map(({ at, actor_name, detail }) => ({
      at,
      by: actor_name,
      show: detail,
    })),
};
