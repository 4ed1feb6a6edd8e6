import { useEffect, useMemo, useState } from 'react';
import { someSpaces } from '#features/orders/spaces.ts';
import { seatsInWords } from '#features/performances/seat-labels.ts';
import { faultOfChoice } from '#features/seating/choice-validation.ts';
import { bestSeats } from '#features/seating/engine/best-available.ts';
import type { Page } from '#platform/shared/pages.ts';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import type { SeatsForSale } from '../contract.ts';
import { chosenInWords, planOf, pressed } from '../seat-selection.ts';
import { SeatPlan } from './SeatPlan.tsx';
import styles from './WhichSeats.module.css';

/** Numbered seats: the best free ones, or those chosen on the plan; without a script, on the next page. */
export function WhichSeats({
  page: { performance, plan: seats, typed },
  count,
  errors,
}: {
  page: Page<'choose_tickets'>;
  /** How many tickets are chosen. */
  count: number;
  errors: Record<string, string>;
}) {
  const [how, setHow] = useState(typed.seats ?? 'best');
  const [spaces, setSpaces] = useState(typed.wheelchair ?? '');
  const [chosen, choose] = useState<readonly string[]>([]);
  const refused = errors.seats ?? errors.chosen_seats;
  // Others have taken the chosen seats since the plan was loaded
  useEffect(() => {
    if (refused) void refreshPage();
  }, [refused]);
  return (
    <>
      <div className={styles.which}>
        <Field label="Which seats?" hint="You see which they are before you pay." error={refused}>
          {(control) => (
            <Select {...control} name="seats" value={how} onChange={({ target }) => setHow(target.value)}>
              <option value="best">The best available</option>
              <option value="plan">I choose them on the plan</option>
            </Select>
          )}
        </Field>
      </div>
      {performance.wheelchair_spaces > 0 && (
        <Field
          label="How many of you come in a wheelchair?"
          hint="Each has a wheelchair space, and the others sit beside them as far as they can."
          error={errors.wheelchair}
        >
          {(control) => (
            <Select {...control} name="wheelchair" value={spaces} onChange={({ target }) => setSpaces(target.value)}>
              <option value="">None</option>
              {someSpaces.slice(0, performance.wheelchair_spaces).map((some) => (
                <option key={some} value={some}>
                  {some}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {seats && (
        <OnThePlan
          seats={seats}
          party={{ count, wheelchairs: Number(spaces) }}
          chosen={how === 'plan' ? chosen : undefined}
          onChoose={(these) => {
            setHow('plan');
            choose(these);
          }}
        />
      )}
    </>
  );
}

/** The house, with the seats that they chose; while they chose none, with the best that they would get. */
function OnThePlan({
  seats,
  party: { count, wheelchairs },
  chosen,
  onChoose,
}: {
  seats: SeatsForSale;
  party: { count: number; wheelchairs: number };
  /** Undefined while they are to have the best. */
  chosen: readonly string[] | undefined;
  onChoose: (seats: readonly string[]) => void;
}) {
  const plan = useMemo(() => planOf(seats), [seats]);
  const best = useMemo(
    () => (count > 0 ? (bestSeats(plan, { count, wheelchairs }) ?? []) : []),
    [plan, count, wheelchairs],
  );
  const shown = chosen ?? best;
  const fault = useMemo(
    () => (chosen && count > 0 && chosen.length === count ? faultOfChoice(plan, chosen, count) : undefined),
    [plan, chosen, count],
  );
  const press = (seat: string) => {
    if (count > 0) onChoose(pressed(plan, shown, seat, count));
  };
  return (
    <div className={styles.plan}>
      {chosen && <input type="hidden" name="chosen_seats" value={chosen.join(',')} />}
      <p role="status">
        {count === 0 && 'Say first how many you are, then press a seat.'}
        {count > 0 && chosen && <strong>{chosenInWords(chosen, count)}</strong>}
        {count > 0 &&
          !chosen &&
          best.length === 0 &&
          'There aren’t as many seats left for you. Say fewer, or look at another performance.'}
        {count > 0 && !chosen && best.length > 0 && (
          <>
            <strong>{seatsInWords(best)}</strong>: the best that {count === 1 ? 'is' : 'are'} free at this moment. Press
            others to choose for yourselves.
          </>
        )}
      </p>
      {fault && (
        <p role="alert" className={styles.wrong}>
          {fault.says}{' '}
          {fault.fix && (
            <Button small look="line" onClick={() => onChoose(fault.fix ?? [])}>
              Take {seatsInWords(fault.fix)} instead
            </Button>
          )}
        </p>
      )}
      <SeatPlan plan={plan} chosen={shown} onPress={press} />
    </div>
  );
}
