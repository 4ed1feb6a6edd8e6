import { useState } from 'react';
import { type KnownName, knowNames } from '#features/shows/people/contract.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { Alert } from '#platform/web/ui/Alert.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonWords } from '#platform/web/ui/ButtonWords.tsx';
import { Field, Textarea } from '#platform/web/ui/Field.tsx';
import { type ProgrammeList, readProgramme } from '../../programme-list.ts';
import { type DraftRole, newKey } from '../../show-draft.ts';
import styles from './EditShow.module.css';
import { PastedRoles } from './PastedRoles.tsx';

interface Read {
  list: ProgrammeList;
  known: Map<string, KnownName>;
}

/** A list from a programme: pasted, shown as it was understood, and only then taken. */
export function PasteProgramme({ onTake, onClose }: { onTake: (roles: DraftRole[]) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [read, setRead] = useState<Read | null>(null);
  /** For a name that is near known ones: who it is, by id; "" for someone new. */
  const [meant, setMeant] = useState<Record<string, string>>({});

  const look = async () => {
    setBusy(true);
    setProblem('');
    const list = readProgramme(text);
    const names = [...new Set(list.roles.flatMap(({ people }) => people))];
    const known = new Map<string, KnownName>();
    // In batches: the server takes so many at once
    for (let from = 0; from < names.length; from += 2000) {
      const answer = await sendCall(knowNames, { names: names.slice(from, from + 2000) });
      if (answer.code === 200) for (const name of answer.names) known.set(name.name, name);
      else setProblem(answer.msg);
    }
    setBusy(false);
    if (known.size === names.length) setRead({ list, known });
  };

  const take = ({ list, known }: Read) => {
    const personOf = (name: string) => {
      const { exact = null, near = [] } = known.get(name) ?? {};
      const person = exact ?? near.find(({ id }) => id === meant[name]);
      const as = exact?.also ? name : '';
      return { key: newKey(), credit: '', id: person?.id ?? '', name: person?.name ?? name, as };
    };
    onTake(list.roles.map(({ kind, role, people }) => ({ key: newKey(), kind, role, people: people.map(personOf) })));
  };

  return (
    <section className={styles.paste} aria-labelledby="paste-title">
      <h3 id="paste-title">Paste a list from the programme</h3>
      {read ? (
        <PastedRoles
          list={read.list}
          known={read.known}
          meant={meant}
          onMeant={(name, id) => setMeant({ ...meant, [name]: id })}
          onChange={(list) => setRead({ ...read, list })}
          onTake={() => take(read)}
          onBack={() => setRead(null)}
        />
      ) : (
        <div className="stack">
          <Field
            label="The list"
            hint="A line for each role: Hamlet – Ann Hale. Colons, tabs and rows of dots will do as well, and several names with commas."
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
          <div role="alert">{problem && <Alert tone="bad" title={problem} />}</div>
          <div className="row">
            <Button pending={busy} disabled={text.trim() === ''} onClick={() => void look()}>
              <ButtonWords atRest="Read the list" doing="Reading…" busy={busy} />
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
