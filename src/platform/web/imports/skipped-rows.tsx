import { Collapsible } from '../ui/content/collapsible.tsx';
import styles from './import-report.module.css';

/** The number of rows that are listed one by one. */
const mostShown = 50;

/** Lists rows of the file that are left out although they have no fault, such as totals or refunded orders. */
export const SkippedRows = ({
  title,
  rows,
  isOpen = false,
}: {
  title: string;
  rows: readonly { line: number; text: string }[];
  isOpen?: boolean;
}) =>
  rows.length === 0 ? null : (
    <Collapsible title={`${title}: ${rows.length.toLocaleString('en-GB')}`} open={isOpen} wide>
      <ul className={styles.bulleted}>
        {rows.slice(0, mostShown).map(({ line, text }) => (
          <li key={line}>
            Line {line}: {text}
          </li>
        ))}
        {rows.length > mostShown && <li>and {(rows.length - mostShown).toLocaleString('en-GB')} more</li>}
      </ul>
    </Collapsible>
  );
