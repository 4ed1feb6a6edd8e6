import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { makeCall } from '#platform/web/calls/sendCall.ts';
import { Input, type Tied } from '#platform/web/ui/Field.tsx';
import type { FoundPeople, FoundPerson } from '../contract.ts';
import { nameKey } from '../names.ts';
import styles from './PersonField.module.css';

/** Who was chosen; without an id, someone to be made under this name. */
export interface ChosenPerson {
  id: string;
  name: string;
}

interface Option {
  chosen: ChosenPerson;
  words: string;
  note: string;
}

const nobody: FoundPeople = { people: [], near: [] };

/**
 * Finds a person by typing. Enter takes the very name that is typed; where only near ones are known it asks "did you
 * mean" first, and someone new is made only when that is chosen, or when nobody is near. Leaving the field does the
 * same, but asks nothing: a name that could be several people's stays, and says that it isn't taken yet.
 */
export function PersonField({
  label,
  control,
  onChoose,
  onMove,
  addsNew = true,
  placeholder,
}: {
  label: string;
  /** What ties it to a visible label; without one, `label` is its name. */
  control?: Tied;
  onChoose: (person: ChosenPerson) => void;
  /** Alt and an arrow: the row that the field stands in is to move. */
  onMove?: (by: -1 | 1) => void;
  addsNew?: boolean;
  placeholder?: string;
}) {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<{ of: string; people: FoundPeople }>({ of: '', people: nobody });
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [left, setLeft] = useState(false);
  /** What the answer is waited for with: Enter, or having left. */
  const hurried = useRef<'' | 'enter' | 'leave'>('');
  const id = useId();
  const sought = typed.trim();

  useEffect(() => {
    if (sought === '') return;
    let wanted = true;
    const wait = setTimeout(async () => {
      const answer = await makeCall('GET', `/members/api/people?q=${encodeURIComponent(sought)}`);
      if (wanted) setFound({ of: sought, people: isFound(answer) ? answer : nobody });
    }, 120);
    return () => {
      wanted = false;
      clearTimeout(wait);
    };
  }, [sought]);

  const known = found.of === sought ? found.people : nobody;
  const exact = known.people.find(({ name, also }) => [name, also].some((one) => nameKey(one) === nameKey(sought)));
  const options: Option[] = [
    ...known.people.map((person) => optionOf(person, '')),
    ...known.near.map((person) => optionOf(person, 'Did you mean')),
    ...(addsNew && sought !== '' && !exact
      ? [{ chosen: { id: '', name: sought }, words: `Add “${sought}”`, note: 'as someone new' }]
      : []),
  ];
  const shown = open && sought !== '' && found.of === sought;

  const choose = (person: ChosenPerson) => {
    onChoose(person);
    setTyped('');
    setLeft(false);
    setOpen(false);
    setAt(-1);
  };
  /** Takes who can only be meant; false when someone has to say. */
  const take = (how: 'enter' | 'leave'): boolean => {
    if (sought === '') return true;
    if (found.of !== sought) {
      // Typed faster than the answer comes: what it means is said when it is there
      hurried.current = how;
      return true;
    }
    const only = exact ?? (known.people.length + known.near.length === 0 && addsNew ? { id: '', name: sought } : null);
    if (only) choose(only);
    return only !== null;
  };
  const enter = () => {
    const option = shown ? options[at] : undefined;
    if (option) return choose(option.chosen);
    if (take('enter')) return;
    setOpen(true);
    setAt(options.length > 0 ? 0 : -1);
  };
  const leave = () => {
    setOpen(false);
    setLeft(true);
    take('leave');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the answer's coming is waited for
  useEffect(() => {
    const how = hurried.current;
    if (how === '' || found.of !== sought) return;
    hurried.current = '';
    if (how === 'enter') enter();
    else take(how);
  }, [found]);

  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.altKey && onMove && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      return onMove(key === 'ArrowUp' ? -1 : 1);
    }
    if (key === 'Enter') {
      event.preventDefault();
      enter();
    } else if (key === 'Escape' && open) {
      event.preventDefault();
      setOpen(false);
      setAt(-1);
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (options.length === 0) return;
      event.preventDefault();
      setOpen(true);
      const step = key === 'ArrowDown' ? 1 : -1;
      setAt((at < 0 && step < 0 ? options.length : at + step + options.length) % options.length);
    }
  };

  return (
    <span className={styles.person}>
      <Input
        {...control}
        role="combobox"
        aria-label={control ? undefined : label}
        aria-expanded={shown}
        // A form that is sent with a name that nobody has taken would lose it
        data-untaken={sought === '' ? undefined : sought}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && options[at] ? `${id}-${at}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(true);
          setAt(-1);
          // Typed on: what Enter meant before isn't meant any more
          hurried.current = '';
        }}
        onKeyDown={press}
        onFocus={() => setLeft(false)}
        onBlur={leave}
      />
      <span className="vh" role="status">
        {shown && options.length > 0 && `${options.length} to choose from`}
        {shown && options.length === 0 && 'Nobody of that name'}
      </span>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list} hidden={!shown}>
        {shown &&
          options.map(({ chosen, words, note }, number) => (
            <div
              key={`${chosen.id} ${words}`}
              id={`${id}-${number}`}
              role="option"
              tabIndex={-1}
              aria-selected={number === at}
              className={styles.option}
              onPointerDown={(event) => {
                // The field keeps the focus, or it would close before the choice is made
                event.preventDefault();
              }}
              onClick={() => choose(chosen)}
              onKeyDown={press}
            >
              <span>{words}</span> <span className={styles.note}>{note}</span>
            </div>
          ))}
      </div>
      {shown && options.length === 0 && <p className={styles.none}>Nobody of that name. Try fewer letters.</p>}
      <div role="status">
        {left && sought !== '' && found.of === sought && (
          <p className={styles.untaken}>
            {sought} isn’t taken yet: {addsNew ? 'choose who it is, or add someone new.' : 'choose from the list.'}
          </p>
        )}
      </div>
    </span>
  );
}

function optionOf({ id, name, also, shows }: FoundPerson, asked: string): Option {
  const words = asked ? `${asked} ${name}?` : also ? `${name}, once ${also}` : name;
  return { chosen: { id, name }, words, note: shows === 1 ? 'one show' : `${shows} shows` };
}

const isFound = (answer: object): answer is FoundPeople => 'people' in answer && 'near' in answer;
