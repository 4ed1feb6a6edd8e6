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
export type { MailSecret } from './outbox.ts';
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
  findLatestDelivery,
  findUnsentMailKeys,
  listFailedMailsByKeyPrefix,
  type MailFilter,
  searchMails,
} from './queries.ts';
export { createStoredServerTransport } from './stored-server-transport.ts';
export type { Attachment, MailAttachments } from './transport.ts';
export {
  buildEncryptionOptions,
  canDeliverMail,
  canSendMail,
  createFileTransport,
  createMailServerTransport,
  createSmtpTransport,
  type DecryptedMailServer,
  describeQueuedEmail,
  describeQueuedEmailTo,
  findUnsentReason,
  formatMailFileName,
  type MailTransport,
  parseSmtpUrl,
} from './transport.ts';
