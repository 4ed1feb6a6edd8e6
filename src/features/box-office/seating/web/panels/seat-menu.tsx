import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { SeatMark } from '#features/box-office/performances/seat-marks.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { type Command, clearCommands, type DragItem, resizeCommands, seatKindCommands } from '../../plan/commands.ts';
import { findBlock, type Plan } from '../../plan/plan.ts';
import { SeatOccupant } from './party-details.tsx';
import styles from './seat-menu.module.css';

/** Buttons to set the kind of the selected seat, or to withhold it from visitors. */
export function SeatKindButtons({
  seat,
  mark,
  onWithhold,
  onCommand,
}: {
  seat: string;
  mark: SeatMark;
  /** Opens the dialog to withhold the seat. */
  onWithhold: (seat: string) => void;
  onCommand: (command: Command, seat: string) => void;
}) {
  return (
    <section className={styles.menu} aria-label={`Type of seat ${seat}`}>
      <p>
        <b>{seat}</b> is:
      </p>
      <div className={styles.verbs}>
        {seatKindCommands.map((command) => (
          <Button
            key={command.id}
            small
            look={mark.kind === command.kind ? 'ink' : 'quiet'}
            aria-pressed={mark.kind === command.kind}
            title={command.written}
            onClick={() => onCommand(command, seat)}
          >
            {command.label}
          </Button>
        ))}
        <Button
          small
          look={mark.reason === '' ? 'quiet' : 'ink'}
          aria-haspopup="dialog"
          title="H"
          onClick={() => onWithhold(seat)}
        >
          {mark.reason === '' ? 'House seat…' : `House seat: ${mark.reason}`}
        </Button>
      </div>
    </section>
  );
}

/** The occupant of the selected seat, and the actions that move or clear it or its block, or resize the block. */
export function SeatMenu({
  plan,
  order,
  seat,
  onPickUp,
  onCommand,
}: {
  plan: Plan;
  order: PerformanceOrder;
  seat: string;
  onPickUp: (item: DragItem) => void;
  onCommand: (command: Command, seat: string) => void;
}) {
  const isBlock = findBlock(plan, seat).length > 1;
  return (
    <section className={styles.menu} aria-label={`Seat ${seat}`}>
      <div className={styles.who}>
        <SeatOccupant seat={seat} order={order} plan={plan} />
      </div>
      <div className={styles.verbs}>
        <Button small look="line" title="Enter" onClick={() => onPickUp({ kind: 'seat', from: seat })}>
          Move
        </Button>
        {isBlock && (
          <Button small look="line" title="Shift + Enter" onClick={() => onPickUp({ kind: 'block', from: seat })}>
            Move whole block
          </Button>
        )}
        {resizeCommands.map(({ label, fewer, more }) => (
          <span key={label} className={styles.edge}>
            {label}
            {[...(isBlock ? [fewer] : []), more].map((command) => (
              <IconButton
                key={command.id}
                icon={command === more ? 'plus' : 'minus'}
                label={command.label}
                title={`${command.label} (${command.written})`}
                onClick={() => onCommand(command, seat)}
              />
            ))}
          </span>
        ))}
        {clearCommands
          .filter(({ id }) => isBlock || id !== 'clear-block')
          .map((command) => (
            <Button
              key={command.id}
              small
              look="quiet"
              title={command.written}
              onClick={() => onCommand(command, seat)}
            >
              {command.label}
            </Button>
          ))}
      </div>
    </section>
  );
}
