export { type Letter, letter } from './letter.ts';
export { dismiss, forgetMail, type NewMail, queueMail, sendAgain, tryNow } from './outbox.ts';
export { failedMails, findMail, mailsSought, type SoughtMails } from './reading.ts';
export type { MailSecret } from './secret.ts';
export { fileTransport, type MailTransport, smtpTransport } from './transport.ts';
