export type { Attachment, MailAttachments } from './attachments.ts';
export {
  composeEmail,
  composeForwardedEmail,
  type EmailContent,
} from './compose-email.ts';
export {
  describeMailPassword,
  findMailServer,
  type MailServer,
  replaceMailServer,
} from './mail-server.ts';
export {
  deleteMailCopies,
  deleteOldMails,
  dismissFailedMail,
  mailJobKind,
  type NewMail,
  queueMail,
  resendMail,
  retryMailNow,
} from './outbox.ts';
export {
  countFailedMails,
  findDelivery,
  findDeliveryByKey,
  findUnsentMailKeys,
  listFailedMailsByKeyPrefix,
  type MailFilter,
  searchMails,
} from './queries.ts';
export type { MailSecret } from './secret.ts';
export { createStoredServerTransport } from './stored-server-transport.ts';
export {
  buildEncryptionOptions,
  canDeliverMail,
  createFileTransport,
  createMailServerTransport,
  createSmtpTransport,
  type DecryptedMailServer,
  formatMailFileName,
  type MailTransport,
  parseSmtpUrl,
} from './transport.ts';
export { canSendMail, describeQueuedEmail, describeQueuedEmailTo, findUnsentReason } from './unsent-reason.ts';
