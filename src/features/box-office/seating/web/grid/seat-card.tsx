import { useEffect, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { Plan } from '../../plan/plan.ts';
import { SeatOccupant } from '../panels/party-details.tsx';
import styles from './seat-card.module.css';

/**
 * The delays before the card is shown and hidden (milliseconds). A passing pointer shows no card, and the pointer has
 * time to reach an open card.
 */
const [showDelayMs, hideDelayMs] = [400, 250];
/** The pixels that the card needs below its seat, including anything fixed to the bottom. */
const minRoomBelow = 320;

interface Shown {
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
export function SeatCard({
  seat,
  plan,
  orders,
}: {
  /** The occupied seat under the pointer; "" for none. */
  seat: string;
  plan: Plan;
  orders: readonly PerformanceOrder[];
}) {
  const [shown, setShown] = useState<Shown | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const isHovered = useRef(false);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (seat !== '') wait.current = setTimeout(() => setShown(placeCard(seat)), showDelayMs);
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
function placeCard(seat: string): Shown | null {
  const box = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!box) return null;
  const above = innerHeight - box.bottom < minRoomBelow;
  // 296 is the card's maximum width in the style sheet plus its margin
  const left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - 296));
  return { seat, left, top: above ? box.top : box.bottom, above };
}
