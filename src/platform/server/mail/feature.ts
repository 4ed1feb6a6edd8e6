import type { Feature } from '../feature/feature.ts';
import { mailData } from './personal-data.ts';
import { sendMailJob, sweepMailJob } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** Without a transport, mails wait. */
export const mailBy = (transport: MailTransport | undefined): Feature => ({
  jobs: ({ db, clock, sealing }) =>
    transport ? [sendMailJob({ db, transport, clock, sealing }), sweepMailJob({ transport, clock })] : [],
  personalData: [mailData],
});
