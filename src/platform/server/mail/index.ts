export { forgetMail, letGo, type NewMail, queueMail, sendAgain, tryNow } from './outbox.ts';
export { sendingMail } from './sender.ts';
export { keptMail, type MailTransport, smtpTransport } from './transport.ts';
