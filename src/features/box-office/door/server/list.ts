import { formatAccessNeeds, formatTicketCountsByType, isLiveOrder } from '#features/box-office/orders/order.ts';
import {
  computeTicketCode,
  findPerformanceOrderBalances,
  findPerformanceTickets,
  findTicketsById,
  type TicketWithOrder,
} from '#features/box-office/orders/server/index.ts';
import { sortSeats } from '#features/box-office/performances/seats.ts';
import { findSeatsOfTickets } from '#features/box-office/performances/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { findRepeatedCheckIn, resolveArrival } from '../check-ins.ts';
import type { DoorArrival, DoorList, DoorParty, DoorTicket, InvalidArrival } from '../contract.ts';
import { hashTicketCode } from '../ticket-check.ts';
import { listCheckIns } from './store.ts';
import type { DoorMarkTable } from './tables.ts';

const splitWords = (name: string) => name.trim().split(/\s+/);
const toWordSet = (words: string): ReadonlySet<string> => new Set(splitWords(words));

/** Words that occur in the names of groups but are rarely surnames. */
const groupWords = toWordSet(`
  academy association brownies centre choir circle club college committee council cubs federation foundation
  friends group hospital hotel institute library limited ltd museum nursery orchestra pharmacy plc practice pub
  scouts school singers society surgery team theatre trust u3a union university youth
`);

/** Words that occur in the names of groups but are also surnames, as in "Anna Guild". */
const groupWordsAndSurnames = new Set(['band', 'guild', 'league']);

/** First words in the names of groups, as in "Village Band". */
const firstGroupWords = toWordSet(`
  arts big brass ceilidh church city community concert county craft dance district drama embroiderers football
  jazz junior ladies local marching men military mothers music parish pipe poetry quilters rock senior silver
  skiffle spinners steel swing town townswomen village weavers wind women works writers young
`);

const titles = toWordSet('dame dr lady lord miss mr mrs ms mx prof rev revd sir');

const normaliseWord = (word: string) => word.toLowerCase().replace(/\P{L}+$/u, '');
const hasArticle = ([first = '', ...rest]: readonly string[]) => first.toLowerCase() === 'the' && rest.length > 0;
const isPossessive = (word: string) => /\p{L}([’']s|s[’'])$/iu.test(word);
const isInitial = (word: string) => /^(\p{L}\.)+$|^\p{Lu}$/u.test(word);
const isGroupWord = (word: string) => word === 'WI' || groupWords.has(normaliseWord(word));

/** Returns true if a name is that of a group: "The Allotment Society", "St Luke’s Guild", "Hill Road Surgery". */
function isGroup(words: readonly string[]): boolean {
  if (hasArticle(words) || words.some(isGroupWord) || words.slice(0, -1).some(isPossessive)) return true;
  return words.some((word) => groupWordsAndSurnames.has(normaliseWord(word))) && !hasSurname(words);
}

/**
 * Returns true if the last word seems to be a surname: it follows a title, an initial, or a single word that may be a
 * given name. This is a guess; without a list of given names, "Anna Maria Guild" looks like "Alder Moor Guild". Most
 * names with one word before the last are people's, and most with more words are groups'. The search finds a name by
 * any of its words.
 */
function hasSurname(words: readonly string[]): boolean {
  const before = words.slice(0, -1);
  const [first = ''] = before;
  if (before.some((word) => groupWordsAndSurnames.has(normaliseWord(word)))) return false;
  if (titles.has(normaliseWord(first)) || before.some(isInitial)) return true;
  const isShort = /^\p{Lu}{2,}$/u.test(first) && !/^\p{Lu}+$/u.test(words.at(-1) ?? '');
  return before.length === 1 && /^\p{L}/u.test(first) && !isShort && !firstGroupWords.has(normaliseWord(first));
}

/** Formats a name for the door list: "Hollis, Dorothy" for a person, unchanged for a group. */
export function formatDoorListName(name: string): string {
  const words = splitWords(name);
  if (isGroup(words)) return words.join(' ');
  const surname = words.pop() ?? '';
  return words.length > 0 ? `${surname}, ${words.join(' ')}` : surname;
}

/** Returns the name to sort by, without an article: "Allotment Society". */
export function getSortName(name: string): string {
  const words = splitWords(name);
  return hasArticle(words) ? words.slice(1).join(' ') : formatDoorListName(name);
}

/** Returns the first letter of the name by which the list is sorted; "" if there is none. */
export const getSortInitial = (name: string): string =>
  /\p{L}/u.exec(getSortName(name))?.[0].toLocaleUpperCase('en-GB') ?? '';

interface DoorContext {
  performance: Id;
  timeZone: string;
  encryption: Pick<Services['encryption'], 'hash'>;
}

