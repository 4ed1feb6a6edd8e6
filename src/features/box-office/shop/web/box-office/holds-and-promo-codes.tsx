import { useState } from 'react';
import { useIsEmailOn } from '#features/box-office/orders/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime, formatLocalDate } from '#platform/shared/dates/dates.ts';
import { formatCannotEmailMessage } from '#platform/shared/text/cannot-email.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { ActionsCell, ActionsHeading } from '#platform/web/table/data-table.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Badge } from '#platform/web/ui/content/badge.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Field, InputField, Select } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { maxTicketsPerBasket } from '../../basket.ts';
import {
  confirmFreeTickets,
  declineFreeTickets,
  type HoardedPlaces,
  releaseHoardedPlaces,
  type UnconfirmedOrder,
} from '../../contract.ts';
import { addPromoCode, type PromoCode, setPromoCodeEnabled } from '../../promo-contract.ts';

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

/** The promo codes of a show, for staff who manage bookings. */
export function PromoCodes({ show, codes }: { show: string; codes: readonly PromoCode[] }) {
  const { busy, slot: at, send: make } = useCall('promo codes');
  return (
    <div className="stack">
      <h2>Add a promo code</h2>
      <CallForm call={addPromoCode} what="the new code" submitLabel="Add code" pendingLabel="Adding code…">
        {(errors) => (
          <>
            <input type="hidden" name="show_id" value={show} />
            <InputField
              label="Code"
              name="code"
              hint="For example EARLYBIRD. Capitals and spaces make no difference."
              maxLength={30}
              autoComplete="off"
              error={errors.code}
              required
            />
            <FieldPair>
              <InputField
                label="How many orders may use it"
                name="most"
                hint={`Leave empty for any number. One order can have up to ${maxTicketsPerBasket} tickets.`}
                inputMode="numeric"
                maxLength={4}
                error={errors.most}
              />
              <InputField
                label="How many tickets it is good for"
                name="most_tickets"
                hint="Of all orders together. Leave empty for any number."
                inputMode="numeric"
                maxLength={4}
                error={errors.most_tickets}
              />
            </FieldPair>
            <FieldPair>
              <Field label="Type of discount" error={errors.how}>
                {(control) => (
                  <Select {...control} name="how">
                    <option value="percent">Percentage off each ticket</option>
                    <option value="pounds">Pounds off each ticket</option>
                  </Select>
                )}
              </Field>
              <InputField
                label="Discount"
                name="amount"
                inputMode="decimal"
                maxLength={12}
                autoComplete="off"
                error={errors.amount}
                required
              />
            </FieldPair>
            <FieldPair>
              <InputField label="First day (optional)" name="first_day" type="date" error={errors.first_day} />
              <InputField label="Last day (optional)" name="last_day" type="date" error={errors.last_day} />
            </FieldPair>
          </>
        )}
      </CallForm>
      <h2>Promo codes</h2>
      <CallStatus slot={at} above />
      {codes.length === 0 ? (
        <EmptyState title="No codes yet">
          Add the first one above. Anyone who enters it in the shop pays less.
        </EmptyState>
      ) : (
        <table className="table table--stack table--cards">
          <caption className="vh">Promo codes, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Discount</th>
              <th scope="col">Valid</th>
              <th scope="col">Used</th>
              <ActionsHeading />
            </tr>
          </thead>
          <tbody>
            {codes.map(({ id, code, words, first_day, last_day, most, used, most_tickets, used_tickets, off }) => (
              <tr key={id}>
                <td data-label="Code" data-heads>
                  <span>
                    {code} {off && <Badge>Off</Badge>}
                  </span>
                </td>
                <td data-label="Discount">{words}</td>
                <td data-label="Valid">{formatDays(first_day, last_day)}</td>
                <td data-label="Used" data-named className="num">
                  {formatUses({ used, most, used_tickets, most_tickets })}
                </td>
                <ActionsCell>
                  <Button
                    look="quiet"
                    small
                    pending={busy === withParams(setPromoCodeEnabled, { id }).path}
                    onClick={() => void make(withParams(setPromoCodeEnabled, { id }), { off: off ? '0' : '1' })}
                  >
                    {off ? 'Switch on' : 'Switch off'}
                    <span className="vh"> {code}</span>
                  </Button>
                </ActionsCell>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** Formats the uses of a promo code: "3 orders, 7 tickets", "1 of 1 order, 4 of 20 tickets". */
function formatUses(code: Pick<PromoCode, 'used' | 'most' | 'used_tickets' | 'most_tickets'>): string {
  const formatPart = (used: number, max: number, noun: string) =>
    `${max > 0 ? `${used} of ${max}` : used} ${(max > 0 ? max : used) === 1 ? noun : `${noun}s`}`;
  return `${formatPart(code.used, code.most, 'order')}, ${formatPart(code.used_tickets, code.most_tickets, 'ticket')}`;
}

function formatDays(first: string, last: string): string {
  if (first === '' && last === '') return 'Always';
  if (first === '') return `Until ${formatLocalDate(last)}`;
  return last === ''
    ? `From ${formatLocalDate(first)}`
    : `From ${formatLocalDate(first)} until ${formatLocalDate(last)}`;
}
