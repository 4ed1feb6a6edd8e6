import type { SeatMark } from '#features/box-office/performances/seat-marks.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { type Command, kindCommands } from './commands.ts';
import styles from './seat-menu.module.css';

/** The kind of the chosen seat, or its withholding from visitors. */
export function SeatKinds({
  seat,
  mark,
  onKeeping,
  onCommand,
}: {
  seat: string;
  mark: SeatMark;
  /** Asks for the reason to withhold it. */
  onKeeping: (seat: string) => void;
  onCommand: (command: Command, seat: string) => void;
}) {
  return (
    <section className={styles.menu} aria-label={`Type of seat ${seat}`}>
      <p>
        <b>{seat}</b> is:
      </p>
      <div className={styles.verbs}>
        {kindCommands.map((command) => (
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
          onClick={() => onKeeping(seat)}
        >
          {mark.reason === '' ? 'House seat…' : `House seat: ${mark.reason}`}
        </Button>
      </div>
    </section>
  );
}
