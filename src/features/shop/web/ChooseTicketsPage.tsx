import { type ReactNode, useEffect, useRef } from 'react';
import { someSpaces } from '#features/orders/spaces.ts';
import { placesInWords } from '#features/waiting-list/party.ts';
import { joinPath, partyPath } from '#features/waiting-list/paths.ts';
import { withParams } from '#platform/shared/calls.ts';
import { dayInParts, eveningFrom, momentInWords, timeInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { availabilityInWords } from '../availability.ts';
import { holdMinutes } from '../basket.ts';
import { holdTickets, type ShopPerformance, takeOffered } from '../contract.ts';
import { basketPath, choosePath, shopPath } from '../paths.ts';
import { canWait, isBookable, saleInWords } from '../sale-in-words.ts';
import styles from './ChooseTicketsPage.module.css';
import { type ChosenCounts, Counts, priceInWords, Sum, ticketsInWords, useCounts } from './Counts.tsx';
import { Steps } from './Steps.tsx';

/** `/tickets/:id`: how many tickets for one performance. */
export default function ChooseTicketsPage({ page }: { page: Page<'choose_tickets'> }) {
  return (
    <div className={`wrap section ${styles.start}`}>
      {page.offer ? (
        <Plain page={page}>
          <Offer page={page} offer={page.offer} />
        </Plain>
      ) : (
        <Form page={page} />
      )}
    </div>
  );
}

const Plain = ({ page, children }: { page: Page<'choose_tickets'>; children: ReactNode }) => (
  <div className={styles.page}>
    <Which page={page} />
    {children}
  </div>
);

/** Which show and performance it is. */
function Which({ page: { show, performance, performances, offer } }: { page: Page<'choose_tickets'> }) {
  const { starts_at, doors_at, notes } = performance;
  return (
    <>
      {!offer && <Steps at="tickets" />}
      <header className={styles.head}>
        <span className="poster-frame">
          <RetryingImage src={show.poster} alt="" width={600} height={848} />
        </span>
        <div>
          <h1>{show.title}</h1>
          <p className="meta">
            {[show.venue, doors_at && `Doors ${timeInWords(doors_at)}`, notes].filter(Boolean).join(' · ')}
          </p>
        </div>
      </header>
      {performances.length > 0 ? (
        <Performances of={performances} chosen={performance} />
      ) : (
        <p className={styles.when}>
          <time dateTime={starts_at}>{momentInWords(starts_at)}</time>
        </p>
      )}
    </>
  );
}

/** The others are a press away: most who come here want to see which day suits. */
function Performances({ of, chosen }: { of: readonly ShopPerformance[]; chosen: ShopPerformance }) {
  const row = useRef<HTMLUListElement>(null);
  // On a phone they are one row: the chosen one is brought into it
  useEffect(() => {
    const item = row.current?.querySelector(`[href="${choosePath(chosen.id)}"]`)?.parentElement;
    if (item && row.current) row.current.scrollLeft = item.offsetLeft - row.current.offsetLeft;
  }, [chosen.id]);
  return (
    <nav aria-labelledby="which-performance" className={styles.which}>
      <h2 id="which-performance">Which performance?</h2>
      <ul ref={row}>
        {of.map((performance) => {
          const { id, starts_at, availability } = performance;
          const { weekday, day, month } = dayInParts(starts_at.slice(0, 10));
          const open = isBookable(performance);
          return (
            <li key={id}>
              <a
                href={choosePath(id)}
                aria-current={id === chosen.id ? 'page' : undefined}
                data-open={open || undefined}
                data-out={performance.cancelled || availability.state === 'out' || undefined}
              >
                <time dateTime={starts_at}>
                  <b>
                    {weekday?.slice(0, 3)} {day} {month?.slice(0, 3)}
                  </b>{' '}
                  <span>{timeInWords(starts_at)}</span>
                </time>{' '}
                <span>{saleInWords(performance) || availabilityInWords(availability)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function Form({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, payable } = page;
  const shut = saleInWords(performance);
  if (!payable && performance.types.some(({ pence }) => pence > 0) && shut === '') {
    return (
      <Plain page={page}>
        <ByWriting />
      </Plain>
    );
  }
  if (!isBookable(performance)) {
    return (
      <Plain page={page}>
        <p className={styles.left}>{shut || availabilityInWords(performance.availability)}</p>
        <p className="row">
          {canWait(performance) && <ButtonLink href={joinPath(performance.id)}>Join the waiting list</ButtonLink>}
          <ButtonLink look="line" href={shopPath}>
            Look at the other performances
          </ButtonLink>
        </p>
      </Plain>
    );
  }
  return (
    <div className={styles.page}>
      {/* Another performance has other kinds of tickets, and other counts of them */}
      <Choice key={performance.id} page={page} />
      {canWait(performance) && (
        <p>
          Are there more of you than places? <a href={joinPath(performance.id)}>Join the waiting list</a>.
        </p>
      )}
    </div>
  );
}

const ByWriting = () => (
  <Empty title="Book by writing to us" action={<ButtonLink href="/contact">Write to us</ButtonLink>}>
    Tickets can’t be paid for here at the moment. Say which day and how many, and we will keep them for you.
  </Empty>
);

/** The form holds all that stands beside the stub, so that on a wide screen the stub begins at its top. */
function Choice({ page }: { page: Page<'choose_tickets'> }) {
  const { performance, most, typed, answer } = page;
  const chosen = useCounts(performance.types, typed);
  return (
    <div className={styles.choice}>
      <CallForm
        call={holdTickets}
        submit="Put into the basket"
        pending="Holding them…"
        look="accent"
        asks={false}
        leadsTo={(answer) => ('link' in answer ? answer.link : undefined)}
        answered={answer}
        beside={<Together chosen={chosen} />}
      >
        {(errors) => (
          <>
            <div className={styles.page}>
              <Which page={page} />
              <input type="hidden" name="performance_id" value={performance.id} />
              <Counts types={performance.types} most={most} chosen={chosen} errors={errors} />
              <Sum chosen={chosen} hidden />
              {performance.numbered ? (
                <WhichSeats performance={performance} typed={typed} errors={errors} />
              ) : (
                <p className="meta">The box office seats each booking together.</p>
              )}
            </div>
            <Stub title={page.show.title} performance={performance} chosen={chosen} />
          </>
        )}
      </CallForm>
    </div>
  );
}

/** Beside the button on a phone, where the stub has no room. */
const Together = ({ chosen: { count, due } }: { chosen: ChosenCounts }) => (
  <p className={styles.together} aria-hidden="true">
    <span className="meta">{count === 0 ? 'None chosen yet' : ticketsInWords(count)}</span>
    {count > 0 && <b>{priceInWords(due)}</b>}
  </p>
);

/** What is chosen so far, as it will stand on the ticket. */
function Stub({
  title,
  performance: { starts_at },
  chosen,
}: {
  title: string;
  performance: ShopPerformance;
  chosen: ChosenCounts;
}) {
  const { today } = useSite();
  return (
    <aside className={styles.stub} aria-label="What you have chosen">
      <p className={styles.label}>{title}</p>
      <p className={styles.evening}>
        <time dateTime={starts_at}>
          <span>{eveningFrom(starts_at.slice(0, 10), today)},</span> <span>{timeInWords(starts_at)}</span>
        </time>
      </p>
      {chosen.count === 0 ? <p className={styles.lines}>None chosen yet</p> : <Lines of={chosen} />}
      <p>Held for you for {holdMinutes} minutes while you pay. No booking fee.</p>
    </aside>
  );
}

const Lines = ({ of: { lines, due } }: { of: ChosenCounts }) => (
  <dl className={styles.lines}>
    {lines.map(({ id, name, count, pence }) => (
      <div key={id}>
        <dt>
          {count} {name}
        </dt>
        <dd className="num">{priceInWords(count * pence)}</dd>
      </div>
    ))}
    <div className={styles.sum}>
      <dt>Total</dt>
      <dd className="num">{priceInWords(due)}</dd>
    </div>
  </dl>
);

/** What a party that waited is offered: its places, in kinds of tickets that it chooses. */
function Offer({
  page: { performance, most, payable, typed, answer },
  offer: { id, key, size, until, open },
}: {
  page: Page<'choose_tickets'>;
  offer: NonNullable<Page<'choose_tickets'>['offer']>;
}) {
  const chosen = useCounts(performance.types, typed);
  if (!open) {
    return (
      <>
        <p className={styles.left}>These places aren’t kept for you any more: the next in line is offered them.</p>
        <p className="row">
          <ButtonLink href={joinPath(performance.id)}>Join the waiting list again</ButtonLink>
        </p>
      </>
    );
  }
  if (!payable && performance.types.some(({ pence }) => pence > 0)) return <ByWriting />;
  return (
    <>
      <p className={styles.left}>
        We keep {placesInWords(size).toLowerCase()} for you until {momentInWords(until)}.
      </p>
      <CallForm
        call={withParams(takeOffered, { id, key })}
        submit="Put into the basket"
        pending="Putting them in…"
        look="accent"
        asks={false}
        leadsTo={basketPath}
        answered={answer}
      >
        {(errors) => (
          <>
            <Counts types={performance.types} most={most} chosen={chosen} errors={errors} />
            <Sum chosen={chosen} />
          </>
        )}
      </CallForm>
      <p>
        You don’t want them any more? <a href={partyPath({ id, key })}>Give them back</a>, and the next in line needn’t
        wait.
      </p>
    </>
  );
}

/** Numbered seats: the best that are free, or those that they choose once they are held. */
function WhichSeats({
  performance: { wheelchair_spaces },
  typed,
  errors,
}: {
  performance: Page<'choose_tickets'>['performance'];
  typed: Readonly<Record<string, string>>;
  errors: Record<string, string>;
}) {
  return (
    <>
      <Field label="Which seats?" hint="Either way you see which they are before you pay." error={errors.seats}>
        {(control) => (
          <Select {...control} name="seats" defaultValue={typed.seats ?? 'best'}>
            <option value="best">The best available</option>
            <option value="plan">I choose them on the plan</option>
          </Select>
        )}
      </Field>
      {wheelchair_spaces > 0 && (
        <Field
          label="How many of you come in a wheelchair?"
          hint="Each has a wheelchair space, and the others sit beside them as far as they can."
          error={errors.wheelchair}
        >
          {(control) => (
            <Select {...control} name="wheelchair" defaultValue={typed.wheelchair ?? ''}>
              <option value="">None</option>
              {someSpaces.slice(0, wheelchair_spaces).map((spaces) => (
                <option key={spaces} value={spaces}>
                  {spaces}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}

export const head = ({ show, performance, offer, answer }: Page<'choose_tickets'>): Head => ({
  title: `Tickets for ${show.title}`,
  description: `Tickets for ${show.title}, ${momentInWords(performance.starts_at)}.`,
  ...(answer || offer ? { indexed: false } : { canonical: choosePath(performance.id) }),
});
