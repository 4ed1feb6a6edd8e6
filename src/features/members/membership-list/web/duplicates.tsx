import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import type { MemberListReport } from '../contract.ts';
import styles from './membership.module.css';

type Duplicate = MemberListReport['duplicates'][number];

/** Rows of the list that may be about one person. The user decides about them before anything is imported. */
export const DuplicateQuestions = ({ of }: { of: readonly Duplicate[] }) => (
  <section aria-labelledby="duplicates" className="stack">
    <h2 id="duplicates">One person or several?</h2>
    <p>The list doesn’t say. Choose for each before you import it.</p>
    <ul className={`ruled ${styles.duplicates}`}>
      {of.map((one) => (
        <li key={`${one.key} ${one.chosen}`}>
          <Field label={formatRows(one)}>
            {(control) => (
              <Select {...control} required name="people" defaultValue={one.chosen && `${one.chosen} ${one.key}`}>
                <option value="">Choose…</option>
                <option value={`one ${one.key}`}>One person</option>
                <option value={`several ${one.key}`}>{formatSeveral(one)}</option>
              </Select>
            )}
          </Field>
        </li>
      ))}
    </ul>
  </section>
);

const list = new Intl.ListFormat('en-GB');

function formatRows({ by, lines, differ, shared }: Duplicate): string {
  const rows = `Lines ${list.format(lines.map(String))}`;
  if (by === 'address') return `${rows}: ${list.format(differ)}, at ${shared}`;
  const emails = differ.map((email) => email || 'no email');
  return `${rows}: ${shared}, ${list.format(emails)}`;
}

function formatSeveral({ by, differ }: Duplicate): string {
  if (by === 'address') return `${differ.length} people who share an email address`;
  return 'Different people with the same name';
}
