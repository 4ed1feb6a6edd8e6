import { type ItemChange, permitted, type Role } from '#features/accounts/roles.ts';
import type { AccessChoice } from './contract.ts';
import { itemLabels, type PermittableItem } from './labels.ts';

export const permittable = Object.keys(itemLabels) as PermittableItem[];

/** How an item is overridden. */
export function choiceFor(item: PermittableItem, changes: readonly ItemChange[]): AccessChoice {
  const change = changes.find((one) => one.item === item);
  return change === undefined ? 'role' : change.allowed ? 'yes' : 'no';
}

/** The choices for each item, with the present one. */
export const choices = (changes: readonly ItemChange[]) =>
  permittable.map((item) => ({ item, name: itemLabels[item], choice: choiceFor(item, changes) }));

/** Builds the overrides to store. Overrides of permissions that the form doesn't offer are kept. */
export function changesOf(
  choices: Readonly<Record<PermittableItem, AccessChoice>>,
  before: readonly ItemChange[],
): ItemChange[] {
  const others = before.filter(({ item }) => !Object.hasOwn(itemLabels, item));
  const chosen = permittable.filter((item) => choices[item] !== 'role');
  return [...others, ...chosen.map((item) => ({ item, allowed: choices[item] === 'yes' }))];
}

/** Whether someone with that role and those overrides may manage users. */
export const canManageUsers = (role: Role, changes: readonly ItemChange[]): boolean => permitted(role, changes).admin;

/** For the audit log: "author; also Manage Bookings; not Member Docs". */
export function accessInWords(role: Role, changes: readonly ItemChange[]): string {
  const named = (wanted: boolean) =>
    changes.filter(({ allowed }) => allowed === wanted).map(({ item }) => itemLabels[item as PermittableItem] ?? item);
  const chosen = [...named(true).map((name) => `also ${name}`), ...named(false).map((name) => `not ${name}`)];
  return [role, ...chosen].join('; ');
}
