import { formatTicketCode, parseTicketCode } from '#features/box-office/orders/ticket-code.ts';
import { hashTicketCode } from '../code-hash.ts';
import type {
  CheckIn,
  CheckInResult,
  DoorList,
  DoorNote,
  InvalidArrival,
  RefusedNote,
  SentNote,
  StoredList,
} from '../contract.ts';
import { type CountingWindow, isPractice } from '../counting-window.ts';
import { maxCheckInAgeMs, maxCheckInsPerRequest } from '../limits.ts';
import { findMoneyWarning } from '../money-warning.ts';
import { applyPendingCheckIns, type PendingCheckIn, type PendingNote, toSentNotes } from '../pending-check-ins.ts';
import { type ShownParty, toStoredParty } from '../shown-party.ts';
import type { TicketCheck } from '../ticket-check.ts';

/** The site's response; code 0 if it couldn't be reached. */
type SiteResponse<Given> = { code: number; msg: string } & Partial<Given>;

/** The time for which somebody who shows a code waits for the site before this device decides (milliseconds). */
export const scanTimeoutMs = 3000;
/**
 * Timeout for background requests before the device counts as offline; generous because halls have poor reception
 * (milliseconds).
 */
export const backgroundTimeoutMs = 20_000;

/** The doorkeeper's interface to the browser, so that its rules can be tested without one. */
export interface DoorkeeperEnvironment {
  /** `within` this many milliseconds, or it counts as out of reach. */
  fetchList(within: number): Promise<SiteResponse<DoorList>>;
  sendCheckIns(marks: readonly CheckIn[], within: number): Promise<SiteResponse<{ marked: readonly CheckInResult[] }>>;
  wait(milliseconds: number): Promise<void>;
  /** Stores pending check-ins on the device, together with those of other windows of this door. */
  storePending(pending: readonly PendingCheckIn[]): void;
  /** Deletes marks there that were sent. */
  deletePending(sent: readonly PendingCheckIn[]): void;
  /** Stores the present list on the device, for a page that is loaded again without a network. */
  storeList(list: StoredList): void;
  sendNotes(notes: readonly SentNote[], within: number): Promise<SiteResponse<{ refused: readonly RefusedNote[] }>>;
  /** Stores notes about money on the device until they are handed in. */
  storeNotes(notes: readonly PendingNote[]): void;
  deleteNotes(sent: readonly PendingNote[]): void;
  newId(): string;
  now(): number;
  device(): string;
}

interface ShownList {
  parties: readonly ShownParty[];
  gone: readonly string[];
  invalid_arrivals: readonly InvalidArrival[];
  as_of: string;
}

/** A performance as its doorkeeper knows it. */
interface DoorPerformance {
  performance: string;
  timeZone: string;
  /** When marks count. */
  counts: CountingWindow;
}

export interface DoorState {
  /** The parties, with the waiting marks applied. */
  parties: readonly ShownParty[];
  /** The number of marks that wait to be sent. */
  pendingCheckIns: number;
  /** Notes written on this device that haven't been sent yet. */
  pendingNotes: readonly PendingNote[];
  /** Notes that doors have sent, and nobody has settled. */
  notes: readonly DoorNote[];
  /** True if the site can't be reached. */
  isOffline: boolean;
  /** True once the list with names has arrived; until then it is the list stored on this device. */
  hasNames: boolean;
  /** People who came in with a ticket that isn't valid any more. */
  invalidArrivals: readonly InvalidArrival[];
  /** True if marks made now are practice, by this device's clock. */
  practice: boolean;
  /** The reason why the site refuses everything although it responds; "" while it doesn't. */
  refused: string;
}

/** A typed reference in place of a code: "249", "Ref 249", "#249". */
const referencePattern = /^\s*(?:ref(?:erence)?\.?|#)?\s*(\d{1,9})\s*$/i;

/** Runs `work` one call at a time. Calls made while it runs share a single follow-up run. */
function coalesceCalls<Done>(work: () => Promise<Done>): () => Promise<Done> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Done> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      return work();
    });
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Checks people in, with the network or without. With it, the site checks a code. Without it, this device does, by its
 * list; its marks wait, and are sent in order when the network is back.
 */
