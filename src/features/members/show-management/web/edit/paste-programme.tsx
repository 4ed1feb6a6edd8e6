import { useLayoutEffect, useRef, useState } from 'react';
import {
  type ParsedProgramme,
  type ParsedRole,
  parseProgramme,
} from '#features/archive/shows/notations/parse-programme.ts';
import { findNameMatches, type NameMatches, type PersonMatch } from '#features/archive/shows/people/contract.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Alert } from '#platform/web/ui/content/alert.tsx';
import { Field, Select, Textarea } from '#platform/web/ui/fields/field.tsx';
import { createRowKey, type DraftRole } from '../../show-draft.ts';
import styles from './edit-show.module.css';

/** Previews a pasted list, and asks who is meant by a name that several people have, or that is similar to known names. */
export function ProgrammePreview({
  list,
  known,
  chosenIds,
  onChooseId,
  onChange,
  onAdd,
  onBack,
}: {
  list: ParsedProgramme;
  known: ReadonlyMap<string, NameMatches>;
  chosenIds: Readonly<Record<string, string>>;
  onChooseId: (name: string, id: string) => void;
  onChange: (list: ParsedProgramme) => void;
  onAdd: () => void;
  onBack: () => void;
}) {
  const { roles, unread } = list;
  const summary = useRef<HTMLParagraphElement>(null);
  // Moving the focus makes screen readers read the result
  useLayoutEffect(() => summary.current?.focus(), []);
  const people = [...new Set(roles.flatMap((role) => role.people))];
  const isNamesake = (name: string) => (known.get(name)?.namesakes.length ?? 0) > 0;
  const newPeople = people.filter((name) => !known.get(name)?.exact && !isNamesake(name) && !chosenIds[name]);
  // A person who was chosen in an earlier preview may have been merged since
  const unchosen = people.filter(
    (name) => isNamesake(name) && !known.get(name)?.namesakes.some(({ id }) => id === chosenIds[name]),
  );
  const setKind = (index: number, kind: ParsedRole['kind']) =>
    onChange({ ...list, roles: roles.map((role, place) => (place === index ? { ...role, kind } : role)) });
  return (
    <div className="stack">
      <p ref={summary} tabIndex={-1}>
        {formatCount(roles.length, 'role')}, {formatCount(people.length, 'person', 'people')}, {newPeople.length} of
        them new to the archive.
        {unread.length > 0 && ` ${formatCount(unread.length, 'line')} couldn’t be read.`}
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
                    <PastedName
                      key={name}
                      name={name}
                      known={known.get(name)}
                      chosenId={chosenIds[name] ?? ''}
                      onChooseId={onChooseId}
                    />
                  ))}
                </td>
                <td data-label="Cast or crew">
                  <Select
                    aria-label={`Cast or crew: ${role}`}
                    value={kind}
                    onChange={({ target }) => setKind(at, target.value === 'crew' ? 'crew' : 'cast')}
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
      {unchosen.length > 0 && <p>Before you add the list, choose who this is: {unchosen.join(', ')}.</p>}
      <div className="row">
        <Button disabled={roles.length === 0 || unchosen.length > 0} onClick={onAdd}>
          Add {formatCount(roles.length, 'role')}
        </Button>
        <Button look="line" onClick={onBack}>
          Edit list
        </Button>
      </div>
    </div>
  );
}

function PastedName({
  name,
  known,
  chosenId,
  onChooseId,
}: {
  name: string;
  known: NameMatches | undefined;
  chosenId: string;
  onChooseId: (name: string, id: string) => void;
}) {
  if (known?.exact) return <p>{known.exact.also ? `${known.exact.name} (as ${name})` : known.exact.name}</p>;
  if (known && known.namesakes.length > 0) {
    return (
      <p className={styles.near}>
        <span>Several people are called {name}.</span>
        <Select
          aria-label={`Who ${name} is`}
          value={chosenId}
          onChange={({ target }) => onChooseId(name, target.value)}
        >
          <option value="">Choose who this is</option>
          {known.namesakes.map((person) => (
            <option key={person.id} value={person.id}>
              {formatMatch(person)}
            </option>
          ))}
        </Select>
      </p>
    );
  }
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
      <Select aria-label={`Who ${name} is`} value={chosenId} onChange={({ target }) => onChooseId(name, target.value)}>
        <option value="">No, {name} is new</option>
        {known.near.map((person) => (
          <option key={person.id} value={person.id}>
            {formatMatch(person)}
          </option>
        ))}
      </Select>
    </p>
  );
}

