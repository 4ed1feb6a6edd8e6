import { type ItemChange, permitted, type Role } from '#features/accounts/roles.ts';
import type { Choice } from './contract.ts';
import { itemWords, type PermittableItem } from './labels.ts';

export const permittable = Object.keys(itemWords) as PermittableItem[];

/** How an item is overridden. */
export function choiceFor(item: PermittableItem, changes: readonly ItemChange[]): Choice {
  const change = changes.find((one) => one.item === item);
  return change === undefined ? 'role' : change.allowed ? 'yes' : 'no';
}

/** What can be chosen of each item, with what is so now. */
export const choices = (changes: readonly ItemChange[]) =>
  permittable.map((item) => ({ item, name: itemWords[item], choice: choiceFor(item, changes) }));

/** The overrides to store; items that aren't offered here stay as they were. */
export function changesOf(
  choices: Readonly<Record<PermittableItem, Choice>>,
  before: readonly ItemChange[],
): ItemChange[] {
  const others = before.filter(({ item }) => !Object.hasOwn(itemWords, item));
  const said = permittable.filter((item) => choices[item] !== 'role');
  return [...others, ...said.map((item) => ({ item, allowed: choices[item] === 'yes' }))];
}

/** Whether someone with that role and those overrides may manage users. */
export const canManageUsers = (role: Role, changes: readonly ItemChange[]): boolean => permitted(role, changes).admin;

/** For the audit log: "author; also Manage Bookings; not Member Docs". */
export function accessInWords(role: Role, changes: readonly ItemChange[]): string {
  const named = (wanted: boolean) =>
    changes.filter(({ allowed }) => allowed === wanted).map(({ item }) => itemWords[item as PermittableItem] ?? item);
  const said = [...named(true).map((name) => `also ${name}`), ...named(false).map((name) => `not ${name}`)];
  return [role, ...said].join('; ');
}