export class Doorkeeper {
  #list: ShownList;
  #pendingCheckIns: PendingCheckIn[] = [];
  #pendingNotes: PendingNote[] = [];
  #notes: readonly DoorNote[] = [];
  /** Marks that the site called practice: shown until the page is reloaded, and stored nowhere. */
  #practised: PendingCheckIn[] = [];
  /** The list as stored before the page was loaded; used until the site has answered. */
  #before: StoredList | undefined;
  #hasHeard = false;
  #isOffline = false;
  #refused = '';
  readonly #outside: DoorkeeperEnvironment;
  readonly #place: DoorPerformance;
  #state: DoorState;
  #listeners = new Set<() => void>();
  /** Marks are sent one after the other. */
  #line: Promise<unknown> = Promise.resolve();
  #named = false;
  /** Check-in results received since the pending list request was sent, which that list may not include. */
  #since: CheckInResult[] = [];
  readonly #sendAll = coalesceCalls(() => this.#inLine(() => this.#sendPendingCheckIns(backgroundTimeoutMs)));
  readonly #handIn = coalesceCalls(() => this.#sendPendingNotes());
  readonly #renewList = coalesceCalls(() => this.#fetchList());

  constructor(place: DoorPerformance, list: StoredList, outside: DoorkeeperEnvironment) {
    this.#place = place;
    this.#list = list;
    this.#outside = outside;
    // As the site rendered the page: its clock, not this device's
    this.#state = this.#standing(Date.parse(list.as_of));
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): DoorState => this.#state;

