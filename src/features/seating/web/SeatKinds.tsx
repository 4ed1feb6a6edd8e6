import { type FormEvent, useState } from 'react';
import { releases, type SeatMark } from '#features/performances/seat-marks.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Dialog } from '#platform/web/ui/Dialog.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { type Command, kindCommands } from './commands.ts';
import styles from './SeatMenu.module.css';

/** What the chosen seat is: of a kind, or kept from visitors. */
export function SeatKinds({
  seat,
  mark,
  keeping,
  onKeeping,
  onCommand,
  onMark,
}: {
  seat: string;
  mark: SeatMark;
  /** Whether it is asked for whom the seat is kept. */
  keeping: boolean;
  onKeeping: (keeping: boolean) => void;
  onCommand: (command: Command, seat: string) => void;
  onMark: (mark: SeatMark, seat: string) => void;
}) {
  return (
    <section className={styles.menu} aria-label={`Kind of ${seat}`}>
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
            {command.words}
          </Button>
        ))}
        <Button
          small
          look={mark.reason === '' ? 'quiet' : 'ink'}
          aria-haspopup="dialog"
          title="H"
          onClick={() => onKeeping(true)}
        >
          {mark.reason === '' ? 'House seat…' : `House seat: ${mark.reason}`}
        </Button>
      </div>
      {keeping && (
        <HouseSeat
          key={seat}
          seat={seat}
          mark={mark}
          onClose={() => onKeeping(false)}
          onMark={(changed) => onMark(changed, seat)}
        />
      )}
    </section>
  );
}

function HouseSeat({
  seat,
  mark,
  onMark,
  onClose,
}: {
  seat: string;
  mark: SeatMark;
  onMark: (mark: SeatMark) => void;
  onClose: () => void;
}) {
  const [wrong, setWrong] = useState('');
  const keep = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const reason = `${typed.get('reason')}`.trim();
    setWrong(reason === '' ? 'Say for whom, or why' : '');
    if (reason === '') return;
    onMark({ ...mark, reason, release: Number(typed.get('release')) });
    close();
  };
  const sell = (close: () => void) => () => {
    onMark({ ...mark, reason: '', release: 0 });
    close();
  };
  return (
    <Dialog title={`Keep ${seat} from visitors`} onClose={onClose}>
      {(close) => (
        <form className="stack roomy" onSubmit={keep(close)} noValidate>
          <InputField
            label="For whom, or why"
            name="reason"
            hint="Such as: the author, the press, a camera stands there."
            defaultValue={mark.reason}
            maxLength={80}
            autoComplete="off"
            error={wrong || undefined}
          />
          <Field label="Sold to visitors after all" hint="By itself: nobody has to remember it.">
            {(control) => (
              <Select {...control} name="release" defaultValue={`${mark.release}`}>
                {Object.entries(releases).map(([minutes, words]) => (
                  <option key={minutes} value={minutes}>
                    {words}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="row">
            <Button type="submit">Keep it</Button>
            {mark.reason !== '' && (
              <Button look="line" onClick={sell(close)}>
                Sell it again
              </Button>
            )}
          </div>
        </form>
      )}
    </Dialog>
  );
}
