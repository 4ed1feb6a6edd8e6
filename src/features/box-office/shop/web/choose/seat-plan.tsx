import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  formatRowLetters,
  formatSeatLabel,
  lastSeatBeforeAisle,
  type SeatKind,
  seatKindLabels,
  seatsPerRow,
} from '#features/box-office/performances/seats.ts';
import { findSeatForKey } from '#features/box-office/seating/keyboard-shortcuts.ts';
import { findFirstSeat, isSeat, listSeats, type Plan } from '#features/box-office/seating/plan/plan.ts';
import { isSeatForSale } from '#features/box-office/seating/seat-choice.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { formatSeatAriaLabel, type SeatState } from '../../seat-selection.ts';
import styles from './seat-plan.module.css';

const signs = { wheelchair: 'W', companion: 'C', restricted: 'V', '': '' } as const;
const specialKinds = ['wheelchair', 'companion', 'restricted'] as const;
const houseSign = 'H';
const legendStates = [
  ['yours', 'Yours'],
  ['free', 'Free'],
  ['taken', 'Taken'],
] as const;

/** The seats as a grid, for touch, for arrow keys with Enter or Space, and for screen readers. */
export function SeatPlan({
  plan,
  chosen,
  house,
  onPress,
}: {
  plan: Plan;
  chosen: readonly string[];
  /** The house seats that can be chosen too, with their reasons. Only for the box office. */
  house?: Readonly<Record<string, string>>;
  onPress: (seat: string) => void;
}) {
  const grid = useRef<HTMLDivElement>(null);
  /** The seat that the visitor has reached in the grid. Undefined while the focus is elsewhere. */
  const [reached, setReached] = useState<string>();
  const active = reached ?? findTabStop(plan, chosen);
  const own = chosen.join();
  // With large text or on small phones only half a row fits, so the plan scrolls to the chosen seats
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other seats are chosen
  useEffect(() => {
    if (grid.current) scrollToChosenSeats(grid.current);
  }, [own]);
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = findSeatForKey(plan, active, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setReached(next);
    grid.current?.querySelector<HTMLElement>(`[data-seat="${next}"]`)?.focus();
  };
  const special = new Set(Object.values(plan.marks ?? {}).map(({ kind }) => kind));
  return (
    <>
      <div className={styles.scroll}>
        <div className={styles.stage}>Stage</div>
        {/* biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table */}
        <div
          ref={grid}
          role="grid"
          aria-label="Seats"
          className={styles.seats}
          onKeyDown={key}
          onBlur={({ relatedTarget }) => {
            if (!grid.current?.contains(relatedTarget)) setReached(undefined);
          }}
        >
          {Array.from({ length: plan.rowCount }, (_, row) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={formatRowLetters(row)}
              role="row"
              aria-label={`Row ${formatRowLetters(row)}`}
              className={styles.row}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: as above */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
              <span role="rowheader" className={styles.letters}>
                {formatRowLetters(row)}
              </span>
              {Array.from({ length: seatsPerRow }, (_none, at) => {
                const seat = formatSeatLabel({ row, number: at + 1 });
                return (
                  <Fragment key={seat}>
                    {at === lastSeatBeforeAisle && <span aria-hidden />}
                    {isSeat(plan, seat) ? (
                      <Seat
                        seat={seat}
                        kind={plan.marks?.[seat]?.kind ?? ''}
                        reason={house?.[seat] ?? ''}
                        state={chosen.includes(seat) ? 'yours' : isSeatForSale(plan, seat) ? 'free' : 'taken'}
                        active={seat === active}
                        onPress={() => {
                          setReached(seat);
                          onPress(seat);
                        }}
                      />
                    ) : (
                      <span aria-hidden />
                    )}
                  </Fragment>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <ul className={`meta ${styles.key}`}>
        {legendStates.map(([state, label]) => (
          <li key={state}>
            <span data-state={state}>{state === 'yours' && <Icon of="check" />}</span>
            {label}
          </li>
        ))}
        {specialKinds
          .filter((kind) => special.has(kind))
          .map((kind) => (
            <li key={kind}>
              <span data-kind={kind}>{signs[kind]}</span>
              {seatKindLabels[kind]}
            </li>
          ))}
        {house && (
          <li>
            <span data-kind="house">{houseSign}</span>
            House seat
          </li>
        )}
      </ul>
    </>
  );
}

/**
 * Finds the seat to which Tab moves the focus: the first of the visitor's seats, otherwise the first free seat, otherwise
 * the first seat.
 */
function findTabStop(plan: Plan, chosen: readonly string[]): string {
  return chosen[0] ?? listSeats(plan).find((seat) => isSeatForSale(plan, seat)) ?? findFirstSeat(plan);
}

/** Scrolls the plan, but not the page, sideways to the chosen seats if one of them isn't visible. */
function scrollToChosenSeats(grid: HTMLElement): void {
  const window = grid.parentElement;
  const boxes = [...grid.querySelectorAll('[data-state="yours"]')].map((seat) => seat.getBoundingClientRect());
  if (!window || boxes.length === 0) return;
  const [left, right] = [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
  const seen = window.getBoundingClientRect();
  if (left >= seen.left && right <= seen.right) return;
  window.scrollLeft += (left + right - seen.left - seen.right) / 2;
}

function Seat({
  seat,
  kind,
  reason,
  state,
  active,
  onPress,
}: {
  seat: string;
  kind: SeatKind | '';
  /** The reason why a house seat is withheld. "" for other seats. */
  reason: string;
  state: SeatState;
  /** True for the one seat in the Tab order. */
  active: boolean;
  onPress: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside takes the focus
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons is no table
    <span role="gridcell" className={styles.cell}>
      <button
        type="button"
        className={styles.seat}
        data-seat={seat}
        data-state={state}
        data-kind={kind || (reason && 'house') || undefined}
        aria-label={formatSeatAriaLabel(seat, { kind, reason, state })}
        aria-pressed={state === 'taken' ? undefined : state === 'yours'}
        aria-disabled={state === 'taken' || undefined}
        tabIndex={active ? 0 : -1}
        onClick={({ detail }) => {
          // A double click counts as one click. Otherwise its second click would remove the seat that the first one has
          // added
          if (detail <= 1) onPress();
        }}
      >
        {state === 'yours' ? (
          <Icon of="check" />
        ) : (
          state === 'free' && (signs[kind] || (reason && houseSign) || seat.replace(/^\D+/, ''))
        )}
      </button>
    </span>
  );
}
