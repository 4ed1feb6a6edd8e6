import { ArrowUpRight } from 'lucide-react';
import { rangeInWords } from '../../../platform/shared/dates.ts';
import type { Site } from '../../../platform/shared/pages.ts';
import { Icon } from '../../../platform/web/ui/Icon.tsx';
import { NewTab } from './NewTab.tsx';
import styles from './TicketBanner.module.css';

/** While tickets are on sale: what for, and the way there (SPEC §2). */
export function TicketBanner({ site }: { site: Site }) {
  if (site.tickets_active !== '1') return null;
  const { title, date, date_precision, first_date, first_date_precision } = site.next_show;
  const run = rangeInWords(
    { date: first_date || date, precision: first_date ? first_date_precision : date_precision },
    { date, precision: date_precision },
  );
  return (
    <aside className={styles.banner} aria-label="Tickets">
      <div className={`wrap ${styles.line}`}>
        {title === '' ? (
          <span>Tickets are on sale</span>
        ) : (
          <span>
            <span className="only-wide">Now booking: </span>
            {title}, {run}
          </span>
        )}
        <a href="/tickets" target="_blank" rel="noopener">
          Book tickets <Icon of={ArrowUpRight} />
          <NewTab />
        </a>
      </div>
    </aside>
  );
}
