export {
  composeEmail,
  composeForwardedEmail,
  type EmailContent,
} from './compose-email.ts';
export {
  buildEncryptionOptions,
  createFileTransport,
  createMailServerTransport,
  createSmtpTransport,
  createStoredServerTransport,
  type DecryptedMailServer,
  formatMailFileName,
  parseSmtpUrl,
} from './create-transport.ts';
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
  queueMail,
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
  canSendMail,
  describeQueuedEmail,
  describeQueuedEmailTo,
  findUnsentReason,
  hasMailServer,
  type MailAttachmentProvider,
  type MailTransport,
} from './transport.ts';
