import { deviceInWords } from '#features/accounts/device-names.ts';
import { mayUse } from '#features/accounts/server/index.ts';
import { readSettings } from '#features/society/server/index.ts';
import { csvPhone } from '#platform/server/formats/csv.ts';
import { csvAnswer, csvMoment } from '#platform/server/http/csv-response.ts';
import type { PageRequest } from '#platform/server/http/page.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import type { Instant } from '#platform/shared/dates.ts';
import { beginningOf } from '#platform/shared/excerpt.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { pageOfRows, ROWS_A_PAGE, readTable, tableKeys } from '#platform/shared/table.ts';
import { restorableSince, restorableUntil } from '#platform/shared/trash.ts';
import { aboutInWords } from '../about.ts';
import { boxOf } from '../actions.ts';
import type { Messages, OpenedMessage } from '../contract.ts';
import { answerTo, mailAddressIn } from '../reply.ts';
import { messagesPath, messageTable } from '../table.ts';
import { findMessage, messagesSought, type Sought, unreadMessages } from './store.ts';

const access = mayUse('admin');
const query = tableKeys(messageTable);
const excerptLength = 120;

/** What visitors and members have written to the society. */
export function messagesPages({ page, resource }: Platform): void {
  page(messagesPath, { type: 'messages', access, query }, async ({ db, query: asking, now }): Promise<Messages> => {
    const { timeZone } = await readSettings(db);
    const { tableRequest, sought } = soughtIn(asking, now);
    const { total, rows } = await messagesSought(db, sought);
    const { from, table } = pageOfRows(tableRequest, total);
    return {
      type: 'messages',
      title: 'Messages',
      table,
      messages: (await rows(from)).map((row) => ({
        ...listed(row, timeZone),
        excerpt: beginningOf(row.message, excerptLength),
      })),
      unread: (await unreadMessages(db)).length,
    };
  });

  page(
    `${messagesPath}/:kind/:id`,
    { type: 'opened_message', access, load: messageOf },
    async ({ db, subject }): Promise<OpenedMessage> => {
      const { timeZone } = await readSettings(db);
      const { name, contact, message, device, state, deleted_at } = subject;
      const known = listed(subject, timeZone);
      const wants_reply = subject.wants_reply === 1;
      const next = (await unreadMessages(db)).find(({ id }) => id !== subject.id);
      return {
        type: 'opened_message',
        title: `${known.about}: a message from ${name || 'somebody who has left'}`,
        message: {
          ...known,
          contact,
          text: message,
          wants_reply,
          device: device && deviceInWords(device),
          done: state === 'done',
          answered: subject.answered_at === null ? '' : withOffset(subject.answered_at, timeZone),
          answered_by: subject.answered_by,
          box: boxOf(subject),
          restorable_until: deleted_at === null ? '' : withOffset(restorableUntil(deleted_at), timeZone).slice(0, 10),
        },
        mail: wants_reply ? mailAddressIn(contact) : '',
        answer: wants_reply ? answerTo({ contact, about: known.about, name, message }) : '',
        next: next ? `${messagesPath}/${next.kind}/${next.id}` : '',
      };
    },
  );

  resource(`${messagesPath}.csv`, { access, query }, async ({ db, query: asking, now }) => {
    const { timeZone } = await readSettings(db);
    const { total, rows } = await messagesSought(db, soughtIn(asking, now).sought);
    const lines = [['received', 'from', 'contact', 'about', 'message', 'read']];
    for (let at = 0; at < total; at += ROWS_A_PAGE) {
      for (const row of await rows(at)) {
        const { received, from, about, unread } = listed(row, timeZone);
        lines.push([csvMoment(received), from, csvPhone(row.contact), about, row.message, unread ? 'no' : 'yes']);
      }
    }
    return csvAnswer('messages.csv', lines);
  });
}

export const messageOf = ({ db, params: { kind = '', id = '' }, now }: PageRequest) =>
  findMessage(db, { kind, id, now });

function soughtIn(query: URLSearchParams, now: Instant) {
  const tableRequest = readTable(messageTable, query);
  const { box, about, state } = tableRequest.filters;
  const sought: Sought = {
    words: tableRequest.words,
    box: box || 'inbox',
    deletedSince: restorableSince(now),
    about,
    state,
    by: tableRequest.by,
    descending: tableRequest.descending,
  };
  return { tableRequest, sought };
}

type Row = Awaited<ReturnType<Awaited<ReturnType<typeof messagesSought>>['rows']>>[number];

function listed({ kind, id, name, about, unread, suspect, received_at }: Row, timeZone: string) {
  return {
    kind,
    id,
    from: name || 'Somebody who has left',
    about: aboutInWords({ kind, about }),
    unread: unread === 1,
    suspect: suspect === 1,
    received: withOffset(received_at, timeZone),
  };
}
