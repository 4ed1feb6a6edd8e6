import type { Feature } from '../feature/feature.ts';
import { forgetMail } from './outbox.ts';
import { mailData } from './personal-data.ts';
import { sendingMail, sweepingMail } from './sender.ts';
import type { MailTransport } from './transport.ts';

/** Without a transport, mails wait. */
export const mailBy = (transport: MailTransport | undefined): Feature => ({
  jobs: ({ db, clock, sealing }) =>
    transport ? [sendingMail({ db, transport, clock, sealing }), sweepingMail({ transport, clock })] : [],
  personalData: [mailData],
  retention: [{ of: 'mails', forget: forgetMail }],
});
