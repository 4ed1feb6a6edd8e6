import '#platform/web/ui/styles/table.css';
import { type CSSProperties, memo, useRef } from 'react';
import { formatDate } from '#platform/shared/dates/dates.ts';
import { toCurlyQuotes } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { type SortDirection, SortHeading } from '#platform/web/table/sort-heading.tsx';
import type { PersonShowEntry, ShowFilterOptions, ShowListContent } from '../contract.ts';
import type { ShowSort } from '../list-state.ts';
import { manageShowPath, showPath } from '../paths.ts';
import { SHOWS_PER_PAGE } from '../show-list.ts';
import styles from './show-table.module.css';
import { splitIntoChunks, useIsNearViewport } from './use-show-list.ts';

type AnyShow = ShowListContent['shows'][number];

const ROWS_PER_PART = 30;

interface Column {
  name: string;
  width: string;
  of: (show: AnyShow) => string;
  /** True if the column needs no heading on a narrow screen. */
  plain: boolean;
}

/**
 * A table of shows. On a person's page, each row has the poster and the person's roles. On other pages, each row has
 * the author, and the season, genre and show type if the list has them. The company is shown if the list has several,
 * except in Manage Shows.
 */
export const ShowListTable = memo(function ShowTable({
  shows,
  options,
  theirs,
  initialCount = SHOWS_PER_PAGE,
  whole,
  managed = false,
  usualType = '',
  sort,
  byDate,
  byTitle,
}: {
  shows: readonly AnyShow[];
  options: ShowFilterOptions;
  /** All shows on a person's page, which decide the columns of every decade's table; undefined on other pages. */
  theirs?: readonly AnyShow[];
  /** The number of rows rendered before the user scrolls. */
  initialCount?: number;
  /** True if all rows are rendered at once, for find-in-page and printing. Always true for a list of one page. */
  whole: boolean;
  /** True if each row links to the editor of its show. */
  managed?: boolean;
  /** The show type that a narrow list for managers leaves out. */
  usualType?: string;
  sort: ShowSort;
  /** The URLs of the links in the headings, which change the order of the list. */
  byDate: string;
  byTitle: string;
}) {
  const columns = theirs
    ? buildRoleColumns(theirs)
    : // The company column has no room next to the portal's sidebar
      buildListColumns(options).filter(({ name }) => !managed || name !== 'Company');
  return (
    <table className={`table ${styles.shows} ${managed ? styles.managed : theirs ? styles.theirs : ''}`}>
      <thead>
        <tr>
          <th scope="col" className={styles.date} aria-sort={sortDirections[sort]?.date} data-sorts="date">
            <SortHeading name="Date" href={byDate} sorted={sortDirections[sort]?.date} />
          </th>
          <th scope="col" aria-sort={sortDirections[sort]?.title} data-sorts="title">
            <SortHeading name="Title" href={byTitle} sorted={sortDirections[sort]?.title} />
          </th>
          {columns.map(({ name, width }) => (
            <th key={name} scope="col" style={{ width }}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {splitIntoChunks(shows, ROWS_PER_PART).map((part) => (
        <TableGroup
          key={part.start}
          shows={part.items}
          columns={columns}
          managed={managed}
          usualType={usualType}
          initiallyNear={part.start < initialCount}
          whole={whole}
        />
      ))}
    </table>
  );
});

const sortDirections: Partial<Record<ShowSort, { date?: SortDirection; title?: SortDirection }>> = {
  newest: { date: 'descending' },
  oldest: { date: 'ascending' },
  title: { title: 'ascending' },
  'title-reversed': { title: 'descending' },
};

interface PartProps {
  shows: readonly AnyShow[];
  columns: readonly Column[];
  managed: boolean;
  usualType: string;
  initiallyNear: boolean;
  whole: boolean;
}

function TableGroup({ shows, initiallyNear, whole, ...rest }: PartProps) {
  const place = useRef<HTMLTableSectionElement>(null);
  const near = useIsNearViewport(place, initiallyNear) || whole;
  const count: CSSProperties & { '--count': number } = { '--count': shows.length };
  return (
    <tbody ref={place}>
      {near ? (
        shows.map((show) => <Row key={show.id} show={show} {...rest} />)
      ) : (
        <tr className={styles.away} style={count}>
          <td colSpan={rest.columns.length + 2} />
        </tr>
      )}
    </tbody>
  );
}

function Row({
  show,
  columns,
  managed,
  usualType,
}: { show: AnyShow } & Pick<PartProps, 'columns' | 'managed' | 'usualType'>) {
  return (
    <tr>
      <td className={`num ${styles.date}`}>{formatDate(show.date, show.date_precision)}</td>
      <th scope="row" className={styles.title}>
        {isPersonShowEntry(show) && (
          <span className={`poster-frame ${styles.poster}`}>
            <RetryingImage src={show.programme} alt="" width={600} height={848} loading="lazy" decoding="async" />
          </span>
        )}
        <a href={managed ? manageShowPath(show) : showPath(show)}>{toCurlyQuotes(show.title)}</a>
      </th>
      {columns.map(({ name, of, plain }) => {
        const text = of(show);
        return (
          <td
            key={name}
            data-label={name}
            className={
              text === '' ? styles.nothing : text === usualType ? styles.usual : plain ? styles.plain : undefined
            }
          >
            {text}
          </td>
        );
      })}
    </tr>
  );
}

function buildListColumns({ seasons, genres, showTypes, companies }: ShowFilterOptions): Column[] {
  const columns: (Column & { known: boolean })[] = [
    { name: 'Author', width: '17%', of: (show) => show.author, plain: true, known: true },
    { name: 'Season', width: '10%', of: (show) => show.season, plain: true, known: seasons.length > 0 },
    { name: 'Genre', width: '13%', of: (show) => show.genre, plain: true, known: genres.length > 0 },
    { name: 'Company', width: '15%', of: (show) => show.company, plain: true, known: companies.length > 1 },
    { name: 'Show type', width: '12%', of: (show) => show.show_type, plain: true, known: showTypes.length > 0 },
  ];
  return columns.filter(({ known }) => known);
}

function buildRoleColumns(shows: readonly AnyShow[]): Column[] {
  const columns: Column[] = [
    { name: 'On stage', width: '30%', of: (show) => (isPersonShowEntry(show) ? show.cast : ''), plain: false },
    { name: 'Behind the scenes', width: '30%', of: (show) => (isPersonShowEntry(show) ? show.crew : ''), plain: false },
  ];
  return columns.filter((column) => shows.some((show) => column.of(show) !== ''));
}

const isPersonShowEntry = (show: AnyShow): show is PersonShowEntry => 'cast' in show;
