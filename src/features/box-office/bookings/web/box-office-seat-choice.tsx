import { useEffect, useState } from 'react';
import { wheelchairSpaceOptions } from '#features/box-office/orders/order.ts';
import type { SeatPickerComponent } from '#features/box-office/orders/web/index.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { getBoxOfficeSeats, type BoxOfficeSeats as Seats } from '#features/box-office/seating/contract.ts';
import { findOrphanSeatsCausedByChoice } from '#features/box-office/seating/engine/free-seats.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';
import {
  applySeatClick,
  formatSeatSelection,
  listChosenSeats,
  toSuggestedSelection,
} from '#features/box-office/shop/seat-selection.ts';
import { SeatPlan } from '#features/box-office/shop/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Field, Select } from '#platform/web/ui/fields/field.tsx';
import styles from './box-office-seat-choice.module.css';

/** The box office's choice of numbered seats: the best free seats, seats chosen on the plan, or none yet. */
export const BoxOfficeSeatChoice: SeatPickerComponent = ({ performance, count, later, errors }) => {
  const [how, setHow] = useState('best');
  const [selection, select] = useState(() => toSuggestedSelection([]));
  const [seats, setSeats] = useState<Seats | 'unknown'>();
  const [asks, ask] = useState(0);
  const { id } = performance;
  // A refusal may mean that others have taken seats, so the plan is loaded again
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded again after each response
  useEffect(() => {
    let isOld = false;
    void sendCall(withParams(getBoxOfficeSeats, { id })).then((answer) => {
      if (!isOld) setSeats(answer.code === 200 ? answer : 'unknown');
    });
    return () => {
      isOld = true;
    };
  }, [id, asks, errors]);
  const desk = seats && seats !== 'unknown' ? toBoxOfficePlan(seats) : undefined;
  const isFree = (seat: string) => desk?.plan.assignments[seat] === undefined;
  const available = {
    selected: selection.selected.filter(isFree),
    suggested: selection.suggested.filter(isFree),
  };
  const mine = listChosenSeats(available, count);
  return (
    <fieldset className={styles.seats}>
      <legend className="vh">Seats</legend>
      <Field label="Which seats?" error={errors.seats ?? errors.chosen_seats}>
        {(control) => (
          <Select {...control} name="seats" value={how} onChange={({ target }) => setHow(target.value)}>
            <option value="best">Best available</option>
            <option value="plan">Choose on the plan</option>
            {later && <option value="later">None yet (seat them later)</option>}
          </Select>
        )}
      </Field>
      {how === 'best' && desk && desk.spaces > 0 && (
        <Field label="Wheelchair spaces" hint="The rest of the party sits next to them." error={errors.wheelchairs}>
          {(control) => (
            <Select {...control} name="wheelchairs" defaultValue="">
              <option value="">None</option>
              {wheelchairSpaceOptions.slice(0, desk.spaces).map((spaces) => (
                <option key={spaces} value={spaces}>
                  {spaces}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {how === 'plan' && (
        <>
          <input type="hidden" name="chosen_seats" value={mine.join(',')} />
          {seats === 'unknown' && (
            <Alert tone="bad" title="The seats couldn’t be loaded.">
              <p>
                <Button small onClick={() => ask(asks + 1)}>
                  Try again
                </Button>
              </p>
            </Alert>
          )}
          {desk && count === 0 && (
            <p className="meta">Enter the number of tickets first, then choose their seats here.</p>
          )}
          {desk && count > 0 && (
            <>
              <SeatPlan
                plan={desk.plan}
                house={desk.house}
                chosen={mine}
                onPress={(seat) => select(applySeatClick(desk.plan, available, seat, count))}
              />
              <p className={styles.chosen} role="status">
                <strong>{formatSeatSelection(mine, count)}</strong> {formatSeatWarnings(desk, mine)}
              </p>
            </>
          )}
        </>
      )}
    </fieldset>
  );
};

/** Returns warnings about a choice of seats. The choice is allowed despite the warnings. */
function formatSeatWarnings({ plan, house }: ReturnType<typeof toBoxOfficePlan>, chosen: readonly string[]): string {
  const warnings = chosen.flatMap((seat) => (house[seat] ? [`${seat} is a house seat (${house[seat]}).`] : []));
  const alone = findOrphanSeatsCausedByChoice(plan, chosen);
  return [
    ...warnings,
    ...(alone.length > 0
      ? [`${formatSeats(alone)} would be left as ${alone.length === 1 ? 'a single free seat' : 'single free seats'}.`]
      : []),
  ].join(' ');
}

/** Returns a performance's seats as a plan for the box office, which may sell house seats too. */
function toBoxOfficePlan({ rowCount, hiddenSeats, taken, marks }: Seats): {
  plan: Plan;
  /** The reason why each house seat is withheld, by seat. */
  house: Record<string, string>;
  /** The number of free wheelchair spaces that aren't house seats. */
  spaces: number;
} {
  const takenSeats = new Set(taken);
  const entries = Object.entries(marks);
  return {
    plan: {
      ...{ rowCount, hiddenSeats },
      assignments: Object.fromEntries(taken.map((seat) => [seat, 'others'])),
      marks: Object.fromEntries(entries.map(([seat, mark]) => [seat, { ...mark, reason: '', release: 0 }])),
    },
    house: Object.fromEntries(entries.flatMap(([seat, { reason }]) => (reason === '' ? [] : [[seat, reason]]))),
    spaces: entries.filter(
      ([seat, { kind, reason }]) => kind === 'wheelchair' && reason === '' && !takenSeats.has(seat),
    ).length,
  };
}
