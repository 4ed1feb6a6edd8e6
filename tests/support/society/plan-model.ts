/** A gesture in the planner, with its subject. */
export type Gesture =
  | { does: 'place'; ref: string; seat: string; instead: boolean }
  | { does: 'move' | 'move block'; from: string; to: string }
  | { does: 'draw'; seat: string; side: 'left' | 'right'; to: number }
  | { does: 'grow' | 'shrink'; seat: string; side: 'left' | 'right' }
  | { does: 'clear' | 'clear block'; seat: string }
  | { does: 'unseat'; ref: string }
  | { does: 'add row' }
  | { does: 'remove row'; clearing: boolean }
  | { does: 'hide' | 'show'; seats: string[] }
  | { does: 'mark'; seat: string; kind: string }
  | { does: 'keep'; seats: string[]; reason: string };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the seats of a row. */
const rowOf = (row: number) => Array.from({ length: 12 }, (_, at) => `${letters[row]}${at + 1}`);

/**
 * A model of the planner: a table with a square for each seat and, on it, a counter for the party that sits there.
 * Gestures move one counter after another. An impossible gesture changes nothing.
 */
export class PlanModel {
  rows = 0;
  /** The owner of the counter on each existing seat; "" for none. */
  squares = new Map<string, string>();
  /** The notes on squares: a kind, and the person for whom a seat is withheld. */
  notes = new Map<string, { kind: string; reason: string }>();
  readonly bought: ReadonlyMap<string, number>;

  constructor(bought: ReadonlyMap<string, number>) {
    this.bought = bought;
  }

  copy(): PlanModel {
    const copy = new PlanModel(this.bought);
    copy.rows = this.rows;
    copy.squares = new Map(this.squares);
    copy.notes = new Map(this.notes);
    return copy;
  }

  /** Makes a gesture. Returns false if it is impossible. */
  make(gesture: Gesture): boolean {
    switch (gesture.does) {
      case 'place':
        return this.place(gesture.ref, gesture.seat, gesture.instead);
      case 'move':
        return this.move(gesture.from, gesture.to);
      case 'move block':
        return this.moveBlock(gesture.from, gesture.to);
      case 'draw':
        return this.draw(gesture.seat, gesture.side, gesture.to);
      case 'grow':
      case 'shrink':
        return this.step(gesture.seat, gesture.side, gesture.does);
      case 'clear':
        return this.take(this.on(gesture.seat) ? [gesture.seat] : []);
      case 'clear block':
        return this.take(this.block(gesture.seat));
      case 'unseat':
        return this.take([...this.squares.keys()].filter((seat) => this.on(seat) === gesture.ref));
      case 'add row':
        for (const seat of rowOf(this.rows)) this.squares.set(seat, '');
        this.rows += 1;
        return true;
      case 'remove row':
        return this.removeRow(gesture.clearing);
      case 'hide':
      case 'show':
        return this.hide(gesture.seats, gesture.does === 'hide');
      case 'mark':
        return this.mark(gesture.seat, gesture.kind);
      case 'keep':
        return this.keep(gesture.seats, gesture.reason);
    }
  }

  on = (seat: string) => this.squares.get(seat) ?? '';

  /** Counts a party's counters that aren't on the table yet. */
  left(ref: string): number {
    let left = this.bought.get(ref) ?? 0;
    for (const one of this.squares.values()) if (one === ref) left -= 1;
    return left;
  }

  private beside(seat: string, by: number): string {
    const [, letter, number] = /^([A-Z])(\d+)$/.exec(seat) ?? [];
    return `${letter}${Number(number) + by}`;
  }

  /** Returns the last seat, in this direction, of the unbroken row of seats in which the same party sits. */
  private end(seat: string, by: number): string {
    const next = this.beside(seat, by);
    return this.on(next) === this.on(seat) && this.on(seat) ? this.end(next, by) : seat;
  }

  private block(seat: string): string[] {
    if (!this.on(seat)) return [];
    const block = [this.end(seat, -1)];
    while (block.at(-1) !== this.end(seat, 1)) block.push(this.beside(block.at(-1) ?? '', 1));
    return block;
  }

  private take(seats: string[]): boolean {
    for (const seat of seats) this.squares.set(seat, '');
    return seats.length > 0;
  }