  /**
   * Adds marks that waited when the page was loaded, and those of another window of this door. Both windows send them:
   * a mark sent twice counts once.
   */
  resume(pending: readonly PendingCheckIn[]): void {
    const known = new Set(this.#pendingCheckIns.map(({ id }) => id));
    const others = pending.filter(({ id }) => !known.has(id));
    if (others.length === 0) return;
    this.#pendingCheckIns = [...others, ...this.#pendingCheckIns].sort((one, other) => one.at - other.at);
    this.#changed();
    void this.sync();
  }

  /** Adds notes that waited when the page was loaded. */
  resumeNotes(notes: readonly PendingNote[]): void {
    const known = new Set(this.#pendingNotes.map(({ id }) => id));
    const others = notes.filter(({ id }) => !known.has(id));
    if (others.length === 0) return;
    this.#pendingNotes = [...others, ...this.#pendingNotes].sort((one, other) => one.at - other.at);
    this.#changed();
    void this.sync();
  }

  /** Notes a payment or a walk-up, to be sent when there is a network. */
  addNote(
    about:
      | { kind: 'payment'; order: string; how: SentNote['how']; pence: number }
      | { kind: 'walk_up'; tickets: Record<string, number>; how: SentNote['how']; pence: number },
  ): void {
    const addNote = { ...about, id: this.#outside.newId(), at: this.#outside.now() };
    this.#pendingNotes.push(addNote);
    this.#outside.storeNotes([addNote]);
    this.#changed();
    void this.sync();
  }

  /** Uses the list that was stored before the page was loaded, which may be newer than a cached page. */
  restoreStoredList(list: StoredList): void {
    this.#before = list;
    this.#hear(this.#isOffline ? 0 : undefined);
    this.#changed();
  }

  /** Marks a ticket's holder as inside, or undoes that. */
  setArrived(ticket: string, came: boolean): void {
    this.#wait([{ id: this.#outside.newId(), ticket, came, at: this.#outside.now() }]);
    void this.sync();
  }

  /** Checks a code, and lets its holder in if it is a valid ticket for this performance. */
  async checkCode(typed: string): Promise<TicketCheck> {
    const { newId, now } = this.#outside;
    const code = parseTicketCode(typed);
    const id = newId();
    const [, ref] = referencePattern.exec(typed) ?? [];
    if (ref) return this.#booking(Number(ref), id);
    if (!code) return { id, outcome: 'unknown', isOffline: false };
    const at = now();
    const mark = { id, ticket: '', code: formatTicketCode(code), came: true };
    const marked = this.#isOffline ? undefined : await this.#judged(mark, at);
    if (marked) return this.#told(marked);
    return this.#known(await hashTicketCode(this.#place.performance, typed), { id, at });
  }

  /** The site's verdict on a code that was shown at `at`; undefined if it hasn't arrived in time. */
  async #judged(mark: Omit<CheckIn, 'waited'>, at: number): Promise<CheckInResult | undefined> {
    let isOver = false;
    const sent = this.#inLine(async () => {
      if (isOver || !(await this.#sendPendingCheckIns(scanTimeoutMs)) || isOver) return undefined;
      return (await this.#send([{ ...mark, waited: this.#waited(at) }], scanTimeoutMs))?.[0];
    });
    // Earlier marks that are still being sent may take longer than anybody at a door waits
    const late = this.#outside.wait(scanTimeoutMs).then(() => {
      isOver = true;
      return undefined;
    });
    const marked = await Promise.race([sent, late]);
    // The next mark need not wait as well. Any response of the site, even a late one, ends that
    if (isOver) this.#hear(0);
    return marked;
  }

  /** Sends waiting marks, and fetches the list. */
  async sync(): Promise<void> {
    // A slow list refresh must not block scans or check-ins
    if ((await this.#sendAll()) && (await this.#handIn())) await this.#renewList();
  }

  /** Sends all pending notes. Returns true if none is left; one that the site refuses stays. */
  async #sendPendingNotes(): Promise<boolean> {
    const unreadable = new Set<string>();
    for (;;) {
      const some = this.#pendingNotes.filter(({ id }) => !unreadable.has(id)).slice(0, maxCheckInsPerRequest);
      if (some.length === 0) break;
      const notes = toSentNotes(some, this.#outside.now());
      const { code, msg, refused = [] } = await this.#outside.sendNotes(notes, backgroundTimeoutMs);
      this.#hear(code);
      if (code !== 0 && code !== 200) this.#refused = msg;
      if (code === 200) {
        for (const note of refused) {
          unreadable.add(note.id);
          this.#refused = note.msg;
        }
        const stored = some.filter(({ id }) => !unreadable.has(id));
        const sent = new Set(stored.map(({ id }) => id));
        this.#pendingNotes = this.#pendingNotes.filter(({ id }) => !sent.has(id));
        this.#outside.deleteNotes(stored);
      }
      this.#changed();
      if (code !== 200) return code !== 0;
    }
    return true;
  }

  async #fetchList(): Promise<void> {
    this.#since = [];
    const { code, parties, gone, invalid_arrivals, notes, as_of } = await this.#outside.fetchList(backgroundTimeoutMs);
    this.#hear(code);
    if (parties && gone && invalid_arrivals && as_of) {
      this.#named = true;
      this.#notes = notes ?? [];
      this.#renew({ parties, gone, invalid_arrivals, as_of });
      this.#take(this.#since);
    }
    this.#changed();
  }

  #inLine<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = this.#line.then(work);
    this.#line = done.catch(() => undefined);
    return done;
  }

  /** The age of the mark: no longer than the site accepts, and not negative if the device's clock was changed. */
  #waited(at: number): number {
    return Math.min(Math.max(0, this.#outside.now() - at), maxCheckInAgeMs);
  }

  /** Sends all pending check-ins. Returns true if none is left. */
  async #sendPendingCheckIns(within: number): Promise<boolean> {
    while (this.#pendingCheckIns.length > 0) {
      const some = this.#pendingCheckIns.slice(0, maxCheckInsPerRequest);
      const marks = some.map(({ at, ...mark }) => ({ ...mark, code: '', waited: this.#waited(at) }));
      const marked = await this.#send(marks, within);
      if (!marked) return false;
      const practised = new Set(marked.flatMap(({ id, practice }) => (practice ? [id] : [])));
      this.#practised.push(...some.filter(({ id }) => practised.has(id)));
      const sent = new Set(some.map(({ id }) => id));
      this.#pendingCheckIns = this.#pendingCheckIns.filter(({ id }) => !sent.has(id));
      this.#outside.deletePending(some);
      this.#changed();
    }
    return true;
  }

  async #send(marks: readonly CheckIn[], within: number): Promise<readonly CheckInResult[] | undefined> {
    const { code, msg, marked } = await this.#outside.sendCheckIns(marks, within);
    this.#hear(code);
    this.#refused = code === 0 || code === 200 ? '' : msg;
    if (marked) {
      this.#since.push(...marked);
      this.#take(marked);
    }
    this.#changed();
    return marked;
  }

  /** Applies the site's responses about tickets to the list. */
  #take(marked: readonly CheckInResult[]): void {
    const tickets = new Map(marked.map(({ ticket }) => [ticket?.id, ticket]));
    const parties = this.#list.parties.map((party) => ({
      ...party,
      tickets: party.tickets.map((ticket) => tickets.get(ticket.id) ?? ticket),
    }));
    this.#renew({ ...this.#list, parties });
  }

  #renew(list: ShownList): void {
    this.#list = list;
    const { parties, gone, invalid_arrivals, as_of } = list;
    this.#outside.storeList({
      ...{ parties: parties.map(toStoredParty), gone: [...gone], invalid_arrivals: [...invalid_arrivals], as_of },
    });
  }

  /** Records if the site could be reached, by the code of its response; 0 for none. */
  #hear(code: number | undefined): void {
    if (code !== undefined) this.#isOffline = code === 0;
    this.#hasHeard ||= code !== undefined && code !== 0;
    if (!this.#isOffline || this.#hasHeard || !this.#before) return;
    // A page that the site has just made is newer
    if (this.#before.as_of >= this.#list.as_of) this.#list = this.#before;
    this.#before = undefined;
  }

  /** The booking with a reference that was typed in place of a code. */
  #booking(ref: number, id: string): TicketCheck {
    const party = this.#state.parties.find((one) => one.ref === ref);
    return { id, outcome: 'booking', party, isOffline: this.#isOffline };
  }

  #told({ id, outcome, party, ticket, other, practice }: CheckInResult): TicketCheck {
    if (practice && outcome === 'in' && ticket) return this.#practise({ id, party, ticket: ticket.id });
    const found = this.#state.parties.find((one) => one.id === party);
    // Sold, refunded or disputed since the list was fetched
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

  /** Checks a ticket in for practice, on this screen alone. */
  #practise({ id, party, ticket }: { id: string; party: string; ticket: string }): TicketCheck {
    const before = this.#state.parties.find((one) => one.id === party);
    const arrived = before?.tickets.find((one) => one.id === ticket)?.arrived;
    const about = { id, ticket, practice: true, isOffline: false };
    if (arrived) return { ...about, outcome: 'already', party: before, arrived };
    this.#practised.push({ id, ticket, came: true, at: this.#outside.now() });
    this.#changed();
    return { ...about, outcome: 'in', party: this.#state.parties.find((one) => one.id === party) };
  }

  /** Checks a code with the data on this device only. */
  #known(hash: string, { id, at }: { id: string; at: number }): TicketCheck {
    const is = ({ code }: { code: string }) => hash !== '' && code === hash;
    const party = this.#state.parties.find(({ tickets }) => tickets.some(is));
    const ticket = party?.tickets.find(is);
    const practice = isPractice(at, this.#place.counts);
    const about = { id, party, ticket: ticket?.id, arrived: ticket?.arrived, practice, isOffline: true };
    if (!party || !ticket) return { ...about, outcome: this.#list.gone.includes(hash) ? 'cancelled' : 'unknown' };
    if (ticket.arrived) return { ...about, outcome: 'already' };
    if (party.owes) return { ...about, outcome: 'owes' };
    const warning = findMoneyWarning(party);
    if (warning) return { ...about, outcome: warning.outcome };
    this.#wait([{ id, ticket: ticket.id, came: true, at }]);
    // The network came back while the code was looked up
    if (!this.#isOffline) void this.sync();
    return { ...about, outcome: 'in', party: this.#state.parties.find((one) => one.id === party.id) };
  }

  #wait(marks: readonly PendingCheckIn[]): void {
    this.#pendingCheckIns.push(...marks);
    this.#outside.storePending(marks);
    this.#changed();
  }

  #standing(now: number): DoorState {
    const at = { device: this.#outside.device(), timeZone: this.#place.timeZone };
    const practice = isPractice(now, this.#place.counts);
    // Practice marks are discarded once marks count
    if (!practice) this.#practised = [];
    return {
      parties: applyPendingCheckIns(this.#list.parties, [...this.#practised, ...this.#pendingCheckIns], at),
      invalidArrivals: this.#list.invalid_arrivals,
      practice,
      pendingCheckIns: this.#pendingCheckIns.length,
      pendingNotes: [...this.#pendingNotes],
      notes: this.#notes,
      isOffline: this.#isOffline,
      hasNames: this.#named,
      refused: this.#refused,
    };
  }

  #changed(): void {
    this.#state = this.#standing(this.#outside.now());
    for (const listener of this.#listeners) listener();
  }
}
