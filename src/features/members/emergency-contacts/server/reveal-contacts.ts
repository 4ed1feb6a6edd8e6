import { parseEmailList } from '#features/administration/messages/email-addresses.ts';
import { listCreditedWithoutAccount } from '#features/archive/shows/server/index.ts';
import { childContactsOf } from '#features/money/subscriptions/server/index.ts';
import { findUser, listAdminEmails } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, countActs, recordAudit } from '#platform/server/audit/index.ts';
import { deterministicId } from '#platform/server/crypto/ids.ts';
import { type Database, type DbReader, write } from '#platform/server/database/index.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeForwardedEmail, queueMail } from '#platform/server/mail/index.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { earlier, hour } from '#platform/shared/dates/durations.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { sortKey } from '#platform/shared/text/sort-key.ts';
import type { EmergencyContacts } from '../contract.ts';
import { listContacts } from './store.ts';

/** A view of contacts, as the email to the committee describes it. */
interface Look {
  who: { name: string; email: string };
  show: { title: string };
  /** "Saturday 21 November 2026 at 7.30pm" */
  when: string;
  people: readonly string[];
  /** The site, or "" if a mail can't name it. */
  home: string;
}

/** The mail that reports a look at emergency contacts. It names the people looked at, but nothing that was shown. */
function composeAccessReport({ who, show, when, people, home }: Look): { subject: string; text: string } {
  const list = people.map((name) => `- ${name}`).join('\n') || 'Nobody: no one in this show has an account.';
  return composeForwardedEmail({
    subject: `${who.name} viewed the emergency contacts for ${show.title}`,
    paragraphs: [
      `${who.name} (${who.email}) viewed the emergency contacts for “${show.title}” on ${when}.`,
      `Whose contacts were shown:\n${list}`,
      'Each of them can see this in their account settings. It’s recorded in the site’s log, where nobody can change it.',
      'If you don’t know why this was needed, ask them.',
      ...(home === '' ? [] : [home]),
    ],
  });
}

/** The log's action for a look at one member's contact; its subject is that member, its detail the show. */
export const viewedContactAction = 'emergency_contact.viewed' as const;
/** The action for the whole look; its subject is the show. */
const lookedAtShow = 'emergency_contact.show_viewed';

export interface ShowSummary {
  id: string;
  title: string;
}

export const titleFor = (show: ShowSummary) => `Emergency contacts: ${show.title}`;

/**
 * Looks at the contacts of a show's people. The log entry is written and the committee's mail queued before anything is
 * answered: if that fails, nobody looks.
 */
export async function revealContacts(db: Database, visit: PageRequest<{ show: ShowSummary }>) {
  const { visitor, home, now, subject } = visit;
  const { show } = subject;
  const { committeeMail, webmasterMail, siteName, timeZone } = await readSettings(db.read);
  const named = parseEmailList(`${committeeMail},${webmasterMail}`);
  const addressees = named.length > 0 ? named : await listAdminEmails(db.read);
  const email = (await findUser(db.read, visitor.id))?.email ?? '';
  const when = formatDateTime(formatIsoWithOffset(now, timeZone));
  const auditEntry = { ...auditContextFrom(visit), detail: show.title };
  const { id } = auditEntry;

  const shown = await write(db, async (tx) => {
    if ((await countActs(tx, { actorId: visitor.id, action: lookedAtShow, after: earlier(now, hour) })) >= mostLooks)
      refuse(429, enough);
    const credited = await everyContact(tx, show.id);
    // Only an admin sees the contacts of people whom they added to the show themselves
    const members = visitor.role === 'admin' ? credited : await everyContact(tx, show.id, visitor.id);
    const ids = new Set(members.map(({ id }) => id));
    const own_word = credited.filter(({ id }) => !ids.has(id)).map(({ name }) => name);
    await recordAudit(tx, { ...auditEntry, action: lookedAtShow, subject: show.id });
    for (const member of members) {
      // The write may run twice: its rows get the same ids each time
      const entry = { id: deterministicId(`${id} ${member.id}`), action: viewedContactAction, subject: member.told };
      // Someone who pays for a child reads in their own settings whose contact it was
      const detail = member.told === member.id ? show.title : `${show.title}, for ${member.name}`;
      await recordAudit(tx, { ...auditEntry, ...entry, detail });
    }
    const people = members.map(({ name }) => name);
    for (const to of addressees) {
      await queueMail(tx, {
        ...composeAccessReport({ who: { name: visitor.name, email }, show, when, people, home }),
        id: deterministicId(`${id} ${to}`),
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
      without_account: await listCreditedWithoutAccount(
        tx,
        show.id,
        new Set(credited.flatMap(({ person }) => person ?? [])),
      ),
    };
  });

  return {
    type: 'emergency_contacts',
    title: titleFor(show),
    show: { id: show.id, title: show.title },
    contacts: shown.members.map(({ name, e_con_name, e_con_phone }) => ({
      name,
      contact_name: e_con_name,
      contact_number: e_con_phone,
    })),
    without_account: shown.without_account,
    own_word: shown.own_word,
    confirmed: true,
    seen: `${visitor.name}, ${when}`,
  } satisfies EmergencyContacts;
}

/** Rate limit: views per person and hour, each of which emails the committee. */
const mostLooks = 20;
const enough = `You have looked ${mostLooks} times in the last hour. Wait a while, or ask an admin to look.`;

/** One contact of the sheet; `told` is the user who sees that it was viewed. */
interface Contact {
  id: string;
  told: string;
  name: string;
  e_con_name: string;
  e_con_phone: string;
  /** The person in shows, on an account that isn't their own. */
  person?: string;
}

/** The contacts of a show's members, and of those for whom a member pays, by name. */
async function everyContact(tx: DbReader, showId: string, looker?: string): Promise<Contact[]> {
  const members = (await listContacts(tx, showId, looker)).map(({ firstname, lastname, ...member }) => ({
    ...member,
    told: member.id,
    name: `${firstname} ${lastname}`.trim(),
  }));
  const children = (await childContactsOf(tx, showId, looker)).map(({ user_id: told, ...child }) => ({
    ...child,
    told,
  }));
  return [...members, ...children].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ id, name }: { id: string; name: string }) => `${sortKey(name)} ${id}`;
