import { readTicketCode, writtenCode } from '#features/orders/ticket-code.ts';
import { codeHash } from '../code-hash.ts';
import type { DoorList, DoorNote, InvalidArrival, Mark, Marked, SentNote, StoredList } from '../contract.ts';
import { type CountingWindow, isPractice } from '../counting-window.ts';
import { longestNoteWait, longestWait, mostMarks } from '../limits.ts';
import type { Result } from '../result.ts';
import { type ShownParty, storedParty, type UnsentMark, type UnsentNote, withUnsent } from '../unsent-marks.ts';

/** The site's answer; code 0 where it couldn't be reached. */
type Answered<Given> = { code: number; msg: string } & Partial<Given>;

/** How long somebody who shows a code waits for the site before this device decides (milliseconds). */
export const patience = 3000;
/**
 * How long the site has to answer what nobody waits for, before the network counts as gone: it is only slow, where a hall
 * has thick walls (milliseconds).
 */
export const longPatience = 20_000;

/** What the doorkeeper needs of a browser, so that its rules can be tested without one. */
export interface Outside {
  /** `within` so many milliseconds, or it counts as out of reach. */
  fetchList(within: number): Promise<Answered<DoorList>>;
  sendMarks(marks: readonly Mark[], within: number): Promise<Answered<{ marked: readonly Marked[] }>>;
  wait(milliseconds: number): Promise<void>;
  /** Stores unsent marks on the device, beside those of other windows of this door. */
  keep(unsent: readonly UnsentMark[]): void;
  /** Deletes marks there that were sent. */
  forget(sent: readonly UnsentMark[]): void;
  /** Stores the present list on the device, for a page that is loaded again without a network. */
  keepList(list: StoredList): void;
  sendNotes(notes: readonly SentNote[], within: number): Promise<Answered<object>>;
  /** Stores notes about money on the device until they are handed in. */
  keepNotes(notes: readonly UnsentNote[]): void;
  forgetNotes(sent: readonly UnsentNote[]): void;
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
interface Place {
  performance: string;
  timeZone: string;
  /** When marks count. */
  counts: CountingWindow;
}

export interface DoorState {
  /** The parties, with the waiting marks applied. */
  parties: readonly ShownParty[];
  /** How many marks wait to be sent. */
  unsent: number;
  /** What was written down here, and isn't handed in yet. */
  unsentNotes: readonly UnsentNote[];
  /** What doors have handed in, and nobody has settled. */
  notes: readonly DoorNote[];
  /** Whether the site can't be reached. */
  cutOff: boolean;
  /** Whether the list has come, with names: until then it is the one that this device keeps. */
  named: boolean;
  /** Who came in with a ticket that isn't valid any more. */
  invalidArrivals: readonly InvalidArrival[];
  /** Whether marks made now are practice, by this device's clock. */
  practice: boolean;
  /** Why the site takes nothing although it answers; "" while it does. */
  refused: string;
}

/** A reference typed in place of a code: "249", "Ref 249", "#249". */
const reference = /^\s*(?:ref(?:erence)?\.?|#)?\s*(\d{1,9})\s*$/i;

/** Does something once at a time. Whoever asks for it meanwhile gets it done once more afterwards, all of them together. */
function inTurns<Done>(work: () => Promise<Done>): () => Promise<Done> {
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
 * Lets people in, with the network or without. With it, the site judges a code. Without it, this device does, by the
 * list it has; its marks wait, and are sent in their order when the network is back.
 */
export class Doorkeeper {
  #list: ShownList;
  #unsent: UnsentMark[] = [];
  #unsentNotes: UnsentNote[] = [];
  #notes: readonly DoorNote[] = [];
  /** Marks that the site called practice: they are shown until the page is loaded again, and stored nowhere. */
  #practised: UnsentMark[] = [];
  /** The list as stored before the page was loaded; used until the site has answered. */
  #before: StoredList | undefined;
  #hasHeard = false;
  #cutOff = false;
  #refused = '';
  readonly #outside: Outside;
  readonly #place: Place;
  #state: DoorState;
  #listeners = new Set<() => void>();
  /** Marks are sent one after the other. */
  #line: Promise<unknown> = Promise.resolve();
  #named = false;
  /** What the site has answered about tickets since the list was asked for that is on its way: that list may lack it. */
  #since: Marked[] = [];
  readonly #sendAll = inTurns(() => this.#inLine(() => this.#sendUnsent(longPatience)));
  readonly #handIn = inTurns(() => this.#sendUnsentNotes());
  readonly #renewList = inTurns(() => this.#fetchList());

  constructor(place: Place, list: StoredList, outside: Outside) {
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
   * a mark that is sent twice counts once.
   */
  resume(unsent: readonly UnsentMark[]): void {
    const known = new Set(this.#unsent.map(({ id }) => id));
    const others = unsent.filter(({ id }) => !known.has(id));
    if (others.length === 0) return;
    this.#unsent = [...others, ...this.#unsent].sort((one, other) => one.at - other.at);
    this.#changed();
    void this.sync();
  }

  /** Adds notes that waited when the page was loaded. */
  resumeNotes(notes: readonly UnsentNote[]): void {
    const known = new Set(this.#unsentNotes.map(({ id }) => id));
    const others = notes.filter(({ id }) => !known.has(id));
    if (others.length === 0) return;
    this.#unsentNotes = [...others, ...this.#unsentNotes].sort((one, other) => one.at - other.at);
    this.#changed();
    void this.sync();
  }

  /** Writes a payment or a walk-up down, to be handed in when there is a network. */
  note(
    about:
      | { kind: 'payment'; order: string; how: SentNote['how']; pence: number }
      | { kind: 'walk_up'; tickets: Record<string, number>; how: SentNote['how']; pence: number },
  ): void {
    const note = { ...about, id: this.#outside.newId(), at: this.#outside.now() };
    this.#unsentNotes.push(note);
    this.#outside.keepNotes([note]);
    this.#changed();
    void this.sync();
  }

  /** Takes the list that was stored before the page was loaded, which may be newer than a cached page. */
  recall(list: StoredList): void {
    this.#before = list;
    this.#hear(this.#cutOff ? 0 : undefined);
    this.#changed();
  }

  /** Marks a ticket's holder as in, or takes that back. */
  tick(ticket: string, came: boolean): void {
    this.#wait([{ id: this.#outside.newId(), ticket, came, at: this.#outside.now() }]);
    void this.sync();
  }

  /** Judges a code, and lets its holder in where it is a ticket for now. */
  async show(typed: string): Promise<Result> {
    const { newId, now } = this.#outside;
    const code = readTicketCode(typed);
    const id = newId();
    const [, ref] = reference.exec(typed) ?? [];
    if (ref) return this.#booking(Number(ref), id);
    if (!code) return { id, outcome: 'unknown', cutOff: false };
    const at = now();
    const mark = { id, ticket: '', code: writtenCode(code), came: true };
    const marked = this.#cutOff ? undefined : await this.#judged(mark, at);
    if (marked) return this.#told(marked);
    return this.#known(await codeHash(this.#place.performance, typed), { id, at });
  }

  /** The site's judgement of a code that was shown at `at`; undefined where it hasn't come in time. */
  async #judged(mark: Omit<Mark, 'waited'>, at: number): Promise<Marked | undefined> {
    let isOver = false;
    const sent = this.#inLine(async () => {
      if (isOver || !(await this.#sendUnsent(patience)) || isOver) return undefined;
      return (await this.#send([{ ...mark, waited: this.#waited(at) }], patience))?.[0];
    });
    // What is sent before it may take longer than anybody at a door waits
    const late = this.#outside.wait(patience).then(() => {
      isOver = true;
      return undefined;
    });
    const marked = await Promise.race([sent, late]);
    // The next need not wait as well. Whatever the site answers, however late, ends that
    if (isOver) this.#hear(0);
    return marked;
  }

  /** Sends waiting marks, and fetches the list. */
  async sync(): Promise<void> {
    // A list that is long in coming holds up no mark and no code
    if ((await this.#sendAll()) && (await this.#handIn())) await this.#renewList();
  }

  /** Whether all notes are handed in. One that the site refuses stays. */
  async #sendUnsentNotes(): Promise<boolean> {
    while (this.#unsentNotes.length > 0) {
      const some = this.#unsentNotes.slice(0, mostMarks);
      const now = this.#outside.now();
      const notes = some.map(({ at, ...note }) => ({
        ...note,
        waited: Math.min(Math.max(0, now - at), longestNoteWait),
      }));
      const { code, msg } = await this.#outside.sendNotes(notes, longPatience);
      this.#hear(code);
      if (code !== 0 && code !== 200) this.#refused = msg;
      if (code === 200) {
        const sent = new Set(some.map(({ id }) => id));
        this.#unsentNotes = this.#unsentNotes.filter(({ id }) => !sent.has(id));
        this.#outside.forgetNotes(some);
      }
      this.#changed();
      if (code !== 200) return code !== 0;
    }
    return true;
  }

  async #fetchList(): Promise<void> {
    this.#since = [];
    const { code, parties, gone, invalid_arrivals, notes, as_of } = await this.#outside.fetchList(longPatience);
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

  /** How long ago that was: no longer than the site takes, and not ahead, where the device's clock was set meanwhile. */
  #waited(at: number): number {
    return Math.min(Math.max(0, this.#outside.now() - at), longestWait);
  }

  /** Whether all is sent. */
  async #sendUnsent(within: number): Promise<boolean> {
    while (this.#unsent.length > 0) {
      const some = this.#unsent.slice(0, mostMarks);
      const marks = some.map(({ at, ...mark }) => ({ ...mark, code: '', waited: this.#waited(at) }));
      const marked = await this.#send(marks, within);
      if (!marked) return false;
      const practised = new Set(marked.flatMap(({ id, practice }) => (practice ? [id] : [])));
      this.#practised.push(...some.filter(({ id }) => practised.has(id)));
      const sent = new Set(some.map(({ id }) => id));
      this.#unsent = this.#unsent.filter(({ id }) => !sent.has(id));
      this.#outside.forget(some);
      this.#changed();
    }
    return true;
  }

  async #send(marks: readonly Mark[], within: number): Promise<readonly Marked[] | undefined> {
    const { code, msg, marked } = await this.#outside.sendMarks(marks, within);
    this.#hear(code);
    this.#refused = code === 0 || code === 200 ? '' : msg;
    if (marked) {
      this.#since.push(...marked);
      this.#take(marked);
    }
    this.#changed();
    return marked;
  }

  /** Puts the site's answers about tickets into the list. */
  #take(marked: readonly Marked[]): void {
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
    this.#outside.keepList({
      ...{ parties: parties.map(storedParty), gone: [...gone], invalid_arrivals: [...invalid_arrivals], as_of },
    });
  }

  /** Records whether the site could be reached, by the code of its answer; 0 for none. */
  #hear(code: number | undefined): void {
    if (code !== undefined) this.#cutOff = code === 0;
    this.#hasHeard ||= code !== undefined && code !== 0;
    if (!this.#cutOff || this.#hasHeard || !this.#before) return;
    // A page that the site has just made is newer
    if (this.#before.as_of >= this.#list.as_of) this.#list = this.#before;
    this.#before = undefined;
  }

  /** The booking with a reference that was typed where a code belongs. */
  #booking(ref: number, id: string): Result {
    const party = this.#state.parties.find((one) => one.ref === ref);
    return { id, outcome: 'booking', party, cutOff: this.#cutOff };
  }

  #told({ id, outcome, party, ticket, other, practice }: Marked): Result {
    if (practice && outcome === 'in' && ticket) return this.#practise({ id, party, ticket: ticket.id });
    const found = this.#state.parties.find((one) => one.id === party);
    // Sold since the list was fetched
    if (party !== '' && !found) void this.sync();
    return { id, outcome, party: found, ticket: ticket?.id, arrived: ticket?.arrived, other, practice, cutOff: false };
  }

  /** Lets a ticket in for practice, on this screen alone. */
  #practise({ id, party, ticket }: { id: string; party: string; ticket: string }): Result {
    const before = this.#state.parties.find((one) => one.id === party);
    const arrived = before?.tickets.find((one) => one.id === ticket)?.arrived;
    const about = { id, ticket, practice: true, cutOff: false };
    if (arrived) return { ...about, outcome: 'already', party: before, arrived };
    this.#practised.push({ id, ticket, came: true, at: this.#outside.now() });
    this.#changed();
    return { ...about, outcome: 'in', party: this.#state.parties.find((one) => one.id === party) };
  }

  /** What this device alone knows of a code. */
  #known(hash: string, { id, at }: { id: string; at: number }): Result {
    const is = ({ code }: { code: string }) => hash !== '' && code === hash;
    const party = this.#state.parties.find(({ tickets }) => tickets.some(is));
    const ticket = party?.tickets.find(is);
    const practice = isPractice(at, this.#place.counts);
    const about = { id, party, ticket: ticket?.id, arrived: ticket?.arrived, practice, cutOff: true };
    if (!party || !ticket) return { ...about, outcome: this.#list.gone.includes(hash) ? 'cancelled' : 'unknown' };
    if (ticket.arrived) return { ...about, outcome: 'already' };
    if (party.owes) return { ...about, outcome: 'owes' };
    this.#wait([{ id, ticket: ticket.id, came: true, at }]);
    // The network came back while the code was looked up
    if (!this.#cutOff) void this.sync();
    return { ...about, outcome: 'in', party: this.#state.parties.find((one) => one.id === party.id) };
  }

  #wait(marks: readonly UnsentMark[]): void {
    this.#unsent.push(...marks);
    this.#outside.keep(marks);
    this.#changed();
  }

  #standing(now: number): DoorState {
    const at = { device: this.#outside.device(), timeZone: this.#place.timeZone };
    const practice = isPractice(now, this.#place.counts);
    // What was practised is gone once it counts
    if (!practice) this.#practised = [];
    return {
      parties: withUnsent(this.#list.parties, [...this.#practised, ...this.#unsent], at),
      invalidArrivals: this.#list.invalid_arrivals,
      practice,
      unsent: this.#unsent.length,
      unsentNotes: [...this.#unsentNotes],
      notes: this.#notes,
      cutOff: this.#cutOff,
      named: this.#named,
      refused: this.#refused,
    };
  }

  #changed(): void {
    this.#state = this.#standing(this.#outside.now());
    for (const listener of this.#listeners) listener();
  }
}
