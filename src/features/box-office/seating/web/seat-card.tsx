import { useEffect, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import type { Plan } from '../plan/plan.ts';
import styles from './seat-card.module.css';
import { SeatOccupant } from './seat-occupant.tsx';

/** Milliseconds: a pointer that only passes shows none, and one that moves on to the card has time to reach it. */
const [untilShown, untilGone] = [400, 250];
/** The pixels of the viewport it needs below its seat, including anything fixed to the bottom. */
const roomBelow = 320;

interface Shown {
  seat: string;
  left: number;
  top: number;
  above: boolean;
}

/**
 * Hover card with the seat's occupant. It stays open while the mouse is over it, so that long notes can be scrolled,
 * and closes on Escape, a press or scrolling elsewhere. Keyboard and touch users get the same details in the seat menu.
 */
export function SeatCard({
  seat,
  plan,
  orders,
}: {
  /** "" if the pointer is on no occupied seat. */
  seat: string;
  plan: Plan;
  orders: readonly PerformanceOrder[];
}) {
  const [shown, setShown] = useState<Shown | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const isRead = useRef(false);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (seat !== '') wait.current = setTimeout(() => setShown(beside(seat)), untilShown);
    else if (!isRead.current) wait.current = setTimeout(() => setShown(null), untilGone);
    return () => clearTimeout(wait.current);
  }, [seat]);
  useEffect(() => {
    const go = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key !== 'Escape' : card.current?.contains(event.target as Node))
        return;
      clearTimeout(wait.current);
      isRead.current = false;
      setShown(null);
    };
    const events = ['keydown', 'pointerdown', 'scroll'] as const;
    for (const one of events) addEventListener(one, go, { capture: true, passive: true });
    return () => {
      for (const one of events) removeEventListener(one, go, { capture: true });
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
        isRead.current = true;
        clearTimeout(wait.current);
      }}
      onPointerLeave={() => {
        isRead.current = false;
        wait.current = setTimeout(() => setShown(null), untilGone);
      }}
    >
      <SeatOccupant seat={shown.seat} order={order} plan={plan} />
    </div>
  );
}

function beside(seat: string): Shown | null {
  const box = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  if (!box) return null;
  const above = innerHeight - box.bottom < roomBelow;
  // The maximum width of the style sheet
  const left = Math.max(8, Math.min(box.left, document.documentElement.clientWidth - 296));
  return { seat, left, top: above ? box.top : box.bottom, above };
}
