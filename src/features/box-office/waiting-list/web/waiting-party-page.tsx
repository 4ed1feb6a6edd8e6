import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { changeOwnParty, confirmOwnParty, leaveWaitingList } from '../contract.ts';
import { formatPlaces, offerPath, offerPaymentInProgressMessage, waitingPartyPath } from '../party.ts';
import { PartyDateFields, PartySizeField } from './party-fields.tsx';
import styles from './waiting-list.module.css';

const outcomeTexts = {
  '': '',
  booked: 'Your tickets are booked, so you’re no longer on the waiting list.',
  left: 'You have left the waiting list.',
  declined: 'You’ve released the places, so others can have them now. You’re no longer on the waiting list.',
  lapsed: 'The places weren’t booked in time, so others can have them now. You’re no longer on the waiting list.',
  removed: 'You’re no longer on the waiting list.',
} as const;

/** `/tickets/waiting/:id/:key`: a party's status, its offer, and the button to leave. */
export default function WaitingPartyPage({ page }: { page: Page<'waiting_party'> }) {
  const { sends_mail } = useSite();
  const { state, outcome, show, size, offer } = page;
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <h1>{page.title}</h1>
      {show && (
        <h2>
          <a href={show.link}>{show.title}</a>
        </h2>
      )}
      {state === 'over' && (
        <>
          <p>
            {outcomeTexts[outcome]}
            {page.emailed && sends_mail && ' We’ve emailed them to you.'}
          </p>
          <p>
            <ButtonLink look="line" href="/tickets">
              See what’s on
            </ButtonLink>
          </p>
        </>
      )}
      {offer?.paying && <p>{offerPaymentInProgressMessage}</p>}
      {offer && !offer.paying && (
        <>
          <p>
            We are holding {formatPlaces(size).toLowerCase()} for you on{' '}
            <time dateTime={offer.starts_at}>{formatDateTime(offer.starts_at)}</time>, until{' '}
            <strong>{formatDateTime(offer.until)}</strong>.
          </p>
          <p>
            <ButtonLink look="accent" href={offerPath(page)}>
              {offer.in_basket ? 'Finish your booking' : 'Choose your tickets'}
            </ButtonLink>
          </p>
          {!offer.in_basket && (
            <LeaveForm
              page={page}
              title="I don’t want the places any more"
              consequence="Others can have them, and you leave the waiting list."
              submit="Release the places"
              pending="Releasing the places…"
            />
          )}
        </>
      )}
      {state === 'waiting' && <WaitingParty page={page} />}
    </div>
  );
}

function WaitingParty({ page }: { page: Page<'waiting_party'> }) {
  const { sends_mail } = useSite();
  const { confirmed, size, dates, choices, typed, answer, asked_again } = page;
  const isChanging = typed.size !== undefined;
  return (
    <>
      <p>
        {confirmed ? 'You’re on the waiting list' : 'You’ve asked to join the waiting list'} for{' '}
        {formatPlaces(size).toLowerCase()} at{' '}
        {dates.length === 1 ? 'this performance:' : 'the first of these performances that has room:'}
      </p>
      <ul className={styles.evenings}>
        {dates.map(({ id, starts_at, cancelled }) => (
          <li key={id}>
            <time dateTime={starts_at}>{formatDateTime(starts_at)}</time>
            {cancelled && ', cancelled'}
          </li>
        ))}
      </ul>
      <p>
        {dates.some(({ cancelled, over }) => !cancelled && !over)
          ? sends_mail
            ? 'As soon as there is room we’ll hold the places for you and tell you by email.'
            : 'As soon as there is room we’ll hold the places for you. This site can’t send email, so the box office will tell you, and this page will show it.'
          : 'We can no longer offer places at any of these, so there’s nothing to wait for.'}
      </p>
      {!confirmed && (
        <>
          <p>Until you confirm, free places are offered first to people who have confirmed.</p>
          <CallForm
            call={withParams(confirmOwnParty, page)}
            submitLabel="Confirm my place"
            pendingLabel="Confirming…"
            look="accent"
            asks={false}
            answered={isChanging ? undefined : answer}
          >
            {() => <LinkFields of={page} />}
          </CallForm>
        </>
      )}
      {asked_again && (
        <p>
          You’ve since asked for another number of places or other dates. They are filled in below: check them, then
          press “Save changes”. You keep your place on the list.
        </p>
      )}
      {choices.length > 0 && (
        <Collapsible title="Change how many of you there are, or the dates" open={isChanging}>
          <CallForm
            call={withParams(changeOwnParty, page)}
            submitLabel="Save changes"
            pendingLabel="Saving changes…"
            look="line"
            what="your place on the list"
            // The next page is the path without the query, because the query would fill in the requested change again
            leadsTo={() => (asked_again ? waitingPartyPath(page) : undefined)}
            answered={isChanging ? answer : undefined}
          >
            {(errors) => (
              <div className="roomy stack">
                <LinkFields of={page} />
                <InputField
                  label="Name"
                  name="name"
                  autoComplete="name"
                  maxLength={80}
                  defaultValue={typed.name ?? page.name}
                  error={errors.name}
                  required
                />
                <PartySizeField most={page.most} size={typed.size ?? `${size}`} error={errors.size} />
                <PartyDateFields
                  choices={choices}
                  isTicked={(id) => (isChanging ? typed[`date_${id}`] === '1' : dates.some((date) => date.id === id))}
                  error={errors.dates}
                />
              </div>
            )}
          </CallForm>
        </Collapsible>
      )}
      <LeaveForm
        page={page}
        title="Leave the waiting list"
        consequence="You lose your place on the list. You can join again, at its end."
        submit="Leave the list"
        pending="Leaving…"
      />
    </>
  );
}

/**
 * The id and key of the party's link. Without JavaScript, the response to the form needs them to lead back to this
 * page.
 */
const LinkFields = ({ of: { id, key } }: { of: { id: string; key: string } }) => (
  <>
    <input type="hidden" name="id" value={id} />
    <input type="hidden" name="key" value={key} />
  </>
);

/**
 * The form to leave. Leaving can’t be undone, so the form is in a collapsed part, which explains this and needs no
 * JavaScript.
 */
function LeaveForm({
  page: { id, key, answer },
  title,
  consequence,
  submit,
  pending,
}: {
  page: Page<'waiting_party'>;
  title: string;
  consequence: string;
  submit: string;
  pending: string;
}) {
  return (
    <Collapsible title={title}>
      <p>{consequence}</p>
      <CallForm
        call={withParams(leaveWaitingList, { id, key })}
        submitLabel={submit}
        pendingLabel={pending}
        look="line"
        asks={false}
        answered={answer}
      >
        {() => <LinkFields of={{ id, key }} />}
      </CallForm>
    </Collapsible>
  );
}

export const head = (page: Page<'waiting_party'>): Head => ({
  title: page.title,
  description: 'Your place on the waiting list.',
  indexed: false,
});
