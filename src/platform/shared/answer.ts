/** What a call answers: the HTTP status equals `code`, `msg` is one sentence a volunteer understands. */
export interface Answer {
  code: number;
  msg: string;
  /** On a validation failure: the message for each wrong field. */
  fields?: Record<string, string>;
  /** What whoever asks has to show first. */
  needs?: Needed;
}

/** The answer that all went well. */
export interface Done {
  code: 200;
  msg: string;
}

/** What has to be given before a call is made, after which the same call may be made again. */
export type Needed = 'sign_in' | 'password' | 'second_factor';

/** The codes that a call is refused with; 0 where no answer came that could be read. */
export type RefusedCode = 0 | 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 414 | 415 | 429 | 500 | 503;

/** The answer that nothing was done. */
export interface Refused extends Answer {
  code: RefusedCode;
}

/** What is said of a fault that nobody foresaw. */
export const unexpectedMessage = 'An unexpected error occurred. Please try again later.';
