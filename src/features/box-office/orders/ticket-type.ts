import { fold } from '#platform/shared/text/text.ts';

/**
 * Returns true if a sold or held ticket is of that type. Types are compared by id, so that a renamed type keeps its
 * tickets. If the ticket's type was removed, names are compared. `known` contains the ids of the performance's types.
 */
export const isTicketOfType = (
  ticket: { type_id: string; type: string },
  type: { id: string; name: string },
  known: ReadonlySet<string>,
): boolean => (known.has(ticket.type_id) ? ticket.type_id === type.id : fold(ticket.type) === fold(type.name));

/**
 * Finds a ticket's type among the types of a performance: by its id, then by the present name of its own type, then by
 * the name under which it was sold. `own` contains the types of the ticket's own performance.
 */
export function findMatchingTicketType<Type extends { id: string; name: string }>(
  ticket: { type_id: string; type: string },
  own: readonly { id: string; name: string }[],
  types: readonly Type[],
): Type | undefined {
  const name = own.find(({ id }) => id === ticket.type_id)?.name ?? ticket.type;
  const named = (wanted: string) => types.find((type) => fold(type.name) === fold(wanted));
  return types.find(({ id }) => id === ticket.type_id) ?? named(name) ?? named(ticket.type);
}
