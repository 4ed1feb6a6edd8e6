import { momentInWords } from '#platform/shared/dates.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { NameAndEmail } from '#platform/web/ui/NameAndEmail.tsx';
import { joinWaitingList } from '../contract.ts';
import { joinedPath } from '../paths.ts';
import styles from './WaitingList.module.css';

/** `/tickets/waiting/:id`: the form that joins a waiting list, and what is said after it. */
export default function JoinWaitingListPage({ page }: { page: Page<'join_waiting_list'> }) {
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <BackLink href="/tickets">All performances</BackLink>
      <h1>{page.title}</h1>
      {page.joined ? (
        <>
          <p>You are on the waiting list. An email with all of this is on its way, and with a link to leave it.</p>
          <p>As soon as there is room we keep the places for you, and write to you how long you have to pay.</p>
          <p>
            <ButtonLink look="line" href="/tickets">
              Look at the other performances
            </ButtonLink>
          </p>
        </>
      ) : (
        <Form page={page} />
      )}
    </div>
  );
}

function Form({ page: { performance_id, performances, most, typed, answer } }: { page: Page<'join_waiting_list'> }) {
  const isTyped = typed.email !== undefined;
  return (
    <>
      <p>
        When places come back, the first in line for whom there are enough is offered them by email, and has some hours
        to pay. It costs nothing to wait, and you can leave at any time.
      </p>
      <CallForm
        call={joinWaitingList}
        submit="Join the waiting list"
        pending="Joining it…"
        what="your name on the list"
        leadsTo={joinedPath}
        answered={answer}
      >
        {(errors) => (
          <div className="roomy stack">
            <input type="hidden" name="performance_id" value={performance_id} />
            <fieldset className={styles.dates} aria-describedby={errors.dates ? 'wrong-dates' : undefined}>
              <legend>Which dates would do?</legend>
              {performances.map(({ id, starts_at, left }) => (
                <Checkbox
                  key={id}
                  name={`date_${id}`}
                  value="1"
                  defaultChecked={isTyped ? typed[`date_${id}`] === '1' : id === performance_id}
                >
                  <time dateTime={starts_at}>{momentInWords(starts_at)}</time>
                  {left > 0 && <span className="meta">, {left === 1 ? 'one place left' : `${left} places left`}</span>}
                </Checkbox>
              ))}
              {errors.dates && (
                <p id="wrong-dates" className={styles.wrong}>
                  {errors.dates}
                </p>
              )}
            </fieldset>
            <InputField
              label="How many are you?"
              name="size"
              hint={`Up to ${most}. You are offered places for all of you, or none.`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              defaultValue={typed.size}
              error={errors.size}
              required
            />
            <NameAndEmail
              typed={typed}
              errors={errors}
              longest={{ name: 80 }}
              hint="We write there once places are free. The list is deleted after the show."
              required
            />
          </div>
        )}
      </CallForm>
    </>
  );
}

export const head = (page: Page<'join_waiting_list'>): Head => ({
  title: page.title,
  description: 'Leave your address, and we write to you once there is room.',
  indexed: false,
});
