import { mostTickets } from './order.ts';

export interface Wanted {
  name: string;
  pence: number;
  count: number;
}

/**
 * How many tickets of which type somebody asks for: fields named `tickets_` and the type's id. What isn't one of the
 * performance's types is refused, since its price isn't known.
 * @returns those of which there is one at least, or what to say of the field named in `fault`
 */
export function wantedOf(
  fields: Readonly<Record<string, string>>,
  types: readonly { id: string; name: string; pence: number }[],
): { wanted: Wanted[] } | { fault: string; says: string } {
  const known = new Map(types.map((type) => [`tickets_${type.id}`, type]));
  const wanted: Wanted[] = [];
  for (const [field, typed] of Object.entries(fields)) {
    if (!field.startsWith('tickets_') || typed.trim() === '') continue;
    const type = known.get(field);
    if (!type) return { fault: field, says: 'This kind of ticket has just gone. Reload the page' };
    const count = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (!(count <= mostTickets)) return { fault: field, says: `Write a number, up to ${mostTickets}` };
    if (count > 0) wanted.push({ name: type.name, pence: type.pence, count });
  }
  const all = wanted.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return { fault: [...known.keys()][0] ?? 'performance_id', says: 'Say how many tickets' };
  if (all > mostTickets) {
    return { fault: [...known.keys()][0] ?? '', says: `That is more than ${mostTickets}: make it two orders` };
  }
  return { wanted };
}
