export type { Attachment, MailAttachments } from './attachments.ts';
export {
  composeEmail as letter,
  composeForwardedEmail as passedOn,
  type EmailContent as Letter,
} from './compose-email.ts';
export {
  deleteCopies,
  dismissFailedMail as dismiss,
  forgetMail,
  mailKind,
  type NewMail,
  queueMail,
  retryMailNow as tryNow,
  sendAgain,
} from './outbox.ts';
export {
  countFailedMails as failedMails,
  failedMailsUnder,
  findDelivery,
  findDeliveryByKey as findDeliveryUnder,
  type MailFilter as SoughtMails,
  searchMails as mailsSought,
} from './queries.ts';
export type { MailSecret } from './secret.ts';
export {
  deliversMail,
  fileTransport,
  type MailTransport,
  mailFileName as fileNameOf,
  smtpTransport,
} from './transport.ts';
export { canSendMail, describeSending, describeTelling, unsentReason } from './unsent-reason.ts';
