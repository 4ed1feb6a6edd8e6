import { type ReactNode, useId } from 'react';
import { rowLetters } from '#features/box-office/performances/seat-labels.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { Menu, MenuButton } from '#platform/web/ui/overlays/menu.tsx';
import { type Preference, preferences } from '../engine/free-seats.ts';
import styles from './planner-toolbar.module.css';

/** Actions on the whole plan; the rare ones are in a menu. */
export function PlannerToolbar({
  rowCount,
  editing,
  unseated,
  withoutSpace,
  undoes,
  redoes,
  children,
  ...act
}: {
  rowCount: number;
  editing: boolean;
  /** The number of orders that still need seats. */
  unseated: number;
  /** Names of people who need a wheelchair space and would find none. */
  withoutSpace: readonly string[];
  /** Descriptions of the steps that would be undone and redone. */
  undoes: string | undefined;
  redoes: string | undefined;
  /** Further actions. */
  children: ReactNode;
  onRows: (by: 1 | -1) => void;
  onEditing: (editing: boolean) => void;
  onEveryone: (preference: Preference) => void;
  onUndo: () => void;
  onRedo: () => void;
}) {
  const id = useId();
  const hiding = (
    <Checkbox dense checked={editing} onChange={(event) => act.onEditing(event.target.checked)}>
      Edit hidden seats
    </Checkbox>
  );
  return (
    <div className={styles.tools}>
      <div className={styles.group}>
        <span className={`label ${styles.rows}`} id={id}>
          Rows
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons and a number are no fieldset of a form */}
        <span className={styles.stepper} role="group" aria-labelledby={id}>
          <IconButton icon="minus" label={`Remove row ${rowLetters(rowCount - 1)}`} onClick={() => act.onRows(-1)} />
          <output>{rowCount}</output>
          <IconButton icon="plus" label="Add a row" onClick={() => act.onRows(1)} />
        </span>
      </div>
      {/* In the bar if it has room, and else in the menu: one of the two is hidden by the viewport's width */}
      <div className={styles.roomy}>{hiding}</div>
      <div className={styles.group}>
        {/* Not `disabled`: the pressed button would lose the focus */}
        <Button
          small
          look="quiet"
          aria-disabled={undoes === undefined || undefined}
          title={undoes}
          onClick={act.onUndo}
        >
          Undo
        </Button>
        <Button
          small
          look="quiet"
          aria-disabled={redoes === undefined || undefined}
          title={redoes}
          onClick={act.onRedo}
        >
          Redo
        </Button>
      </div>
      <div className={styles.everyone}>
        <Menu name="Seat everyone" look="line">
          <p className={`meta ${styles.first}`}>
            {unseated === 0 ? 'Everyone is seated.' : 'Which seats should be filled first?'}
          </p>
          {withoutSpace.length > 0 && (
            <p className={`meta ${styles.first}`}>
              No wheelchair space is free for {withoutSpace.join(', ')}. They aren’t put on ordinary seats: mark a space
              first (key W), or seat them yourself.
            </p>
          )}
          {Object.entries(preferences).map(([value, label]) => (
            <MenuButton
              key={value}
              aria-disabled={unseated === 0 || undefined}
              onClick={() => act.onEveryone(value as Preference)}
            >
              {label}
            </MenuButton>
          ))}
        </Menu>
      </div>
      <Menu name="More">
        <div className={styles.tight}>{hiding}</div>
        {children}
      </Menu>
    </div>
  );
}
