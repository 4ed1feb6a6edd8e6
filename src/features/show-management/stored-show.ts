import { FACTS } from '#features/shows/fields.ts';
import { bodyOf, type Draft, type DraftRole, isMadeKey, newKey } from './show-draft.ts';

/**
 * A draft of the show editor, and what it was made from: if somebody else has saved since, both are compared with their
 * version.
 */
export interface StoredShow {
  draft: Draft;
  base: { draft: Draft; version: number };
}

/** Checks whether a stored value is a draft of such an editor. */
export const isStoredLike =
  (like: Draft) =>
  (value: unknown): value is StoredShow => {
    const { draft, base } = membersOf(value);
    const begun = membersOf(base);
    return isDraft(draft, like) && isDraft(begun.draft, like) && typeof begun.version === 'number';
  };

function isDraft(value: unknown, like: Draft): boolean {
  const { texts, roles, ...facts } = membersOf(value);
  const named = membersOf(texts);
  return (
    Object.keys(like.texts).every((field) => typeof named[field] === 'string') &&
    FACTS.every((fact) => shapeOf(facts[fact]) === shapeOf(like[fact])) &&
    Array.isArray(roles) &&
    roles.every(isRole)
  );
}

const shapeOf = (value: unknown) =>
  Array.isArray(value) ? value.every((one) => typeof one === 'string') && 'texts' : typeof value;

function isRole(value: unknown): value is DraftRole {
  const { key, kind, role, people } = membersOf(value);
  return (
    typeof key === 'string' &&
    (kind === 'cast' || kind === 'crew') &&
    typeof role === 'string' &&
    Array.isArray(people) &&
    people.every((person) => {
      const { key: own, credit, id, name, as } = membersOf(person);
      return [own, credit, id, name, as].every((text) => typeof text === 'string');
    })
  );
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** `newKey` counts from the start with each visit. */
const keyNow = (key: string): string => (isMadeKey(key) ? newKey() : key);

/**
 * The draft with new keys for rows that were added on an earlier visit. Rows of the saved show keep theirs, and so
 * their fields, in which somebody may have typed before the draft was found.
 */
export const withNewKeys = (draft: Draft): Draft => ({
  ...draft,
  roles: draft.roles.map((role) => ({
    ...role,
    key: keyNow(role.key),
    people: role.people.map((person) => ({ ...person, key: keyNow(person.key) })),
  })),
});

/** Whether saving one would have the same result as saving the other. */
export const isSameShow = (a: Draft, b: Draft): boolean =>
  JSON.stringify(bodyOf(a, 0)) === JSON.stringify(bodyOf(b, 0));
