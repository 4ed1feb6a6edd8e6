import { useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { TheirVersion, type TheirVersionPart } from '#platform/web/conflict/their-version.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import type { SeatingDecision } from '../../engine/seat-everyone.ts';
import type { EditConflict, SavedPlan } from '../../plan/edit.ts';
import { countDraftDifferences, type PlanDraft } from '../../plan/merge.ts';
import { countAssignedSeats, type findOrdersToNotify, type Parties, type Plan } from '../../plan/plan.ts';
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
 * Lists the seats that “Seat everyone” assigned, with the reasons. The list disappears when the user closes it, or when
 * no party still has all the seats that are listed for it.
 */
export function SeatingDecisions({
  choices,
  plan,
  onUndo,
  onClose,
}: {
  choices: readonly SeatingDecision[];
  plan: Plan;
  /** Undoes “Seat everyone”; undefined once a later step has been made. */
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

/** Describes another person's changes and offers to accept or overwrite them; the save bar offers to merge them. */
export function PlanConflict({
  conflict,
  base,
  at,
  focused,
  parties,
  getOverwrite,
  onAccept,
  onOverwrite,
}: {
  conflict: EditConflict;
  base: SavedPlan;
  at: string;
  focused: boolean;
  parties: Parties;
  /** Returns the draft that would overwrite the other person's changes. */
  getOverwrite: () => PlanDraft;
  onAccept: () => void;
  onOverwrite: (draft: PlanDraft) => void;
}) {
  const [confirming, setConfirming] = useState<PlanDraft | null>(null);
  const { by, theirs } = conflict;
  const parts: TheirVersionPart[] = [
    { label: 'Rows', text: `${theirs.plan.rowCount}` },
    { label: 'Seats filled', text: `${countAssignedSeats(theirs.plan)}` },
    { label: 'Changes since you opened the plan', text: `${countDraftDifferences(base, theirs)}` },
  ];
  const otherVersion = by === '' ? 'the other version' : `${by}’s version`;
  return (
    <div className={styles.conflict}>
      <TheirVersion by={by} at={at} focused={focused} onAccept={onAccept} parts={parts}>
        <p>
          “Merge the two versions” uses your changes wherever the two differ, but anyone given a seat in the meantime
          keeps it. This doesn’t save anything yet.
        </p>
        <p>
          <Button look="line" aria-haspopup="dialog" onClick={() => setConfirming(getOverwrite())}>
            Use my version instead…
          </Button>
        </p>
        {confirming && (
          <ConfirmDialog
            question={`Replace ${otherVersion} with yours?`}
            cancelLabel={`Keep ${otherVersion}`}
            confirmLabel="Save my version"
            onConfirm={() => onOverwrite(confirming)}
            onClose={() => setConfirming(null)}
          >
            <p>{formatLosses(theirs, confirming, parties)}</p>
          </ConfirmDialog>
        )}
      </TheirVersion>
    </div>
  );
}

/** Formats the warning before an overwrite, with the people who would lose a seat. */
function formatLosses(saved: PlanDraft, instead: PlanDraft, parties: Parties): string {
  const { assignments } = saved.plan;
  const lost = Object.keys(assignments).filter((seat) => instead.plan.assignments[seat] !== assignments[seat]);
  const losses = [...Map.groupBy(lost, (seat) => assignments[seat] ?? '')].map(
    ([ref, seats]) => `${formatSeats(seats)} (${parties.get(ref)?.name ?? `order ${ref}`})`,
  );
  const what = losses.length === 0 ? '' : ` These people would lose their seats: ${losses.join(', ')}.`;
  return `Changes made in the meantime will be lost, except for seats that have been bought.${what}`;
}

/** Shows how many parties must be notified once the plan is saved, with a dialog that lists them. */
export function PartiesToNotify({
  orders,
  emailsMoves,
}: {
  orders: ReturnType<typeof findOrdersToNotify<PerformanceOrder>>;
  /** True if the emails to buyers whose seats are moved are switched on. */
  emailsMoves: boolean;
}) {
  const [open, setOpen] = useState(false);
  const { sends_mail } = useSite();
  const format = (seats: readonly string[]) => (seats.length === 0 ? 'no seat yet' : formatSeats(seats));
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {sends_mail && emailsMoves
          ? orders.length === 1
            ? 'One party’s seats have changed…'
            : `The seats of ${orders.length} parties have changed…`
          : orders.length === 1
            ? 'One party needs telling about its seats…'
            : `${orders.length} parties need telling about their seats…`}
      </Button>
      {open && (
        <Dialog
          title={sends_mail && emailsMoves ? 'Whose seats have changed' : 'Who needs telling'}
          onClose={() => setOpen(false)}
        >
          {() => (
            <>
              <p>
                This plan gives them different seats from the ones they expect.{' '}
                {sends_mail && emailsMoves
                  ? 'Buyers who gave an email address get an email ten minutes after the plan was last saved, unless they have their old seats back by then.'
                  : `${formatCannotEmailMessage({ isSwitchedOff: sends_mail })} Manage Bookings lists them once the plan is saved.`}
              </p>
              <ul className={styles.orders}>
                {orders.map(({ order: { ref, name, email }, before, now }) => (
                  <li key={ref}>
                    <p>
                      <b>{name}</b> <span className="meta">{ref}</span>
                    </p>
                    <p>
                      {format(before)} → {format(now)}
                    </p>
                    {sends_mail && emailsMoves && email === '' && (
                      <p className="meta">No email address: Manage Bookings lists who needs telling.</p>
                    )}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Dialog>
      )}
    </>
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
        Seats are assigned according to the requests recorded for a party, never its note. The letters on a seat stand
        for its party’s requests: W a wheelchair space, C a companion, L the hearing loop, S step-free access, A an
        aisle seat, F the front, B the back; ! is a note to read. A dashed seat is free, but no seat next to it is. On a
        free seat W is a wheelchair space (key W), C a companion seat (C), V a restricted view (V), and H a house seat
        (H), which visitors can’t buy.
      </p>
    </Collapsible>
  </div>
);
