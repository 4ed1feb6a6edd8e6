import { type ItemChange, permitted, type Role } from '#features/accounts/roles.ts';
import type { Choice } from './contract.ts';
import { itemWords, type PermittableItem } from './labels.ts';

export const permittable = Object.keys(itemWords) as PermittableItem[];

/** What is said of an item against the role. */
export function choiceFor(item: PermittableItem, changes: readonly ItemChange[]): Choice {
  const change = changes.find((one) => one.item === item);
  return change === undefined ? 'role' : change.allowed ? 'yes' : 'no';
}

/** What is to be written down of the choices; what isn't offered here stays as it was. */
export function changesOf(
  choices: Readonly<Record<PermittableItem, Choice>>,
  before: readonly ItemChange[],
): ItemChange[] {
  const others = before.filter(({ item }) => !Object.hasOwn(itemWords, item));
  const said = permittable.filter((item) => choices[item] !== 'role');
  return [...others, ...said.map((item) => ({ item, allowed: choices[item] === 'yes' }))];
}

/** Stands for one state of what a user may use. */
export const accessVersion = (role: Role, changes: readonly ItemChange[]): string =>
  [role, ...changes.map(({ item, allowed }) => `${allowed ? '+' : '-'}${item}`).sort()].join(' ');

/** Whether someone of that role, with that said against it, may look after the users. */
export const canManageUsers = (role: Role, changes: readonly ItemChange[]): boolean => permitted(role, changes).admin;

/** For the log: "author; also Manage Bookings; not Member Docs". */
export function accessInWords(role: Role, changes: readonly ItemChange[]): string {
  const named = (wanted: boolean) =>
    changes.filter(({ allowed }) => allowed === wanted).map(({ item }) => itemWords[item as PermittableItem] ?? item);
  const said = [...named(true).map((name) => `also ${name}`), ...named(false).map((name) => `not ${name}`)];
  return [role, ...said].join('; ');
}
