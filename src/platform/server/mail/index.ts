export { type Letter, letter } from './letter.ts';
export { dismiss, forgetMail, type NewMail, queueMail, sendAgain, tryNow } from './outbox.ts';
export type { MailSecret } from './secret.ts';
export { fileTransport, type MailTransport, smtpTransport } from './transport.ts';
