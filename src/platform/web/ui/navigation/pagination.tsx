import { ButtonLink } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import styles from './pagination.module.css';

/** Links to the pages of a list. `page` counts from 1; `href` returns a page's URL. */
export function Pagination({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {page > 1 && (
        <ButtonLink look="line" href={href(page - 1)} rel="prev">
          <Icon of="arrow-left" /> Previous
        </ButtonLink>
      )}
      <p className="num">
        Page {page} of {pages}
      </p>
      {page < pages && (
        <ButtonLink look="line" href={href(page + 1)} rel="next">
          Next <Icon of="arrow-right" />
        </ButtonLink>
      )}
    </nav>
  );
}
