import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { formatRowLetters, maxHiddenSeats, parseSeatLabel } from '#features/box-office/performances/seats.ts';
import { formatMoney, formatPounds, parsePounds } from '#platform/shared/money.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { Menu, MenuItem } from '#platform/web/ui/overlays/menu.tsx';
import { type SeatingPreference, seatingPreferenceLabels } from '../../engine/free-seats.ts';
import { doorListPath, printedTicketsPath, rowLabelsPath, wallPlanPath } from '../../paths.ts';
import type { Plan } from '../../plan/plan.ts';
import { parseTypedSeats } from '../../plan/plan-validation.ts';
import styles from './planner-toolbar.module.css';

type PriceByType = Readonly<Record<string, number>>;

/** A button that opens the dialog with the ticket prices of this performance. */
export function TicketPricesButton({
  prices,
  onPrices,
}: {
  prices: PriceByType;
  onPrices: (prices: PriceByType) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button small look="line" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Ticket prices
      </Button>
      {open && <TicketPricesDialog prices={prices} onPrices={onPrices} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The dialog to change the ticket prices of this performance. They are saved with the plan. */
function TicketPricesDialog({
  prices,
  onPrices,
  onClose,
}: {
  prices: PriceByType;
  onPrices: (prices: PriceByType) => void;
  onClose: () => void;
}) {
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const submit = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = Object.keys(prices).map((type): [string, number | null] => [type, parsePounds(`${form.get(type)}`)]);
    const faults = read.filter(([, pence]) => pence === null).map(([type]) => type);
    setWrong(faults);
    if (faults.length > 0) return;
    onPrices(Object.fromEntries(read.map(([type, pence]) => [type, pence ?? 0])));
    close();
  };
  return (
    <Dialog title="Ticket prices" onClose={onClose}>
      {(close) => (
        <form className="stack roomy" onSubmit={submit(close)} noValidate>
          {Object.entries(prices).map(([type, pence]) => (
            <InputField
              key={type}
              label={`${type}, in pounds`}
              name={type}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              defaultValue={formatPounds(pence)}
              hint={`Currently ${formatMoney(pence)}.`}
              error={wrong.includes(type) ? 'Enter an amount in pounds and pence, for example 12.50.' : undefined}
            />
          ))}
          <p className="meta">
            For this performance only. Tickets already sold keep their price; new prices apply once you save the plan.
          </p>
          <Button type="submit">Change prices</Button>
        </form>
      )}
    </Dialog>
  );
}

/** The actions on the whole plan. Rarely used actions are in a menu. */
export function PlannerToolbar({
  rowCount,
  editing,
  unseated,
  withoutSpace,
  undoLabel,
  redoLabel,
  children,
  ...act
}: {
  rowCount: number;
  editing: boolean;
  /** The number of orders that still need seats. */
  unseated: number;
  /** The names of the parties that need a wheelchair space and wouldn't get one if everyone were seated now. */
  withoutSpace: readonly string[];
  /** The messages of the steps that would be undone and redone. */
  undoLabel: string | undefined;
  redoLabel: string | undefined;
  /** Further actions in the toolbar. */
  children: ReactNode;
  onRows: (by: 1 | -1) => void;
  onEditing: (editing: boolean) => void;
  onEveryone: (preference: SeatingPreference) => void;
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
        {/* The group already has this name, so screen readers would read it twice */}
        <span className={`label ${styles.rows}`} id={id} aria-hidden="true">
          Rows
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: two buttons and a number are no fieldset of a form */}
        <span className={styles.stepper} role="group" aria-labelledby={id}>
          <IconButton
            icon="minus"
            label={`Remove row ${formatRowLetters(rowCount - 1)}`}
            onClick={() => act.onRows(-1)}
          />
          <output>{rowCount}</output>
          <IconButton icon="plus" label="Add a row" onClick={() => act.onRows(1)} />
        </span>
      </div>
      {/* This part is rendered both in the bar and in the menu; the style sheet hides one of the two, depending on
          the viewport's width */}
      <div className={styles.roomy}>{hiding}</div>
      <div className={styles.group}>
        {/* The button isn't `disabled`, because it would then lose the focus when pressed */}
        <Button
          small
          look="quiet"
          aria-disabled={undoLabel === undefined || undefined}
          title={undoLabel}
          onClick={act.onUndo}
        >
          Undo
        </Button>
        <Button
          small
          look="quiet"
          aria-disabled={redoLabel === undefined || undefined}
          title={redoLabel}
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
          {Object.entries(seatingPreferenceLabels).map(([value, label]) => (
            <MenuItem
              key={value}
              aria-disabled={unseated === 0 || undefined}
              onClick={() => act.onEveryone(value as SeatingPreference)}
            >
              {label}
            </MenuItem>
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

/** Links to the printed pages of a performance, which show the saved plan. */
export const PrintLinks = ({ id, unsaved }: { id: string; unsaved: boolean }) => (
  <nav className={styles.prints} aria-label="Print">
    <p className="label">Print</p>
    {unsaved && <p className="meta">Unsaved changes won’t be printed.</p>}
    <a href={printedTicketsPath(id)}>Tickets</a>
    <a href={wallPlanPath(id)}>Wall plan</a>
    <a href={doorListPath(id)}>Door list</a>
    <a href={rowLabelsPath(id)}>Row labels</a>
  </nav>
);

/** A form to hide or show several seats at once. Single seats can be selected on the plan. */
export function HiddenSeatsForm({
  plan: { rowCount, hiddenSeats },
  onHide,
}: {
  plan: Pick<Plan, 'rowCount' | 'hiddenSeats'>;
  /** Hides or shows seats. Returns the reason if the action is refused; "" if it is done. */
  onHide: (seats: readonly string[], hidden: boolean) => string;
}) {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  // Both buttons submit the form; the pressed one decides whether seats are hidden or shown
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const typed = parseTypedSeats(text, (seat) => (parseSeatLabel(seat)?.row ?? rowCount) < rowCount);
    const refused = 'wrong' in typed ? typed.wrong : onHide(typed.seats, submitter?.getAttribute('name') !== 'show');
    setWrong(refused);
    if (refused === '') setText('');
  };
  return (
    <form className={styles.hidden} aria-label="Hidden seats" onSubmit={submit} noValidate>
      <InputField
        label="Seats"
        hint="For example: C3–C8, D12, row B. Or select them on the plan."
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={600}
        autoComplete="off"
        error={wrong || undefined}
      />
      <div className="row">
        <Button type="submit" small>
          Hide seats
        </Button>
        {hiddenSeats.length > 0 && (
          <Button type="submit" name="show" small look="line">
            Show seats
          </Button>
        )}
      </div>
      <p className="meta">
        <b className="num">
          {hiddenSeats.length} of {maxHiddenSeats}
        </b>{' '}
        hidden.
      </p>
    </form>
  );
}
