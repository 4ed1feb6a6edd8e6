import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import type { SeatingDecision } from '../../engine/seat-everyone.ts';
import type { Plan } from '../../plan/plan.ts';
import styles from './planner-status.module.css';

/** Describes the item that is being moved, or the last action. */
export const PlannerStatus = ({
  item,
  message,
  onPutBack,
  className,
}: {
  className: string | undefined;
  item: { label: string; where: string } | null;
  message: string;
  onPutBack: () => void;
}) => (
  <p className={className}>
    {item ? (
      <>
        <b>{item.label}</b>: choose {item.where}.{' '}
        <Button small look="quiet" onClick={onPutBack}>
          Put back
        </Button>
      </>
    ) : (
      message
    )}
  </p>
);

/**
 * Lists the seats that “Seat everyone” assigned, with the reasons. The list disappears when it is closed, or once no
 * party still has all of its listed seats.
 */
export function SeatingDecisions({
  choices,
  plan,
  onUndo,
  onClose,
}: {
  choices: readonly SeatingDecision[];
  plan: Plan;
  /** Undoes the step; undefined once there is a later step. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}) {
  const isStill = ({ ref, seats }: SeatingDecision) => seats.every((seat) => plan.assignments[seat] === ref);
  return (
    <div role="status">
      {choices.some(isStill) && (
        <div className={styles.choices}>
          <p className={styles.title}>
            <b>{choices.length === 1 ? 'One party has' : `${choices.length} parties have`} been seated.</b>
          </p>
          <details>
            <summary>Why these seats</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by keyboard too */}
            <ul tabIndex={0} aria-label="Why these seats">
              {choices.map((choice) => (
                <li key={choice.ref}>
                  <b>{choice.name}</b>: {choice.says}
                  {!isStill(choice) && <span className="meta"> Moved since.</span>}
                </li>
              ))}
            </ul>
          </details>
          {onUndo && (
            <Button small look="line" onClick={onUndo}>
              Undo seating everyone
            </Button>
          )}
          <span className={styles.close}>
            <IconButton icon="x" label="Close “Why these seats”" onClick={onClose} />
          </span>
        </div>
      )}
    </div>
  );
}

/** Explains how to seat parties by pointer and by key, and the letters on the seats. */
export const PlannerHelp = ({ className }: { className: string }) => (
  <div className={className}>
    <p>
      Drag an order onto a seat, or press <b>Seat</b> and then choose the first seat. Drag a block’s edge to make it
      wider or narrower.
    </p>
    <Collapsible title="Keyboard shortcuts and letters">
      <p>
        Hold Shift to move a whole block. Arrow keys move between seats; Enter picks up and puts down; Delete clears a
        seat, and Shift + Delete its whole block. On a touchscreen, press and hold a seat, or tap it first.
      </p>
      <p>
        Seats are assigned by a party’s recorded requests, never by its note. The letters on its seats stand for the
        requests: W a wheelchair space, C a companion, L the hearing loop, S step-free access, A an aisle seat, F the
        front, B the back; ! is a note to read. A dashed seat is free, but no seat next to it is. On a free seat W is a
        wheelchair space (key W), C a companion seat (C), V a restricted view (V), and H a house seat (H), which
        visitors can’t buy.
      </p>
    </Collapsible>
  </div>
);
