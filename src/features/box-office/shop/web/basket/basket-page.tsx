import { useEffect } from 'react';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { deleteDraft } from '#platform/web/drafts/stored-draft.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { formatSeatNotes } from '../../booking-advice.ts';
import { applyPromoCode, emptyBasket, holdTickets, removeTickets, renewHold } from '../../contract.ts';
import { basketPath, chooseSeatsPath, shopPath } from '../../paths.ts';
import { CheckoutSteps, HoldPromise } from '../parts/checkout.tsx';
import { NextShowCard } from '../parts/next-show-card.tsx';
import { SelectionTotal, TicketCountFields, useTicketSelection } from '../parts/ticket-count-fields.tsx';
import styles from './basket-page.module.css';
import { buyerDraftKey, CheckoutForm } from './checkout-form.tsx';
import { PendingConfirmation } from './pending-confirmation.tsx';
import { HoldTimeLeft } from './time-left.tsx';

/** `/tickets/basket`: the tickets that this visitor holds, and the form that pays for them. */
export default function BasketPage({ page }: { page: Page<'basket'> }) {
  const { basket, answer } = page;
  if (page.pending) {
    return (
      <div className={`wrap section stack ${styles.page}`}>
        <h1>{page.title}</h1>
        <PendingConfirmation pending={page.pending} canReopen answer={answer} />
      </div>
    );
  }
  if (!basket) {
    return (
      <div className="wrap section">
        <EmptyBasket
          title={page.title}
          released={page.released}
          refused={answer && answer.code !== 200 ? answer.msg : undefined}
        />
      </div>
    );
  }
  return (
    <div className={`wrap section stack long-answers ${styles.page}`}>
      <h1>{page.title}</h1>
      <CheckoutSteps at="pay" isFree={basket.total === 0} />
      {page.released && (
        <p role="status">
          <strong>The box office has released some of your tickets</strong> because they weren’t paid for while few
          places were left. Those below are still in your basket, and nothing was charged.
        </p>
      )}
      <BasketDetails page={page} basket={basket} />
    </div>
  );
}

type Basket = NonNullable<Page<'basket'>['basket']>;

function BasketDetails({ page, basket }: { page: Page<'basket'>; basket: Basket }) {
  if (basket.state === 'paying') {
    return (
      <EmptyState
        title="Your card is being charged"
        action={
          <ButtonLink look="line" href={basketPath}>
            Check again
          </ButtonLink>
        }
      >
        We’re waiting to hear from your bank. Don’t pay again: this usually takes only a few minutes.
      </EmptyState>
    );
  }
  return (
    <>
      {basket.state === 'open' ? (
        <HoldTimeLeft
          key={basket.held_until}
          until={basket.held_until}
          seconds={basket.seconds_left}
          over={<ExpiredHold />}
        />
      ) : (
        <ExpiredHold />
      )}
      <div className={styles.sides}>
        <section aria-label="Tickets" className={styles.tickets}>
          <header className={styles.head}>
            <span className="poster-frame">
              <RetryingImage src={basket.show.poster} alt="" width={600} height={848} />
            </span>
            <h2>{basket.show.title}</h2>
          </header>
          {basket.performances.map((performance) => (
            <Performance key={performance.id} performance={performance} page={page} basket={basket} />
          ))}
          <div className={styles.others}>
            {!basket.offered && <a href={shopPath}>Add another performance</a>}
            <CallForm call={emptyBasket} submitLabel="Empty basket" pendingLabel="Emptying…" look="quiet" asks={false}>
              {() => null}
            </CallForm>
          </div>
          <PromoForm basket={basket} page={page} />
          <p className={styles.total}>
            <span>
              To pay{basket.discount > 0 && <span className={styles.off}> ({formatMoney(basket.discount)} off)</span>}
            </span>{' '}
            <strong>{formatMoney(basket.total)}</strong>
          </p>
        </section>
        <CheckoutForm page={page} basket={basket} />
      </div>
    </>
  );
}

const ExpiredHold = () => (
  <div className={`stack ${styles.lapsed}`} role="status">
    <p>
      <strong>Your time has run out.</strong> Other people can now take these tickets. If they’re still available, you
      can hold them again or pay now.
    </p>
    <CallForm call={renewHold} submitLabel="Hold them again" pendingLabel="Holding them…" asks={false}>
      {() => null}
    </CallForm>
  </div>
);

