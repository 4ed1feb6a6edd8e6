import { Button } from '#platform/web/ui/actions/button.tsx';
import { explainUnaccompaniedCompanion, findCompanionTicketsToAdd, needsPayingTickets } from '../companions.ts';
import type { OrderContent } from '../order-page-contract.ts';
import { groupTickets } from '../ticket-groups.ts';

type Ticket = OrderContent['tickets'][number];

/**
 * Warns, while tickets are chosen, that the server will refuse a change that leaves a companion alone. Offers to choose
 * the missing tickets too.
 */
export function CompanionHint({
  page: { order, tickets, performances },
  chosen,
  change = (gone) => tickets.filter((one) => !gone.includes(one)),
  onChoose,
}: {
  page: Pick<OrderContent, 'order' | 'tickets' | 'performances'>;
  chosen: Ticket[];
  /** Returns the order's tickets after the chosen ones are changed. The default is that they are returned. */
  change?: (chosen: Ticket[]) => readonly Ticket[];
  onChoose: (counts: Record<string, string>) => void;
}) {
  const types = performances.flatMap(({ ticket_types }) => ticket_types);
  const says = needsPayingTickets(order) ? explainUnaccompaniedCompanion(tickets, change(chosen), types) : '';
  const add = says === '' ? undefined : findCompanionTicketsToAdd(tickets, chosen, { change, types });
  const all = [...chosen, ...(add?.tickets ?? [])];
  return (
    <div role="status">
      {says !== '' && <p>{says}</p>}
      {add && add.tickets.length > 0 && (
        <p>
          <Button
            small
            look="line"
            onClick={() =>
              onChoose(
                Object.fromEntries(
                  groupTickets(tickets).map(({ field, tickets: alike }) => [
                    field,
                    `${alike.filter((one) => all.includes(one)).length || ''}`,
                  ]),
                ),
              )
            }
          >
            {formatAdding(add.tickets.length, add.areCompanions)}
          </Button>
        </p>
      )}
    </div>
  );
}

function formatAdding(count: number, areCompanions: boolean): string {
  if (areCompanions)
    return count === 1 ? 'Choose the companion’s ticket too' : `Choose ${count} companions’ tickets too`;
  return count === 1 ? 'Choose a paid ticket too' : `Choose ${count} paid tickets too`;
}
