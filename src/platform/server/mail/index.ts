export {
  composeEmail,
  composeForwardedEmail,
  type EmailContent,
} from './compose-email.ts';
export {
  buildMailPasswordContext,
  findMailServer,
  type MailServer,
  replaceMailServer,
} from './mail-server.ts';
export type { MailSecret } from './outbox.ts';
export {
  deleteMailsByKeyPrefix,
  deleteOldMails,
  dismissFailedMail,
  mailJobKind,
  type NewMail,
  queueEmail,
  resendMail,
  retryMailNow,
} from './outbox.ts';
export {
  countFailedMails,
  findLatestMailDelivery,
  findMailDelivery,
  findMailDeliveryByKey,
  findStoredOnlyMailKeys,
  listFailedMailsByKeyPrefix,
  type MailFilter,
  searchMails,
} from './queries.ts';
export {
  type Attachment,
  buildEncryptionOptions,
  canSendMail,
  createFileTransport,
  createMailServerTransport,
  createSmtpTransport,
  createStoredServerTransport,
  type DecryptedMailServer,
  describeQueuedEmail,
  describeQueuedEmailToPerson,
  findUnsentReason,
  formatMailFileName,
  hasMailServer,
  type MailAttachmentProvider,
  type MailTransport,
  parseSmtpUrl,
} from './transport.ts';
