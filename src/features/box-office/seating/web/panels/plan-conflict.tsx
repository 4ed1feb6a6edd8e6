import { useState } from 'react';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { TheirVersion, type TheirVersionPart } from '#platform/web/conflict/their-version.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import type { EditConflict, SavedPlan } from '../../plan/edit.ts';
import { countChanges, type PlanDraft } from '../../plan/merge.ts';
import { countAssigned, type Parties } from '../../plan/plan.ts';
import styles from './plan-conflict.module.css';

/** Describes another person's changes and offers to accept or overwrite them; the save bar offers to merge them. */
export function PlanConflict({
  clash,
  base,
  at,
  focused,
  parties,
  getOverwrite,
  onAccept,
  onOverwrite,
}: {
  clash: EditConflict;
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
  const { by, theirs } = clash;
  const parts: TheirVersionPart[] = [
    { label: 'Rows', text: `${theirs.plan.rowCount}` },
    { label: 'Seats filled', text: `${countAssigned(theirs.plan)}` },
    { label: 'Changed since you opened it', text: `${countChanges(base, theirs)}` },
  ];
  const otherVersion = by === '' ? 'the other version' : `${by}’s`;
  return (
    <div className={styles.clash}>
      <TheirVersion by={by} at={at} focused={focused} onAccept={onAccept} parts={parts}>
        <p>
          You can merge the two versions below: each seat stays as it was last changed, and anyone given a seat in the
          meantime keeps it. This doesn’t save anything yet.
        </p>
        <p>
          <Button look="line" aria-haspopup="dialog" onClick={() => setConfirming(getOverwrite())}>
            Use my version instead…
          </Button>
        </p>
        {confirming && (
          <ConfirmDialog
            question={`Replace ${otherVersion} with your version?`}
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
