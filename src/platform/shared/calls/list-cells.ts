import { parsePounds } from '../money.ts';
import { cleanLine } from '../text/clean-line.ts';
import { foldText } from '../text/text.ts';
import { type CellReader, type ImportQuestion, RowError } from './imports.ts';
import { email as emailSchema } from './schemas.ts';

/** Collects the faults of a row of an imported file, so that all of them are reported at once. */
export class RowErrors<Column extends string> {
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

/** Returns true for words that people write into a list to mean "nothing". */
export const isPlaceholderText = (text: string): boolean => /^(?:[-–—.?/]+|n\/?a|none|nil|no|no e?-?mail)$/i.test(text);

/**
 * Parses the email addresses in a cell: "mailto:ann@players.example", "Ann Hale <ann@players.example>", or several.
 * Returns the first address ("" for an empty cell or a word such as "none") and the others; undefined if the first
 * address isn't valid, or the cell has other text but no address.
 */
export function parseEmailCell(text: string): { email: string; others: string[] } | undefined {
  if (text === '' || isPlaceholderText(text)) return { email: '', others: [] };
  const [first, ...others] = text
    .slice(0, 1000)
    .split(/[\s,;<>()[\]"“”|]+/)
    .map((part) => part.replace(/^['‘]?mailto:/i, '').replace(/^([^@]*@[^#?]*).*$/, '$1'))
    .map((part) => part.replace(/^['‘]/, '').replace(/[.:'’]+$/, ''))
    .filter((part) => part.includes('@'));
  const read = emailSchema('').safeParse(first ?? '');
  return read.success && read.data !== ''
    ? { email: read.data, others: others.filter((one) => one !== first) }
    : undefined;
}

/**
 * Restores the leading 0 of a British telephone number that a spreadsheet stored as a number: "1632960777". Everything
 * else stays as typed.
 */
export function restorePhoneZero(text: string): string {
  const figures = /^([1-37-9]\d{8,9})(?:\.0+)?$/.exec(text)?.[1];
  return figures === undefined ? text : `0${figures}`;
}

/** Returns true if a spreadsheet has shortened a telephone number to a form such as "7.7009E+09". */
export const isScientificNotation = (text: string): boolean => /^\d(?:[.,]\d+)?e\+?\d+$/i.test(text);

const totals =
  /^(?:(?:grand|sub)[\s-]?)?totals?\b[\s:=–-]*(?:[£\d.,\s]*|(?:of |no\.? of )?[a-z ]{0,30}[\s:=]*[£\d.,\s]*(?:members|people)?)$/i;

/** The maximum length of a totals line. The pattern takes cubic time on long texts. */
const maxTotalsLineLength = 100;

/** Returns true for the text of a line below a list, such as "Total", "Totals: 42 members" or "Grand total £1,050". */
export const isTotalsLine = (text: string): boolean => text.length <= maxTotalsLineLength && totals.test(text);

/** The columns that say if a row of a list counts, with their alternative headings. */
export const statusColumnAliases = {
  status: [
    'state',
    'order status',
    'booking status',
    'ticket status',
    'attendee status',
    'payment status',
    'transaction status',
    'purchase status',
  ],
  cancelled: [
    'canceled',
    'is cancelled',
    'is canceled',
    'cancelled at',
    'cancelled on',
    'cancelled date',
    'cancellation date',
    'date cancelled',
    'void',
    'voided',
    'is void',
    'voided at',
  ],
  refunded: [
    'refund',
    'refunds',
    'is refunded',
    'refund status',
    'refund date',
    'refunded at',
    'refunded on',
    'refund amount',
    'amount refunded',
    'refunded amount',
    'total refunded',
  ],
} as const satisfies Record<string, readonly string[]>;
export type StatusColumn = keyof typeof statusColumnAliases;

/**
 * The meaning of a status: `counts` and `off` say that its row counts or doesn't count; `partly off`, that a part was
 * refunded or cancelled.
 */
export type StatusMeaning = 'counts' | 'off' | 'partly off' | 'unknown';

/** Patterns that match, in folded text, the statuses that only one kind of list has. */
export interface StatusPatterns {
  on?: RegExp;
  off?: RegExp;
}

/** Matches, in folded text, the statuses with which lists mark rows that don't count. */
const offPattern =
  /\b(?:cancel+ed|cancel+ation|refund(?:ed)?|void(?:ed)?|reversed|charge ?back|chargedback|failed|declined|expired|abandoned|deleted|rejected|incomplete|unpaid|pending|on hold|awaiting payment|not attending|not paid)\b/;
/** Matches the statuses of rows that count. */
const onPattern =
  /\b(?:attending|checked in|confirmed|completed?|paid|valid|active|issued|sold|booked|approved|success(?:ful)?|succeeded|ok|free|comp|complimentary)\b/;
const negationPattern = /\b(?:not|no|non|never|without)\b(?! attending| paid)/;
const partialPattern = /\bpart(?:ial(?:ly)?|ly)?\b/;
/** Matches cells that stand for no status. */
const noStatusPattern = /^(?:[-–—.]*|n\/?a|none|nil)$/i;

/** Returns true for a text that says that only a part was refunded or cancelled. */
export const isPartialStatus = (text: string): boolean => partialPattern.test(foldText(text));

/**
 * Returns the meaning of a status, by its words. `on` and `off` match further statuses, which only this kind of list
 * has.
 */
export function parseStatus(text: string, { on, off }: StatusPatterns = {}): StatusMeaning {
  const key = foldText(text);
  if (offPattern.test(key) || off?.test(key)) {
    if (negationPattern.test(key)) return 'counts';
    return partialPattern.test(key) ? 'partly off' : 'off';
  }
  return (onPattern.test(key) || on?.test(key)) && !negationPattern.test(key) ? 'counts' : 'unknown';
}

/**
 * Lists the lines of a row's cells in a column, without those that stand for no status. Cells of columns with the same
 * meaning are joined as lines.
 */
export const listStatusLines = <Column extends string>(cell: CellReader<Column>, column: Column): string[] =>
  cell(column)
    .split('\n')
    .map(cleanLine)
    .filter((line) => !noStatusPattern.test(line));

/**
 * Returns false for an empty cell, 0, and words such as "No" or "not paid"; true for anything else, such as "Yes", a
 * date or an amount.
 */
export function isAffirmativeText(text: string): boolean {
  const key = foldText(text);
  return (
    !/^(?:no?|false|none|null|nil|n ?a|)$/.test(key) && !negationPattern.test(key) && parseSignedPounds(text) !== 0
  );
}

/**
 * Parses an amount in pounds, which may have a sign or a currency: "-13.19", "(13.19)", "GBP 13.19". Returns pence,
 * negative for a negative amount; null if the text isn't an amount.
 */
export function parseSignedPounds(text: string): number | null {
  const bare = text.replace(/gbp/i, '').replace(/\s/g, '').replace(/−/g, '-');
  const unsigned = /^\((.*)\)$/.exec(bare)?.[1] ?? bare.replace(/^(£?)-/, '$1');
  const pence = parsePounds(unsigned);
  return pence === null || unsigned === bare ? pence : 0 - pence;
}

/** The answers to a list's questions, by key. */
export type ImportAnswersByKey = ReadonlyMap<string, string>;

/** The maximum number of unknown statuses to ask about. A column with more of them isn't a status column. */
const maxQuestions = 10;

/**
 * Returns the key of the question about a status. The key is limited in length, because it is sent back with the
 * answer.
 */
const keyOf = (text: string) => `status ${(foldText(text) || text).slice(0, 40)}`;

/**
 * Asks about each status of unknown meaning, ten at most. Until somebody answers, the rows with such a status are
 * rejected.
 */
export function buildStatusQuestions(
  cells: readonly string[],
  read: (text: string) => string = (text) => parseStatus(text),
): ImportQuestion[] {
  const texts = cells
    .flatMap((cell) => listStatusLines(() => cell, 'status'))
    .filter((text) => read(text) === 'unknown');
  return [...Map.groupBy(texts, keyOf)].slice(0, maxQuestions).map(([key, [text = '']]) => ({
    key,
    question: 'We don’t know this status. What should happen to the rows that have it?',
    examples: [text.slice(0, 60)],
    options: [
      { value: 'reject', label: 'Not decided yet: reject them' },
      { value: 'import', label: 'They count: import them' },
      { value: 'skip', label: 'They don’t count: leave them out' },
    ],
    answer: 'reject',
  }));
}

/** Returns the decision about a status of unknown meaning; `reject` if there is none. */
export function getStatusAnswer(answers: ImportAnswersByKey, text: string): 'import' | 'skip' | 'reject' {
  const answer = answers.get(keyOf(text));
  return answer === 'import' || answer === 'skip' ? answer : 'reject';
}

/** Returns the reason to reject a row that has a status of unknown meaning. */
export const formatUnknownStatusReason = (text: string): string =>
  `“${text.slice(0, 60)}” isn’t a status we know: choose what it means and preview again`;
