import { FACTS } from '#features/archive/shows/fields.ts';
import { createRowKey, type DraftRole, isGeneratedRowKey, type ShowDraft, toSaveShowBody } from './show-draft.ts';

/** A draft of the show editor, and its base: if somebody else has saved since, both are compared with their version. */
export interface StoredShowDraft {
  draft: ShowDraft;
  base: { draft: ShowDraft; version: number };
}

/** Creates a check that a stored value is a draft of such an editor. */
export const createStoredDraftGuard =
  (like: ShowDraft) =>
  (value: unknown): value is StoredShowDraft => {
    const { draft, base } = membersOf(value);
    const begun = membersOf(base);
    return isDraft(draft, like) && isDraft(begun.draft, like) && typeof begun.version === 'number';
  };

function isDraft(value: unknown, like: ShowDraft): boolean {
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
const keyNow = (key: string): string => (isGeneratedRowKey(key) ? createRowKey() : key);

/**
 * Returns the draft with new keys for rows that were added on an earlier visit. Rows of the saved show keep theirs, and
 * so their fields, in which somebody may have typed before the draft was found.
 */
export const renewRowKeys = (draft: ShowDraft): ShowDraft => ({
  ...draft,
  roles: draft.roles.map((role) => ({
    ...role,
    key: keyNow(role.key),
    people: role.people.map((person) => ({ ...person, key: keyNow(person.key) })),
  })),
});

/** Returns true if saving one would have the same result as saving the other. */
export const isSameShow = (a: ShowDraft, b: ShowDraft): boolean =>
  JSON.stringify(toSaveShowBody(a, 0)) === JSON.stringify(toSaveShowBody(b, 0));
