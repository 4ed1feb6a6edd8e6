import { foldText } from '#platform/shared/text/text.ts';
import type { CreditEntry } from './contract.ts';

/** Everyone who shares a billing order and a role: "Lighting: Nick Osei, Bea Long". */
export interface CreditGroup {
  role: string;
  people: CreditEntry[];
}

/**
 * Groups credits by order and role, sorted by order, then in the given order. Roles that differ only in case, accents
 * or punctuation are one role.
 */
export function groupCreditsByBilling(credits: readonly CreditEntry[]): CreditGroup[] {
  const groups = new Map<string, CreditGroup>();
  for (const credit of credits.toSorted((a, b) => a.order - b.order)) {
    const key = `${credit.order} ${foldText(credit.role) || credit.role}`;
    const group = groups.get(key) ?? { role: credit.role, people: [] };
    group.people.push(credit);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Returns a role's label in lists: "Company" for a credit without a role. */
export const formatRole = (role: string): string => role || 'Company';

/** The crew roles that direct a show, folded; the show's header names the people in these roles. */
const directingRoles = ['director', 'producer'];

/** Returns true for the roles director and producer, whatever their case, accents and punctuation. */
export const isDirectorOrProducer = (role: string): boolean => directingRoles.includes(foldText(role));

/** Returns a role, in the plural if several people share it: "Directors". */
const pluraliseRole = (role: string, count: number) => (count > 1 ? `${role}s` : role);

/** Splits the crew into the people named in a show's header (Director before Producer) and the rest. */
export function splitOffDirectingRoles(crew: readonly CreditEntry[]): { leads: CreditGroup[]; others: CreditEntry[] } {
  const heads = directingRoles.map((role) => crew.filter((credit) => foldText(credit.role) === role));
  const named = new Set(heads.flat());
  return {
    leads: heads.flatMap((people) =>
      people[0] ? [{ role: pluraliseRole(people[0].role, people.length), people }] : [],
    ),
    others: crew.filter((credit) => !named.has(credit)),
  };
}

/**
 * The way in which credits printed under another name show the person's name: as printed, the new name with the printed
 * one in brackets, or the new name only. The person may choose it; an admin may choose it for them.
 */
export type CreditStyle = 'as_printed' | 'new_as_old' | 'new_only';

/**
 * Formats the name that a credit shows: "Ann Hale (as Ann Stott)", the printed name only, or the present name only. If
 * the two are the same, the credit shows just that name.
 */
export function formatCreditName(name: string, printedAs: string, style: CreditStyle): string {
  if (printedAs === '' || printedAs === name || style === 'new_only') return name;
  return style === 'as_printed' ? printedAs : `${name} (as ${printedAs})`;
}
