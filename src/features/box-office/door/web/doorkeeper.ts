import { formatTicketCode, parseTicketCode } from '#features/box-office/orders/tickets.ts';
import type { Performance } from '#features/box-office/performances/contract.ts';
import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';
import {
  applyPendingCheckIns,
  type CheckInPeriod,
  isPracticeCheckIn,
  type PendingCheckIn,
  type PendingNote,
} from '../check-ins.ts';
import type {
  CheckIn,
  CheckInResult,
  DoorList,
  DoorNote,
  InvalidArrival,
  StoredDoorList,
  SubmittedNote,
} from '../contract.ts';
import { type DisplayedParty, findMoneyWarning, toStoredDoorParty } from '../shown-party.ts';
import { hashTicketCode, type TicketCheck } from '../ticket-check.ts';
import {
  backgroundTimeoutMs,
  type DoorResponse,
  Outbox,
  type OutboxEnvironment,
  scanTimeoutMs,
  toRefusalMessage,
} from './outbox.ts';

/** The doorkeeper's interface to the browser, so that its rules can be tested without a browser. */
interface DoorkeeperEnvironment extends OutboxEnvironment {
  /** Fetches the door list; `within` is the timeout in milliseconds. */
  fetchList(within: number): Promise<DoorResponse<DoorList & { sale: Performance }>>;
  wait(milliseconds: number): Promise<void>;
  /** Stores the present list on the device, for a reload without a network. */
  storeList(list: StoredDoorList): void;
  device(): string;
}

interface ShownList {
  parties: readonly DisplayedParty[];
  gone: readonly string[];
  invalid_arrivals: readonly InvalidArrival[];
  as_of: string;
}

/** The facts about a performance that its doorkeeper needs. */
interface DoorPerformance {
  id: string;
  timeZone: string;
  /** The period in which check-ins count. */
  counts: CheckInPeriod;
}

export interface DoorState {
  /** The parties with pending check-ins applied. */
  parties: readonly DisplayedParty[];
  /** The number of check-ins that wait to be sent. */
  pendingCheckIns: number;
  /** The notes of this device that wait to be sent. */
  pendingNotes: readonly PendingNote[];
  /** The performance as it was when the list or the page was last fetched; undefined until then. */
  sale: Performance | undefined;
  /** The notes of all doors that are sent but not settled. */
  notes: readonly DoorNote[];
  /** True if the site can't be reached. */
  isOffline: boolean;
  /** True once the list with names has arrived. */
  hasNames: boolean;
  /** Arrivals on tickets that are no longer valid. */
  invalidArrivals: readonly InvalidArrival[];
  /** True if check-ins made now are practice, by this device's clock. */
  practice: boolean;
  /** The site's message while it refuses requests; "" otherwise. */
  refused: string;
}

