import { coalesceCalls } from '#platform/shared/coalesce-calls.ts';
import { mergePendingItems, type PendingCheckIn, type PendingNote, toSubmittedNotes } from '../check-ins.ts';
import type { CheckIn, CheckInResult, RejectedNote, SubmittedNote } from '../contract.ts';
import { maxCheckInAgeMs, maxItemsPerDoorRequest } from '../limits.ts';

/** The site's response; code 0 if it couldn't be reached. */
export type DoorResponse<Given> = { code: number; msg: string } & Partial<Given>;

/** The time for which a scan waits for the site; after that, this device decides by itself (milliseconds). */
export const scanTimeoutMs = 3000;
/** The timeout of background requests (milliseconds). It is generous because halls have poor reception. */
export const backgroundTimeoutMs = 20_000;

/** The outbox's interface to the browser and the site. `within` is a timeout in milliseconds. */
export interface OutboxEnvironment {
  sendCheckIns(marks: readonly CheckIn[], within: number): Promise<DoorResponse<{ marked: readonly CheckInResult[] }>>;
  sendNotes(
    notes: readonly SubmittedNote[],
    within: number,
  ): Promise<DoorResponse<{ refused: readonly RejectedNote[] }>>;
  /** Stores pending check-ins on the device, in addition to those of other windows. */
  storePending(pending: readonly PendingCheckIn[]): void;
  /** Deletes stored check-ins that were sent. */
  deletePending(sent: readonly PendingCheckIn[]): void;
  /** Stores notes about money on the device until they are sent. */
  storeNotes(notes: readonly PendingNote[]): void;
  deleteNotes(sent: readonly PendingNote[]): void;
  newId(): string;
  now(): number;
}

/** Functions that the outbox calls when a response arrives, or when its content changes. */
interface OutboxListener {
  /** Called after each request with the response's code; 0 if there was no response. */
  onResponse(code: number): void;
  onResults(marked: readonly CheckInResult[]): void;
  /** Called with sent check-ins that the site didn't record, because they were practice. */
  onPractice(checkIns: readonly PendingCheckIn[]): void;
  /** Called after every change of the outbox. */
  onChange(): void;
}

/**
 * Returns the site's message if it refused the request; otherwise "". For a 403, adds advice to carry on: the user has
 * lost access, or has to do something else on the site first.
 */
export function toRefusalMessage(code: number, msg: string): string {
  if (code === 0 || code === 200) return '';
  return code === 403 ? `${msg} ${noAccessAdvice}` : msg;
}

const noAccessAdvice =
  'Carry on letting people in: this phone checks tickets by itself. Keep this page open: what is waiting is sent once you have access again. An admin can help.';

/**
 * The check-ins and notes of this device that the site hasn't received yet. They are sent in order, and stay on the
 * device until the site has received them. Signing out deletes the check-ins, but not the notes.
 */
export class Outbox {
  #checkIns: PendingCheckIn[] = [];
  #notes: PendingNote[] = [];
  /** For each kind of request, the site's message if it refused the last one; "" otherwise. */
  readonly #refusals = { checkIns: '', notes: '' };
  /** The last request in the queue. Check-ins are sent one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  readonly #environment: OutboxEnvironment;
  readonly #listener: OutboxListener;

  constructor(environment: OutboxEnvironment, listener: OutboxListener) {
    this.#environment = environment;
    this.#listener = listener;
  }

  get checkIns(): readonly PendingCheckIn[] {
    return this.#checkIns;
  }

  get notes(): readonly PendingNote[] {
    return this.#notes;
  }

  /** The site's message while it refuses check-ins or notes; "" otherwise. */
  get refusal(): string {
    return this.#refusals.checkIns || this.#refusals.notes;
  }

  /** Adds new check-ins, and stores them. */
  addCheckIns(checkIns: readonly PendingCheckIn[]): void {
    this.#checkIns.push(...checkIns);
    this.#environment.storePending(checkIns);
    this.#listener.onChange();
  }

  /** Adds a new note, and stores it. */
  addNote(note: PendingNote): void {
    this.#notes.push(note);
    this.#environment.storeNotes([note]);
    this.#listener.onChange();
  }

