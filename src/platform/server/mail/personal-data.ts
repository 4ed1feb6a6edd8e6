import type { Reading } from '../database/index.ts';
import type { Holder, PersonalData } from '../personal-data.ts';

const folded = (text: string) => text.toLowerCase();

/** Mails to somebody, and those that others were sent about them: both are few months' worth at most. */
async function mailsAbout(db: Reading, { email, names }: Holder) {
  const mails = await db
    .selectFrom('mail')
    .select(['id', 'to', 'reply_to', 'subject', 'text', 'html', 'created_at', 'status', 'sent_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const marks = [email, ...names].map(folded);
  const tells = (text: string) => marks.some((mark) => mark !== '' && folded(text).includes(mark));
  return mails
    .map(({ text, html, reply_to, ...mail }) => ({
      ...mail,
      own: folded(mail.to) === folded(email),
      about: tells(`${reply_to}\n${mail.subject}\n${text}\n${html}`),
    }))
    .filter(({ own, about }) => own || about);
}

/** What was mailed to somebody: subjects, since the words may hold links that let in. */
export const mailData: PersonalData = {
  name: 'mails',
  tables: ['mail'],
  about: async (db, { email }) => {
    const mails = await db
      .selectFrom('mail')
      .select(['subject', 'created_at', 'status', 'sent_at'])
      .where(({ fn }) => fn<string>('lower', ['to']), '=', folded(email))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return mails.map(({ sent_at, ...mail }) => ({ ...mail, sent_at: sent_at ?? '' }));
  },
  erase: async (tx, holder) => {
    for (const { id } of await mailsAbout(tx, holder)) await tx.deleteFrom('mail').where('id', '=', id).execute();
  },
};
