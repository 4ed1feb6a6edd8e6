export type { Attachment, MailAttachments } from './attachments.ts';
export {
  composeEmail,
  composeForwardedEmail,
  type EmailContent,
} from './compose-email.ts';
export {
  deleteCopies,
  dismissFailedMail,
  forgetMail,
  mailKind,
  type NewMail,
  queueMail,
  retryMailNow,
  sendAgain,
} from './outbox.ts';
export {
  countFailedMails,
  failedMailsUnder,
  findDelivery,
  findDeliveryByKey,
  findKeptKeys,
  type MailFilter,
  searchMails,
} from './queries.ts';
export type { MailSecret } from './secret.ts';
export {
  deliversMail,
  fileTransport,
  type MailTransport,
  mailFileName,
  smtpTransport,
} from './transport.ts';
export { canSendMail, describeSending, describeTelling, unsentReason } from './unsent-reason.ts';
