import { doorListPath, printedTicketsPath, rowLabelsPath, wallPlanPath } from '../paths.ts';
import styles from './Prints.module.css';

/** What is printed of a performance, from its plan as it is saved. */
export const Prints = ({ id }: { id: string }) => (
  <nav className={styles.prints} aria-label="For paper">
    <p className="label">For paper</p>
    <a href={printedTicketsPath(id)}>Tickets</a>
    <a href={wallPlanPath(id)}>Plan for the wall</a>
    <a href={doorListPath(id)}>Door list</a>
    <a href={rowLabelsPath(id)}>Row labels</a>
  </nav>
);
