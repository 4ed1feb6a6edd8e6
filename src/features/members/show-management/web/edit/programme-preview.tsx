import { useLayoutEffect, useRef } from 'react';
import type { ResolvedName } from '#features/archive/shows/people/contract.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Select } from '#platform/web/ui/fields/field.tsx';
import type { ParsedProgramme, ParsedRole } from '../../parse-programme.ts';
import styles from './edit-show.module.css';

/** Shows how a pasted list was understood: known people, new people, and those whom the programme may have meant. */
export function ProgrammePreview({
  list,
  known,
  meant,
  onMeant,
  onChange,
  onTake,
  onBack,
}: {
  list: ParsedProgramme;
  known: ReadonlyMap<string, ResolvedName>;
  meant: Readonly<Record<string, string>>;
  onMeant: (name: string, id: string) => void;
  onChange: (list: ParsedProgramme) => void;
  onTake: () => void;
  onBack: () => void;
}) {
  const { roles, unread } = list;
  const summary = useRef<HTMLParagraphElement>(null);
  // The result is here: a screen reader hears it
  useLayoutEffect(() => summary.current?.focus(), []);
  const people = [...new Set(roles.flatMap((role) => role.people))];
  const fresh = people.filter((name) => !known.get(name)?.exact && !meant[name]);
  const turn = (at: number, kind: ParsedRole['kind']) =>
    onChange({ ...list, roles: roles.map((role, place) => (place === at ? { ...role, kind } : role)) });
  return (
    <div className="stack">
      <p ref={summary} tabIndex={-1}>
        {count(roles.length, 'role')}, {count(people.length, 'person', 'people')}, {fresh.length} of them new to the
        archive.
        {unread.length > 0 && ` ${count(unread.length, 'line')} couldn’t be read.`}
      </p>
      {roles.length > 0 && (
        <table className="table table--stack">
          <thead>
            <tr>
              <th scope="col">Role</th>
              <th scope="col">People</th>
              <th scope="col">Cast or crew</th>
            </tr>
          </thead>
          <tbody>
            {roles.map(({ role, kind, people: names }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a list never move
              <tr key={at}>
                <td data-label="Role">{role}</td>
                <td data-label="People">
                  {names.map((name) => (
                    <Pasted
                      key={name}
                      name={name}
                      known={known.get(name)}
                      meant={meant[name] ?? ''}
                      onMeant={onMeant}
                    />
                  ))}
                </td>
                <td data-label="Cast or crew">
                  <Select
                    aria-label={`Cast or crew: ${role}`}
                    value={kind}
                    onChange={({ target }) => turn(at, target.value === 'crew' ? 'crew' : 'cast')}
                  >
                    <option value="cast">Cast</option>
                    <option value="crew">Crew</option>
                  </Select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unread.length > 0 && (
        <Alert tone="bad" title="We couldn’t find a name in these lines">
          <ul className={styles.unread}>
            {unread.slice(0, 50).map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a list never move
              <li key={at}>{line}</li>
            ))}
            {unread.length > 50 && <li>and {unread.length - 50} more</li>}
          </ul>
        </Alert>
      )}
      <div className="row">
        <Button disabled={roles.length === 0} onClick={onTake}>
          Take {count(roles.length, 'role')}
        </Button>
        <Button look="line" onClick={onBack}>
          Edit list
        </Button>
      </div>
    </div>
  );
}

function Pasted({
  name,
  known,
  meant,
  onMeant,
}: {
  name: string;
  known: ResolvedName | undefined;
  meant: string;
  onMeant: (name: string, id: string) => void;
}) {
  if (known?.exact) return <p>{known.exact.also ? `${known.exact.name} (as ${name})` : known.exact.name}</p>;
  if (!known || known.near.length === 0) {
    return (
      <p>
        {name} <em className={styles.fresh}>new</em>
      </p>
    );
  }
  return (
    <p className={styles.near}>
      <span>{name}: is this one of these people?</span>
      <Select aria-label={`Who ${name} is`} value={meant} onChange={({ target }) => onMeant(name, target.value)}>
        <option value="">No, {name} is new</option>
        {known.near.map((person) => (
          <option key={person.id} value={person.id}>
            {person.name}, {count(person.shows, 'show')}
          </option>
        ))}
      </Select>
    </p>
  );
}

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