/** Formats a person as an option: "Ann Hale, 3 shows", and for namesakes also the text that tells them apart. */
const formatMatch = ({ name, shows, career }: PersonMatch) =>
  [name, formatCount(shows, 'show'), career].filter(Boolean).join(', ');

const formatCount = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

interface Preview {
  list: ParsedProgramme;
  known: Map<string, NameMatches>;
}

/** Imports cast and crew from pasted text, with a preview before anything is added. */
export function PasteProgrammePanel({ onAdd, onClose }: { onAdd: (roles: DraftRole[]) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, slot, sendVia } = useCall();
  const [preview, setPreview] = useState<Preview | null>(null);
  /**
   * The id of the person chosen for each name that several people have, or that is similar to known names; "" for a new
   * person.
   */
  const [chosenIds, setChosenIds] = useState<Record<string, string>>({});

  const showPreview = () => {
    const list = parseProgramme(text);
    const names = [...new Set(list.roles.flatMap(({ people }) => people))];
    const known = new Map<string, NameMatches>();
    // Asks for 2,000 names at a time; the server takes at most 5,000 in a call
    const resolveAll = async () => {
      let answer: CallResponse = { code: 200, msg: '' };
      for (let from = 0; from < names.length && answer.code === 200; from += 2000) {
        const batch: ResponseOf<typeof findNameMatches> = await sendCall(findNameMatches, {
          names: names.slice(from, from + 2000),
        });
        if (batch.code === 200) for (const name of batch.names) known.set(name.name, name);
        answer = batch;
      }
      return answer;
    };
    const onAnswer = ({ code }: CallResponse) => {
      if (code !== 200) return false;
      setPreview({ list, known });
      return true;
    };
    return sendVia(findNameMatches, resolveAll, { renews: 'nothing', onAnswer });
  };

  const addRoles = ({ list, known }: Preview) => {
    const personOf = (name: string) => {
      const { exact = null, namesakes = [], near = [] } = known.get(name) ?? {};
      const person = exact ?? [...namesakes, ...near].find(({ id }) => id === chosenIds[name]);
      const hadName = (exact ?? namesakes.find(({ id }) => id === person?.id))?.also;
      const as = hadName ? name : '';
      return { key: createRowKey(), credit: '', id: person?.id ?? '', name: person?.name ?? name, as };
    };
    onAdd(
      list.roles.map(({ kind, role, people }) => ({ key: createRowKey(), kind, role, people: people.map(personOf) })),
    );
  };

  return (
    <section className={styles.paste} aria-labelledby="paste-title">
      <h3 id="paste-title">Paste a list from the programme</h3>
      {preview ? (
        <ProgrammePreview
          list={preview.list}
          known={preview.known}
          chosenIds={chosenIds}
          onChooseId={(name, id) => setChosenIds({ ...chosenIds, [name]: id })}
          onChange={(list) => setPreview({ ...preview, list })}
          onAdd={() => addRoles(preview)}
          onBack={() => setPreview(null)}
        />
      ) : (
        <div className="stack">
          <Field
            label="The list"
            hint="One role per line: Hamlet – Ann Hale. Colons, tabs or rows of dots work too. Separate several names with commas."
          >
            {(control) => (
              <Textarea
                {...control}
                rows={10}
                maxLength={400_000}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <div className="row">
            <Button pending={busy !== ''} disabled={text.trim() === ''} onClick={() => void showPreview()}>
              <ButtonLabel label="Preview list" busyLabel="Reading…" busy={busy !== ''} />
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
            <CallStatus slot={slot} />
          </div>
        </div>
      )}
    </section>
  );
}
