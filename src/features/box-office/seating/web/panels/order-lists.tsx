import { memo, type PointerEvent, useId, useRef, useState } from 'react';
import type { PerformanceOrder } from '#features/box-office/orders/contract.ts';
import { accessNeedLabels, formatTicketCountsByType } from '#features/box-office/orders/order.ts';
import { answerSuggestion } from '#features/box-office/orders/order-page-contract.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { IconButton } from '#platform/web/ui/actions/icon-button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { SearchInput } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { listOpenSuggestions } from '../../engine/note-suggestions.ts';
import { groupSeatsByOrder, isSeat, type Party, type Plan, toParty } from '../../plan/plan.ts';
import styles from './order-lists.module.css';
import { useProgressiveRenderCount } from './progressive-rendering.ts';
import { PartyRequests } from './seat-details.tsx';
import { splitRenderCount } from './viewport.ts';

/** Options for rendering the list of orders in steps, once the plan is rendered. */
const renderOptions = { each: 80, below: 300, more: 12, later: true };

/** The orders with unseated tickets, and the seated orders, with a search. Each order can be dragged onto the plan. */
export const OrderLists = memo(function OrderLists({
  orders,
  plan,
  abbreviations,
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
  abbreviations: ReadonlyMap<string, string>;
  colours: ReadonlyMap<string, number>;
  /** The reference of the order that is being placed on the plan. */
  placing: string | undefined;
  /** True if the menu of a seat is open. While it is, a list that covers the plan is collapsed. */
  isCovered: boolean;
  onDrag: (event: PointerEvent<HTMLElement>, ref: string) => void;
  onPlace: (ref: string) => void;
  onUnseat: (ref: string) => void;
  /** Shows the seats of an order on the plan. */
  onFind: (ref: string) => void;
  /** Called when the list expands. */
  onOpen: () => void;
}) {
  const [query, setQuery] = useState('');
  /** True if the list is expanded. Only a list that covers the plan, in a narrow window, can be collapsed. */
  const [open, setOpen] = useState(false);
  const [wasCovered, setWasCovered] = useState(isCovered);
  if (wasCovered !== isCovered) {
    setWasCovered(isCovered);
    if (isCovered) setOpen(false);
  }
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const seats = groupSeatsByOrder(plan);
  const seated = ({ ref }: PerformanceOrder) => seats.get(`${ref}`)?.length ?? 0;
  const parties = orders.map(toParty);
  const { isMatch, seat } = parseOrderSearch(query, plan);
  const isWaiting = (order: PerformanceOrder) => seated(order) < order.tickets_count;
  const allWaiting = orders.filter(isWaiting);
  const found = orders.filter(isMatch);
  const waiting = found.filter(isWaiting);
  const done = found.filter((order) => !isWaiting(order));
  const [waitingCount, doneCount] = splitRenderCount(
    useProgressiveRenderCount(orders.length, renderOptions),
    waiting.length,
  );
  const left = waiting.reduce((sum, order) => sum + order.tickets_count - seated(order), 0);
  const startDrag = (order: PerformanceOrder) => (event: PointerEvent<HTMLElement>) => {
    const target = event.target as Element;
    // Touching a row scrolls the page, so only its handle starts a drag by finger. A seated order is dragged only by
    // its mark
    if ((event.pointerType === 'touch' || !isWaiting(order)) && !target.closest('[data-handle]')) return;
    if (!target.closest('button')) onDrag(event, `${order.ref}`);
  };
  const find = (order: PerformanceOrder) =>
    seated(order) === 0
      ? undefined
      : () => {
          // Collapses a list that covers the plan, so that the seat is visible
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
        <b>{formatListTitle(orders.length, allWaiting.length)}</b>
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
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {found.length === 0 && orders.length > 0 ? (
          <div className={styles.none}>
            <p role="status">
              {seat === undefined ? `No order matches “${query.trim()}”.` : `Nobody is seated in ${seat}.`}
            </p>
            <Button
              small
              look="line"
              onClick={() => {
                setQuery('');
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
                {waiting.slice(0, waitingCount).map((order) => (
                  <li
                    key={order.ref}
                    className={styles.order}
                    data-placing={placing === `${order.ref}` || undefined}
                    onPointerDown={startDrag(order)}
                  >
                    <span className={styles.handle} data-handle="" title="Drag onto a seat">
                      <Icon of="grip-vertical" />
                    </span>
                    <OrderSummary
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
                {done.slice(0, doneCount).map((order) => (
                  <li key={order.ref} className={`${styles.order} ${styles.seated}`} onPointerDown={startDrag(order)}>
                    <span
                      className={styles.mark}
                      data-colour={colours.get(`${order.ref}`)}
                      data-handle=""
                      aria-hidden="true"
                    >
                      {abbreviations.get(`${order.ref}`)}
                    </span>
                    <OrderSummary
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

const formatListTitle = (orders: number, unseated: number) =>
  unseated > 0 ? `${unseated} to seat` : orders === 0 ? 'No orders yet' : 'Everyone is seated';

const OrderSummary = ({
  order,
  count,
  parties,
  onFind,
}: {
  order: PerformanceOrder;
  count: string;
  parties: readonly Party[];
  /** Shows the order's seats; undefined for an order without a seat. */
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
    <MetaLine of={[order.ref, formatTicketCountsByType(order.tickets)]} />
    <PartyRequests order={order} className={styles.note} />
    <NoteSuggestions order={order} parties={parties} />
  </div>
);

/** Possible requests in a party's note. They count only once a person has confirmed them. */
function NoteSuggestions({ order, parties }: { order: PerformanceOrder; parties: readonly Party[] }) {
  const { busy, slot, send } = useCall();
  const suggestions = order.order_id === '' ? [] : listOpenSuggestions(toParty(order), parties);
  if (suggestions.length === 0) return null;
  const call = withParams(answerSuggestion, { id: order.order_id });
  return (
    <div className={styles.suggestions}>
      {suggestions.map(({ key, label }) => (
        <p key={key} className={styles.suggestion}>
          <span>Suggested from the note: {label}?</span>
          {(['use', 'ignore'] as const).map((answer) => (
            <Button
              key={answer}
              small
              look={answer === 'use' ? 'line' : 'quiet'}
              pending={busy !== ''}
              onClick={() => void send(call, { suggestion: key, answer })}
            >
              {answer === 'use' ? 'Use' : 'Ignore'}
              <span className="vh">
                {' '}
                {label}, {order.name}
              </span>
            </Button>
          ))}
        </p>
      ))}
      <CallStatus slot={slot} above />
    </div>
  );
}

type SearchableOrder = Pick<PerformanceOrder, 'ref' | 'name' | 'note' | 'needs'>;

/**
 * Parses a search for orders: part of a name, reference, note or need, or a seat.
 *
 * @returns the predicate for orders, and the seat if the text is a seat label
 */
export function parseOrderSearch(
  typed: string,
  plan: Plan,
): { isMatch: (order: SearchableOrder) => boolean; seat: string | undefined } {
  const words = foldText(typed);
  const label = typed.trim().toUpperCase();
  const seat = isSeat(plan, label) ? label : undefined;
  const occupantRef = seat === undefined ? undefined : plan.assignments[seat];
  return {
    seat,
    isMatch: ({ ref, name, note, needs }) =>
      `${ref}` === occupantRef ||
      [name, `${ref}`, note, ...needs.map((need) => accessNeedLabels[need])].some((text) =>
        foldText(text).includes(words),
      ),
  };
}