  /** Adds check-ins that are already stored. Returns true if any of them is new here. */
  resumeCheckIns(stored: readonly PendingCheckIn[]): boolean {
    const all = mergePendingItems(this.#checkIns, stored);
    if (all.length === this.#checkIns.length) return false;
    this.#checkIns = all;
    this.#listener.onChange();
    return true;
  }

  /** Adds notes that are already stored. Returns true if any of them is new here. */
  resumeNotes(stored: readonly PendingNote[]): boolean {
    const all = mergePendingItems(this.#notes, stored);
    if (all.length === this.#notes.length) return false;
    this.#notes = all;
    this.#listener.onChange();
    return true;
  }

  /** Drops a note that another window has sent, or that its user has deleted there. */
  dropNote(id: string): void {
    this.#notes = this.#notes.filter((note) => note.id !== id);
    this.#listener.onChange();
  }

  /** Sends all pending check-ins. Returns true if none is left. */
  readonly sendCheckIns = coalesceCalls(() => this.#enqueue(() => this.#sendPendingCheckIns(backgroundTimeoutMs)));

  /**
   * Sends all pending notes. Notes that the site refuses remain pending. Returns false if the site can't be reached.
   */
  readonly sendNotes = coalesceCalls(() => this.#sendPendingNotes());

  /**
   * Sends the pending check-ins, then a scanned code that was shown at the time `at`. Returns the result of the scan;
   * undefined if there is none, or if nobody waits for it any more.
   */
  sendScan(
    scan: Omit<CheckIn, 'waited'>,
    { at, isWaiting }: { at: number; isWaiting: () => boolean },
  ): Promise<CheckInResult | undefined> {
    return this.#enqueue(async () => {
      if (!isWaiting() || !(await this.#sendPendingCheckIns(scanTimeoutMs)) || !isWaiting()) return undefined;
      return (await this.#send([{ ...scan, waited: this.#getAge(at) }], scanTimeoutMs))?.[0];
    });
  }

  #enqueue<Done>(work: () => Promise<Done>): Promise<Done> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /**
   * Returns the age of a check-in in milliseconds, limited to the maximum that the site accepts. The age is never
   * negative, even if the device's clock has changed.
   */
  #getAge(at: number): number {
    return Math.min(Math.max(0, this.#environment.now() - at), maxCheckInAgeMs);
  }

  async #sendPendingCheckIns(within: number): Promise<boolean> {
    while (this.#checkIns.length > 0) {
      const some = this.#checkIns.slice(0, maxItemsPerDoorRequest);
      const marks = some.map(({ at, ...checkIn }) => ({ ...checkIn, code: '', waited: this.#getAge(at) }));
      const marked = await this.#send(marks, within);
      if (!marked) return false;
      const practised = new Set(marked.flatMap(({ id, practice }) => (practice ? [id] : [])));
      this.#listener.onPractice(some.filter(({ id }) => practised.has(id)));
      const sent = new Set(some.map(({ id }) => id));
      this.#checkIns = this.#checkIns.filter(({ id }) => !sent.has(id));
      this.#environment.deletePending(some);
      this.#listener.onChange();
    }
    return true;
  }

  async #send(marks: readonly CheckIn[], within: number): Promise<readonly CheckInResult[] | undefined> {
    const { code, msg, marked } = await this.#environment.sendCheckIns(marks, within);
    this.#listener.onResponse(code);
    this.#refusals.checkIns = toRefusalMessage(code, msg);
    if (marked) this.#listener.onResults(marked);
    this.#listener.onChange();
    return marked;
  }

  async #sendPendingNotes(): Promise<boolean> {
    const unreadable = new Map<string, string>();
    for (;;) {
      const some = this.#notes.filter(({ id }) => !unreadable.has(id)).slice(0, maxItemsPerDoorRequest);
      if (some.length === 0) break;
      const notes = toSubmittedNotes(some, this.#environment.now());
      const { code, msg, refused = [] } = await this.#environment.sendNotes(notes, backgroundTimeoutMs);
      this.#listener.onResponse(code);
      if (code !== 200) {
        this.#refusals.notes = toRefusalMessage(code, msg);
        this.#listener.onChange();
        return code !== 0;
      }
      for (const note of refused) unreadable.set(note.id, note.msg);
      const stored = some.filter(({ id }) => !unreadable.has(id));
      const sent = new Set(stored.map(({ id }) => id));
      this.#notes = this.#notes.filter(({ id }) => !sent.has(id));
      this.#environment.deleteNotes(stored);
      this.#listener.onChange();
    }
    this.#refusals.notes = [...unreadable.values()].at(-1) ?? '';
    return true;
  }
}
