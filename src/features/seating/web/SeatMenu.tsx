import type { PerformanceOrder } from '#features/orders/contract.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { blockOf, type Plan } from '../plan.ts';
import { Asked } from './Asked.tsx';
import { type Command, commands, type Held } from './commands.ts';
import styles from './SeatMenu.module.css';

/** Who has the chosen seat, and everything that can be done with it: for a finger, and for whoever seeks the keys. */
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
  onHold: (held: Held) => void;
  onCommand: (command: Command, seat: string) => void;
}) {
  const isBlock = blockOf(plan, seat).length > 1;
  return (
    <section className={styles.menu} aria-label={`Seat ${seat}`}>
      <p>
        <b>{seat}</b> {order.name}
      </p>
      <Asked order={order} className={styles.note} />
      <div className={styles.verbs}>
        <Button small look="line" title="Enter" onClick={() => onHold({ kind: 'seat', from: seat })}>
          Move
        </Button>
        {isBlock && (
          <Button small look="line" title="Shift + Enter" onClick={() => onHold({ kind: 'block', from: seat })}>
            Move all beside
          </Button>
        )}
        {commands
          .filter(({ id }) => isBlock || (id !== 'clear-block' && !id.startsWith('shrink')))
          .map((command) => (
            <Button
              key={command.id}
              small
              look="quiet"
              title={command.written}
              onClick={() => onCommand(command, seat)}
            >
              {command.words}
            </Button>
          ))}
      </div>
    </section>
  );
}
