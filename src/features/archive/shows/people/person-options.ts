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

const isCalled = (name: string) => (person: PersonMatch) =>
  [person.name, person.also].some((one) => buildNameKey(one) === buildNameKey(name));

/**
 * Lists the possible meanings of a typed name: people whose names contain its words, people with similar names and, if
 * `addsNew` and nobody has exactly this name, a new person.
 */
export function buildPersonOptions(name: string, { people, near }: PersonMatches, addsNew: boolean): PersonOption[] {
  return [
    ...people.map((person) => optionOf(person, person.also ? `${person.name}, once ${person.also}` : person.name)),
    ...near.map((person) => optionOf(person, `Did you mean ${person.name}?`)),
    ...(addsNew && !people.some(isCalled(name))
      ? [{ id: 'new', text: `Add “${name}”`, note: 'as a new person', person: { id: '', name } }]
      : []),
  ];
}

function optionOf({ id, name, shows }: PersonMatch, text: string): PersonOption {
  return { id: `${id} ${text}`, text, note: shows === 1 ? 'one show' : `${shows} shows`, person: { id, name } };
}

/**
 * Returns the only person that a name can mean: a person with exactly that name, or a new person if no name is similar.
 * Returns null if the user has to decide.
 */
export function findOnlyMatch(name: string, { people, near }: PersonMatches, addsNew: boolean): ChosenPerson | null {
  const exact = people.find(isCalled(name));
  if (exact) return exact;
  return addsNew && people.length + near.length === 0 ? { id: '', name } : null;
}
