export { forgetMail, queueMail } from './outbox.ts';
export { sendingMail } from './sender.ts';
export { keptMail, type MailTransport, smtpTransport } from './transport.ts';
