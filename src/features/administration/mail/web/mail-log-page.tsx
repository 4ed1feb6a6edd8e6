import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { DataTable, type TableColumn } from '#platform/web/table/data-table.tsx';
import type { LoggedMail } from '../contract.ts';
import { deliveryStatusLabels, mailLogPath, mailLogTableRules } from '../logged-mail.ts';
import { DeliveryBadge, TestMailButton } from './mail-parts.tsx';

const columns: [TableColumn<LoggedMail>, ...TableColumn<LoggedMail>[]] = [
  { name: 'Subject', sort: 'subject', cell: ({ id, subject }) => <a href={`${mailLogPath}/${id}`}>{subject}</a> },
  { name: 'To', sort: 'to', narrow: 'line', cell: ({ to }) => to },
  {
    name: 'Status',
    cell: ({ standing: status, problem }) => (
      <>
        <DeliveryBadge status={status} />
        {problem !== '' && <span className="meta"> {problem}</span>}
      </>
    ),
  },
  { name: 'Written', sort: 'queued', cell: ({ queued }) => formatTableDateTime(queued) },
];

export default function MailLogPage({ page }: { page: Page<'mail_log'> }) {
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>The site’s emails, and whether they were sent. Open an email to read it or send it again.</p>
        <TestMailButton />
      </header>
      <DataTable
        rules={mailLogTableRules}
        table={page.table}
        rows={page.mails}
        keyOf={({ id }) => id}
        columns={columns}
        rowNouns={['email', 'emails']}
        search="Search addresses and subjects"
        filters={[
          {
            name: 'standing',
            label: 'Status',
            options: mailLogTableRules.filters.standing.map(
              (status) => [status, deliveryStatusLabels[status]] as const,
            ),
          },
          { name: 'from', label: 'From' },
          { name: 'until', label: 'Until' },
        ]}
        csv={`${mailLogPath}.csv`}
        empty={{ title: 'No emails yet', text: 'Emails the site sends will be listed here.' }}
      />
    </>
  );
}
