import { placesInWords } from '#features/waiting-list/party.ts';
import { joinPath, partyPath } from '#features/waiting-list/paths.ts';
import { withParams } from '#platform/shared/calls.ts';
import { momentInWords, timeInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';
import { Field, Select } from '#platform/web/ui/Field.tsx';
import { availabilityInWords } from '../availability.ts';
import { holdMinutes } from '../basket.ts';
import { holdTickets, takeOffered } from '../contract.ts';
import { basketPath, choosePath, shopPath } from '../paths.ts';
import styles from './ChooseTicketsPage.module.css';
import { Counts } from './Counts.tsx';
import { canWait, isBookable, saleInWords } from './sale-in-words.ts';

/** `/tickets/:id`: how many tickets for one performance. */
export default function ChooseTicketsPage({ page }: { page: Page<'choose_tickets'> }) {
  const { show, performance, offer } = page;
  const { starts_at, doors_at, notes, availability } = performance;
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <BackLink href={shopPath}>All performances</BackLink>
      <header className={styles.head}>
        <span className="poster-frame">
          <RetryingImage src={show.poster} alt="" width={600} height={848} />
        </span>
        <div className={`stack ${styles.about}`}>
          <h1>{show.title}</h1>
          <p className={styles.when}>
            <time dateTime={starts_at}>{momentInWords(starts_at)}</time>
          </p>
          <p>{[show.venue, doors_at && `Doors ${timeInWords(doors_at)}`, notes].filter(Boolean).join(' · ')}</p>
          {!offer && <p className={styles.left}>{saleInWords(performance) || availabilityInWords(availability)}</p>}
        </div>
      </header>
      {offer ? <Offer page={page} offer={offer} /> : <Form page={page} />}
    </div>
  );
}

function Form({ page: { performance, most, payable, typed, answer } }: { page: Page<'choose_tickets'> }) {
  const shut = saleInWords(performance);
  if (!payable && performance.types.some(({ pence }) => pence > 0) && shut === '') return <ByWriting />;
  if (!isBookable(performance)) {
    return (
      <p className="row">
        {canWait(performance) && <ButtonLink href={joinPath(performance.id)}>Join the waiting list</ButtonLink>}
        <ButtonLink look="line" href={shopPath}>
          Look at the other performances
        </ButtonLink>
      </p>
    );
  }
  return (
    <>
      <Choice page={{ performance, most, typed, ...(answer && { answer }) }} />
      {canWait(performance) && (
        <p>
          Are there more of you than places? <a href={joinPath(performance.id)}>Join the waiting list</a>.
        </p>
      )}
    </>
  );
}

const ByWriting = () => (
  <Empty title="Book by writing to us" action={<ButtonLink href="/contact">Write to us</ButtonLink>}>
    Tickets can’t be paid for here at the moment. Say which day and how many, and we will keep them for you.
  </Empty>
);

type Chosen = Pick<Page<'choose_tickets'>, 'performance' | 'most' | 'typed' | 'answer'>;

function Choice({ page: { performance, most, typed, answer } }: { page: Chosen }) {
  return (
    <CallForm
      call={holdTickets}
      submit="Put into the basket"
      pending="Holding them…"
      look="accent"
      asks={false}
      leadsTo={(answer) => ('link' in answer ? answer.link : undefined)}
      answered={answer}
    >
      {(errors) => (
        <>
          <input type="hidden" name="performance_id" value={performance.id} />
          <Counts types={performance.types} most={most} typed={typed} errors={errors} />
          {performance.numbered && <WhichSeats performance={performance} typed={typed} errors={errors} />}
          <p className="meta">They are held for you for {holdMinutes} minutes while you pay.</p>
        </>
      )}
    </CallForm>
  );
}

/** What a party that waited is offered: its places, in kinds of tickets that it chooses. */
function Offer({
  page: { performance, most, payable, typed, answer },
  offer: { id, key, size, until, open },
}: {
  page: Page<'choose_tickets'>;
  offer: NonNullable<Page<'choose_tickets'>['offer']>;
}) {
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
        {(errors) => <Counts types={performance.types} most={most} typed={typed} errors={errors} />}
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
        <div>
          <Checkbox name="wheelchair" value="1" defaultChecked={typed.wheelchair === '1'}>
            One of us comes in a wheelchair: a wheelchair space, with a companion beside it
          </Checkbox>
          {errors.wheelchair && <p className="meta">{errors.wheelchair}</p>}
        </div>
      )}
    </>
  );
}

export const head = ({ show, performance, offer, answer }: Page<'choose_tickets'>): Head => ({
  title: `Tickets for ${show.title}`,
  description: `Tickets for ${show.title}, ${momentInWords(performance.starts_at)}.`,
  ...(answer || offer ? { indexed: false } : { canonical: choosePath(performance.id) }),
});
