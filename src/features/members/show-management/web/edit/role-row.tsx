import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { PersonField } from '#features/archive/shows/people/web/index.ts';
import { DragHandle, type Reordering } from '#platform/web/ordering/index.ts';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Input } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Menu, MenuButton } from '#platform/web/ui/overlays/menu.tsx';
import { createRowKey, type DraftPerson, type DraftRole, formatCreditedPerson } from '../../show-draft.ts';
import styles from './edit-show.module.css';

/** The actions of a row. Always the same object, for the life of the list. */
export interface RoleRowActions {
  change: (row: DraftRole) => void;
  remove: (row: DraftRole) => void;
}

/** A role and its people. Alt and an arrow key move it, as do its handle and its menu. */
export const RoleRow = memo(function RoleRow({
  row,
  at,
  of,
  offered,
  dragged,
  move,
  grab,
  acts,
}: Pick<Reordering, 'move' | 'grab'> & {
  row: DraftRole;
  at: number;
  of: number;
  /** The id of the list of roles to choose from; "" if there is none. */
  offered: string;
  dragged: boolean;
  acts: RoleRowActions;
}) {
  const [adding, setAdding] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  const name = row.role.trim() || `role ${at + 1}`;
  const byKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? -1 : 1);
  };
  const people = (change: (people: DraftPerson[]) => DraftPerson[]) =>
    acts.change({ ...row, people: change(row.people) });
  return (
    <li className={dragged ? `${styles.row} ${styles.dragged}` : styles.row}>
      <DragHandle at={at} grab={grab} />
      <Input
        id={`${row.key}-role`}
        aria-label={row.kind === 'cast' ? `Role ${at + 1} in the cast` : `Role ${at + 1} in the crew`}
        placeholder="Role"
        {...(offered && { list: offered })}
        autoComplete="off"
        maxLength={1000}
        value={row.role}
        onKeyDown={byKey}
        onChange={({ target }) => acts.change({ ...row, role: target.value })}
      />
      <div className={styles.people}>
        {row.people.map((person) => (
          <PersonChip
            key={person.key}
            person={person}
            role={name}
            onChange={(changed) => people((all) => all.map((one) => (one.key === person.key ? changed : one)))}
            onRemove={() => people((all) => all.filter((one) => one.key !== person.key))}
          />
        ))}
        {(row.people.length === 0 || adding) && (
          // biome-ignore lint/a11y/noStaticElementInteractions: hears its field being left, and is nothing to act on itself
          <span
            ref={field}
            // An empty field closes; a name that isn't taken yet stays visible
            onBlur={({ target }) => target instanceof HTMLInputElement && target.value === '' && setAdding(false)}
          >
            <PersonField
              label={`Add a person to ${name}`}
              placeholder={row.people.length > 0 ? 'Another name' : 'Name'}
              onMove={(by) => move(at, by)}
              onChoose={({ id, name: chosen }) => {
                setAdding(field.current?.contains(document.activeElement) === true);
                people((all) =>
                  all.some((one) => (id ? one.id === id : one.name === chosen))
                    ? all
                    : [...all, { key: createRowKey(), credit: '', id, name: chosen, as: '' }],
                );
              }}
            />
          </span>
        )}
      </div>
      <Menu name="More" look="row" about={name}>
        <MenuButton
          onClick={() => {
            setAdding(true);
            requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
          }}
        >
          Add a person<span className="vh"> to {name}</span>
        </MenuButton>
        {/* Not `disabled` at the ends of the list: the pressed button would lose the focus */}
        <MenuButton stays aria-disabled={at === 0 || undefined} onClick={() => move(at, -1)}>
          Move up<span className="vh"> {name}</span>
        </MenuButton>
        <MenuButton stays aria-disabled={at === of - 1 || undefined} onClick={() => move(at, 1)}>
          Move down<span className="vh"> {name}</span>
        </MenuButton>
        <MenuButton onClick={() => acts.remove(row)}>
          Remove role<span className="vh"> {name}</span>
        </MenuButton>
      </Menu>
    </li>
  );
});

/** Someone in a role. The name opens how the programme prints it, where that differs. */
function PersonChip({
  person,
  role,
  onChange,
  onRemove,
}: {
  person: DraftPerson;
  role: string;
  onChange: (person: DraftPerson) => void;
  onRemove: () => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <span className={styles.chip}>
      <button
        type="button"
        className={styles.name}
        title="Edit the name as printed"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {formatCreditedPerson(person)}
        {person.id === '' && <em className={styles.fresh}> new</em>}
      </button>
      <IconButton icon="x" label={`Take ${person.name} out of ${role}`} onClick={onRemove} />
      {open && (
        <span className={styles.printed}>
          <InputField
            label="Printed as"
            maxLength={1000}
            autoComplete="off"
            placeholder={person.name}
            value={person.as}
            onChange={({ target }) => onChange({ ...person, as: target.value })}
          />
        </span>
      )}
    </span>
  );
}
