import { useRef, useState } from 'react';
import { formatDate } from '#platform/shared/dates/dates.ts';
import type { Page } from '#platform/shared/pages.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Field, Input, Select } from '#platform/web/ui/fields/field.tsx';
import { addShowMember } from '../edit-contract.ts';
import { manageShowPath } from '../paths.ts';
import { type ChosenPerson, PersonField } from '../people/web/index.ts';
import styles from './add-show-member-page.module.css';

/** Adds one person to one show, for names that are found years later. */
export default function AddShowMemberPage({ page }: { page: Page<'add_show_member'> }) {
  const { title, shows, roles } = page;
  const [show, setShow] = useState('');
  const [kind, setKind] = useState('cast');
  const [person, setPerson] = useState<ChosenPerson | null>(null);
  const who = useRef<HTMLDivElement>(null);
  /**
   * Returns an error if a typed name hasn't been chosen from the list yet, even after an earlier choice, because the
   * name is meant to replace that choice.
   */
  const untaken = () => {
    const name = who.current?.querySelector<HTMLElement>('[data-untaken]')?.dataset.untaken;
    return name === undefined ? {} : { name: `${name} hasn’t been chosen yet. Choose who it is, then add them.` };
  };
  // People with Admin Tools may have no right to change shows
  const mayChangeShows = useSite().memberNavItemsToShow.shows_write === true;
  const chosen = shows.find(({ id }) => id === show);
  return (
    <div className={styles.page}>
      <header className="page-head">
        <h1>{title}</h1>
        <p>
          Put someone into a show’s cast or crew. To change names or merge two people, go to{' '}
          <a href="/members/admin/people">People</a>.
        </p>
      </header>
      {shows.length === 0 ? (
        <EmptyState
          title="No shows yet"
          action={
            mayChangeShows && <ButtonLink href={manageShowPath({ id: 'new', title: 'New show' })}>New show</ButtonLink>
          }
        >
          You can add people once there is a show.
        </EmptyState>
      ) : (
        <CallForm
          what="this person"
          call={addShowMember}
          submitLabel="Add to show"
          pendingLabel="Adding…"
          lacks={untaken}
          onAnswer={({ code }) => {
            if (code === 200) setPerson(null);
          }}
        >
          {(errors) => (
            <>
              <Field label="Show" error={errors.show}>
                {(control) => (
                  <Select {...control} name="show" value={show} onChange={({ target }) => setShow(target.value)}>
                    <option value="">Choose a show</option>
                    {shows.map((one) => (
                      <option key={one.id} value={one.id}>
                        {one.title}, {formatDate(one.date, one.date_precision)}
                      </option>
                    ))}
                  </Select>
                )}
              </Field>
              <Field label="Cast or crew" error={errors.cast_or_crew}>
                {(control) => (
                  <Select
                    {...control}
                    name="cast_or_crew"
                    value={kind}
                    onChange={({ target }) => setKind(target.value)}
                  >
                    <option value="cast">Cast</option>
                    <option value="crew">Crew</option>
                  </Select>
                )}
              </Field>
              <Field label="Role" error={errors.role}>
                {(control) => (
                  <>
                    <Input
                      {...control}
                      name="role"
                      autoComplete="off"
                      maxLength={1000}
                      list={kind === 'crew' ? 'known-roles' : undefined}
                    />
                    <datalist id="known-roles">
                      {roles.map((role) => (
                        <option key={role} value={role} />
                      ))}
                    </datalist>
                  </>
                )}
              </Field>
              <Field label="Person" hint="Type part of the name, then choose." error={errors.name ?? errors.person}>
                {(control) => (
                  <div ref={who} className={styles.person}>
                    {person && (
                      <p>
                        <strong>{person.name}</strong>
                        {person.id === '' && ', new to the archive'}
                      </p>
                    )}
                    <PersonField control={control} label="Person" onChoose={setPerson} />
                    <input type="hidden" name="person" value={person?.id ?? ''} />
                    <input type="hidden" name="name" value={person?.id === '' ? person.name : ''} />
                  </div>
                )}
              </Field>
            </>
          )}
        </CallForm>
      )}
      {chosen && mayChangeShows && (
        <p className={styles.more}>
          <a href={manageShowPath(chosen)}>Edit {chosen.title}</a>
        </p>
      )}
    </div>
  );
}
