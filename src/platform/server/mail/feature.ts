import type { Feature } from '../feature/feature.ts';
import type { MailAttachments } from './attachments.ts';
import { mailPersonalData } from './personal-data.ts';
import { createAttachmentLoader, defineMailSweepLoop, defineSendMailJob } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** The mail feature. Without a transport, emails stay queued. */
export const createMailFeature = (transport: MailTransport | undefined): Feature => ({
  visibility: { mail: 'private' },
  work: (services) =>
    transport ? [defineSendMailJob({ ...services, transport, attachmentsOf: createAttachmentLoader(services) })] : [],
  loops: ({ db, clock }) => (transport ? [defineMailSweepLoop({ db, transport, clock })] : []),
  personalData: [mailPersonalData],
});

declare module '../feature/feature.ts' {
  interface Contributions {
    /** Creates the files that are attached to emails. */
    mailAttachments: readonly MailAttachments[];
  }

  interface Services {
    /**
     * Undefined if emails stay queued. Emails that must arrive are queued (`queueMail`), and never sent directly with
     * this.
     */
    mailTransport: MailTransport | undefined;
  }
}
