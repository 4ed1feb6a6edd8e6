import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { id, requiredSingleLine, tableState } from '#platform/shared/calls/schemas.ts';

/**
 * A person in a search for a name, or in a pair of similar names. `also` is the former name that matched, or "";
 * `shows` is the number of shows they are in.
 */
export const PersonMatch = z.object({
  id,
  name: z.string(),
  also: z.string(),
  shows: z.int(),
  /**
   * If somebody else has the same name, the text that tells the person apart: the years and the latest of their shows,
   * "1987 to 1991, last in Hamlet". Where these are missing or the same, the day on which they were added follows,
   * "added on 3 May 2024", and if need be a number, "no. 2".
   */
  career: z.string().optional(),
});
export type PersonMatch = z.infer<typeof PersonMatch>;

/** GET /members/api/people?q= */
export const PersonMatches = z.object({
  /** The first people whose name contains every typed word. */
  people: z.array(PersonMatch),
  /** The number of further people whose name contains every typed word. */
  more: z.int(),
  /** Further people, whose names are similar to what was typed. */
  near: z.array(PersonMatch),
});
export type PersonMatches = z.infer<typeof PersonMatches>;

/**
 * POST /members/api/people/known. The response has, for each name: the only person who has it (`exact`); everybody who
 * has it, if several do (`namesakes`); or people with a similar name, if nobody has it (`near`).
 */
export const ResolveNamesBody = z.object({ names: z.array(z.string().max(1000)).max(5000) });
export const NameMatches = z.object({
  name: z.string(),
  exact: PersonMatch.nullable(),
  namesakes: z.array(PersonMatch),
  near: z.array(PersonMatch),
});
export type NameMatches = z.infer<typeof NameMatches>;

/** A person in the list of people. */
export const ListedPerson = z.object({
  id,
  name: z.string(),
  shows: z.int(),
  /** Names of the people who were merged into this person. */
  also: z.array(z.string()),
  /** The name of the member who is linked to this person, or "". */
  user: z.string(),
});
export type ListedPerson = z.infer<typeof ListedPerson>;

/**
 * `/members/admin/people`: a page of the people found, of the pairs that are probably one person, or of the pairs
 * marked as different people.
 */
export const PeopleContent = z.object({
  type: z.literal('people'),
  title: z.string(),
  table: tableState,
  people: z.array(ListedPerson),
  pairs: z.array(z.tuple([PersonMatch, PersonMatch])),
});
export type PeopleContent = z.infer<typeof PeopleContent>;

const creditStyle = z.enum(['as_printed', 'new_as_old', 'new_only']);

/** `/members/admin/people/{id}`: a person, to be edited. */
export const EditPersonContent = z.object({
  type: z.literal('edit_person'),
  title: z.string(),
  person: z.object({
    id,
    name: z.string(),
    credit_style: creditStyle,
    /** Says who chose the style: nobody, the person (`owner`), or an admin. */
    credit_style_by: z.enum(['nobody', 'owner', 'admin']),
    /** False if the person chose the style themselves and the visitor isn't an admin. */
    can_change_style: z.boolean(),
  }),
  /** Another name that was printed in credits, otherwise the name of somebody merged into the person, or "". */
  old_name: z.string(),
  /** The person into whom this one was merged, or null. */
  kept: z.object({ id, name: z.string() }).nullable(),
  /** The people who were merged into this person. */
  merged: z.array(z.object({ id, name: z.string(), at: z.string(), by: z.string() })),
  user: z.object({ name: z.string(), email: z.string() }).nullable(),
  /**
   * The users to whom the person can be linked: everybody with an active account, by last name. Empty if the person is
   * linked already or has been merged.
   */
  members: z.array(z.object({ id, name: z.string(), email: z.string() })),
  credits: z.array(
    z.object({
      show: id,
      title: z.string(),
      date: z.string(),
      role: z.string(),
      printed_as: z.string(),
      /** True for a credit in an archived show, which only people who manage shows can open. */
      archived: z.boolean(),
    }),
  ),
  near: z.array(PersonMatch),
  /** True if the person has a page on the site: they are in a show there, or in photographs of one. */
  is_on_site: z.boolean(),
});
export type EditPersonContent = z.infer<typeof EditPersonContent>;

const name = requiredSingleLine('Enter a name.', 200, 'That name is too long.');

/** POST /members/api/people/{id}/rename */
export const RenamePersonBody = z.object({
  name,
  /**
   * A correction of a typing mistake applies everywhere. After a change of name, credits keep the printed name, and the
   * person's credit style decides if they show it.
   */
  how: z.enum(['misspelt', 'changed'], 'Choose whether the name was misspelt or has changed.'),
});

/**
 * A person linked to the member, with credits under another name (`old`). `credit_style` decides how the credits show
 * that name.
 */
export const OwnCreditName = z.object({
  id,
  name: z.string(),
  old: z.string(),
  credit_style: creditStyle,
});
export type OwnCreditName = z.infer<typeof OwnCreditName>;

export const MergePersonBody = z.object({ into: id });
/**
 * The other person, for POST /members/api/people/{id}/two, which marks two people as different, and `…/maybe_one`,
 * which removes the mark.
 */
export const OtherPersonBody = z.object({ other: id });
/** The member to link: their id, or, if `member` is "", their email address. */
export const LinkPersonBody = z
  .object({ member: z.string().max(16).default(''), email: z.string().trim().max(300).default('') })
  .refine(({ member, email }) => member !== '' || email !== '', {
    path: ['email'],
    error: 'Choose the member from the list.',
  });

/** Finds people by a typed part of their name. */
export const findPeople = declareCall('GET', '/members/api/people', {
  query: ['q'],
  answers: { 200: PersonMatches },
});
export const findNameMatches = declareCall('POST', '/members/api/people/known', {
  body: ResolveNamesBody,
  answers: { 200: z.object({ names: z.array(NameMatches) }) },
});
export const renamePerson = declareCall('POST', '/members/api/people/:id/rename', { body: RenamePersonBody });
export const setPersonCreditStyle = declareCall('POST', '/members/api/people/:id/credit_style', {
  body: z.object({ credit_style: creditStyle }),
});
export const setOwnCreditStyle = declareCall('POST', '/members/api/account_settings/credit_style', {
  body: z.object({ person: id, credit_style: creditStyle }),
});
export const mergePerson = declareCall('POST', '/members/api/people/:id/merge', { body: MergePersonBody });
export const unmergePerson = declareCall('POST', '/members/api/people/:id/unmerge');
/** Marks two people with similar names as different. */
export const markPeopleDifferent = declareCall('POST', '/members/api/people/:id/two', { body: OtherPersonBody });
/** Removes the mark that two people are different. */
export const unmarkPeopleDifferent = declareCall('POST', '/members/api/people/:id/maybe_one', {
  body: OtherPersonBody,
});
export const linkPerson = declareCall('POST', '/members/api/people/:id/link', { body: LinkPersonBody });
export const unlinkPerson = declareCall('POST', '/members/api/people/:id/unlink');

declare module '#platform/shared/pages.ts' {
  interface Pages {
    people: PeopleContent;
    edit_person: EditPersonContent;
  }
}
