import { momentInWords, timeInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Page } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { QrCode } from '#platform/web/ui/QrCode.tsx';
import { basketPath, shopPath } from '../paths.ts';
import styles from './BookedPage.module.css';

/** What was booked: the reference, when to be there, and a code for the door on each ticket. */
export default function BookedPage({ page }: { page: Page<'booked'> }) {
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <h1>{page.title}</h1>
      {page.state === 'booked' ? <Booked page={page} /> : <NotBooked page={page} />}
    </div>
  );
}

function Booked({ page }: { page: Page<'booked'> }) {
  const { ref, name, email, show, performances, needs, note, total, discount, to_pay } = page;
  return (
    <>
      <p className={styles.ref}>
        Reference <strong>{ref}</strong>
      </p>
      <p>
        Booked for {name}
        {total > 0 && (
          <>
            , <span className="num">{asMoney(total)}</span> {to_pay ? 'to pay at the door' : 'paid'}
          </>
        )}
        {discount > 0 && <span className="num"> ({asMoney(discount)} off)</span>}.
        {email !== '' && ` A mail with all of this goes to ${email}.`}
      </p>
      {performances.map((performance) => (
        <section key={performance.id} className={styles.performance} aria-label={momentInWords(performance.starts_at)}>
          <div>
            {show && <h2>{show.title}</h2>}
            <p className={styles.when}>
              <time dateTime={performance.starts_at}>{momentInWords(performance.starts_at)}</time>
            </p>
            {performance.cancelled && <p className={styles.cancelled}>This performance is cancelled.</p>}
            <p>
              {[
                show?.venue,
                performance.doors_at && `Doors open at ${timeInWords(performance.doors_at)}`,
                performance.notes,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <p className="no-print">
              <ButtonLink look="line" small href={performance.calendar} download>
                <Icon of="calendar-plus" /> Put it into my calendar
              </ButtonLink>
            </p>
          </div>
          <ul className={styles.tickets}>
            {performance.tickets.map(({ id, type, pence, seat, qr, code }) => (
              <li key={id}>
                <QrCode rows={qr} name={`Code of this ticket: ${code}`} />
                <p>
                  <strong>{type}</strong>
                  {seat !== '' && <strong className="num">Seat {seat}</strong>}
                  <span className="num">{pence === 0 ? 'Free' : asMoney(pence)}</span>
                  <span className={`num ${styles.code}`}>{code}</span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section className="stack" aria-labelledby="expect">
        <h2 id="expect">On the day</h2>
        <p>
          Show these codes at the door, on your telephone or printed; your name and the reference will do as well. Keep
          this page’s address to yourself: whoever has it has your tickets.
        </p>
        {needs.length > 0 && <p>You asked for: {needs.join(', ')}. The front of house knows.</p>}
        {note !== '' && <p>You wrote: {note}</p>}
        <p>Can’t come after all? Write to us as soon as you know, with your reference.</p>
        <p className="no-print">
          <ButtonLink look="line" href="/contact">
            Write to us
          </ButtonLink>
        </p>
      </section>
    </>
  );
}

function NotBooked({ page: { state, ref, total } }: { page: Page<'booked'> }) {
  if (state === 'finding out') {
    return (
      <p>
        We are finding out whether your card was charged. Don’t pay again: load this page once more in a minute, and it
        says what became of it.
      </p>
    );
  }
  if (state === 'not paid') {
    return (
      <>
        <p>Your card wasn’t charged, so nothing is booked.</p>
        <p>
          <ButtonLink href={basketPath}>Back to the basket</ButtonLink>
        </p>
      </>
    );
  }
  return (
    <>
      <p>
        Reference <strong>{ref}</strong>
      </p>
      <p>
        {state === 'given back' ? (
          <>
            These tickets are given back, and so is what was paid for them
            {total > 0 && (
              <>
                , <span className="num">{asMoney(total)}</span>
              </>
            )}
            . Your bank shows it within a few days.
          </>
        ) : (
          'This booking is cancelled.'
        )}
      </p>
      <p>
        <ButtonLink look="line" href={shopPath}>
          See what is on
        </ButtonLink>
      </p>
    </>
  );
}

export const head = (page: Page<'booked'>): Head => ({
  title: page.title,
  description: 'What you have booked with us.',
  indexed: false,
});
