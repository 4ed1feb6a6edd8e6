import { useEffect, useMemo, useState } from 'react';
import { wheelchairSpaceOptions } from '#features/box-office/orders/order.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';
import { findBestSeats, type SeatChoiceRefusal, validateSeatChoice } from '#features/box-office/seating/seat-choice.ts';
import type { Page } from '#platform/shared/pages.ts';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import type { ShopPerformance } from '../../contract.ts';
import {
  applySeatClick,
  formatSeatCountPrompt,
  formatSeatSelection,
  listChosenSeats,
  type SeatSelection,
  toSeatPlan,
  toSuggestedSelection,
} from '../../seat-selection.ts';
import { HoldPromise } from '../parts/checkout.tsx';
import styles from './seat-picker.module.css';
import { SeatPlan } from './seat-plan.tsx';

/** The numbered seats of a party: the best free seats, or those chosen on the plan. */
interface SeatPickerState {
  plan: Plan;
  count: number;
  /** The way in which seats are chosen, as the form submits it: `best` or `plan`. */
  how: string;
  spaces: string;
  setSpaces: (spaces: string) => void;
  /** The seats chosen on the plan. Undefined while the best seats are assigned. */
  chosen: readonly string[] | undefined;
  /** The chosen seats or, if none are chosen, the best seats. */
  shown: readonly string[];
  fault: SeatChoiceRefusal | undefined;
  /** The button's label if the seats can't be added to the basket, such as "Choose one more seat"; otherwise "". */
  missing: string;
  choose: (seats: readonly string[]) => void;
  press: (seat: string) => void;
  takeBest: () => void;
}

/** Manages the seat selection for `count` tickets. Returns undefined if seats aren't numbered. */
export function useSeatSelection(
  { plan: seats, typed }: Pick<Page<'choose_tickets'>, 'plan' | 'typed'>,
  count: number,
): SeatPickerState | undefined {
  const [how, setHow] = useState(typed.seats ?? 'best');
  const [spaces, setSpaces] = useState(typed.wheelchair ?? '');
  const [selection, setSelection] = useState<SeatSelection>();
  const wheelchairs = Number(spaces);
  const plan = useMemo(() => seats && toSeatPlan(seats), [seats]);
  const best = useMemo(
    () => (plan && count > 0 ? (findBestSeats(plan, { count, wheelchairs }) ?? []) : []),
    [plan, count, wheelchairs],
  );
  const present = how === 'plan' ? selection : undefined;
  const chosen = useMemo(() => present && listChosenSeats(present, count), [present, count]);
  const fault = useMemo(
    () =>
      plan && chosen && count > 0 && chosen.length === count ? validateSeatChoice(plan, chosen, count) : undefined,
    [plan, chosen, count],
  );
  if (!plan) return undefined;
  const shown = chosen ?? best;
  const choose = (next: SeatSelection) => {
    setHow('plan');
    setSelection(next);
  };
  return {
    ...{ plan, count, how, spaces, setSpaces, chosen, shown, fault },
    missing: formatBlockedSubmitLabel({ count, chosen, best, isRefused: fault !== undefined }),
    choose: (these) => choose(toSuggestedSelection(these)),
    press: (seat) => {
      if (count > 0) choose(applySeatClick(plan, present ?? toSuggestedSelection(best), seat, count));
    },
    takeBest: () => setHow('best'),
  };
}

function formatBlockedSubmitLabel({
  count,
  chosen,
  best,
  isRefused,
}: {
  count: number;
  chosen: readonly string[] | undefined;
  best: readonly string[];
  isRefused: boolean;
}): string {
  if (count === 0) return '';
  if (isRefused) return 'Choose other seats';
  if (chosen) return formatSeatCountPrompt(chosen, count);
  return best.length === 0 ? 'Choose fewer tickets' : '';
}

/**
 * The field for the number of wheelchair users. It is next to the number of tickets, because both determine the best
 * seats.
 */
export const WheelchairCountField = ({
  seats: { spaces, setSpaces },
  max,
  errors,
}: {
  seats: SeatPickerState;
  max: number;
  errors: Record<string, string>;
}) => (
  <Field
    label="How many of you use a wheelchair?"
    hint="Each of them gets a wheelchair space, and the rest of you sit next to it wherever possible."
    error={errors.wheelchair}
  >
    {(control) => (
      <Select {...control} name="wheelchair" value={spaces} onChange={({ target }) => setSpaces(target.value)}>
        <option value="">None</option>
        {wheelchairSpaceOptions.slice(0, max).map((some) => (
          <option key={some} value={some}>
            {some}
          </option>
        ))}
      </Select>
    )}
  </Field>
);

/** The seat plan, with the best free seats preselected. Without JavaScript, visitors get the best seats. */
export function SeatPicker({
  performance,
  seats,
  errors,
}: {
  performance: Pick<ShopPerformance, 'sale'>;
  seats: SeatPickerState;
  errors: Record<string, string>;
}) {
  const { plan, count, how, chosen, shown, fault, choose, press, takeBest } = seats;
  const refused = errors.seats ?? errors.chosen_seats;
  // If others have taken the chosen seats, the plan is out of date
  useEffect(() => {
    if (refused) void refreshPage();
  }, [refused]);
  const wrong = fault?.says ?? refused;
  return (
    <section className={styles.seats} aria-labelledby="which-seats">
      <div className="spread">
        <h2 id="which-seats">
          <span className={styles.scripted}>Choose your seats</span>
          <span className={styles.unscripted}>Your seats</span>
        </h2>
        {chosen && count > 0 && (
          <Button small look="line" className={styles.scripted} onClick={takeBest}>
            Choose the best seats
          </Button>
        )}
      </div>
      <input type="hidden" name="seats" value={how} />
      <p className={styles.unscripted}>
        You’ll get the best seats available, and see which they are before you pay. Choosing your own on the plan needs
        JavaScript.
      </p>
      <p className={styles.scripted} role="status">
        <SelectionText count={count} chosen={chosen} best={shown} />
      </p>
      <p className="meta">
        <HoldPromise performance={performance} /> <NoBookingFeeNote />
      </p>
      {wrong && (
        <p role="alert" className={styles.wrong} data-wrong={!fault || undefined} tabIndex={-1}>
          {wrong}{' '}
          {fault?.fix && (
            <Button small look="line" onClick={() => choose(fault.fix ?? [])}>
              Choose {formatSeats(fault.fix)} instead
            </Button>
          )}
        </p>
      )}
      <div className={styles.scripted}>
        {chosen && <input type="hidden" name="chosen_seats" value={chosen.join(',')} />}
        <SeatPlan plan={plan} chosen={count > 0 ? shown : []} onPress={press} />
      </div>
    </section>
  );
}

function SelectionText({
  count,
  chosen,
  best,
}: {
  count: number;
  chosen: readonly string[] | undefined;
  best: readonly string[];
}) {
  if (count === 0) return 'Choose how many tickets first; we’ll mark the best seats here.';
  if (chosen) return <strong>{formatSeatSelection(chosen, count)}</strong>;
  if (best.length === 0) return 'There aren’t that many seats left. Choose fewer tickets, or another performance.';
  return (
    <>
      <strong>{formatSeats(best)}</strong>: the best {count === 1 ? 'seat' : 'seats'} available now, nearest the stage.
      Or choose your own: select the first seat, and we’ll suggest the ones next to it.
    </>
  );
}

/** The note on phones that there is no booking fee. On wide screens, the stub has this note. */
export const NoBookingFeeNote = () => <span className="only-narrow">There is no booking fee.</span>;
