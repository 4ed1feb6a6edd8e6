import type { DbReader } from '#platform/server/database/index.ts';
import { buildEmailLikePattern, type DataSubject, type PersonalData } from '#platform/server/feature/personal-data.ts';
import { deleteMailsByKeyPrefix } from '#platform/server/mail/index.ts';
import { toPhoneKey } from '#platform/shared/text/phone-number.ts';

/**
 * Normalises a contact: an email address in lower case, or the digits of a phone number without its prefix 0 or +44; ""
 * for fewer than six digits.
 */
const toContactKey = (contact: string): string => {
  if (contact.includes('@')) return contact.trim().toLowerCase();
  const key = toPhoneKey(contact);
  return key.length < 6 ? '' : key.replace(/^0/, '');
};

/** Builds a LIKE pattern that matches the digits with anything between them. */
const toNumberPattern = (digits: string) => `%${[...digits].join('%')}%`;

async function listMessagesFrom(db: DbReader, { email, phone }: DataSubject) {
  const ownKeys = new Set([toContactKey(email), toContactKey(phone)].filter(Boolean));
  const patterns = [...ownKeys].map((key) => (key.includes('@') ? buildEmailLikePattern(key) : toNumberPattern(key)));
  const messages = await db
    .selectFrom('inbox_message_with_deleted')
    .select(['id', 'name', 'contact', 'about as subject', 'message', 'received_at'])
    .where('kind', '=', 'contact')
    .where(({ eb, or, fn }) => or(patterns.map((pattern) => eb(fn<string>('lower', ['contact']), 'like', pattern))))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return messages.filter(({ contact }) => ownKeys.has(toContactKey(contact)));
}

/** A person's messages from the contact form, found by their email address or phone number. */
export const contactPersonalData: PersonalData = {
  name: 'messages',
  tables: ['inbox_message_with_deleted'],
  about: async (db, holder) => (await listMessagesFrom(db, holder)).map(({ id: _, ...message }) => message),
  erase: async (tx, holder) => {
    for (const { id } of await listMessagesFrom(tx, holder)) {
      // Also deletes the emails that forwarded the message, and the replies to it
      for (const kind of ['contact', 'answer']) await deleteMailsByKeyPrefix(tx, kind, id);
      await tx.deleteFrom('inbox_message_with_deleted').where('id', '=', id).execute();
    }
  },
};

/** A member's feedback. Erasure keeps it without their name, contact and browser. */
export const feedbackPersonalData: PersonalData = {
  name: 'feedback',
  // The table is declared by `contactPersonalData` above
  tables: [],
  about: (db, { id }) =>
    db
      .selectFrom('inbox_message_with_deleted')
      .select(['about', 'message', 'name', 'contact as email', 'device', 'state', 'received_at'])
      .where('user_id', '=', id)
      .orderBy('received_at')
      .orderBy('id')
      .execute(),
  erase: async (tx, { id }) => {
    const own = await tx.selectFrom('inbox_message_with_deleted').select('id').where('user_id', '=', id).execute();
    // Emails about feedback contain the member's name next to the text, so they are deleted
    for (const feedback of own) {
      for (const kind of ['feedback', 'answer']) await deleteMailsByKeyPrefix(tx, kind, feedback.id);
    }
    await tx
      .updateTable('inbox_message_with_deleted')
      .set({ name: '', contact: '', device: '' })
      .where('user_id', '=', id)
      .execute();
  },
};
