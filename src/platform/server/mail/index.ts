export type { Attachment, MailAttachments } from './attachments.ts';
export { type Letter, letter, passedOn } from './letter.ts';
export { deleteCopies, dismiss, forgetMail, mailKind, type NewMail, queueMail, sendAgain, tryNow } from './outbox.ts';
export {
  failedMails,
  failedMailsUnder,
  findDelivery,
  findDeliveryUnder,
  mailsSought,
  type SoughtMails,
} from './queries.ts';
export type { MailSecret } from './secret.ts';
export { deliversMail, fileNameOf, fileTransport, type MailTransport, smtpTransport } from './transport.ts';
export { canSendMail, describeSending, describeTelling, unsentReason } from './unsent-reason.ts';
