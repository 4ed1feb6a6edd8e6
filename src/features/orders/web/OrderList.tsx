import { useState } from 'react';
import type { Performance } from '#features/performances/contract.ts';
import { withParams } from '#platform/shared/calls.ts';
import { momentInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import { fold } from '#platform/shared/text.ts';
import { Said } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Actions, ActionsHeading } from '#platform/web/table/index.ts';
import { Badge } from '#platform/web/ui/Badge.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { SearchField } from '#platform/web/ui/SearchField.tsx';
import { cancelOrder, type ListedOrder, payOrder } from '../contract.ts';
import { isLive, paidAtDoor, paidByNames, statusInWords, ticketsInWords } from '../order.ts';
import { orderPath } from '../paths.ts';
import { referenceFirst } from '../reference-first.ts';
import styles from './Orders.module.css';

/** Orders shown at first, and by each “more”. */
const aPage = 25;

/** Every order of a show, to be found by name, reference or telephone. */
export function OrderList({
  orders,
  performances,
}: {
  orders: readonly ListedOrder[];
  performances: readonly Performance[];
}) {
  const [sought, seek] = useState('');
  const [most, setMost] = useState(aPage);
  const [asked, ask] = useState<ListedOrder | null>(null);
  const { busy, at, make } = useCall('orders');
  if (orders.length === 0) {
    return <Empty title="Nothing sold yet">What you sell, keep or give away stands here, the latest first.</Empty>;
  }
  const dates = new Map(performances.map(({ id, date }) => [id, momentInWords(date)]));
  const found = referenceFirst(
    orders.filter((order) => matches(order, sought)),
    sought,
  );
  const listed = found.slice(0, most);
  return (
    <>
      <div className={`${styles.search} no-print`}>
        <SearchField
          label="Find an order"
          hint="By name, reference, telephone or email."
          value={sought}
          onChange={({ target }) => seek(target.value)}
        />
      </div>
      <p className="meta" role="status">
        {found.length === orders.length ? `${orders.length} in all` : `${found.length} of ${orders.length}`}
      </p>
      <Said at={at} />
      <table className={`table table--stack table--cards ${styles.orders}`}>
        <caption className="vh">Orders, the latest first</caption>
        <thead>
          <tr>
            <th scope="col">Ref</th>
            <th scope="col">Name</th>
            <th scope="col">Tickets</th>
            <th scope="col">To pay or paid</th>
            <th scope="col">Status</th>
            <ActionsHeading />
          </tr>
        </thead>
        <tbody>
          {listed.map((order) => (
            <tr key={order.id}>
              <td data-label="Ref" className="num">
                {order.ref}
              </td>
              <td data-label="Name" data-heads>
                <span>
                  <a href={orderPath(order.id)}>{order.name}</a>
                  {order.note && <span className={`meta ${styles.line}`}>{order.note}</span>}
                </span>
              </td>
              <td data-label="Tickets" data-whole>
                <span>
                  {order.performances.map(({ id, tickets }) => (
                    <span key={id} className={styles.line}>
                      {ticketsInWords(tickets)}
                      <span className={`meta ${styles.line}`}>{dates.get(id)}</span>
                    </span>
                  ))}
                </span>
              </td>
              <td data-label="To pay or paid" data-sum className="num">
                {asMoney(order.total)}
              </td>
              <td data-label="Status">
                <span>
                  <Badge>{statusInWords(order)}</Badge>
                  {order.back > 0 && <span className={`meta ${styles.line}`}>{asMoney(order.back)} to give back</span>}
                </span>
              </td>
              <Actions>
                {order.status === 'reserved' &&
                  paidAtDoor.map((how) => (
                    <Button
                      key={how}
                      look="line"
                      small
                      pending={busy === withParams(payOrder, { id: order.id }).path}
                      onClick={() => void make(withParams(payOrder, { id: order.id }), { how })}
                    >
                      Paid {paidByNames[how]}
                      <span className="vh">: {order.name}</span>
                    </Button>
                  ))}
                {isLive(order.status) && (
                  <Button look="quiet" small onClick={() => ask(order)}>
                    Cancel<span className="vh"> the order of {order.name}</span>
                  </Button>
                )}
              </Actions>
            </tr>
          ))}
        </tbody>
      </table>
      {listed.length < found.length && (
        <p className="no-print">
          <Button look="line" onClick={() => setMost(most + aPage)}>
            Show {Math.min(aPage, found.length - listed.length)} more
          </Button>
        </p>
      )}
      {asked && (
        <ConfirmDialog
          question={`Cancel ${asked.ref}, ${asked.name}?`}
          keep="Keep it"
          go="Cancel order"
          onGo={() => void make(withParams(cancelOrder, { id: asked.id }))}
          onClose={() => ask(null)}
        >
          Its places are free then for others.
          {asked.status === 'paid' &&
            asked.total > 0 &&
            (asked.source === 'online'
              ? ` ${asMoney(asked.total)} goes back to the card.`
              : ` ${asMoney(asked.total)} is entered as given back: hand it over, or send it.`)}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Whether every word that is sought is in it. */
function matches({ ref, name, phone, email, note }: ListedOrder, sought: string): boolean {
  const text = fold([`${ref}`, name, phone, phone.replace(/\D/g, ''), email, note].join(' '));
  return fold(sought)
    .split(' ')
    .every((word) => text.includes(word));
}
