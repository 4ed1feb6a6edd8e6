import type { Feature } from '../feature/feature.ts';
import type { OutgoingNetwork } from '../outgoing/public-connection.ts';
import { mailPersonalData } from './personal-data.ts';
import {
  createAttachmentLoader,
  defineMailServerCleanupLoop,
  defineMailSweepLoop,
  defineSendMailJob,
} from './sender.ts';
import type { MailAttachmentProvider, MailTransport } from './transport.ts';

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
     * Undefined if emails stay queued. Emails that must arrive are queued (`queueMail`), and never sent directly with
     * this.
     */
    mailTransport: MailTransport | undefined;
    /** The access to other servers whose addresses are entered by admins. */
    outgoingNetwork: OutgoingNetwork;
  }
}
