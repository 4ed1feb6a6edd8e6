import { type ItemChange, permitted, type Role } from '#features/accounts/roles.ts';
import type { Choice } from './contract.ts';
import { itemWords, type PermittableItem } from './labels.ts';

export const permittable = Object.keys(itemWords) as PermittableItem[];

/** How an item is overridden. */
export function choiceFor(item: PermittableItem, changes: readonly ItemChange[]): Choice {
  const change = changes.find((one) => one.item === item);
  return change === undefined ? 'role' : change.allowed ? 'yes' : 'no';
}

/** The overrides to store; items that aren't offered here stay as they were. */
export function changesOf(
  choices: Readonly<Record<PermittableItem, Choice>>,
  before: readonly ItemChange[],
): ItemChange[] {
  const others = before.filter(({ item }) => !Object.hasOwn(itemWords, item));
  const said = permittable.filter((item) => choices[item] !== 'role');
  return [...others, ...said.map((item) => ({ item, allowed: choices[item] === 'yes' }))];
}

/** Identifies one state of a user's permissions. */
export const accessVersion = (role: Role, changes: readonly ItemChange[]): string =>
  [role, ...changes.map(({ item, allowed }) => `${allowed ? '+' : '-'}${item}`).sort()].join(' ');

/** Whether someone with that role and those overrides may manage users. */
export const canManageUsers = (role: Role, changes: readonly ItemChange[]): boolean => permitted(role, changes).admin;

/** For the audit log: "author; also Manage Bookings; not Member Docs". */
export function accessInWords(role: Role, changes: readonly ItemChange[]): string {
  const named = (wanted: boolean) =>
    changes.filter(({ allowed }) => allowed === wanted).map(({ item }) => itemWords[item as PermittableItem] ?? item);
  const said = [...named(true).map((name) => `also ${name}`), ...named(false).map((name) => `not ${name}`)];
  return [role, ...said].join('; ');
}
