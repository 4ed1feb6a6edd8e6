import { RowError } from './imports.ts';

/** Collects the faults of a row of an imported file, so that all of them are reported at once. */
export class RowFaults<Column extends string> {
  readonly #faults: RowError<Column>[] = [];

  /** Returns the result of `read`. If it throws a RowError, records the error and returns `otherwise`. */
  attempt<Value, Otherwise>(read: () => Value, otherwise: Otherwise): Value | Otherwise {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.#faults.push(error);
      return otherwise;
    }
  }

  add(column: Column, reason: string): void {
    this.#faults.push(new RowError(column, reason));
  }

  /** @throws RowError for the column of the first fault, with the reasons of all faults */
  throwIfAny(): void {
    const [first, ...others] = this.#faults;
    if (!first) return;
    const reasons = [first.message, ...others.map(({ column, message }) => `${column}: ${message}`)];
    throw new RowError<Column>(first.column, reasons.join('; '));
  }
}