function Performance({
  performance: { id, starts_at, lines, types, numbered, seats },
  page: { most, typed, answer },
  basket: { offered, state },
}: {
  performance: Basket['performances'][number];
  page: Page<'basket'>;
  basket: Basket;
}) {
  const begun = Object.fromEntries(
    types.map((type) => [
      `tickets_${type.id}`,
      String(lines.filter(({ type_id }) => type_id === type.id).reduce((sum, { count }) => sum + count, 0)),
    ]),
  );
  const isMine = typed.performance_id === id;
  // While the basket holds its own tickets, they count as taken, but the visitor can choose them again
  const own = types.map((type) => ({
    ...type,
    left: type.left === null || state !== 'open' ? type.left : type.left + Number(begun[`tickets_${type.id}`]),
  }));
  return (
    <div className={styles.performance}>
      <h3>
        <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>
      </h3>
      <ul>
        {lines.map(({ type, pence, count }) => (
          <li key={`${type} ${pence}`}>
            <span>
              {count} {type}
            </span>
            <span className="num">{pence === 0 ? 'Free' : formatMoney(pence * count)}</span>
          </li>
        ))}
      </ul>
      {numbered && (
        <p>
          {seats.length === 0 ? (
            'We’ll allocate your seats before the performance.'
          ) : (
            <>
              {seats.length === 1 ? 'Seat' : 'Seats'} <strong>{formatSeats(seats.map(({ seat }) => seat))}</strong>.{' '}
              {formatSeatNotes(seats)}
            </>
          )}
        </p>
      )}
      <div className={styles.links}>
        {numbered && (
          <a className={styles.scripted} href={chooseSeatsPath(id)}>
            Choose different seats
          </a>
        )}
        {/* Offered tickets are changed through the link in the offer's email */}
        {!offered && (
          <Collapsible title="Change tickets">
            <CallForm
              key={JSON.stringify(lines)}
              call={holdTickets}
              which={id}
              submitLabel="Change tickets"
              pendingLabel="Changing…"
              look="line"
              asks={false}
              answered={isMine ? answer : undefined}
            >
              {(errors) => (
                <>
                  <input type="hidden" name="performance_id" value={id} />
                  <ChangedCounts types={own} max={most} begun={begun} errors={errors} />
                </>
              )}
            </CallForm>
            <CallForm
              call={removeTickets}
              which={id}
              submitLabel="Remove these tickets"
              pendingLabel="Removing…"
              look="line"
              asks={false}
            >
              {() => <input type="hidden" name="performance_id" value={id} />}
            </CallForm>
          </Collapsible>
        )}
      </div>
    </div>
  );
}

function ChangedCounts({
  begun,
  ...typed
}: Omit<Parameters<typeof TicketCountFields>[0], 'chosen'> & { begun: Readonly<Record<string, string>> }) {
  const chosen = useTicketSelection(typed.types, begun);
  return (
    <>
      <TicketCountFields {...typed} chosen={chosen} />
      <SelectionTotal chosen={chosen} />
    </>
  );
}

function PromoForm({ basket, page: { typed, answer } }: { basket: Basket; page: Page<'basket'> }) {
  if (basket.promo !== '') {
    return (
      <CallForm
        call={applyPromoCode}
        submitLabel="Remove the code"
        pendingLabel="Removing it…"
        look="line"
        asks={false}
      >
        {() => (
          <>
            <input type="hidden" name="promo" value="" />
            <p>
              <strong>{basket.promo}</strong>: {basket.promo_words}.
            </p>
          </>
        )}
      </CallForm>
    );
  }
  const isMine = typed.promo !== undefined;
  return (
    <Collapsible title="I have a promo code" open={isMine}>
      <CallForm
        call={applyPromoCode}
        submitLabel="Apply code"
        pendingLabel="Checking…"
        look="line"
        asks={false}
        answered={isMine ? answer : undefined}
      >
        {(errors) => (
          <InputField
            label="Promo code"
            name="promo"
            defaultValue={typed.promo}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            error={errors.promo}
          />
        )}
      </CallForm>
    </Collapsible>
  );
}

export const head = (page: Page<'basket'>): Head => ({
  title: page.title,
  description: 'The tickets we’re holding for you, ready to pay for.',
  indexed: false,
});

/** Shown if the basket is empty. Deletes the stored draft of the buyer's details. */
function EmptyBasket({
  title,
  released,
  refused,
}: {
  title: string;
  /** True if the box office has released the tickets. */
  released: boolean;
  refused: string | undefined;
}) {
  const { next_show, current_user } = useSite();
  useEffect(() => deleteDraft(current_user.id, buyerDraftKey, 'window'), [current_user.id]);
  return (
    <div className={styles.empty}>
      <div className="stack">
        <h1>{title}</h1>
        {refused && <p role="alert">{refused}</p>}
        {released ? (
          <>
            <p className={styles.lead}>The box office has released your tickets.</p>
            <p>
              Few places were left, and yours weren’t paid for. You haven’t been charged. You can choose again where
              places are left. <HoldPromise />
            </p>
          </>
        ) : (
          <>
            <p className={styles.lead}>Your basket is empty.</p>
            <p>
              Choose a performance and your tickets. <HoldPromise />
            </p>
          </>
        )}
        <p>
          <ButtonLink look="accent" href={shopPath}>
            Choose tickets
          </ButtonLink>
        </p>
      </div>
      <NextShowCard show={next_show} />
    </div>
  );
}
