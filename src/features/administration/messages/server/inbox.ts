import { createHash } from 'node:crypto';
import { getDeliveryStatus } from '#features/administration/mail/logged-mail.ts';
import { parseEmailList } from '#features/society/accounts/contract.ts';
import { findUser, formatDevice, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { type AdminTodoSource, formatCount, type Services } from '#platform/server/feature/feature.ts';
import { formatCsvPhone } from '#platform/server/formats/csv.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import {
  canSendMail,
  composeForwardedEmail,
  describeQueuedEmail,
  type EmailContent,
  findLatestMailDelivery,
  findMailDeliveryByKey,
  queueEmail,
  resendMail,
} from '#platform/server/mail/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { getRestorableCutoff, getRestorableUntil } from '#platform/shared/lifecycle.ts';
import { listTableQueryKeys, parseTableQuery, ROWS_PER_PAGE, resolveTablePage } from '#platform/shared/tables/table.ts';
import { truncateText } from '#platform/shared/text/excerpt.ts';
import { toDialString } from '#platform/shared/text/phone-number.ts';
import { type MessagesContent, type OpenedMessage, replyToMessage, updateMessage } from '../contract.ts';
import { formatMessageTopic, getMailbox, messageActions, messagesPath, messageTable } from '../message.ts';
import {
  applyMessageAction,
  findMessage,
  listUnreadMessages,
  type MessageSearch,
  recordReply,
  type StoredMessage,
  searchMessages,
} from './store.ts';

/** Counts the unread messages in the inbox, without probable spam, as a pending task. */
export const unreadMessagesTodo: AdminTodoSource = {
  tool: messagesPath,
  waiting: async ({ db }) => {
    const { length } = await listUnreadMessages(db);
    if (length === 0) return [];
    const text = `${formatCount(length, 'message hasn’t', 'messages haven’t')} been read yet`;
    return [{ words: text, link: `${messagesPath}?state=unread` }];
  },
};

/** The beginning of the idempotency keys of a message's replies. */
const replyKeyPrefix = (id: string) => `answer ${id} `;

const access = mayUse('admin');
const query = listTableQueryKeys(messageTable);
const excerptLength = 120;

export function registerMessagePages(registry: RouteRegistry): void {
  const { page, resource } = registry;
  page(messagesPath, { type: 'messages', access, query }, buildInboxPage);
  page(`${messagesPath}/:kind/:id`, { type: 'opened_message', access, load: loadMessage }, buildMessagePage);
  resource(`${messagesPath}.csv`, { access, query }, exportMessages);
}

const buildInboxPage = async ({ db, query, now }: PageRequest): Promise<MessagesContent> => {
  const { timeZone } = await readSettings(db);
  const { tableRequest, search } = parseMessageSearch(query, now);
  const { total, rows } = await searchMessages(db, search);
  const { from, table } = resolveTablePage(tableRequest, total);
  return {
    type: 'messages',
    title: 'Messages',
    table,
    messages: (await rows(from)).map((row) => ({
      ...toListedMessage(row, timeZone),
      excerpt: truncateText(row.message, excerptLength),
    })),
    unread: (await listUnreadMessages(db)).length,
  };
};

const buildMessagePage = async ({ db, subject }: PageRequest<StoredMessage>): Promise<OpenedMessage> => {
  const { timeZone } = await readSettings(db);
  const { name, contact, message, device, state, deleted_at } = subject;
  const listed = toListedMessage(subject, timeZone);
  const wants_reply = subject.wants_reply === 1;
  const reply = subject.answered_at === null ? undefined : await findLatestMailDelivery(db, replyKeyPrefix(subject.id));
  const next = (await listUnreadMessages(db)).find(({ id }) => id !== subject.id);
  return {
    type: 'opened_message',
    title: `${listed.about}: a message from ${name || 'a former member'}`,
    message: {
      ...listed,
      contact,
      text: message,
      wants_reply,
      device: device && formatDevice(device),
      done: subject.kind === 'feedback' && state === 'done',
      answered: subject.answered_at === null ? '' : formatIsoWithOffset(subject.answered_at, timeZone),
      answered_by: subject.answered_by,
      reply_delivery: reply ? getDeliveryStatus(reply) : '',
      box: getMailbox(subject),
      restorable_until:
        deleted_at === null ? '' : formatIsoWithOffset(getRestorableUntil(deleted_at), timeZone).slice(0, 10),
    },
    mail: wants_reply ? parseReplyAddress(contact) : '',
    answer: wants_reply ? buildReplyHref({ contact, about: listed.about, name, message }) : '',
    next: next ? `${messagesPath}/${next.kind}/${next.id}` : '',
  };
};

const exportMessages = async ({ db, query, now }: PageRequest) => {
  const { timeZone } = await readSettings(db);
  const { total, rows } = await searchMessages(db, parseMessageSearch(query, now).search);
  const lines = [['received', 'from', 'contact', 'about', 'message', 'read']];
  for (let at = 0; at < total; at += ROWS_PER_PAGE) {
    for (const row of await rows(at)) {
      const { received, from, about, unread } = toListedMessage(row, timeZone);
      lines.push([
        formatCsvDateTime(received),
        from,
        formatCsvPhone(row.contact),
        about,
        row.message,
        unread ? 'no' : 'yes',
      ]);
    }
  }
  return createCsvResponse('messages.csv', lines);
};

const loadMessage = ({ db, params: { kind = '', id = '' }, now }: PageRequest) => findMessage(db, { kind, id, now });

