import type { ImportColumn } from '#platform/shared/calls/imports.ts';
import { Collapsible } from '../ui/content/collapsible.tsx';
import { Select } from '../ui/fields/field.tsx';

/** Shows how each column of a file is interpreted, and lets a person change that. The choices are sent as `columns`. */
export function ColumnChoices({
  columns,
  choices,
  isOpen,
  onChange,
}: {
  columns: readonly ImportColumn[];
  choices: readonly string[];
  /** True if the choices are open at first, because nothing can be imported until the user has chosen. */
  isOpen: boolean;
  onChange: () => void;
}) {
  return (
    <Collapsible title="Which column is which" open={isOpen} wide>
      <p className="meta">
        {isOpen
          ? 'We couldn’t tell which columns these are. Choose for each, then preview the import again.'
          : 'If a column is read as the wrong thing, change it here and preview the import again.'}
      </p>
      <table className="table table--stack">
        <thead>
          <tr>
            <th scope="col">In your file</th>
            <th scope="col">For example</th>
            <th scope="col">Read as</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ heading, sample, column }, place) => {
            const name = heading || `Column ${place + 1}`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a file's columns have no other name, and keep their order
              <tr key={`${place} ${heading} ${column}`}>
                <td data-label="In your file">{name}</td>
                <td data-label="For example">{sample}</td>
                <td data-label="Read as">
                  <Select name="columns" aria-label={`${name} is read as`} defaultValue={column} onChange={onChange}>
                    <option value="">Ignore it</option>
                    {choices.map((choice) => (
                      <option key={choice} value={choice}>
                        {choice}
                      </option>
                    ))}
                  </Select>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Collapsible>
  );
}
