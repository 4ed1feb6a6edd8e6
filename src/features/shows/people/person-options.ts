import type { FoundPeople, FoundPerson } from './contract.ts';
import { nameKey } from './names.ts';

/** Who was chosen; without an id, someone to be made under this name. */
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

const isCalled = (name: string) => (person: FoundPerson) =>
  [person.name, person.also].some((one) => nameKey(one) === nameKey(name));

/** Who can be meant by a name: those who have it in theirs, those called nearly so, and someone new. */
export function personOptions(name: string, { people, near }: FoundPeople, addsNew: boolean): PersonOption[] {
  return [
    ...people.map((person) => optionOf(person, person.also ? `${person.name}, once ${person.also}` : person.name)),
    ...near.map((person) => optionOf(person, `Did you mean ${person.name}?`)),
    ...(addsNew && !people.some(isCalled(name))
      ? [{ id: 'new', text: `Add “${name}”`, note: 'as someone new', person: { id: '', name } }]
      : []),
  ];
}

function optionOf({ id, name, shows }: FoundPerson, text: string): PersonOption {
  return { id: `${id} ${text}`, text, note: shows === 1 ? 'one show' : `${shows} shows`, person: { id, name } };
}

/** Who can only be meant: the one of that very name, or someone new where nobody is near. Null where it has to be said. */
export function onlyMeant(name: string, { people, near }: FoundPeople, addsNew: boolean): ChosenPerson | null {
  const exact = people.find(isCalled(name));
  if (exact) return exact;
  return addsNew && people.length + near.length === 0 ? { id: '', name } : null;
}