function parseMessageSearch(query: URLSearchParams, now: Instant) {
  const tableRequest = parseTableQuery(messageTable, query);
  const { box, about, state } = tableRequest.filters;
  const search: MessageSearch = {
    words: tableRequest.words,
    box: box || 'inbox',
    deletedSince: getRestorableCutoff(now),
    about,
    state,
    by: tableRequest.by,
    descending: tableRequest.descending,
  };
  return { tableRequest, search };
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof searchMessages>>['rows']>>[number];

function toListedMessage({ kind, id, name, about, state, suspect, received_at }: Row, timeZone: string) {
  return {
    kind,
    id,
    from: name || 'A former member',
    about: formatMessageTopic({ kind, about }),
    unread: state === 'new',
    suspect: suspect === 1,
    received: formatIsoWithOffset(received_at, timeZone),
  };
}

/**
 * Builds the email that replies to a message: the typed text, the names of its author and of the society, and a
 * quotation of the message.
 */
const composeReplyEmail = (
  { about, name, message }: Omit<ReceivedMessage, 'contact'>,
  { text, by, siteName }: { text: string; by: string; siteName: string },
): Pick<EmailContent, 'subject' | 'text'> =>
  composeForwardedEmail({
    subject: `Re: ${about}`,
    paragraphs: [text, `${by}\n${siteName}`, formatQuotation({ name, message })],
  });

type Needed = Pick<Services, 'mailTransport'>;

export function registerMessageCalls(registry: RouteRegistry, services: Needed): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  const options = { access: mayUse('admin'), load: loadMessage };
  call(updateMessage, options, handleAction(context));
  call(replyToMessage, options, handleReply(context));
}

type Context = Needed & Pick<RouteRegistry, 'db'>;

const handleAction =
  ({ db }: Context): CallHandler<typeof updateMessage, StoredMessage> =>
  async (request) => {
    const { subject, body, now } = request;
    const { kind, id } = subject;
    // Only feedback can be marked as done. The member who sent it sees the mark
    if (body.deed === 'done' && kind === 'contact') refuseNotFound();
    const { confirmation, action } = messageActions[body.deed];
    // The entry doesn't name the sender, because the log is stored for longer than messages
    const entry = { ...createAuditContext(request, action), subject: id, detail: formatMessageTopic(subject) };
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
    const { id, contact, name, message } = subject;
    const to = parseReplyAddress(contact);
    if (to === '') refuse(409, 'There’s no email address to reply to.');
    const { siteName, contactEmail } = await readSettings(request.db);
    const about = formatMessageTopic(subject);
    const mail = {
      ...composeReplyEmail({ about, name, message }, { text: body.text, by: visitor.name, siteName }),
      id: newId(),
      // The key prevents the same text from being sent twice
      idempotencyKey: `${replyKeyPrefix(id)}${createHash('sha256').update(body.text).digest('base64url')}`,
      to,
      fromName: siteName,
      replyTo: parseEmailList(contactEmail)[0] ?? (await findUser(request.db, visitor.id))?.email ?? '',
      at: now,
    };
    const isLogged = await write(db, async (tx) => {
      const previous = await findMailDeliveryByKey(tx, mail.idempotencyKey);
      if (previous && previous.status !== 'failed') return previous.status === 'done';
      const sent = canSendMail(transport);
      if (!(await recordReply(tx, { message: subject, sent, at: now, by: visitor.name }))) refuseNotFound();
      // If the previous delivery failed, the same text is sent again
      if (previous) await resendMail(tx, previous.id, { copy: mail.id, now, isNew: true });
      else await queueEmail(tx, mail);
      await recordAudit(tx, { ...createAuditContext(request, 'message.answered'), subject: id, detail: about });
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

interface ReceivedMessage {
  /**
   * The contact as typed by a visitor (an email address, a phone number or anything else), or the email address of a
   * member.
   */
  contact: string;
  /** The label of the message's subject. */
  about: string;
  name: string;
  message: string;
}

/**
 * The maximum length of a quotation in a `mailto:` link, in characters before encoding. Some mail programs refuse
 * longer links.
 */
const maxQuoteLength = 1200;

/** Returns the email address in a contact field; "" if the field contains anything else. */
function parseReplyAddress(contact: string): string {
  const [email] = parseEmailList(contact);
  return email !== undefined && email === contact.trim() ? email : '';
}

/** Formats the quotation below a reply, as mail programs do. */
const formatQuotation = ({ name, message }: Pick<ReceivedMessage, 'name' | 'message'>) =>
  `${name || 'You'} wrote:\n${message.replace(/^/gm, '> ')}`;

/** Builds the link that opens a reply in the admin's mail program, or dials a number; "" if neither is possible. */
export function buildReplyHref({ contact, about, name, message }: ReceivedMessage): string {
  const email = parseReplyAddress(contact);
  if (email !== '') {
    const quote = message.length > maxQuoteLength ? `${truncate(message)}…` : message;
    const body = `\n\n${formatQuotation({ name, message: quote })}\n`;
    const to = encodeURIComponent(email).replaceAll('%40', '@');
    return `mailto:${to}?subject=${encodeURIComponent(`Re: ${about}`)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`;
  }
  const isNumber = /^\+?\d+$/.test(contact.replace(/[\s().-]/g, ''));
  const dialled = toDialString(contact);
  return isNumber && /^\+?\d{5,16}$/.test(dialled) ? `tel:${dialled}` : '';
}

/** Truncates a text without splitting a surrogate pair. */
const truncate = (text: string) => text.slice(0, maxQuoteLength).replace(/[\ud800-\udbff]$/, '');
