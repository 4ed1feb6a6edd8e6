import { formatDevice, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { formatCsvPhone } from '#platform/server/formats/csv.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { createCsvResponse, formatCsvDateTime } from '#platform/server/http/response/csv-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { listTableKeys, paginateTable, parseTableQuery, ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';
import { truncateText } from '#platform/shared/text/excerpt.ts';
import { getRestorableSince, getRestorableUntil } from '#platform/shared/trash.ts';
import { formatMessageTopic } from '../feedback-topics.ts';
import type { Messages, OpenedMessage } from '../inbox-contract.ts';
import { getMailbox } from '../message-actions.ts';
import { buildReplyHref, parseReplyAddress } from '../reply.ts';
import { messagesPath, messageTable } from '../table.ts';
import { findMessage, listUnreadMessages, type MessageSearch, type StoredMessage, searchMessages } from './inbox.ts';

/** Counts unread messages as a pending task. */
export const unreadMessagesTodo: AdminTodo = {
  tool: messagesPath,
  waiting: async ({ db }) => {
    const { length } = await listUnreadMessages(db);
    if (length === 0) return [];
    const text = `${formatCount(length, 'message hasn’t', 'messages haven’t')} been read yet`;
    return [{ words: text, link: `${messagesPath}?state=unread` }];
  },
};

const access = mayUse('admin');
const query = listTableKeys(messageTable);
const excerptLength = 120;

export function registerMessagePages(platform: Platform): void {
  const { page, resource } = platform;
  page(messagesPath, { type: 'messages', access, query }, buildInboxPage);
  page(`${messagesPath}/:kind/:id`, { type: 'opened_message', access, load: loadMessage }, buildMessagePage);
  resource(`${messagesPath}.csv`, { access, query }, exportMessages);
}

const buildInboxPage = async ({ db, query, now }: PageRequest): Promise<Messages> => {
  const { timeZone } = await readSettings(db);
  const { tableRequest, search } = parseMessageSearch(query, now);
  const { total, rows } = await searchMessages(db, search);
  const { from, table } = paginateTable(tableRequest, total);
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

export const loadMessage = ({ db, params: { kind = '', id = '' }, now }: PageRequest) =>
  findMessage(db, { kind, id, now });

function parseMessageSearch(query: URLSearchParams, now: Instant) {
  const tableRequest = parseTableQuery(messageTable, query);
  const { box, about, state } = tableRequest.filters;
  const search: MessageSearch = {
    words: tableRequest.words,
    box: box || 'inbox',
    deletedSince: getRestorableSince(now),
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