/** Returns true if a ticket was neither returned nor cancelled, whatever its performance, and whether or not it is paid. */
export const isValidTicket = ({ given_back_at, status }: TicketWithOrder): boolean =>
  given_back_at === null && isLiveOrder(status);

/** Converts a ticket to the form that doors show, with its arrival and the latest check-in after that. */
export async function toDoorTicket(
  ticket: Pick<TicketWithOrder, 'id' | 'ref' | 'reissued'>,
  marks: readonly DoorMarkTable[],
  { performance, timeZone, encryption, seat }: DoorContext & { seat: string },
): Promise<DoorTicket> {
  const toArrival = ({ at, device }: DoorMarkTable): DoorArrival => ({ at: formatIsoWithOffset(at, timeZone), device });
  const arrival = marks.find(({ in_by_it }) => in_by_it === ticket.id);
  const again = arrival && findRepeatedCheckIn(marks, arrival);
  return {
    id: ticket.id,
    code: await hashTicketCode(performance, computeTicketCode(encryption, ticket)),
    seat,
    ...(arrival && { arrived: toArrival(arrival) }),
    ...(again && { again: toArrival(again) }),
  };
}

/**
 * Builds the door list of a performance, sorted by name.
 *
 * @param seats the order's reference for each assigned seat
 */
export async function buildDoorList(
  db: DbReader,
  { seats, now, ...place }: DoorContext & { seats: Readonly<Record<string, string>>; now: string },
): Promise<Omit<DoorList, 'notes'>> {
  const allTickets = await findPerformanceTickets(db, place.performance);
  const balances = await findPerformanceOrderBalances(db, place.performance);
  const marks = Map.groupBy(await listCheckIns(db, place.performance), ({ ticket_id }) => ticket_id);
  const seatOf = await findSeatsOfTickets(
    db,
    allTickets.map(({ id }) => id),
  );
  const [valid, invalid] = [allTickets.filter(isValidTicket), allTickets.filter((ticket) => !isValidTicket(ticket))];
  const seatsOf = Map.groupBy(Object.keys(seats), (seat) => seats[seat]);
  const parties = await Promise.all(
    [...Map.groupBy(valid, ({ order_id }) => order_id)].map(async ([id, tickets]) => {
      const { ref = 0, name = '', note = '', needs = '' } = tickets[0] ?? {};
      const { due = 0, sold: price = 0, refunded = 0, disputed = 0 } = balances.get(id) ?? {};
      const types = Map.groupBy(tickets, ({ type }) => type);
      const party: DoorParty = {
        ...{
          id,
          ref,
          name: formatDoorListName(name),
          note,
          needs: formatAccessNeeds(needs),
          initial: getSortInitial(name),
        },
        seats: sortSeats(seatsOf.get(`${ref}`) ?? []),
        bought: formatTicketCountsByType(Object.fromEntries([...types].map(([type, own]) => [type, own.length]))),
        ...{ due, owes: due > 0, price, refunded, disputed },
        tickets: await Promise.all(
          tickets.map((ticket) =>
            toDoorTicket(ticket, marks.get(ticket.id) ?? [], { ...place, seat: seatOf.get(ticket.id) ?? '' }),
          ),
        ),
      };
      return { party, key: `${foldText(getSortName(name))} ${ref}` };
    }),
  );
  return {
    parties: parties.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ party }) => party),
    invalid_arrivals: await findInvalidArrivals(db, { tickets: valid, marks, timeZone: place.timeZone }),
    as_of: now,
    gone: await Promise.all(
      invalid.map((ticket) => hashTicketCode(place.performance, computeTicketCode(place.encryption, ticket))),
    ),
  };
}

/** Finds the arrivals on tickets that were cancelled, returned or moved to another performance. */
async function findInvalidArrivals(
  db: DbReader,
  {
    tickets: validTickets,
    marks,
    timeZone,
  }: { tickets: readonly TicketWithOrder[]; marks: ReadonlyMap<Id, readonly DoorMarkTable[]>; timeZone: string },
): Promise<InvalidArrival[]> {
  const valid = new Set(validTickets.map(({ id }) => id));
  const arrivals = [...marks].flatMap(([id, own]) => {
    const arrival = valid.has(id) ? undefined : resolveArrival(own);
    return arrival ? [arrival] : [];
  });
  const found = await findTicketsById(
    db,
    arrivals.map(({ ticket_id }) => ticket_id),
  );
  const tickets = new Map(found.map((ticket) => [ticket.id, ticket]));
  return arrivals.flatMap(({ ticket_id, at, device }) => {
    const ticket = tickets.get(ticket_id);
    if (!ticket) return [];
    const why = isValidTicket(ticket) ? ('moved' as const) : ('cancelled' as const);
    return [{ id: ticket.id, ref: ticket.ref, arrived: { at: formatIsoWithOffset(at, timeZone), device }, why }];
  });
}
