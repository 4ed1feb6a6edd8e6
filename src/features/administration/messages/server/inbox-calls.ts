import { createHash } from 'node:crypto';
import { findUser, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { auditContextFrom, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import {
  composeForwardedEmail,
  describeQueuedEmail,
  type EmailContent,
  findDeliveryByKey,
  queueMail,
  resendMail,
} from '#platform/server/mail/index.ts';
import { parseEmailList } from '../email-addresses.ts';
import { formatMessageTopic } from '../feedback-topics.ts';
import { replyToMessage, updateMessage } from '../inbox-contract.ts';
import { messageActions } from '../message-actions.ts';
import { formatQuotation, parseReplyAddress, type ReceivedMessage } from '../reply.ts';
import { applyMessageAction, recordReply, type StoredMessage } from './inbox.ts';
import { loadMessage } from './inbox-pages.ts';

/** Builds the reply to a message: the typed text, its author, and a quotation of the message. */
const buildReplyMail = (
  { about, name, message }: Omit<ReceivedMessage, 'contact'>,
  { text, by, siteName }: { text: string; by: string; siteName: string },
): Pick<EmailContent, 'subject' | 'text'> =>
  composeForwardedEmail({
    subject: `Re: ${about}`,
    paragraphs: [text, `${by}\n${siteName}`, formatQuotation({ name, message })],
  });

type Needed = Pick<Services, 'mailTransport'>;

export function registerMessageCalls(platform: Platform, services: Needed): void {
  const { call } = platform;
  const context = { ...services, db: platform.db };
  const options = { access: mayUse('admin'), load: loadMessage };
  call(updateMessage, options, handleAction(context));
  call(replyToMessage, options, handleReply(context));
}

type Context = Needed & Pick<Platform, 'db'>;

const handleAction =
  ({ db }: Context): CallHandler<typeof updateMessage, StoredMessage> =>
  async (request) => {
    const { subject, body, now } = request;
    const { kind, id } = subject;
    // Only feedback can be marked as done. The member who sent it sees the mark
    if (body.deed === 'done' && kind === 'contact') refuseNotFound();
    const { confirmation, action } = messageActions[body.deed];
    // The entry doesn't name the sender, because the log is stored for longer than messages
    const entry = { ...auditContextFrom(request, action), subject: id, detail: formatMessageTopic(subject) };
    await write(db, async (tx) => {
      if (!(await applyMessageAction(tx, { id, deed: body.deed, now })))
        refuse(409, 'This message has changed since you opened it. Please reload.');
      await recordAudit(tx, entry);
    });
    return ok(confirmation);
  };

const handleReply =
  ({ db, mailTransport: transport }: Context): CallHandler<typeof replyToMessage, StoredMessage> =>
  async (request) => {
    const { subject, body, now, visitor } = request;
    const { kind, id, contact, name, message } = subject;
    const to = parseReplyAddress(contact);
    if (to === '') refuse(409, 'There’s no email address to reply to.');
    const { siteName, contactEmail } = await readSettings(request.db);
    const about = formatMessageTopic(subject);
    const mail = {
      ...buildReplyMail({ about, name, message }, { text: body.text, by: visitor.name, siteName }),
      id: newId(),
      // The key prevents the same text from being sent twice
      idempotencyKey: `answer ${id} ${createHash('sha256').update(body.text).digest('base64url')}`,
      to,
      fromName: siteName,
      replyTo: parseEmailList(contactEmail)[0] ?? (await findUser(request.db, visitor.id))?.email ?? '',
      at: now,
    };
    const isLogged = await write(db, async (tx) => {
      const previous = await findDeliveryByKey(tx, mail.idempotencyKey);
      if (previous && previous.status !== 'failed') return previous.status === 'done';
      if (!(await recordReply(tx, { kind, id, at: now, by: visitor.name }))) refuseNotFound();
      // If the previous delivery failed, the same text is sent again
      if (previous) await resendMail(tx, previous.id, { copy: mail.id, now });
      else await queueMail(tx, mail);
      await recordAudit(tx, { ...auditContextFrom(request, 'message.answered'), subject: id, detail: about });
      return false;
    });
    return ok(
      isLogged
        ? describeQueuedEmail(
            transport,
            'This reply is in the mail log already, so it wasn’t sent again. You can resend it there.',
          )
        : describeQueuedEmail(transport, 'Your reply is on its way. You can find it in the mail log.'),
    );
  };
