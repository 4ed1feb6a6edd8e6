import type { DbReader } from '../database/index.ts';
import type { Feature } from '../feature/feature.ts';
import { createMentionPattern, type DataSubject, type PersonalData } from '../feature/personal-data.ts';
import { selectJobsOfKind } from '../jobs/job-store.ts';
import type { OutgoingNetwork } from '../outgoing/public-connection.ts';
import { deleteMails, mailJobKind } from './outbox.ts';
import {
  createAttachmentLoader,
  defineMailServerCleanupLoop,
  defineMailSweepLoop,
  defineSendMailJob,
} from './sender.ts';
import type { MailAttachmentProvider, MailTransport } from './transport.ts';

const folded = (text: string) => text.toLowerCase();

/** Replaces an erased person's name in emails to others. */
const erasedNamePlaceholder = 'an erased account';

/** The number of emails read at once, because there may be years of emails. */
const atOnce = 500;

/** Reads every stored email, in batches. */
async function* iterateMails(db: DbReader) {
  for (let after = ''; ; ) {
    const stretch = await db
      .selectFrom('mail')
      .select(['id', 'to', 'reply_to', 'subject', 'text', 'html', 'kept'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    yield* stretch;
    const last = stretch.at(-1);
    if (!last || stretch.length < atOnce) return;
    after = last.id;
  }
}

/** Returns functions that replace a person's names and email address in an email's text, and in its HTML. */
function createReplacements(person: Pick<DataSubject, 'email' | 'names'>) {
  const [pattern, htmlPattern] = [createMentionPattern(person), createMentionPattern(person, { isHtml: true })];
  return {
    inText: (text: string) => text.replace(pattern, erasedNamePlaceholder),
    inHtml: (html: string) => html.replace(htmlPattern, erasedNamePlaceholder),
  };
}

/** The emails sent to somebody. Their text isn't listed, because it may contain links that give access. */
export const mailPersonalData: PersonalData = {
  name: 'mails',
  tables: ['mail'],
  about: async (db, { email }) => {
    const mails = await db
      .selectFrom('mail')
      .innerJoin(selectJobsOfKind(db, mailJobKind).as('job'), 'job.key', 'mail.id')
      .select(['mail.subject', 'mail.created_at', 'mail.kept', 'job.status', 'job.finished_at'])
      .where(({ fn }) => fn<string>('lower', ['mail.to']), '=', folded(email))
      .orderBy('mail.created_at')
      .orderBy('mail.id')
      .execute();
    return mails.map(({ status, finished_at, kept, ...mail }) => {
      const sent = status === 'done' && kept === 0;
      const became = status === 'done' ? 'kept' : status;
      return { ...mail, status: sent ? 'sent' : became, sent_at: sent ? finished_at : '' };
    });
  },
  erase: async (tx, holder) => {
    const replaceName = createReplacements(holder);
    // An unconfirmed name may also be another person's, so it counts as this person's only in an email with their
    // address
    const replaceAnyName = createReplacements({ email: holder.email, names: [...holder.names, holder.name] });
    const gone: string[] = [];
    for await (const mail of iterateMails(tx)) {
      if (folded(mail.to) === folded(holder.email)) {
        gone.push(mail.id);
        continue;
      }
      const whole = folded(`${mail.reply_to} ${mail.subject} ${mail.text}`);
      const { inText, inHtml } = whole.includes(folded(holder.email)) ? replaceAnyName : replaceName;
      const content = { subject: inText(mail.subject), text: inText(mail.text), html: inHtml(mail.html) };
      const reply_to = folded(mail.reply_to) === folded(holder.email) ? '' : mail.reply_to;
      const isSame = content.subject === mail.subject && content.text === mail.text && content.html === mail.html;
      if (isSame && reply_to === mail.reply_to) continue;
      // An email that was stored as a file can't be changed, so it is deleted: the row now, the file later
      if (mail.kept === 1) {
        gone.push(mail.id);
        continue;
      }
      await tx
        .updateTable('mail')
        .set({ ...content, reply_to })
        .where('id', '=', mail.id)
        .execute();
    }
    await deleteMails(tx, gone);
  },
};

/** Creates the mail feature. Without a transport, emails stay queued. */
export const createMailFeature = (transport: MailTransport | undefined): Feature => ({
  // Cached pages say whether the site sends email, so they depend on the mail server
  visibility: { mail: 'private', mail_server: 'public' },
  work: (services) =>
    transport ? [defineSendMailJob({ ...services, transport, attachmentsOf: createAttachmentLoader(services) })] : [],
  loops: ({ db, clock }) => [
    ...(transport ? [defineMailSweepLoop({ db, transport, clock })] : []),
    defineMailServerCleanupLoop({ db }),
  ],
  personalData: [mailPersonalData],
  nonPersonalTables: [{ table: 'mail_server', reason: 'the society’s mail server, its account and its sender' }],
});

declare module '../feature/feature.ts' {
  interface Contributions {
    /** Creates the files that are attached to emails. */
    mailAttachments: readonly MailAttachmentProvider[];
  }

  interface Services {
    /**
     * Undefined if emails stay queued. Emails that must arrive are queued (`queueEmail`), and never sent directly with
     * this.
     */
    mailTransport: MailTransport | undefined;
    /** The access to other servers whose addresses are entered by admins. */
    outgoingNetwork: OutgoingNetwork;
  }
}
