import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildTableQuery } from '#platform/shared/tables/table.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { TabLinks } from '#platform/web/ui/navigation/tabs.tsx';
import type { ListedMessage } from '../contract.ts';
import { mailboxLabels, messagesPath, messageTable, topicFilterOptions } from '../message.ts';
import styles from './messages-page.module.css';

const columns: [TableColumn<ListedMessage>, ...TableColumn<ListedMessage>[]] = [
  {
    name: 'From',
    sort: 'from',
    cell: ({ kind, id, from, unread, suspect }) => (
      <>
        <a className={unread ? styles.unread : styles.read} href={`${messagesPath}/${kind}/${id}`}>
          {from}
        </a>{' '}
        {unread && <Badge tone="accent">New</Badge>} {suspect && <Badge tone="warning">Probably spam</Badge>}
      </>
    ),
  },
  { name: 'About', cell: ({ about }) => about },
  { name: 'Message', narrow: 'line', cell: ({ excerpt }) => <span className={styles.excerpt}>{excerpt}</span> },
  {
    name: 'Received',
    sort: 'received',
    cell: ({ received }) => formatTableDateTime(received),
  },
];

const emptyTexts = {
  inbox: {
    title: 'No messages',
    text: 'Messages from the contact form and feedback from members will appear here.',
  },
  archived: { title: 'No archived messages', text: 'Messages you archive will appear here.' },
  deleted: { title: 'No deleted messages', text: 'Messages you delete stay here for 30 days.' },
};

/** Lists the messages of one mailbox, by default newest first, with unread ones emphasised. */
export default function MessagesPage({ page }: { page: Page<'messages'> }) {
  const { table, messages, unread } = page;
  const currentBox = table.filters.box === 'archived' || table.filters.box === 'deleted' ? table.filters.box : 'inbox';
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>{formatUnread(unread)}</p>
      </header>
      <TabLinks
        label="Which messages"
        links={(['inbox', 'archived', 'deleted'] as const).map((box) => {
          const filters = { ...table.filters, box: box === 'inbox' ? '' : box };
          const query = buildTableQuery(messageTable, table, { filters });
          return {
            href: query.size > 0 ? `${messagesPath}?${query}` : messagesPath,
            text: mailboxLabels[box],
            isCurrent: box === currentBox,
          };
        })}
      />
      <DataTable
        rules={messageTable}
        table={table}
        rows={messages}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        columns={columns}
        rowNouns={['message', 'messages']}
        search="Search messages"
        filters={[
          { name: 'about', label: 'About', options: topicFilterOptions },
          {
            name: 'state',
            label: 'Read',
            all: 'Read or unread',
            options: [
              ['unread', 'Unread'],
              ['read', 'Read'],
            ],
          },
        ]}
        csv={`${messagesPath}.csv`}
        empty={emptyTexts[currentBox]}
      />
    </div>
  );
}

const formatUnread = (unread: number) =>
  unread === 0
    ? 'No unread messages.'
    : `${unread === 1 ? 'One unread message' : `${unread.toLocaleString('en-GB')} unread messages`}.`;
