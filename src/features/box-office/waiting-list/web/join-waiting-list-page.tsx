import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { NameAndEmailFields } from '#platform/web/ui/fields/name-and-email.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import { joinWaitingList } from '../contract.ts';
import { joinedWaitingListPath } from '../party.ts';
import { PartyDateFields, PartySizeField } from './party-fields.tsx';
import styles from './waiting-list.module.css';

/** `/tickets/waiting/:id`: the form that joins a waiting list, and the page after joining. */
export default function JoinWaitingListPage({ page }: { page: Page<'join_waiting_list'> }) {
  return (
    <div className={`wrap section stack ${styles.page}`}>
      <BackLink href="/tickets">All performances</BackLink>
      <h1>{page.title}</h1>
      {page.joined ? (
        <>
          {page.mailed ? (
            <>
              <p>
                <strong>Check your email.</strong> We have sent you a link. Open it and press the button to confirm your
                place.
              </p>
              <p>
                Free places are offered first to people who have confirmed. Nothing in your inbox after a few minutes?
                Look in the spam folder, or join again.
              </p>
            </>
          ) : (
            <p>
              The box office has your request, and will confirm your place on the waiting list. As soon as there is
              room, they’ll get in touch with you.
            </p>
          )}
          <p>
            <ButtonLink look="line" href="/tickets">
              See the other performances
            </ButtonLink>
          </p>
        </>
      ) : (
        <JoinForm page={page} />
      )}
    </div>
  );
}

function JoinForm({
  page: { performance_id, performances, most, typed, answer },
}: {
  page: Page<'join_waiting_list'>;
}) {
  const { sends_mail } = useSite();
  const isTyped = typed.email !== undefined;
  return (
    <>
      <p>
        {sends_mail
          ? 'When enough places for your party become free and it’s your turn, we’ll offer them to you by email. The email says by when to book.'
          : 'When enough places for your party become free and it’s your turn, we’ll offer them to you. This site can’t send email, so the box office will tell you, and say by when to book.'}{' '}
        It costs nothing to wait, and you can leave at any time.
      </p>
      <CallForm
        call={joinWaitingList}
        submitLabel="Join the waiting list"
        pendingLabel="Joining…"
        what="your place on the list"
        leadsTo={joinedWaitingListPath}
        answered={answer}
      >
        {(errors) => (
          <div className="roomy stack">
            <input type="hidden" name="performance_id" value={performance_id} />
            <PartyDateFields
              choices={performances}
              isTicked={(id) => (isTyped ? typed[`date_${id}`] === '1' : id === performance_id)}
              error={errors.dates}
            />
            <PartySizeField most={most} size={typed.size} error={errors.size} />
            <NameAndEmailFields
              typed={typed}
              errors={errors}
              maxLengths={{ name: 80 }}
              hint={
                sends_mail
                  ? 'We’ll email you when places are free. We delete the list after the show.'
                  : 'The list is deleted after the show.'
              }
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
  description: 'Leave your name and email address, and we’ll offer you places once there is room.',
  indexed: false,
});