/** A reference typed instead of a code: "249", "Ref 249", "#249". */
const referencePattern = /^\s*(?:ref(?:erence)?\.?|#)?\s*(\d{1,9})\s*$/i;

/**
 * Checks people in, with or without a network. Online, the site checks a code. Offline, this device checks it against
 * its list, and sends its check-ins in order when the network is back.
 */
export class Doorkeeper {
  #list: ShownList;
  #notes: readonly DoorNote[] = [];
  #sale: Performance | undefined;
  /**
   * Practice check-ins, which are never stored. They are shown until the page is reloaded, or until real check-ins can
   * be made.
   */
  #practiceCheckIns: PendingCheckIn[] = [];
  /** The list that was stored before the page was loaded, which is used offline until the site has responded. */
  #storedList: StoredDoorList | undefined;
  #hasResponded = false;
  #isOffline = false;
  /** The site's message if it refused the last request for the list; "" otherwise. */
  #listRefusal = '';
  readonly #environment: DoorkeeperEnvironment;
  readonly #outbox: Outbox;
  readonly #performance: DoorPerformance;
  #state: DoorState;
  #listeners = new Set<() => void>();
  #hasNames = false;
  /** Results received since the list was requested, which that list may not include. */
  #recentResults: CheckInResult[] = [];
  readonly #renewList = coalesceCalls(() => this.#fetchList());

  constructor(performance: DoorPerformance, list: StoredDoorList, environment: DoorkeeperEnvironment) {
    this.#performance = performance;
    this.#list = list;
    this.#environment = environment;
    this.#outbox = new Outbox(environment, {
      onResponse: (code) => this.#recordResponse(code),
      onResults: (marked) => {
        this.#recentResults.push(...marked);
        this.#applyResults(marked);
      },
      onPractice: (checkIns) => this.#practiceCheckIns.push(...checkIns),
      onChange: () => this.#notify(),
    });
    // Uses the time of the site's clock, as the server-side rendering does, instead of this device's clock
    this.#state = this.#buildState(Date.parse(list.as_of));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): DoorState => this.#state;

  /**
   * Adds check-ins that were stored before the page was loaded, or by another window of this door. Both windows may
   * send them: a check-in that is sent twice counts once.
   */
  resume(pending: readonly PendingCheckIn[]): void {
    if (this.#outbox.resumeCheckIns(pending)) void this.sync();
  }

  /** Replaces the performance by that of the page, which has been fetched again. The next list replaces it in turn. */
  renewSale(sale: Performance): void {
    this.#sale = sale;
    this.#notify();
  }

  /** Adds notes that were stored before the page was loaded, or by another window of this door. */
  resumeNotes(notes: readonly PendingNote[]): void {
    if (this.#outbox.resumeNotes(notes)) void this.sync();
  }

  /** Drops a note that another window of this door has sent or deleted. */
  dropNote(id: string): void {
    this.#outbox.dropNote(id);
  }

  /** Writes down a payment or a walk-up, which is sent when there is a network. */
  addNote(
    about:
      | { kind: 'payment'; order: string; how: SubmittedNote['how']; pence: number }
      | { kind: 'walk_up'; tickets: Record<string, number>; how: SubmittedNote['how']; pence: number },
  ): void {
    this.#outbox.addNote({ ...about, id: this.#environment.newId(), at: this.#environment.now() });
    void this.sync();
  }

  /** Sets the list that was stored before the page was loaded, which may be newer than a cached page. */
  restoreStoredList(list: StoredDoorList): void {
    this.#storedList = list;
    this.#recordResponse(this.#isOffline ? 0 : undefined);
    this.#notify();
  }

  /** Checks a ticket's holder in, or undoes the check-in. */
  setArrived(ticket: string, came: boolean): void {
    this.#outbox.addCheckIns([{ id: this.#environment.newId(), ticket, came, at: this.#environment.now() }]);
    void this.sync();
  }

  /** Checks in tickets of a party that somebody has decided to let in, and returns the result to show. */
  letIn(party: string, tickets: readonly string[]): TicketCheck {
    for (const ticket of tickets) this.setArrived(ticket, true);
    const { parties, practice, isOffline } = this.#state;
    const found = parties.find(({ id }) => id === party);
    return { id: this.#environment.newId(), outcome: 'in', party: found, practice, isOffline };
  }

  /**
   * Checks a code, or finds the booking of a reference that was typed instead. Lets the holder in if the code belongs
   * to a valid, unused ticket for this performance, and nothing is due, refunded or in dispute.
   */
  async checkCode(typed: string): Promise<TicketCheck> {
    const { newId, now } = this.#environment;
    const code = parseTicketCode(typed);
    const id = newId();
    const [, ref] = referencePattern.exec(typed) ?? [];
    if (ref) return this.#findBooking(Number(ref), id);
    if (!code) return { id, outcome: 'unknown', isOffline: false };
    const at = now();
    const checkIn = { id, ticket: '', code: formatTicketCode(code), came: true };
    const marked = this.#isOffline ? undefined : await this.#askSite(checkIn, at);
    if (marked) return this.#toTicketCheck(marked);
    return this.#checkOffline(await hashTicketCode(this.#performance.id, typed), { id, at });
  }

  /** Asks the site about a code that was shown at the time `at`. Returns undefined if no result arrives in time. */
  async #askSite(checkIn: Omit<CheckIn, 'waited'>, at: number): Promise<CheckInResult | undefined> {
    let isOver = false;
    const sent = this.#outbox.sendScan(checkIn, { at, isWaiting: () => !isOver });
    // Sending earlier check-ins may take longer than anybody at the door will wait
    const late = this.#environment.wait(scanTimeoutMs).then(() => {
      isOver = true;
      return undefined;
    });
    const marked = await Promise.race([sent, late]);
    // The device now counts as offline, so that the next scan doesn't wait too. Any later response makes it count as
    // online again
    if (isOver) this.#recordResponse(0);
    return marked;
  }

  /** Sends pending check-ins and notes. If all check-ins were sent and the notes had a response, fetches the list. */
  async sync(): Promise<void> {
    // A slow list refresh must not block scans or check-ins
    if ((await this.#outbox.sendCheckIns()) && (await this.#outbox.sendNotes())) await this.#renewList();
  }

  async #fetchList(): Promise<void> {
    this.#recentResults = [];
    const { code, msg, parties, gone, invalid_arrivals, notes, as_of, sale } =
      await this.#environment.fetchList(backgroundTimeoutMs);
    this.#recordResponse(code);
    this.#listRefusal = toRefusalMessage(code, msg);
    if (parties && gone && invalid_arrivals && as_of) {
      this.#hasNames = true;
      this.#notes = notes ?? [];
      this.#sale = sale;
      this.#setList({ parties, gone, invalid_arrivals, as_of });
      this.#applyResults(this.#recentResults);
    }
    this.#notify();
  }

  /** Applies check-in results to the list. */
  #applyResults(marked: readonly CheckInResult[]): void {
    const tickets = new Map(marked.map(({ ticket }) => [ticket?.id, ticket]));
    const parties = this.#list.parties.map((party) => ({
      ...party,
      tickets: party.tickets.map((ticket) => tickets.get(ticket.id) ?? ticket),
    }));
    this.#setList({ ...this.#list, parties });
  }

  #setList(list: ShownList): void {
    this.#list = list;
    const { parties, gone, invalid_arrivals, as_of } = list;
    this.#environment.storeList({
      ...{ parties: parties.map(toStoredDoorParty), gone: [...gone], invalid_arrivals: [...invalid_arrivals], as_of },
    });
  }

  /**
   * Records whether the site responded: `code` is 0 if it didn't, and undefined if nothing new is known. If the site
   * has never responded and the device is offline, the stored list is used, unless the page's own list is newer.
   */
  #recordResponse(code: number | undefined): void {
    if (code !== undefined) this.#isOffline = code === 0;
    this.#hasResponded ||= code !== undefined && code !== 0;
    if (!this.#isOffline || this.#hasResponded || !this.#storedList) return;
    // If the page was rendered after the list was stored, the list in the page is newer
    if (this.#storedList.as_of >= this.#list.as_of) this.#list = this.#storedList;
    this.#storedList = undefined;
  }

  /** Finds the booking with a reference that was typed instead of a code. */
  #findBooking(ref: number, id: string): TicketCheck {
    const party = this.#state.parties.find((one) => one.ref === ref);
    return { id, outcome: 'booking', party, isOffline: this.#isOffline };
  }

  #toTicketCheck({ id, outcome, party, ticket, other, practice }: CheckInResult): TicketCheck {
    if (practice && outcome === 'in' && ticket) return this.#checkInForPractice({ id, party, ticket: ticket.id });
    const found = this.#state.parties.find((one) => one.id === party);
    // If the ticket was sold, refunded or disputed after the list was fetched, the list is outdated
    const isWarned = outcome === 'refunded' || outcome === 'disputed';
    if (party !== '' && (!found || (isWarned && !findMoneyWarning(found)))) void this.sync();
    return {
      id,
      outcome,
      party: found,
      ticket: ticket?.id,
      arrived: ticket?.arrived,
      other,
      practice,
      isOffline: false,
    };
  }

  /** Checks a ticket in for practice, on this page only. */
  #checkInForPractice({ id, party, ticket }: { id: string; party: string; ticket: string }): TicketCheck {
    const before = this.#state.parties.find((one) => one.id === party);
    const arrived = before?.tickets.find((one) => one.id === ticket)?.arrived;
    const about = { id, ticket, practice: true, isOffline: false };
    if (arrived) return { ...about, outcome: 'already', party: before, arrived };
    this.#practiceCheckIns.push({ id, ticket, came: true, at: this.#environment.now() });
    this.#notify();
    return { ...about, outcome: 'in', party: this.#state.parties.find((one) => one.id === party) };
  }

  /** Checks a code with the data on this device. */
  #checkOffline(hash: string, { id, at }: { id: string; at: number }): TicketCheck {
    const hasCode = ({ code }: { code: string }) => hash !== '' && code === hash;
    const party = this.#state.parties.find(({ tickets }) => tickets.some(hasCode));
    const ticket = party?.tickets.find(hasCode);
    const practice = isPracticeCheckIn(at, this.#performance.counts);
    const about = { id, party, ticket: ticket?.id, arrived: ticket?.arrived, practice, isOffline: true };
    if (!party || !ticket) return { ...about, outcome: this.#list.gone.includes(hash) ? 'cancelled' : 'unknown' };
    if (ticket.arrived) return { ...about, outcome: 'already' };
    if (party.owes) return { ...about, outcome: 'owes' };
    const warning = findMoneyWarning(party);
    if (warning) return { ...about, outcome: warning.outcome };
    this.#outbox.addCheckIns([{ id, ticket: ticket.id, came: true, at }]);
    // The network may have returned while the code was looked up
    if (!this.#isOffline) void this.sync();
    return { ...about, outcome: 'in', party: this.#state.parties.find((one) => one.id === party.id) };
  }

  #buildState(now: number): DoorState {
    const { checkIns, notes, refusal } = this.#outbox;
    const at = { device: this.#environment.device(), timeZone: this.#performance.timeZone };
    const practice = isPracticeCheckIn(now, this.#performance.counts);
    // Practice check-ins are discarded once check-ins count
    if (!practice) this.#practiceCheckIns = [];
    return {
      parties: applyPendingCheckIns(this.#list.parties, [...this.#practiceCheckIns, ...checkIns], at),
      invalidArrivals: this.#list.invalid_arrivals,
      practice,
      pendingCheckIns: checkIns.length,
      pendingNotes: [...notes],
      sale: this.#sale,
      notes: this.#notes,
      isOffline: this.#isOffline,
      hasNames: this.#hasNames,
      refused: refusal || this.#listRefusal,
    };
  }

  #notify(): void {
    this.#state = this.#buildState(this.#environment.now());
    for (const listener of this.#listeners) listener();
  }
}
