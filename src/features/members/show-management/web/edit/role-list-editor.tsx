import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { PersonField } from '#features/archive/shows/people/web/index.ts';
import { DragHandle, type Reordering, useReordering } from '#platform/web/ordering/reordering.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Input, InputField } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Menu, MenuItem } from '#platform/web/ui/overlays/menu.tsx';
import { createRowKey, type DraftPerson, type DraftRole, formatCreditedPerson } from '../../show-draft.ts';
import styles from './edit-show.module.css';

/** The actions of a row. They must be the same object in each render, so that unchanged rows aren't rendered again. */
interface RoleRowActions {
  change: (row: DraftRole) => void;
  remove: (row: DraftRole) => void;
}

/** Edits a role and its people. The row is moved by its handle, by its menu, or by Alt with an arrow key. */
const RoleRow = memo(function RoleRow({
  row,
  at,
  of,
  suggestions,
  dragged,
  move,
  grab,
  actions,
}: Pick<Reordering, 'move' | 'grab'> & {
  row: DraftRole;
  at: number;
  of: number;
  /** The id of the list of suggested roles; "" if there is none. */
  suggestions: string;
  dragged: boolean;
  actions: RoleRowActions;
}) {
  const [adding, setAdding] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  const name = row.role.trim() || `role ${at + 1}`;
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? -1 : 1);
  };
  const changePeople = (change: (people: DraftPerson[]) => DraftPerson[]) =>
    actions.change({ ...row, people: change(row.people) });
  return (
    <li className={dragged ? `${styles.row} ${styles.dragged}` : styles.row}>
      <DragHandle at={at} grab={grab} />
      <Input
        id={`${row.key}-role`}
        aria-label={row.kind === 'cast' ? `Role ${at + 1} in the cast` : `Role ${at + 1} in the crew`}
        placeholder="Role"
        {...(suggestions && { list: suggestions })}
        autoComplete="off"
        maxLength={1000}
        value={row.role}
        onKeyDown={moveByKey}
        onChange={({ target }) => actions.change({ ...row, role: target.value })}
      />
      <div className={styles.people}>
        {row.people.map((person) => (
          <PersonChip
            key={person.key}
            person={person}
            role={name}
            onChange={(changed) => changePeople((all) => all.map((one) => (one.key === person.key ? changed : one)))}
            onRemove={() => changePeople((all) => all.filter((one) => one.key !== person.key))}
          />
        ))}
        {(row.people.length === 0 || adding) && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only listens to its field losing focus
          <span
            ref={field}
            // An empty field closes when it loses the focus. A typed name stays visible until a person is chosen
            onBlur={({ target }) => target instanceof HTMLInputElement && target.value === '' && setAdding(false)}
          >
            <PersonField
              label={`Add a person to ${name}`}
              placeholder={row.people.length > 0 ? 'Another person' : 'Name'}
              onMove={(by) => move(at, by)}
              onChoose={({ id, name: chosen }) => {
                setAdding(field.current?.contains(document.activeElement) === true);
                changePeople((all) =>
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
        <MenuItem
          onClick={() => {
            setAdding(true);
            requestAnimationFrame(() => field.current?.querySelector('input')?.focus());
          }}
        >
          Add a person<span className="vh"> to {name}</span>
        </MenuItem>
        {/* At the ends of the list these buttons have `aria-disabled` only, because a button with `disabled` loses
            the focus */}
        <MenuItem stays aria-disabled={at === 0 || undefined} onClick={() => move(at, -1)}>
          Move up<span className="vh"> {name}</span>
        </MenuItem>
        <MenuItem stays aria-disabled={at === of - 1 || undefined} onClick={() => move(at, 1)}>
          Move down<span className="vh"> {name}</span>
        </MenuItem>
        <MenuItem onClick={() => actions.remove(row)}>
          Remove role<span className="vh"> {name}</span>
        </MenuItem>
      </Menu>
    </li>
  );
});

/** A person in a role. Pressing the name opens a field for the name as printed. */
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
      <IconButton icon="x" label={`Remove ${person.name} from ${role}`} onClick={onRemove} />
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

const headings = { cast: 'Cast', crew: 'Crew' };

/** Edits the cast or the crew: its roles in the order of the programme. */
export function RoleListEditor({
  kind,
  roles,
  suggestions,
  onChange,
}: {
  kind: DraftRole['kind'];
  roles: readonly DraftRole[];
  /** Suggested roles; any other can be typed. */
  suggestions: readonly string[];
  onChange: (roles: DraftRole[]) => void;
}) {
  const ordering = useReordering(
    roles,
    ({ role }) => role || 'The new role',
    (ordered) => onChange([...ordered]),
  );
  const [removalMessage, setRemovalMessage] = useState('');
  const actions = useLatest({
    change: (row) => onChange(roles.map((one) => (one.key === row.key ? row : one))),
    remove: (row) => {
      onChange(roles.filter((one) => one.key !== row.key));
      setRemovalMessage(`${row.role || 'Role'} removed`);
    },
  });
  const add = () => {
    const row = { key: createRowKey(), kind, role: '', people: [] };
    onChange([...roles, row]);
    requestAnimationFrame(() => document.getElementById(`${row.key}-role`)?.focus());
  };
  return (
    <div className={styles.side}>
      <h3>{headings[kind]}</h3>
      <p className="vh" role="status">
        {ordering.announcement}
      </p>
      <p className="vh" role="status">
        {removalMessage}
      </p>
      {roles.length === 0 ? (
        <p className="muted">{kind === 'cast' ? 'No cast yet.' : 'No crew yet.'}</p>
      ) : (
        <ol ref={ordering.list}>
          {roles.map((role, at) => (
            <RoleRow
              key={role.key}
              row={role}
              at={at}
              of={roles.length}
              suggestions={suggestions.length > 0 ? `${kind}-roles` : ''}
              dragged={ordering.draggedIndex === at}
              move={ordering.move}
              grab={ordering.grab}
              actions={actions}
            />
          ))}
        </ol>
      )}
      <datalist id={`${kind}-roles`}>
        {suggestions.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <Button look="line" small onClick={add}>
        <Icon of="plus" /> Add a role to the {kind}
      </Button>
    </div>
  );
}

/** Returns stable callbacks that call the latest handlers, so that unchanged rows don't re-render. */
function useLatest(newest: RoleRowActions): RoleRowActions {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [actions] = useState<RoleRowActions>(() => ({
    change: (row) => latest.current.change(row),
    remove: (row) => latest.current.remove(row),
  }));
  return actions;
}
