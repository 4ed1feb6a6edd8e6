import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { fold } from '../../../platform/shared/text.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Input } from '../../../platform/web/ui/Field.tsx';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import styles from './PeopleTags.module.css';

interface Named {
  id: string;
  name: string;
}

/** Who is in a photograph, said by hand: nothing here looks at faces. `list` is the datalist of all names. */
export function PeopleTags({
  of,
  list,
  people,
  known,
  onChange,
}: {
  of: string;
  list: string;
  people: readonly Named[];
  known: readonly Named[];
  onChange: (people: Named[]) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  function add(name: string) {
    if (fold(name) === '') return;
    const person = known.find((one) => fold(one.name) === fold(name));
    if (!person) return setFault(`Nobody called “${name.trim()}” is known here. Choose a name from the list.`);
    setFault('');
    setTyped('');
    if (!people.some((one) => one.id === person.id)) onChange([...people, person]);
  }
  return (
    <div className={styles.tags}>
      <label htmlFor={id} className={styles.label}>
        Who is in it<span className="vh">: {of}</span>
      </label>
      {people.length > 0 && (
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              {person.name}
              <IconButton
                of={X}
                label={`${person.name} isn’t in it`}
                onClick={() => onChange(people.filter((one) => one.id !== person.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <Input
          id={id}
          list={list}
          value={typed}
          placeholder="A name"
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add(typed);
          }}
        />
        <Button look="line" onClick={() => add(typed)}>
          Add<span className="vh"> to those who are in {of}</span>
        </Button>
      </div>
      <p role="alert" id={`${id}-fault`} className={styles.fault}>
        {fault}
      </p>
    </div>
  );
}
