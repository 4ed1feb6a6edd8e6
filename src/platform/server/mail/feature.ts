import type { Feature } from '../feature/feature.ts';
import { mailData } from './personal-data.ts';
import { attaching, sendingMail, sweepMailLoop } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** Without a transport, mails wait. */
export const mailBy = (transport: MailTransport | undefined): Feature => ({
  work: (services) => (transport ? [sendingMail({ ...services, transport, attachmentsOf: attaching(services) })] : []),
  loops: ({ db, clock }) => (transport ? [sweepMailLoop({ db, transport, clock })] : []),
  personalData: [mailData],
});
