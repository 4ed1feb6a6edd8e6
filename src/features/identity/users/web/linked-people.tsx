import { useState } from 'react';
import { linkPerson, unlinkPerson } from '#features/archive/shows/people/contract.ts';
import { type ChosenPerson, PersonField } from '#features/archive/shows/people/web/index.ts';
import { withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

/** The persons in shows that a user is linked to, with a form to link another. */
export function LinkedPeopleList({ page: { user, may_change } }: { page: Page<'manage_user'> }) {
  const { busy, slot, send } = useCall();
  const [chosen, setChosen] = useState<ChosenPerson | null>(null);
  const buildLinkCall = ({ id }: { id: string }) => withParams(linkPerson, { id });
  const buildUnlinkCall = (id: string) => withParams(unlinkPerson, { id });
  const link = (person: ChosenPerson) =>
    void send(buildLinkCall(person), { email: user.email }).then(() => setChosen(null));
  return (
    <FormSection title="In shows" about="Which credits are theirs. Directors and producers can manage their own shows.">
      <div className="stack">
        {user.persons.length > 0 && (
          <ul className="ruled">
            {user.persons.map(({ id, name }) => (
              <li key={id} className="spread">
                <a href={`/members/admin/people/${id}`}>{name}</a>
                {may_change && (
                  <Button
                    look="line"
                    small
                    pending={busy === buildUnlinkCall(id).path}
                    onClick={() => void send(buildUnlinkCall(id))}
                  >
                    Unlink {name}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {may_change && (
          <Field
            label={user.persons.length > 0 ? 'Another of their names' : 'Their name in shows'}
            hint="Type part of the name, then choose."
          >
            {(control) => (
              <PersonField control={control} label="Their name in shows" addsNew={false} onChoose={setChosen} />
            )}
          </Field>
        )}
        {!may_change && user.persons.length === 0 && <p>Linked to nobody in shows.</p>}
        {chosen && (
          <div className="stack">
            <p>
              {user.name} is {chosen.name}: {chosen.name}’s credits are theirs
              {user.persons.length > 0 && ', and the two names will share one page'}.
            </p>
            <div className="row">
              <Button pending={busy === buildLinkCall(chosen).path} onClick={() => link(chosen)}>
                Link them
              </Button>
              <Button look="line" onClick={() => setChosen(null)}>
                Don’t link
              </Button>
            </div>
          </div>
        )}
        <CallStatus slot={slot} />
      </div>
    </FormSection>
  );
}
