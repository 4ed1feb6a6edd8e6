import { useState } from 'react';
import { type ChosenPerson, PersonField } from '#features/archive/shows/people/web/index.ts';
import { linkSubscriptionToPerson, type SubscriptionForAdmin } from '#features/money/subscriptions/contract.ts';
import { CancelForMemberForm } from '#features/money/subscriptions/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import { formatDateOfInstant } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Collapsible } from '#platform/web/ui/content/collapsible.tsx';
import { Field } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

/** The subscriptions that a user pays for, with forms to link another person to shows and to cancel a renewal. */
export function UserSubscriptions({ page: { subscriptions, user, may_change } }: { page: Page<'manage_user'> }) {
  if (subscriptions.length === 0) return null;
  return (
    <FormSection
      title="Subscriptions"
      about="Members cancel in their account settings. Cancel here for somebody who has died or can’t sign in."
    >
      <ul className="ruled">
        {subscriptions.map((held) => (
          <li key={held.id} className="stack">
            <p>
              {held.plan_name}, for {held.sub_for === 'OTHER' ? held.name : user.name}.{' '}
              {held.cancelled ? 'Cancelled: ends' : 'Renews'} on {formatDateOfInstant(held.renews_on)}.
            </p>
            {held.sub_for === 'OTHER' && <PersonInShows held={held} mayChange={may_change} />}
            {!held.cancelled && (
              <Collapsible title="Cancel the renewal for them…">
                <CancelForMemberForm id={held.id} />
              </Collapsible>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

/** Links the person that a subscription is for to a person in shows, for the emergency contacts sheet. */
function PersonInShows({ held, mayChange }: { held: SubscriptionForAdmin; mayChange: boolean }) {
  const { busy, slot, send } = useCall();
  const [chosen, setChosen] = useState<ChosenPerson | null>(null);
  const call = withParams(linkSubscriptionToPerson, { sub_id: held.id });
  const link = (person: string) => void send(call, { person }).then(({ code }) => code === 200 && setChosen(null));
  return (
    <div className="stack">
      <p>
        {held.person
          ? `Linked to ${held.person.name} in shows. Directors and producers of those shows see the emergency contact.`
          : `${held.name} isn’t linked to a person in shows, so no show’s sheet has their emergency contact.`}
      </p>
      {mayChange && held.person && (
        <div className="row">
          <Button look="line" small pending={busy !== ''} onClick={() => link('')}>
            Unlink {held.person.name}
          </Button>
        </div>
      )}
      {mayChange && !held.person && (
        <Field label={`${held.name}’s name in shows`} hint="Type part of the name, then choose.">
          {(control) => (
            <PersonField
              control={control}
              label={`${held.name}’s name in shows`}
              addsNew={false}
              onChoose={setChosen}
            />
          )}
        </Field>
      )}
      {chosen && (
        <div className="row">
          <Button pending={busy !== ''} onClick={() => link(chosen.id)}>
            Link to {chosen.name}
          </Button>
          <Button look="line" onClick={() => setChosen(null)}>
            Don’t link
          </Button>
        </div>
      )}
      <CallStatus slot={slot} />
    </div>
  );
}
