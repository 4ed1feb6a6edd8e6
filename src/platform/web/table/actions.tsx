import type { ReactNode } from 'react';
import styles from './actions.module.css';

/** The heading of the actions' column, the table's last. */
export const ActionsHeading = () => (
  <th scope="col" className={`no-print ${styles.heading}`}>
    Actions
  </th>
);

/** The actions of a table row. On a phone they are at the end of the row's card; they aren't printed. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <td data-acts className="no-print">
    {children && <div className={styles.actions}>{children}</div>}
  </td>
);
