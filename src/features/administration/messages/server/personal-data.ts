import type { DbReader } from '#platform/server/database/index.ts';
import { type DataSubject, type PersonalData, toLikePattern } from '#platform/server/feature/personal-data.ts';
import { deleteCopies } from '#platform/server/mail/index.ts';

/**
 * Returns an address in lower case, or a number without blanks and with 0 for +44, so that both spellings are one
 * contact.
 */
const contactKey = (contact: string): string => {
  if (contact.includes('@')) return contact.trim().toLowerCase();
  const digits = contact.replace(/\D/g, '');
  return digits.length < 6 ? '' : digits.replace(/^(?:0044|44|0)/, '');
};

/** The digits in their order, without anything between them. */
const likeNumber = (digits: string) => `%${[...digits].join('%')}%`;

async function messagesFrom(db: DbReader, { email, phone }: DataSubject) {
  const own = new Set([contactKey(email), contactKey(phone)].filter(Boolean));
  const marks = [...own].map((key) => (key.includes('@') ? toLikePattern(key) : likeNumber(key)));
  const messages = await db
    .selectFrom('inbox_message_with_deleted')
    .select(['id', 'name', 'contact', 'about as subject', 'message', 'received_at'])
    .where('kind', '=', 'contact')
    .where(({ eb, or, fn }) => or(marks.map((mark) => eb(fn<string>('lower', ['contact']), 'like', mark))))
    .orderBy('received_at')
    .orderBy('id')
    .execute();
  return messages.filter(({ contact }) => own.has(contactKey(contact)));
}

/** A person's messages from the contact form, found by the email address or the id of their account. */
export const contactPersonalData: PersonalData = {
  name: 'messages',
  tables: ['inbox_message_with_deleted'],
  about: async (db, holder) => (await messagesFrom(db, holder)).map(({ id: _, ...message }) => message),
  erase: async (tx, holder) => {
    for (const { id } of await messagesFrom(tx, holder)) {
      // The committee received a copy, and so did the author of an answer
      for (const kind of ['contact', 'answer']) await deleteCopies(tx, kind, id);
      await tx.deleteFrom('inbox_message_with_deleted').where('id', '=', id).execute();
    }
  },
};

/** A person's feedback on the site. It stays without their name. */
export const feedbackPersonalData: PersonalData = {
  name: 'feedback',
  // Named above
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
    // Mails have the words with the name; the feedback stays without it
    for (const feedback of own) {
      for (const kind of ['feedback', 'answer']) await deleteCopies(tx, kind, feedback.id);
    }
    await tx
      .updateTable('inbox_message_with_deleted')
      .set({ name: '', contact: '', device: '' })
      .where('user_id', '=', id)
      .execute();
  },
};
