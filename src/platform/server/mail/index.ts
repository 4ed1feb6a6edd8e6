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
  resendMail,
  retryMailNow,
} from './outbox.ts';
export {
  countFailedMails,
  findDelivery,
  findDeliveryByKey,
  findKeptKeys,
  listFailedMailsUnder,
  type MailFilter,
  searchMails,
} from './queries.ts';
export type { MailSecret } from './secret.ts';
export {
  canDeliverMail,
  createFileTransport,
  createSmtpTransport,
  type MailTransport,
  mailFileName,
} from './transport.ts';
export { canSendMail, describeSending, describeTelling, findUnsentReason } from './unsent-reason.ts';
