import { useState } from 'react';
import { type KnownName, knowNames } from '#features/shows/people/contract.ts';
import type { Answer } from '#platform/shared/answer.ts';
import type { AnswerTo } from '#platform/shared/calls.ts';
import { CallAnswer } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/sendCall.ts';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ButtonLabel } from '#platform/web/ui/ButtonLabel.tsx';
import { Field, Textarea } from '#platform/web/ui/Field.tsx';
import { type ProgrammeList, readProgramme } from '../../programme-list.ts';
import { type DraftRole, newKey } from '../../show-draft.ts';
import styles from './EditShow.module.css';
import { PastedRoles } from './PastedRoles.tsx';

interface Read {
  list: ProgrammeList;
  known: Map<string, KnownName>;
}

/** Imports cast and crew from pasted text, with a preview before anything is added. */
export function PasteProgramme({ onTake, onClose }: { onTake: (roles: DraftRole[]) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, at, send } = useCall();
  const [read, setRead] = useState<Read | null>(null);
  /** For a name that is near known ones: who it is, by id; "" for someone new. */
  const [meant, setMeant] = useState<Record<string, string>>({});

  const look = () => {
    const list = readProgramme(text);
    const names = [...new Set(list.roles.flatMap(({ people }) => people))];
    const known = new Map<string, KnownName>();
    // In batches: the server takes so many at once
    const askAll = async () => {
      let answer: Answer = { code: 200, msg: '' };
      for (let from = 0; from < names.length && answer.code === 200; from += 2000) {
        const told: AnswerTo<typeof knowNames> = await sendCall(knowNames, { names: names.slice(from, from + 2000) });
        if (told.code === 200) for (const name of told.names) known.set(name.name, name);
        answer = told;
      }
      return answer;
    };
    const onAnswer = ({ code }: Answer) => {
      if (code !== 200) return false;
      setRead({ list, known });
      return true;
    };
    return send(knowNames, askAll, { renews: 'nothing', onAnswer });
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
          <div className="row">
            <Button pending={busy !== ''} disabled={text.trim() === ''} onClick={() => void look()}>
              <ButtonLabel atRest="Read the list" doing="Reading…" busy={busy !== ''} />
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
            <CallAnswer at={at} />
          </div>
        </div>
      )}
    </section>
  );
}
