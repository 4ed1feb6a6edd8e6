import { formatDate } from '#platform/shared/dates/dates.ts';
import { formatTableDateTime } from '#platform/shared/dates/short-dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { Button, ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { CollapsibleFilters } from '#platform/web/ui/content/collapsible.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { SearchField } from '#platform/web/ui/fields/search-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { auditLogPath, buildAuditLogHref } from '../audit-query.ts';
import type { AuditLog, AuditQuery } from '../contract.ts';
import styles from './audit-log-page.module.css';

/** Lists the entries, newest first. */
export default function AuditLogPage({ page }: { page: Page<'audit_log'> }) {
  const { asked: filters, entries } = page;
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{page.title}</h1>
        <p>
          Who did what, when and from where. Nobody can change or delete these entries. Only old IP addresses are
          removed and, when a person is erased, their name, their addresses and the details of entries about them.
        </p>
      </header>
      <Filters page={page} />
      <div className={`no-print ${styles.found}`}>
        {isFiltered && <ActiveFilters page={page} />}
        {page.note === '' && (
          <ButtonLink
            look="line"
            small
            href={buildAuditLogHref(filters).replace(auditLogPath, `${auditLogPath}.csv`)}
            download
          >
            <Icon of="download" /> Export (CSV)
          </ButtonLink>
        )}
        {page.older !== '' && !page.is_long && (
          <a href={buildAuditLogHref(filters, { length: 'long' })}>Longer pages, for printing</a>
        )}
      </div>
      {entries.length === 0 ? (
        <EmptyState title={isFiltered ? 'Nothing matches' : 'No entries yet'}>
          {page.note ||
            (isFiltered
              ? 'Use fewer filters, or clear them all.'
              : 'Changes people make will appear here, newest first.')}
        </EmptyState>
      ) : (
        <table className="table table--stack table--cards">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">IP address</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} asked={filters} />
            ))}
          </tbody>
        </table>
      )}
      {page.older !== '' && <p className={styles.onPaper}>Older entries aren’t on this page.</p>}
      <PageLinks page={page} />
    </div>
  );
}

function Row({ entry, asked: filters }: { entry: AuditLog['entries'][number]; asked: AuditQuery }) {
  const { at, who, what, detail, address } = entry;
  const { subject, showsDetail } = describeSubject(entry);
  return (
    <tr>
      <td data-label="When" className="num">
        <time dateTime={at}>{formatTableDateTime(at)}</time>
      </td>
      <td data-label="Who">
        <a href={buildAuditLogHref({ ...filters, who })}>{who}</a>
      </td>
      <td data-label="What" data-heads>
        <span className={styles.what}>
          <span>{showsDetail ? `${what}: ${detail}` : what}</span>
          {subject !== '' &&
            (entry.about === filters.about ? (
              <span>{subject}</span>
            ) : (
              <a href={buildAuditLogHref({ about: entry.about })}>{subject}</a>
            ))}
        </span>
      </td>
      <td data-label="IP address" className="num">
        {address || '–'}
      </td>
    </tr>
  );
}

/**
 * Returns `subject`, the text of the link to the subject's entries ("" for none), and `showsDetail`, which is true if
 * the entry's detail is shown too.
 */
function describeSubject({ who, detail, about, about_name }: AuditLog['entries'][number]) {
  if (about === '' || about_name === who) return { subject: '', showsDetail: detail !== '' };
  return { subject: about_name || 'All entries about this', showsDetail: detail !== '' && detail !== about_name };
}

function Filters({ page: { asked: filters, actions, about_name } }: { page: AuditLog }) {
  // A subject without a name is sent in a hidden field. A subject with a name is in the field “About”
  const hasUnnamedSubject = filters.about !== '' && about_name === '';
  const activeCount = Object.values(filters).filter((value) => value !== '').length;
  return (
    <search aria-label="Audit log" className="no-print">
      <CollapsibleFilters name="Filter" activeCount={activeCount}>
        <form className={styles.filters} method="get" action={auditLogPath} key={JSON.stringify(filters)}>
          {hasUnnamedSubject && <input type="hidden" name="about" value={filters.about} />}
          <SearchField label="Who" name="who" maxLength={200} defaultValue={filters.who} />
          <Field label="What">
            {(control) => (
              <Select {...control} name="action" defaultValue={filters.action}>
                <option value="">Anything</option>
                {actions.map(({ action, words: text }) => (
                  <option key={action} value={action}>
                    {text}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <SearchField
            label="About"
            name="thing"
            placeholder="Show, person…"
            maxLength={200}
            defaultValue={about_name || filters.thing}
          />
          <InputField label="From" name="from" type="date" defaultValue={filters.from} />
          <InputField label="Until" name="until" type="date" defaultValue={filters.until} />
          <Button look="line" type="submit" className={styles.go}>
            Show
          </Button>
        </form>
      </CollapsibleFilters>
    </search>
  );
}

function ActiveFilters({ page: { asked: filters, actions, about_name } }: { page: AuditLog }) {
  const action = actions.find((one) => one.action === filters.action)?.words ?? filters.action;
  const day = (date: string) => formatDate(date, 'day');
  const descriptions = [
    filters.action && `that say “${action}”`,
    filters.who && `by ${filters.who}`,
    filters.about === '' && filters.thing && `about “${filters.thing}”`,
    filters.about && `about ${about_name || 'one thing'}`,
    filters.from && `from ${day(filters.from)}`,
    filters.until && `until ${day(filters.until)}`,
  ].filter(Boolean);
  return (
    <p role="status" className={styles.narrowed}>
      Showing entries {descriptions.join(' ')}. <a href={auditLogPath}>Show everything</a>
    </p>
  );
}

function PageLinks({ page: { asked: filters, newer, older, is_long } }: { page: AuditLog }) {
  if (newer === '' && older === '') return null;
  const length = is_long ? 'long' : '';
  return (
    <nav className={`no-print ${styles.ways}`} aria-label="Pages">
      {newer !== '' && (
        <ButtonLink look="line" href={buildAuditLogHref(filters, { newer, length })} rel="prev">
          <Icon of="arrow-left" /> Newer
        </ButtonLink>
      )}
      {older !== '' && (
        <ButtonLink look="line" href={buildAuditLogHref(filters, { older, length })} rel="next">
          Older <Icon of="arrow-right" />
        </ButtonLink>
      )}
    </nav>
  );
}
