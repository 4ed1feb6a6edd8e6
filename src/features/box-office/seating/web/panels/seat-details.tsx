import { useEffect, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { accessNeedLabels, formatSeatingRequests } from '#features/box-office/orders/order.ts';
import { formatSeats, type SeatMark } from '#features/box-office/performances/seats.ts';
import { joinLabels } from '#platform/shared/text/join-labels.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import {
  blockResizeCommands,
  type SeatCommand,
  seatClearingCommands,
  seatKindCommands,
} from '../../keyboard-shortcuts.ts';
import type { DragItem } from '../../plan/actions.ts';
import { findBlock, groupSeatsByOrder, type Plan } from '../../plan/plan.ts';
import styles from './seat-details.module.css';

/** Buttons to set the kind of the selected seat, or to withhold it from visitors. */
export function SeatKindButtons({
  seat,
  mark,
  onWithhold,
  onCommand,
}: {
  seat: string;
  mark: SeatMark;
  /** Opens the dialog to withhold the seat. */
  onWithhold: (seat: string) => void;
  onCommand: (command: SeatCommand, seat: string) => void;
}) {
  return (
    <section className={styles.menu} aria-label={`Type of seat ${seat}`}>
      <p>
        <b>{seat}</b> is:
      </p>
      <div className={styles.verbs}>
        {seatKindCommands.map((command) => (
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
          onClick={() => onWithhold(seat)}
        >
          {mark.reason === '' ? 'House seat…' : `House seat: ${mark.reason}`}
        </Button>
      </div>
    </section>
  );
}

/**
 * The occupant of the selected seat, and the actions that move the person or the whole block, clear the seat or the
 * block, or resize the block.
 */
export function SeatMenu({
  plan,
  order,
  seat,
  onPickUp,
  onCommand,
}: {
  plan: Plan;
  order: PerformanceOrder;
  seat: string;
  onPickUp: (item: DragItem) => void;
  onCommand: (command: SeatCommand, seat: string) => void;
}) {
  const isBlock = findBlock(plan, seat).length > 1;
  return (
    <section className={styles.menu} aria-label={`Seat ${seat}`}>
      <div className={styles.who}>
        <SeatOccupant seat={seat} order={order} plan={plan} />
      </div>
      <div className={styles.verbs}>
        <Button small look="line" title="Enter" onClick={() => onPickUp({ kind: 'seat', from: seat })}>
          Move
        </Button>
        {isBlock && (
          <Button small look="line" title="Shift + Enter" onClick={() => onPickUp({ kind: 'block', from: seat })}>
            Move whole block
          </Button>
        )}
        {blockResizeCommands.map(({ label, fewer, more }) => (
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
        {seatClearingCommands
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

/** The recorded requests and the note of a party. */
export const PartyRequests = ({
  order: { needs, wishes, next_to, note },
  className,
}: {
  order: Pick<PerformanceOrder, 'needs' | 'wishes' | 'next_to' | 'note'>;
  className: string | undefined;
}) => (
  <>
    {needs.length > 0 && <p className={className}>{joinLabels(needs.map((need) => accessNeedLabels[need]))}</p>}
    {(wishes.length > 0 || next_to.length > 0) && (
      <p className={className}>{formatSeatingRequests({ wishes, next_to })}</p>
    )}
    {note !== '' && <p className={className}>{note}</p>}
  </>
);

/** The occupant of a seat: the name, the seats of the order, and the requests. */
function SeatOccupant({ seat, order, plan }: { seat: string; order: PerformanceOrder; plan: Plan }) {
  const seats = groupSeatsByOrder(plan).get(`${order.ref}`) ?? [];
  return (
    <>
      <p>
        <b>{seat}</b> {order.name}
      </p>
      <p className="meta">
        {seats.length} of {order.tickets_count} seated: {formatSeats(seats)}
      </p>
      <PartyRequests order={order} className={styles.note} />
    </>
  );
}

/**
 * The delays before the card is shown and hidden (milliseconds). A passing pointer shows no card, and the pointer has
 * time to reach an open card.
 */
const [showDelayMs, hideDelayMs] = [400, 250];
/** The height below a seat, in pixels, that suffices for the card and anything fixed to the bottom of the window. */
const minRoomBelow = 320;

interface ShownCard {
  seat: string;
  left: number;
  top: number;
  above: boolean;
}

/**
 * A hover card with the seat's occupant. It stays open while the mouse is over it, so that long notes can be scrolled,
 * and closes on Escape, a press or scrolling elsewhere. Keyboard and touch users find the same information in the
 * seat's menu.
 */
export function SeatHoverCard({
  seat,
  plan,
  orders,
}: {
  /** The occupied seat under the pointer; "" for none. */
  seat: string;
  plan: Plan;
  orders: readonly PerformanceOrder[];
}) {
  const [shown, setShown] = useState<ShownCard | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const isHovered = useRef(false);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (seat !== '') wait.current = setTimeout(() => setShown(findCardPosition(seat)), showDelayMs);
    else if (!isHovered.current) wait.current = setTimeout(() => setShown(null), hideDelayMs);
    return () => clearTimeout(wait.current);
  }, [seat]);
  useEffect(() => {
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : card.current?.contains(event.target as Node))
        return;
      clearTimeout(wait.current);
      isHovered.current = false;
      setShown(null);
    };
    const events = ['keydown', 'pointerdown', 'scroll'] as const;
    for (const type of events) addEventListener(type, close, { capture: true, passive: true });
    return () => {
      for (const type of events) removeEventListener(type, close, { capture: true });
    };
  }, []);
  const order = shown && orders.find(({ ref }) => `${ref}` === plan.assignments[shown.seat]);
  if (!order) return null;
  return (
    <div
      ref={card}
      className={styles.card}
      style={{ left: shown.left, top: shown.top }}
      data-above={shown.above || undefined}
      aria-hidden
      onPointerEnter={() => {
        isHovered.current = true;
        clearTimeout(wait.current);
      }}
      onPointerLeave={() => {
        isHovered.current = false;
        wait.current = setTimeout(() => setShown(null), hideDelayMs);
      }}
    >
      <SeatOccupant seat={shown.seat} order={order} plan={plan} />
    </div>
  );
}

/** Finds the position of the card for a seat; null if the seat isn't rendered. */
function findCardPosition(seat: string): ShownCard | null {
  const box = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!box) return null;
  const above = innerHeight - box.bottom < minRoomBelow;
  // 296 is the card's maximum width in the style sheet plus its margin
  const left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - 296));
  return { seat, left, top: above ? box.top : box.bottom, above };
}
