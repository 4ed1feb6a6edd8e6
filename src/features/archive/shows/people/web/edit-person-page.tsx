import { type ReactNode, useState } from 'react';
import { type Call, withParams } from '#platform/shared/calls/calls.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildPersonNameKey } from '#platform/shared/text/person-name.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { type ResponseOptions, useCall } from '#platform/web/calls/use-call.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Combobox } from '#platform/web/ui/fields/combobox.tsx';
import { Field, InputField } from '#platform/web/ui/fields/field.tsx';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';
import { RadioGroup } from '#platform/web/ui/fields/radio-group.tsx';
import { BackLink } from '#platform/web/ui/navigation/page-links.tsx';
import {
  linkPerson,
  mergePerson,
  renamePerson,
  setPersonCreditStyle,
  unlinkPerson,
  unmergePerson,
} from '../contract.ts';
import { CreditStyleField } from './credit-style-field.tsx';
import styles from './people-page.module.css';
import { isSameName, PersonField } from './person-field.tsx';

type Content = Page<'edit_person'>;

/** The page of a person: their name and credit style, other names, linked user, and credits. */
export default function EditPersonPage({ page }: { page: Content }) {
  const { person, kept: survivor } = page;
  // People with Admin Tools may have no right to change shows
  const mayChangeShows = useSite().memberNavItemsToShow.shows_write === true;
  const showsPath = mayChangeShows ? '/members/manage_shows' : '/past-shows';
  return (
    <div className={styles.page} key={person.id}>
      <header className="page-head">
        <p>
          <BackLink href="/members/admin/people">People</BackLink>
        </p>
        <h1>{page.title}</h1>
        {!survivor && (
          <p className="dotted">
            {page.is_on_site && <a href={`/past-shows/member/${person.id}`}>View their page on the site</a>}
            <a href={`/members/portrait/${person.id}`}>Portrait</a>
          </p>
        )}
      </header>
      {survivor ? (
        <PersonAction
          call={withParams(unmergePerson, { id: person.id })}
          label={`Separate ${person.name} from ${survivor.name}`}
        >
          {person.name} is <a href={`/members/admin/people/${survivor.id}`}>{survivor.name}</a>: the two were merged.
        </PersonAction>
      ) : (
        <>
          <Name page={page} />
          <Style page={page} />
          <Merging page={page} />
          <Member page={page} />
        </>
      )}
      <FormSection title="Credits" about="What they did, newest show first.">
        {page.credits.length === 0 ? (
          <EmptyState title="No credits">They aren’t in any shows.</EmptyState>
        ) : (
          <ul className="ruled">
            {page.credits.map(({ show, title, date, role, printed_as, archived }) => (
              <li key={`${show} ${role} ${printed_as}`} className={`spread ${styles.credit}`}>
                <span>
                  {archived && !mayChangeShows ? title : <a href={`${showsPath}/${show}`}>{title}</a>}{' '}
                  <span className={`meta ${styles.date}`}>{archived ? `${date}, archived` : date}</span>
                </span>
                <span>
                  {role}
                  {printed_as && printed_as !== person.name && <span className="meta"> printed as {printed_as}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </FormSection>
    </div>
  );
}

function Name({ page: { person } }: { page: Content }) {
  return (
    <FormSection title="Name" about="The name they use now.">
      <CallForm
        what="this name"
        call={withParams(renamePerson, { id: person.id })}
        submitLabel="Save name"
        pendingLabel="Saving…"
      >
        {(errors) => (
          <div className="stack" key={person.name}>
            <InputField
              label="Name"
              error={errors.name}
              name="name"
              defaultValue={person.name}
              maxLength={200}
              required
              autoComplete="off"
            />
            <RadioGroup
              legend="Reason for the change"
              isLegendHidden
              name="how"
              choices={[
                ['misspelt', 'It was misspelt: correct it everywhere'],
                ['changed', 'They’ve changed their name: old credits stay as printed, unless chosen otherwise'],
              ]}
              value="misspelt"
            />
          </div>
        )}
      </CallForm>
    </FormSection>
  );
}

const choices = {
  nobody: 'Nobody has chosen yet. Some people don’t want a former name shown: ask them if you can.',
  owner: 'They chose this themselves, in their account settings: ask them before you change it.',
  admin:
    'Somebody chose this for them. If an account is linked to them, they can choose for themselves in their account settings.',
};

function Style({ page: { person, old_name } }: { page: Content }) {
  if (old_name === '') return null;
  return (
    <FormSection title="How credits show their name" about={choices[person.credit_style_by]}>
      {person.can_change_style ? (
        <CallForm
          call={withParams(setPersonCreditStyle, { id: person.id })}
          submitLabel="Save choice"
          pendingLabel="Saving…"
        >
          {() => <CreditStyleField name={person.name} old={old_name} chosen={person.credit_style} />}
        </CallForm>
      ) : (
        <p>Only an admin can change this choice.</p>
      )}
    </FormSection>
  );
}

function Merging({ page: { person, merged, near } }: { page: Content }) {
  const [other, setOther] = useState<{ id: string; name: string } | null>(null);
  const { busy, slot: at, send: make } = useCall();
  const after: ResponseOptions = { onAnswer: ({ code }) => code === 200 && setOther(null) };
  const merge = (id: string) => make(withParams(mergePerson, { id }), { into: person.id }, after);
  const unmerge = (id: string) => make(withParams(unmergePerson, { id }), undefined, after);
  return (
    <FormSection
      title="Merge with another person"
      about="Puts two names for the same person on one page. Credits stay as printed, unless chosen otherwise. You can separate the two names at any time."
    >
      <div className="stack">
        {merged.length > 0 && (
          <ul className="ruled">
            {merged.map(({ id, name, by }) => (
              <li key={id} className="spread">
                <span>
                  {name} <span className="meta">{by && `merged by ${by}`}</span>
                </span>
                <Button look="line" small pending={busy !== ''} onClick={() => void unmerge(id)}>
                  Separate {name}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {near.length > 0 && (
          <ul className="ruled">
            {near.map(({ id, name, career }) => (
              <li key={id} className="spread">
                <span>
                  {name} {career && <span className="meta">{career} </span>}
                  {isSameName(name, person.name) ? 'has the same name' : 'looks like the same person'}
                </span>
                <Button look="line" small onClick={() => setOther({ id, name })}>
                  Merge with {name}…
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Field label="Another entry for the same person" hint="Type part of the name, then choose.">
          {(control) => (
            <PersonField
              control={control}
              label="Another entry for the same person"
              addsNew={false}
              onChoose={setOther}
            />
          )}
        </Field>
        {other && other.id !== person.id && (
          <div className="stack">
            <p>
              {other.name} will be merged into {person.name}: one page with the credits of both.
            </p>
            <div className="row">
              <Button pending={busy !== ''} onClick={() => void merge(other.id)}>
                Merge
              </Button>
              <Button look="line" onClick={() => setOther(null)}>
                Cancel
              </Button>
            </div>
          </div>
        )}
        <CallStatus slot={at} />
      </div>
    </FormSection>
  );
}

function Member({ page: { person, user, members } }: { page: Content }) {
  return (
    <FormSection
      title="Member"
      about="The member’s account linked to this person. Directors and producers can then manage their own shows."
    >
      {user ? (
        <PersonAction call={withParams(unlinkPerson, { id: person.id })} label="Unlink member">
          Linked to {user.name}, {user.email}.
        </PersonAction>
      ) : (
        <CallForm
          what="this member"
          call={withParams(linkPerson, { id: person.id })}
          submitLabel="Link member"
          pendingLabel="Linking…"
        >
          {(errors) => <MemberField members={members} error={errors.member ?? errors.email} />}
        </CallForm>
      )}
    </FormSection>
  );
}

/** The maximum number of suggestions, which can be read at a glance. */
const maxSuggested = 8;

/**
 * A field that finds a member by name or email address. The form sends the id of the chosen member; "" if nobody is
 * chosen.
 */
function MemberField({ members, error }: { members: Content['members']; error: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Content['members'][number] | null>(null);
  const words = foldText(typed).split(' ').filter(Boolean);
  const found =
    words.length === 0 || chosen
      ? null
      : members.filter(({ name, email }) => words.every((word) => foldText(`${name} ${email}`).includes(word)));
  const choose = (member: Content['members'][number] | undefined) => {
    if (!member) return;
    setChosen(member);
    setTyped(member.name);
  };
  /** Chooses the member whose name was typed, if there is exactly one. Called when the user leaves the field. */
  const chooseOnlyOne = () => {
    const named = found?.filter(({ name }) => buildPersonNameKey(name) === buildPersonNameKey(typed)) ?? [];
    if (named.length === 1) choose(named[0]);
  };
  return (
    <>
      <input type="hidden" name="member" value={chosen?.id ?? ''} />
      <Field
        label="Member"
        hint={
          chosen?.email ||
          'Type part of the name, then choose. If the member is already linked to another name, the two names will be merged.'
        }
        error={error}
      >
        {(control) => (
          <Combobox
            {...control}
            maxLength={300}
            autoComplete="off"
            typed={typed}
            onType={(text) => {
              setTyped(text);
              setChosen(null);
            }}
            options={
              found?.slice(0, maxSuggested).map(({ id, name, email }) => ({ id, text: name, note: email })) ?? null
            }
            onChoose={({ id }) => choose(members.find((member) => member.id === id))}
            onLeave={chooseOnlyOne}
            emptyMessage="No active account has that name or email address"
            more={found && found.length > maxSuggested && `${found.length - maxSuggested} more: type more of the name`}
          />
        )}
      </Field>
    </>
  );
}

/** Shows a sentence with a button for its action. */
function PersonAction({ call, label, children }: { call: Call; label: string; children: ReactNode }) {
  const { busy, slot: at, send: make } = useCall();
  return (
    <div className="stack">
      <p>{children}</p>
      <div className="row">
        <Button look="line" pending={busy !== ''} onClick={() => void make(call)}>
          {label}
        </Button>
        <CallStatus slot={at} />
      </div>
    </div>
  );
}
