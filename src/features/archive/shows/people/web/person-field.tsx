import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { withParams } from '#platform/shared/calls/calls.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Combobox } from '#platform/web/ui/fields/combobox.tsx';
import type { FieldControlProps } from '#platform/web/ui/fields/field.tsx';
import { findPeople, type PersonMatch, type PersonMatches } from '../contract.ts';
import { buildNameKey } from '../similar-names.ts';
import styles from './person-field.module.css';

/**
 * A field that finds a person while a name is typed. Enter chooses the person with exactly the typed name; if only
 * similar names exist, the field asks "did you mean" first. If `addsNew`, a new person is created, but only if the user
 * chooses to, or if no name is similar. When the user leaves the field, nothing is asked: a name that could mean
 * several people stays in the field, with a remark that nobody is chosen yet.
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
  /** Connects the field to a visible label. Without it, `label` is the field's accessible name. */
  control?: FieldControlProps;
  onChoose: (person: ChosenPerson) => void;
  /** Called for Alt with an arrow key; moves the field's row. */
  onMove?: (by: -1 | 1) => void;
  addsNew?: boolean;
  placeholder?: string;
}) {
  const [typed, setTyped] = useState('');
  const [left, setLeft] = useState(false);
  const sought = typed.trim();
  const { found, failed, find } = useFoundPeople(sought);
  const options = found && buildPersonOptions(sought, found, addsNew);
  const field = useRef<HTMLSpanElement>(null);
  /** The current values. They are read when a response arrives, and may have changed since the request. */
  const now = useRef({ sought, onChoose });
  useLayoutEffect(() => {
    now.current = { sought, onChoose };
  });

  const choose = (person: ChosenPerson) => {
    now.current.onChoose({ id: person.id, name: person.name });
    setTyped('');
    setLeft(false);
  };
  /**
   * Chooses the only person that the text can mean. Returns true if the user has to choose. Does nothing if the user
   * has typed more in the meantime.
   */
  const take = async (): Promise<boolean> => {
    if (sought === '') return false;
    const people = await find(sought);
    // The server couldn't be reached, so somebody may still have that name
    if (people === null || now.current.sought !== sought) return false;
    const only = findOnlyPossiblePerson(sought, people, addsNew);
    if (only) choose(only);
    return only === null;
  };

  /** Looks the name up again. The focus moves to the field first, because the button disappears. */
  const lookUpAgain = () => {
    field.current?.querySelector('input')?.focus();
    void find(sought);
  };

  return (
    <span ref={field} className={styles.person}>
      <Combobox
        {...control}
        aria-label={control ? undefined : label}
        placeholder={placeholder}
        // If the form were submitted before the name is resolved, the name would be lost
        data-untaken={sought === '' ? undefined : sought}
        typed={typed}
        onType={setTyped}
        options={options}
        onChoose={({ person }) => choose(person)}
        onEnter={take}
        onFocus={() => setLeft(false)}
        onLeave={() => {
          setLeft(true);
          void take();
        }}
        onKeyDown={(event) => {
          const { key, altKey } = event;
          if (!onMove || !altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
          event.preventDefault();
          onMove(key === 'ArrowUp' ? -1 : 1);
        }}
        emptyMessage="Nobody by that name. Try fewer letters."
        more={found && found.more > 0 && `${found.more} more: type more of the name`}
      />
      <div role="status">
        {failed && (
          <p className={styles.untaken}>
            We couldn’t look that name up.{' '}
            <Button look="quiet" small onClick={lookUpAgain}>
              Try again
            </Button>
          </p>
        )}
        {left && options && <p className={styles.untaken}>{formatUnchosenRemark(sought, options)}</p>}
      </div>
    </span>
  );
}

/**
 * Returns: `found`, the people found once the user stops typing, null before that; `failed`, true if the server
 * couldn't be reached; and `find`, which searches at once and returns null if the server couldn't be reached.
 */
function useFoundPeople(sought: string) {
  const [last, setLast] = useState<{ of: string; people: PersonMatches | null } | null>(null);
  const lookedUp = useRef<{ of: string; answer: Promise<PersonMatches | null> } | null>(null);
  const find = (name: string): Promise<PersonMatches | null> => {
    if (lookedUp.current?.of === name) return lookedUp.current.answer;
    const answer = sendCall(withParams(findPeople, { q: name })).then((answer) => {
      const people = answer.code === 200 ? answer : null;
      if (lookedUp.current?.of === name) {
        setLast({ of: name, people });
        if (!people) lookedUp.current = null;
      }
      return people;
    });
    lookedUp.current = { of: name, answer };
    return answer;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again only when the searched text changes
  useEffect(() => {
    if (sought === '') return;
    const wait = setTimeout(() => void find(sought), 120);
    return () => clearTimeout(wait);
  }, [sought]);
  const here = sought !== '' && last?.of === sought ? last : null;
  return { found: here?.people ?? null, failed: here !== null && here.people === null, find };
}

/** A chosen person; without an id, a new person with this name. */
export interface ChosenPerson {
  id: string;
  name: string;
}

export interface PersonOption {
  id: string;
  text: string;
  note: string;
  person: ChosenPerson;
}

/** Returns true for names that differ at most in case, spaces and the kind of apostrophe. */
export const isSameName = (one: string, other: string) => buildNameKey(one) === buildNameKey(other);

/**
 * Lists the possible meanings of a typed name: people whose names contain its words, people with similar names and, if
 * `addsNew` and nobody has exactly this name, a new person.
 */
export function buildPersonOptions(name: string, { people, near }: PersonMatches, addsNew: boolean): PersonOption[] {
  return [
    ...people.map((person) => optionOf(person, person.also ? `${person.name}, once ${person.also}` : person.name)),
    ...near.map((person) => optionOf(person, `Did you mean ${person.name}?`)),
    ...(addsNew && findNamed(name, people).length === 0
      ? [{ id: 'new', text: `Add “${name}”`, note: 'as a new person', person: { id: '', name } }]
      : []),
  ];
}

/** Formats the remark on a name that was typed, but for which nobody has been chosen yet. */
export function formatUnchosenRemark(name: string, options: readonly PersonOption[]): string {
  const addsNew = options.some(({ person }) => person.id === '');
  return `${name} hasn’t been chosen yet: ${addsNew ? 'choose who it is, or add someone new.' : 'choose from the list.'}`;
}

function optionOf({ id, name, shows, career }: PersonMatch, text: string): PersonOption {
  const count = shows === 1 ? 'one show' : `${shows} shows`;
  return { id: `${id} ${text}`, text, note: career ? `${count}, ${career}` : count, person: { id, name } };
}

/** Finds the people who have exactly this name; if nobody has it now, those who had it. */
function findNamed(name: string, people: readonly PersonMatch[]): readonly PersonMatch[] {
  const present = people.filter((person) => isSameName(person.name, name));
  return present.length > 0 ? present : people.filter((person) => isSameName(person.also, name));
}

/**
 * Returns the only person that a name can mean: the only person with exactly that name or, if `addsNew` and no name
 * matches or is similar, a new person. Returns null if the user has to decide.
 */
export function findOnlyPossiblePerson(
  name: string,
  { people, near }: PersonMatches,
  addsNew: boolean,
): ChosenPerson | null {
  const [exact, another] = findNamed(name, people);
  if (exact) return another ? null : exact;
  return addsNew && people.length + near.length === 0 ? { id: '', name } : null;
}
