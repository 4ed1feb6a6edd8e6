import { useState } from 'react';
import { type ResolvedName, resolveNames } from '#features/archive/shows/people/contract.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { ResponseOf } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { type ParsedProgramme, parseProgramme } from '../../parse-programme.ts';
import { createRowKey, type DraftRole } from '../../show-draft.ts';
import styles from './edit-show.module.css';
import { ProgrammePreview } from './programme-preview.tsx';

interface Read {
  list: ParsedProgramme;
  known: Map<string, ResolvedName>;
}

/** Imports cast and crew from pasted text, with a preview before anything is added. */
export function PasteProgramme({ onTake, onClose }: { onTake: (roles: DraftRole[]) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const { busy, slot: at, sendVia: send } = useCall();
  const [read, setRead] = useState<Read | null>(null);
  /** For a name that is near known ones: who it is, by id; "" for someone new. */
  const [meant, setMeant] = useState<Record<string, string>>({});

  const look = () => {
    const list = parseProgramme(text);
    const names = [...new Set(list.roles.flatMap(({ people }) => people))];
    const known = new Map<string, ResolvedName>();
    // In batches: the server takes so many at once
    const askAll = async () => {
      let answer: CallResponse = { code: 200, msg: '' };
      for (let from = 0; from < names.length && answer.code === 200; from += 2000) {
        const told: ResponseOf<typeof resolveNames> = await sendCall(resolveNames, {
          names: names.slice(from, from + 2000),
        });
        if (told.code === 200) for (const name of told.names) known.set(name.name, name);
        answer = told;
      }
      return answer;
    };
    const onAnswer = ({ code }: CallResponse) => {
      if (code !== 200) return false;
      setRead({ list, known });
      return true;
    };
    return send(resolveNames, askAll, { renews: 'nothing', onAnswer });
  };

  const take = ({ list, known }: Read) => {
    const personOf = (name: string) => {
      const { exact = null, near = [] } = known.get(name) ?? {};
      const person = exact ?? near.find(({ id }) => id === meant[name]);
      const as = exact?.also ? name : '';
      return { key: createRowKey(), credit: '', id: person?.id ?? '', name: person?.name ?? name, as };
    };
    onTake(
      list.roles.map(({ kind, role, people }) => ({ key: createRowKey(), kind, role, people: people.map(personOf) })),
    );
  };

  return (
    <section className={styles.paste} aria-labelledby="paste-title">
      <h3 id="paste-title">Paste a list from the programme</h3>
      {read ? (
        <ProgrammePreview
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
            <Button pending={busy !== ''} disabled={text.trim() === ''} onClick={() => void look()}>
              <ButtonLabel label="Preview list" busyLabel="Reading…" busy={busy !== ''} />
            </Button>
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
            <CallStatus slot={at} />
          </div>
        </div>
      )}
    </section>
  );
}
