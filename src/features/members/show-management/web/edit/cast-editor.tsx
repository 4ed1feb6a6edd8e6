import { useLayoutEffect, useRef, useState } from 'react';
import { useReordering } from '#platform/web/ordering/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { createRowKey, type DraftRole } from '../../show-draft.ts';
import styles from './edit-show.module.css';
import { RoleRow, type RoleRowActions } from './role-row.tsx';

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
  const ordering = useReordering(
    roles,
    ({ role }) => role || 'The new role',
    (ordered) => onChange([...ordered]),
  );
  const [removed, setRemoved] = useState('');
  const acts = useLatest({
    change: (row) => onChange(roles.map((one) => (one.key === row.key ? row : one))),
    remove: (row) => {
      onChange(roles.filter((one) => one.key !== row.key));
      setRemoved(`${row.role || 'The role'} removed`);
    },
  });
  const add = () => {
    const row = { key: createRowKey(), kind, role: '', people: [] };
    onChange([...roles, row]);
    requestAnimationFrame(() => document.getElementById(`${row.key}-role`)?.focus());
  };
  return (
    <div className={styles.side}>
      <h3>{names[kind]}</h3>
      <p className="vh" role="status">
        {ordering.announcement}
      </p>
      <p className="vh" role="status">
        {removed}
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
              offered={offered.length > 0 ? `${kind}-roles` : ''}
              dragged={ordering.draggedIndex === at}
              move={ordering.move}
              grab={ordering.grab}
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

/** Returns stable callbacks that call the latest handlers, so that unchanged rows don't re-render. */
function useLatest(newest: RoleRowActions): RoleRowActions {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [acts] = useState<RoleRowActions>(() => ({
    change: (row) => latest.current.change(row),
    remove: (row) => latest.current.remove(row),
  }));
  return acts;
}
