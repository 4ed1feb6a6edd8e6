import { useState } from 'react';
import { useIsEmailOn } from '#features/box-office/orders/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import {
  confirmFreeTickets,
  declineFreeTickets,
  type HoardedPlaces,
  releaseHoardedPlaces,
  type UnconfirmedOrder,
} from '../../contract.ts';

/**
 * For staff who manage bookings: performances whose last places somebody seems to hold on purpose. Renders nothing if
 * there are none.
 */
export function HoardedPlacesList({ hoarded }: { hoarded: readonly HoardedPlaces[] }) {
  const { busy, slot: at, send: make } = useCall('unpaid baskets');
  const [asked, setAsked] = useState('');
  if (hoarded.length === 0) return <CallStatus slot={at} above />;
  return (
    <section className="stack" aria-labelledby="hoarded">
      <h2 id="hoarded">Last places in unpaid baskets</h2>
      <p>
        Most of the places left are held by people who have let other baskets run out unpaid within the last hour.
        Somebody may be holding them on purpose. Once you release them, other people can buy them.
      </p>
      <CallStatus slot={at} above />
      <ul className="ruled">
        {hoarded.map((places) => (
          <li key={places.performance_id} className="spread">
            <p>
              <strong>{formatDateTime(places.date)}</strong>: {places.held} of the last {places.left} {places.of}, in{' '}
              {formatBasketCount(places.baskets)}
            </p>
            <Button small pending={busy !== ''} onClick={() => setAsked(places.performance_id)}>
              Release {formatPlaces(countReleased(places.holders))}
              <span className="vh"> for {formatDateTime(places.date)}</span>
            </Button>
            {asked === places.performance_id && (
              <ReleaseDialog
                places={places}
                onClose={() => setAsked('')}
                onRelease={() => void make(withParams(releaseHoardedPlaces, { id: places.performance_id }), undefined)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReleaseDialog({
  places: { date, holders },
  onRelease,
  onClose,
}: {
  places: HoardedPlaces;
  onRelease: () => void;
  onClose: () => void;
}) {
  const named = holders.filter(({ name }) => name !== '');
  const unnamed = holders.filter(({ name }) => name === '');
  const released = formatPlaces(countReleased(holders));
  return (
    <ConfirmDialog
      question={`Release ${released} for ${formatDateTime(date)}?`}
      cancelLabel="Keep them held"
      confirmLabel={`Release ${released}`}
      onConfirm={onRelease}
      onClose={onClose}
    >
      <ul>
        {named.map(({ name, tickets }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two baskets may have the same name
          <li key={index}>
            {name}: {formatPlaces(tickets)}
          </li>
        ))}
        {unnamed.length > 0 && (
          <li>
            {formatBasketCount(unnamed.length)} without a name yet: {formatPlaces(countReleased(unnamed))}
          </li>
        )}
      </ul>
      <p>
        These buyers lose all their tickets for this performance at once, and their baskets say that the box office
        released them.
      </p>
    </ConfirmDialog>
  );
}

/** Counts the tickets that these buyers lose, which include those of unlimited types. */
const countReleased = (holders: HoardedPlaces['holders']) => holders.reduce((sum, { tickets }) => sum + tickets, 0);

const formatPlaces = (count: number) => (count === 1 ? 'one place' : `${count} places`);

const formatBasketCount = (count: number) => (count === 1 ? 'one basket' : `${count} baskets`);

/** For staff who manage bookings: free tickets that wait for a confirmation. Renders nothing if there are none. */
export function UnconfirmedOrders({ orders }: { orders: readonly UnconfirmedOrder[] }) {
  const { sends_mail } = useSite();
  const isDeclineEmailOn = useIsEmailOn()('not_confirmed');
  const { busy, slot: at, send: make } = useCall('free tickets');
  const [declining, setDeclining] = useState<UnconfirmedOrder>();
  if (orders.length === 0) return <CallStatus slot={at} above />;
  return (
    <section className="stack" aria-labelledby="unconfirmed">
      <h2 id="unconfirmed">Free tickets to confirm</h2>
      <p>
        They are held until the time shown.{' '}
        {sends_mail
          ? `Buyers confirm them by the link in our email. If it didn’t arrive, confirm them here. Declining releases the tickets${isDeclineEmailOn ? ' and emails the buyer' : ', and you tell the buyer yourself'}.`
          : 'This site can’t send email, so confirm them here. Declining releases the tickets, and you tell the buyer yourself.'}
      </p>
      <CallStatus slot={at} above />
      <ul className="ruled">
        {orders.map((order) => (
          <li key={order.id}>
            <UnconfirmedOrderItem
              order={order}
              isBusy={busy !== ''}
              onConfirm={() => void make(withParams(confirmFreeTickets, order), undefined)}
              onDecline={() => setDeclining(order)}
            />
          </li>
        ))}
      </ul>
      {declining && (
        <ConfirmDialog
          question={`Decline the tickets of ${declining.name}?`}
          cancelLabel="Keep holding them"
          confirmLabel="Decline"
          onConfirm={() => void make(withParams(declineFreeTickets, declining), undefined)}
          onClose={() => setDeclining(undefined)}
        >
          Other people can take these tickets at once. This can’t be undone.{' '}
          {sends_mail && isDeclineEmailOn
            ? `We’ll email ${declining.name}.`
            : formatCannotEmailMessage({ ...declining, isSwitchedOff: sends_mail })}
        </ConfirmDialog>
      )}
    </section>
  );
}

function UnconfirmedOrderItem({
  order: { name, email, phone, note, needs, by, until, tickets },
  isBusy,
  onConfirm,
  onDecline,
}: {
  order: UnconfirmedOrder;
  isBusy: boolean;
  onConfirm: () => void;
  onDecline: () => void;
}) {
  return (
    <div className="spread">
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        {tickets.map((held) => (
          <p key={held.starts_at}>
            {formatDateTime(held.starts_at)}: {held.tickets}
          </p>
        ))}
        <MetaLine of={[email, phone, ...needs, note]} />
        <p className="meta">
          {by === 'email' ? 'Waiting for the buyer' : 'Waiting for you'}, held until {formatDateTime(until)}
        </p>
      </div>
      <div className="row">
        <Button small pending={isBusy} onClick={onConfirm}>
          Confirm<span className="vh"> the tickets of {name}</span>
        </Button>
        <Button small look="line" pending={isBusy} onClick={onDecline}>
          Decline<span className="vh"> the tickets of {name}</span>
        </Button>
      </div>
    </div>
  );
}
