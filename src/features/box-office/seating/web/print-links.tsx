import { doorListPath, printedTicketsPath, rowLabelsPath, wallPlanPath } from '../paths.ts';
import styles from './print-links.module.css';

/** Links to print a performance's saved plan, even while changes are unsaved (`unsaved`). */
export const PrintLinks = ({ id, unsaved }: { id: string; unsaved: boolean }) => (
  <nav className={styles.prints} aria-label="Print">
    <p className="label">Print</p>
    {unsaved && <p className="meta">Unsaved changes won’t be printed.</p>}
    <a href={printedTicketsPath(id)}>Tickets</a>
    <a href={wallPlanPath(id)}>Wall plan</a>
    <a href={doorListPath(id)}>Door list</a>
    <a href={rowLabelsPath(id)}>Row labels</a>
  </nav>
);
