import { memo, type PointerEvent, useId, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { formatTicketCounts } from '#features/box-office/orders/order.ts';
import { formatSeats } from '#features/box-office/performances/seat-labels.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { type Party, type Plan, seatsByOrder } from '../plan/plan.ts';
import { NoteSuggestions } from './note-suggestions.tsx';
import styles from './order-lists.module.css';
import { orderSearch } from './order-search.ts';
import { PartyRequests } from './party-requests.tsx';
import { partyOf } from './use-plan.ts';
import { useProgressiveCount } from './use-progressive-count.ts';
import { splitRenderCount } from './viewport.ts';

/** An order's height in the list, the height above the first, and the number added at a time after the plan. */
const part = { each: 80, below: 300, more: 12, later: true };

/**
 * Orders with unseated tickets, and those with all of them seated: each can be found by name or reference, and dragged.
 * There are many, so they are rendered again only with another plan.
 */
export const OrderLists = memo(function OrderLists({
  orders,
  plan,
  marks,
  colours,
  placing,
  isCovered,
  onDrag,
  onPlace,
  onUnseat,
  onFind,
  onOpen,
}: {
  orders: readonly PerformanceOrder[];
  plan: Plan;
  marks: ReadonlyMap<string, string>;
  colours: ReadonlyMap<string, number>;
  /** The order whose seat is being chosen. */
  placing: string | undefined;
  /** True if the menu of a seat is open: if the list covers the plan, only one of the two is shown. */
  isCovered: boolean;
  onDrag: (event: PointerEvent<HTMLElement>, ref: string) => void;
  onPlace: (ref: string) => void;
  onUnseat: (ref: string) => void;
  /** Shows the seats of an order. */
  onFind: (ref: string) => void;
  /** The list is unfolded. */
  onOpen: () => void;
}) {
  const [sought, setSought] = useState('');
  /** Lists that cover the plan stay collapsed until somebody opens them. */
  const [open, setOpen] = useState(false);
  const [wasCovered, setWasCovered] = useState(isCovered);
  if (wasCovered !== isCovered) {
    setWasCovered(isCovered);
    if (isCovered) setOpen(false);
  }
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const seats = seatsByOrder(plan);
  const seated = ({ ref }: PerformanceOrder) => seats.get(`${ref}`)?.length ?? 0;
  const parties = orders.map(partyOf);
  const { isSought, seat } = orderSearch(sought, plan);
  const isWaiting = (order: PerformanceOrder) => seated(order) < order.tickets_count;
  const allWaiting = orders.filter(isWaiting);
  const found = orders.filter(isSought);
  const waiting = found.filter(isWaiting);
  const done = found.filter((order) => !isWaiting(order));
  const [ofWaiting, ofDone] = splitRenderCount(useProgressiveCount(orders.length, part), waiting.length);
  const left = waiting.reduce((sum, order) => sum + order.tickets_count - seated(order), 0);
  const grab = (order: PerformanceOrder) => (event: PointerEvent<HTMLElement>) => {
    const target = event.target as Element;
    // A finger on the row scrolls the page, also while searching for a seated order; its handle drags
    if ((event.pointerType === 'touch' || !isWaiting(order)) && !target.closest('[data-handle]')) return;
    if (!target.closest('button')) onDrag(event, `${order.ref}`);
  };
  const find = (order: PerformanceOrder) =>
    seated(order) === 0
      ? undefined
      : () => {
          // A list that covers the plan closes to show the seat
          setOpen(false);
          onFind(`${order.ref}`);
        };
  return (
    <aside className={styles.orders} aria-label="Orders">
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        aria-controls={`${id}-all`}
        onClick={() => {
          if (!open) onOpen();
          setOpen(!open);
        }}
      >
        <b>{titleOf(orders.length, allWaiting.length)}</b>
        <span className="meta">{open ? 'Hide orders' : 'Show orders'}</span>
        <Icon of="chevron-down" />
      </button>
      <div id={`${id}-all`} className={styles.all} data-open={open || undefined}>
        <label className="vh" htmlFor={id}>
          Find an order
        </label>
        <SearchInput
          ref={field}
          id={id}
          placeholder="Name, note or seat"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        {found.length === 0 && orders.length > 0 ? (
          <div className={styles.none}>
            <p role="status">
              {seat === undefined ? `No order matches “${sought.trim()}”.` : `Nobody is seated in ${seat}.`}
            </p>
            <Button
              small
              look="line"
              onClick={() => {
                setSought('');
                field.current?.focus();
              }}
            >
              Clear search
            </Button>
          </div>
        ) : (
          <>
            <h2>
              To seat <Badge tone={waiting.length > 0 ? 'warning' : 'plain'}>{waiting.length}</Badge>
              {left > 0 && <span className="meta">{left === 1 ? 'one seat' : `${left} seats`}</span>}
            </h2>
            {waiting.length === 0 ? (
              <p className={styles.none}>
                {orders.length === 0
                  ? 'No orders yet.'
                  : allWaiting.length === 0
                    ? 'Everyone is seated.'
                    : 'All matching orders are seated.'}
              </p>
            ) : (
              <ul>
                {waiting.slice(0, ofWaiting).map((order) => (
                  <li
                    key={order.ref}
                    className={styles.order}
                    data-placing={placing === `${order.ref}` || undefined}
                    onPointerDown={grab(order)}
                  >
                    <span className={styles.handle} data-handle="" title="Drag onto a seat">
                      <Icon of="grip-vertical" />
                    </span>
                    <Told
                      order={order}
                      count={`${seated(order)} of ${order.tickets_count}`}
                      parties={parties}
                      onFind={find(order)}
                    />
                    <Button
                      small
                      look={placing === `${order.ref}` ? 'ink' : 'line'}
                      aria-pressed={placing === `${order.ref}`}
                      onClick={() => onPlace(`${order.ref}`)}
                    >
                      {placing === `${order.ref}` ? 'Placing…' : 'Seat'}
                      <span className="vh"> {order.name}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            <h2>
              Seated <Badge>{done.length}</Badge>
            </h2>
            {done.length > 0 && (
              <ul>
                {done.slice(0, ofDone).map((order) => (
                  <li key={order.ref} className={`${styles.order} ${styles.seated}`} onPointerDown={grab(order)}>
                    <span className={styles.mark} data-colour={colours.get(`${order.ref}`)} data-handle="">
                      {marks.get(`${order.ref}`)}
                    </span>
                    <Told
                      order={order}
                      count={formatSeats(seats.get(`${order.ref}`) ?? [])}
                      parties={parties}
                      onFind={find(order)}
                    />
                    <IconButton icon="x" label={`Unseat ${order.name}`} onClick={() => onUnseat(`${order.ref}`)} />
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </aside>
  );
});

const titleOf = (orders: number, unseated: number) =>
  unseated > 0 ? `${unseated} to seat` : orders === 0 ? 'No orders yet' : 'Everyone is seated';

const Told = ({
  order,
  count,
  parties,
  onFind,
}: {
  order: PerformanceOrder;
  count: string;
  parties: readonly Party[];
  /** Undefined if it has no seat yet. */
  onFind: (() => void) | undefined;
}) => (
  <div>
    <p className={styles.first}>
      {onFind ? (
        <button type="button" className={styles.name} title="Show on the plan" onClick={onFind}>
          {order.name}
        </button>
      ) : (
        <b>{order.name}</b>
      )}
      <span className="num">{count}</span>
    </p>
    <MetaLine of={[order.ref, formatTicketCounts(order.tickets)]} />
    <PartyRequests order={order} className={styles.note} />
    <NoteSuggestions order={order} parties={parties} />
  </div>
);
