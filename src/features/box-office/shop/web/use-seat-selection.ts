import { useMemo, useState } from 'react';
import { type SeatChoiceError, validateSeatChoice } from '#features/box-office/seating/choice-validation.ts';
import { bestSeats } from '#features/box-office/seating/engine/best-available.ts';
import type { Plan } from '#features/box-office/seating/plan/plan.ts';
import type { Page } from '#platform/shared/pages.ts';
import { toggleSeat, toSeatPlan } from '../seat-selection.ts';

/** The numbered seats of a party: the best free ones, or those pressed on the plan. */
export interface SeatSelection {
  plan: Plan;
  count: number;
  /** The submitted value. */
  how: string;
  setHow: (how: string) => void;
  spaces: string;
  setSpaces: (spaces: string) => void;
  /** Undefined while they get the best. */
  chosen: readonly string[] | undefined;
  /** The chosen ones; while there are none, the best. */
  shown: readonly string[];
  fault: SeatChoiceError | undefined;
  choose: (seats: readonly string[]) => void;
  press: (seat: string) => void;
  takeBest: () => void;
}

/** Manages the seat selection for `count` tickets. Returns undefined if seats aren't numbered. */
export function useSeatSelection(
  { plan: seats, typed }: Pick<Page<'choose_tickets'>, 'plan' | 'typed'>,
  count: number,
): SeatSelection | undefined {
  const [how, setHow] = useState(typed.seats ?? 'best');
  const [spaces, setSpaces] = useState(typed.wheelchair ?? '');
  const [pressedSeats, setPressed] = useState<readonly string[]>([]);
  const wheelchairs = Number(spaces);
  const plan = useMemo(() => seats && toSeatPlan(seats), [seats]);
  const best = useMemo(
    () => (plan && count > 0 ? (bestSeats(plan, { count, wheelchairs }) ?? []) : []),
    [plan, count, wheelchairs],
  );
  const chosen = how === 'plan' ? pressedSeats : undefined;
  const fault = useMemo(
    () =>
      plan && chosen && count > 0 && chosen.length === count ? validateSeatChoice(plan, chosen, count) : undefined,
    [plan, chosen, count],
  );
  if (!plan) return undefined;
  const shown = chosen ?? best;
  const choose = (these: readonly string[]) => {
    setHow('plan');
    setPressed(these);
  };
  return {
    ...{ plan, count, how, setHow, spaces, setSpaces, chosen, shown, fault, choose },
    press: (seat) => {
      if (count > 0) choose(toggleSeat(plan, shown, seat, count));
    },
    takeBest: () => setHow('best'),
  };
}
