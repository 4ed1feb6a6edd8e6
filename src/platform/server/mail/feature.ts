import type { Feature } from '../feature/feature.ts';
import { mailData } from './personal-data.ts';
import { createAttachmentLoader, defineSendMailJob, sweepMailLoop } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** Without a transport, mails wait. */
export const mailFeature = (transport: MailTransport | undefined): Feature => ({
  work: (services) =>
    transport ? [defineSendMailJob({ ...services, transport, attachmentsOf: createAttachmentLoader(services) })] : [],
  loops: ({ db, clock }) => (transport ? [sweepMailLoop({ db, transport, clock })] : []),
  personalData: [mailData],
});
