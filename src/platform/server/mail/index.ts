export { type Letter, letter } from './letter.ts';
export { forgetMail, letGo, type NewMail, queueMail, sendAgain, tryNow } from './outbox.ts';
export type { MailSecret } from './secret.ts';
export { keptMail, type MailTransport, smtpTransport } from './transport.ts';
