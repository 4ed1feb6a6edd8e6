import { formatDate } from '#platform/shared/dates/dates.ts';
import { LazyFallback } from '#platform/web/parts/lazy-fallback.tsx';
import { useLazyModule } from '#platform/web/parts/lazy-module.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { PageActions } from '#platform/web/ui/content/layout.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Menu, MenuItem, MenuLink } from '#platform/web/ui/overlays/menu.tsx';
import type { ShowListContent } from '../contract.ts';
import { manageShowPath } from '../paths.ts';
import styles from './show-management.module.css';

/** The import form is loaded on demand, because few people who manage shows ever import any. */
const loadImport = () => import('./import-shows.tsx');

/** Buttons for people who manage shows: one for a new show, and a menu of rare actions. */
export const ShowManagementActions = ({ importing, onImport }: { importing: boolean; onImport: () => void }) => (
  <PageActions>
    <ButtonLink href={manageShowPath({ id: 'new', title: 'New show' })}>
      <Icon of="plus" /> New show
    </ButtonLink>
    <Menu name="More">
      <MenuItem aria-expanded={importing} onClick={onImport}>
        <Icon of="upload" /> Import shows
      </MenuItem>
      <MenuLink href="/members/manage_shows.csv" download>
        <Icon of="download" /> Export shows (CSV)
      </MenuLink>
    </Menu>
  </PageActions>
);

/** The panels above the managers' list: the import form once it is opened, and archived shows. */
export function ShowManagementPanels({
  importing,
  archived,
}: {
  importing: boolean;
  archived: NonNullable<ShowListContent['archived']>;
}) {
  const form = useLazyModule(loadImport);
  if (!importing && archived.length === 0) return null;
  return (
    <div className={styles.tools}>
      {importing &&
        (form.part ? <form.part.ImportShowsForm /> : <LazyFallback of={form}>Loading the form…</LazyFallback>)}
      {archived.length > 0 && (
        <details className={styles.archived}>
          <summary>{archived.length === 1 ? 'One show is archived' : `${archived.length} shows are archived`}</summary>
          <ul>
            {archived.map((show) => (
              <li key={show.id}>
                <a href={manageShowPath(show)}>{show.title}</a>{' '}
                <span className="meta">{formatDate(show.date, show.date_precision)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
