import { useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { type DraftRole, moved, newKey } from '../../show-draft.ts';
import styles from './EditShow.module.css';
import { RoleRow, type RowActs } from './RoleRow.tsx';
import { useRowDrag } from './useRowDrag.ts';

const names = { cast: 'Cast', crew: 'Crew' };

/** Cast or crew: its roles in the order of the programme. */
export function CastEditor({
  kind,
  roles,
  offered,
  onChange,
}: {
  kind: DraftRole['kind'];
  roles: readonly DraftRole[];
  /** Roles to choose from; any other can be typed. */
  offered: readonly string[];
  onChange: (roles: DraftRole[]) => void;
}) {
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const role = roles[from];
    if (!role || to < 0 || to >= roles.length) return;
    onChange(moved(roles, from, to));
    setSaid(`${role.role || 'The new role'} is now ${to + 1} of ${roles.length}`);
    keepFocus();
  };
  const { list, dragged, grab } = useRowDrag(move);
  const acts = useLatest({
    grab,
    move: (at, by) => move(at, at + by),
    change: (row) => onChange(roles.map((one) => (one.key === row.key ? row : one))),
    remove: (row) => {
      onChange(roles.filter((one) => one.key !== row.key));
      setSaid(`${row.role || 'The role'} is taken out`);
    },
  });
  const add = () => {
    const row = { key: newKey(), kind, role: '', people: [] };
    onChange([...roles, row]);
    requestAnimationFrame(() => document.getElementById(`${row.key}-role`)?.focus());
  };
  return (
    <div className={styles.side}>
      <h3>{names[kind]}</h3>
      <p className="vh" role="status">
        {said}
      </p>
      {roles.length === 0 ? (
        <p className="muted">{kind === 'cast' ? 'Nobody is on stage yet.' : 'Nobody is behind the scenes yet.'}</p>
      ) : (
        <ol className={styles.rows} ref={list}>
          {roles.map((role, at) => (
            <RoleRow
              key={role.key}
              row={role}
              at={at}
              of={roles.length}
              offered={offered.length > 0 ? `${kind}-roles` : ''}
              dragged={dragged === at}
              acts={acts}
            />
          ))}
        </ol>
      )}
      <datalist id={`${kind}-roles`}>
        {offered.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <Button look="line" small onClick={add}>
        <Icon of="plus" /> Add a role to the {kind}
      </Button>
    </div>
  );
}

/**
 * A function that always does the newest thing and is itself always the same, so that unchanged rows aren't rendered
 * again.
 */
function useLatest(newest: RowActs): RowActs {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  const [acts] = useState<RowActs>(() => ({
    grab: (...where) => latest.current.grab(...where),
    move: (...where) => latest.current.move(...where),
    change: (row) => latest.current.change(row),
    remove: (row) => latest.current.remove(row),
  }));
  return acts;
}

/** A row that moves in the page loses the focus; this gives it back to whoever moves it by keys. */
function keepFocus() {
  const { id } = document.activeElement ?? { id: '' };
  if (id === '') return;
  requestAnimationFrame(() => {
    const again = document.getElementById(id);
    const other = id.endsWith('-up') ? id.replace(/-up$/, '-down') : id.replace(/-down$/, '-up');
    if (again instanceof HTMLButtonElement && again.disabled) document.getElementById(other)?.focus();
    else again?.focus();
  });
}
