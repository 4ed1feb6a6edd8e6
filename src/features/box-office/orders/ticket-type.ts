import { fold } from '#platform/shared/text/text.ts';

/**
 * Returns true if a sold or held ticket is of that type: by the type's id, so that a renamed type keeps its tickets. A
 * ticket whose type was removed counts as one of the same name. `known` are the ids of the performance's types.
 */
export const isOfType = (
  ticket: { type_id: string; type: string },
  type: { id: string; name: string },
  known: ReadonlySet<string>,
): boolean => (known.has(ticket.type_id) ? ticket.type_id === type.id : fold(ticket.type) === fold(type.name));

/**
 * Returns the type that a ticket becomes at another performance: of the name that its own type has by now, else of the
 * name under which it was sold. `own` are the types of the performance that it is for.
 */
export function findMatchingType<Type extends { id: string; name: string }>(
  ticket: { type_id: string; type: string },
  own: readonly { id: string; name: string }[],
  types: readonly Type[],
): Type | undefined {
  const name = own.find(({ id }) => id === ticket.type_id)?.name ?? ticket.type;
  const named = (wanted: string) => types.find((type) => fold(type.name) === fold(wanted));
  return types.find(({ id }) => id === ticket.type_id) ?? named(name) ?? named(ticket.type);
}
