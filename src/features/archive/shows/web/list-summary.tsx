import type { MouseEvent } from 'react';
import { formatInteger } from '#platform/shared/text/typography.ts';
import { isPlainClick, navigateTo } from '#platform/web/navigation/index.ts';
import { SearchCorrectionNote } from '#platform/web/ui/content/correction-note.tsx';
import { Icon, type IconName } from '#platform/web/ui/icons/icon.tsx';
import type { ShowListContent } from '../contract.ts';
import {
  countActiveFilters,
  SHOW_FILTER_KINDS,
  type ShowListAction,
  type ShowListLayout,
  type ShowListQuery,
} from '../list-state.ts';
import { findMember } from '../show-list.ts';
import styles from './list-summary.module.css';
import type { ShowListState } from './use-show-list.ts';

/** A link that changes the list in place. In a new tab, or without JavaScript, it opens the changed list. */
export function ListActionLink({
  list,
  action,
  ...rest
}: { list: ShowListState; action: ShowListAction } & Omit<React.ComponentProps<'a'>, 'href'>) {
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    list.dispatch(action);
  };
  return <a {...rest} href={list.hrefAfter(action)} onClick={follow} />;
}

/**
 * Shows the number of matching shows, the layout, the choices (each can be removed with one press), and a long list's
 * decades.
 */
export function ShowListSummary({ page, list }: { page: ShowListContent; list: ShowListState }) {
  const { choices, matches, total, corrected } = list;
  const searching = choices.search !== '';
  const dated = list.decades.length > 0;
  const by = (countActiveFilters(choices) > 0 || searching) && (
    <>
      {countActiveFilters(choices) > 0 && (
        <ul className={styles.chips} aria-label="Filters in use">
          {buildFilterChips(choices, page).map(({ name, off }) => (
            <li key={JSON.stringify(off)}>
              <ListActionLink list={list} action={off} className={styles.chip}>
                {name}
                <Icon of="x" />
                <span className="vh">, remove filter</span>
              </ListActionLink>
            </li>
          ))}
        </ul>
      )}
      <ListActionLink list={list} action={{ do: 'clear' }} className={styles.clear}>
        Clear all
      </ListActionLink>
    </>
  );
  return (
    <>
      {dated && by && <div className={styles.chosen}>{by}</div>}
      <div className={styles.chosen}>
        <p role="status" tabIndex={-1}>
          {corrected && (
            <SearchCorrectionNote typed={choices.search}>
              <ListActionLink list={list} action={{ do: 'search', text: corrected }}>
                {corrected}
              </ListActionLink>
            </SearchCorrectionNote>
          )}
          <strong>{matches === 1 ? '1 show' : `${formatInteger(matches)} shows`}</strong>
          {(matches !== total || countActiveFilters(choices) > 0 || searching) && ` of ${formatInteger(total)}`}
        </p>
        <LayoutSwitch page={page} list={list} />
        {dated ? <DecadeLinks list={list} /> : by}
      </div>
    </>
  );
}

function LayoutSwitch({ page, list }: { page: ShowListContent; list: ShowListState }) {
  const shown = list.choices.layout || page.default_layout;
  const option = (layout: ShowListLayout, name: string, icon: IconName) => (
    <ListActionLink
      list={list}
      action={{ do: 'lay out', layout: layout === page.default_layout ? '' : layout }}
      aria-current={shown === layout ? 'true' : undefined}
    >
      <Icon of={icon} />
      {name}
    </ListActionLink>
  );
  return (
    <nav className={styles.layouts} aria-label="Layout">
      {option('cards', 'Cards', 'layout-grid')}
      {option('table', 'Table', 'rows-3')}
    </nav>
  );
}

function buildFilterChips(choices: ShowListQuery, page: ShowListContent): { name: string; off: ShowListAction }[] {
  const values = SHOW_FILTER_KINDS.flatMap((kind) =>
    choices[kind].map((value) => {
      const name = kind === 'members' ? (findMember(page, value)?.name ?? labelUnknownMember(value)) : value;
      return { name, off: { do: 'remove', kind, value } as const };
    }),
  );
  const years = formatYears(choices);
  return years === '' ? values : [...values, { name: years, off: { do: 'years', from: null, to: null } }];
}

/**
 * Labels a member who isn't in the list. A URL may name a person who is no longer in the archive, and a person's id
 * would mean nothing to a reader.
 */
const labelUnknownMember = (member: string) => (/^[\w-]{15,16}$/.test(member) ? 'Someone not in this list' : member);

function formatYears({ from, to }: ShowListQuery): string {
  if (from !== null && to !== null) return from === to ? `${from}` : `${from} to ${to}`;
  if (from !== null) return `From ${from}`;
  return to === null ? '' : `Up to ${to}`;
}

/** Formats a decade as "1980s", for its heading and its name in URLs. */
export const formatDecade = (decade: number) => `${decade}s`;

/**
 * Links to each decade of a long list. Without JavaScript a link leads to the page on which the decade begins. With
 * JavaScript it leads to the decade's heading in the whole list, which is fetched first if necessary.
 */
export function DecadeLinks({ list: { decades, pages, hrefAfter: after } }: { list: ShowListState }) {
  if (decades.length === 0) return null;
  return (
    <nav className={styles.decades} aria-label="Decades">
      <ul>
        {decades.map(({ decade, page }) => {
          const leadingTo = (to: number) => `${after({ do: 'turn to', page: to })}#${formatDecade(decade)}`;
          const jump = (event: MouseEvent) => {
            if (pages === null || !isPlainClick(event)) return;
            event.preventDefault();
            void navigateTo(leadingTo(1));
          };
          return (
            <li key={decade}>
              <a href={leadingTo(pages === null ? 1 : page)} onClick={jump}>
                {formatDecade(decade)}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
