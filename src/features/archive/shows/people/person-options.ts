import type { PersonMatch, PersonMatches } from './contract.ts';
import { buildNameKey } from './similar-names.ts';

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

const isSameName = (one: string, other: string) => buildNameKey(one) === buildNameKey(other);

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

/** Formats the remark on a name that was typed, but could mean several people. */
export function formatUnchosen(name: string, options: readonly PersonOption[]): string {
  const addsNew = options.some(({ person }) => person.id === '');
  return `${name} hasn’t been chosen yet: ${addsNew ? 'choose who it is, or add someone new.' : 'choose from the list.'}`;
}

function optionOf({ id, name, shows }: PersonMatch, text: string): PersonOption {
  return { id: `${id} ${text}`, text, note: shows === 1 ? 'one show' : `${shows} shows`, person: { id, name } };
}

/** Finds the people who have exactly this name; if nobody has it now, those who had it. */
function findNamed(name: string, people: readonly PersonMatch[]): readonly PersonMatch[] {
  const present = people.filter((person) => isSameName(person.name, name));
  return present.length > 0 ? present : people.filter((person) => isSameName(person.also, name));
}

/**
 * Returns the only person that a name can mean: the person with exactly that name, or a new person if no name is
 * similar. Returns null if the user has to decide.
 */
export function findOnlyMatch(name: string, { people, near }: PersonMatches, addsNew: boolean): ChosenPerson | null {
  const [exact, another] = findNamed(name, people);
  if (exact) return another ? null : exact;
  return addsNew && people.length + near.length === 0 ? { id: '', name } : null;
}
