import { doorListPath, printedTicketsPath, rowLabelsPath, wallPlanPath } from '../paths.ts';
import styles from './print-links.module.css';

/** What is printed of a performance, from its plan as it is saved: also while something isn't (`unsaved`). */
export const PrintLinks = ({ id, unsaved }: { id: string; unsaved: boolean }) => (
  <nav className={styles.prints} aria-label="For paper">
    <p className="label">For paper</p>
    {unsaved && <p className="meta">What isn’t saved yet isn’t printed.</p>}
    <a href={printedTicketsPath(id)}>Tickets</a>
    <a href={wallPlanPath(id)}>Plan for the wall</a>
    <a href={doorListPath(id)}>Door list</a>
    <a href={rowLabelsPath(id)}>Row labels</a>
  </nav>
);