  private place(ref: string, seat: string, instead: boolean): boolean {
    const there = this.squares.get(seat);
    if (there === undefined || there === ref || this.left(ref) <= 0 || (there !== '' && !instead)) return false;
    this.take(this.block(seat));
    this.squares.set(seat, ref);
    for (const by of [1, -1]) {
      for (
        let at = this.beside(seat, by);
        this.left(ref) > 0 && this.squares.get(at) === '';
        at = this.beside(at, by)
      ) {
        this.squares.set(at, ref);
      }
    }
    return true;
  }

  private move(from: string, to: string): boolean {
    const [one, other] = [this.on(from), this.squares.get(to)];
    if (one === '' || other === undefined || one === other) return false;
    this.squares.set(to, one).set(from, other);
    return true;
  }

  private moveBlock(from: string, to: string): boolean {
    const ref = this.on(from);
    const block = this.block(from);
    const goals = block.map((seat) => this.beside(to, Number(seat.slice(1)) - Number(from.slice(1))));
    const isFree = (seat: string) => this.squares.get(seat) === '' || block.includes(seat);
    if (ref === '' || from === to || !goals.every(isFree)) return false;
    this.take(block);
    for (const seat of goals) this.squares.set(seat, ref);
    return true;
  }

  /** Adds or removes one seat at the left or right end of a block. */
  private step(seat: string, side: 'left' | 'right', does: 'grow' | 'shrink'): boolean {
    const ref = this.on(seat);
    if (ref === '') return false;
    const out = side === 'right' ? 1 : -1;
    const end = this.end(seat, out);
    if (does === 'shrink') return this.block(seat).length > 1 && this.take([end]);
    const next = this.beside(end, out);
    if (this.squares.get(next) !== '' || this.left(ref) <= 0) return false;
    this.squares.set(next, ref);
    return true;
  }

  private draw(seat: string, side: 'left' | 'right', to: number): boolean {
    const out = side === 'right' ? 1 : -1;
    // The end that stays in place, because the other end may be moved past this seat
    const stays = this.end(seat, -out);
    const outwards = () => (to - Number(this.end(stays, out).slice(1))) * out;
    const [grows, shrinks] = [outwards() > 0, outwards() < 0];
    let done = false;
    while (
      (grows && outwards() > 0 && this.step(stays, side, 'grow')) ||
      (shrinks && outwards() < 0 && this.step(stays, side, 'shrink'))
    )
      done = true;
    return done;
  }

  private removeRow(clearing: boolean): boolean {
    const seats = rowOf(this.rows - 1);
    if (this.rows === 1 || (!clearing && seats.some((seat) => this.on(seat)))) return false;
    for (const seat of seats) this.squares.delete(seat);
    for (const seat of seats) this.notes.delete(seat);
    this.rows -= 1;
    return true;
  }

  private hide(seats: string[], hidden: boolean): boolean {
    const isKnown = (seat: string) => rowOf(letters.indexOf(seat[0] ?? '')).includes(seat);
    const isInRow = (seat: string) => letters.indexOf(seat[0] ?? '') < this.rows && isKnown(seat);
    if (!seats.every(isInRow) || seats.every((seat) => this.squares.has(seat) !== hidden)) return false;
    if (hidden && seats.some((seat) => this.on(seat))) return false;
    for (const seat of seats) {
      if (hidden) this.notes.delete(seat);
      if (hidden) this.squares.delete(seat);
      else if (!this.squares.has(seat)) this.squares.set(seat, '');
    }
    return true;
  }

  private note(seat: string, note: { kind: string; reason: string }): void {
    if (note.kind === '' && note.reason === '') this.notes.delete(seat);
    else this.notes.set(seat, note);
  }

  private mark(seat: string, kind: string): boolean {
    if (!this.squares.has(seat)) return false;
    const { kind: before, reason } = this.notes.get(seat) ?? { kind: '', reason: '' };
    this.note(seat, { kind: before === kind ? '' : kind, reason });
    return true;
  }

  private keep(seats: string[], reason: string): boolean {
    if (!seats.every((seat) => this.squares.has(seat))) return false;
    for (const seat of seats) this.note(seat, { kind: this.notes.get(seat)?.kind ?? '', reason });
    return true;
  }

  /** Returns the whole table as text, for comparison. */
  toString(): string {
    const rows = Array.from({ length: this.rows }, (_, row) =>
      rowOf(row)
        .map((seat) => (this.squares.has(seat) ? this.on(seat) || '.' : 'x'))
        .join(' '),
    );
    const notes = [...this.notes].map(([seat, { kind, reason }]) => `${seat} ${kind} ${reason}`).sort();
    return [...rows, ...notes].join('\n');
  }
}
