import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { blockOf, type Plan } from '../plan/plan.ts';
import { type Command, clearCommands, type DragItem, resizeCommands } from './commands.ts';
import styles from './seat-menu.module.css';
import { SeatOccupant } from './seat-occupant.tsx';

/** The occupant of the chosen seat, and every action on it: for touch, and for learning the keys. */
export function SeatMenu({
  plan,
  order,
  seat,
  onHold,
  onCommand,
}: {
  plan: Plan;
  order: PerformanceOrder;
  seat: string;
  onHold: (held: DragItem) => void;
  onCommand: (command: Command, seat: string) => void;
}) {
  const isBlock = blockOf(plan, seat).length > 1;
  return (
    <section className={styles.menu} aria-label={`Seat ${seat}`}>
      <div className={styles.who}>
        <SeatOccupant seat={seat} order={order} plan={plan} />
      </div>
      <div className={styles.verbs}>
        <Button small look="line" title="Enter" onClick={() => onHold({ kind: 'seat', from: seat })}>
          Move
        </Button>
        {isBlock && (
          <Button small look="line" title="Shift + Enter" onClick={() => onHold({ kind: 'block', from: seat })}>
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
