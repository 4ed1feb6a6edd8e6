/** What a call answers: the HTTP status equals `code`, `msg` is one sentence a volunteer understands. */
export interface Answer {
  code: number;
  msg: string;
  /** On a validation failure: the message for each wrong field. */
  fields?: Record<string, string>;
}

/** What is said of a fault that nobody foresaw. */
export const unexpectedMessage = 'An unexpected error occurred. Please try again later.';
