import type { Needed } from '#platform/shared/answer.ts';

/** A request that is answered with a clear no. Thrown by `refuse`, so that a refused call rolls back. */
export class Refusal extends Error {
  readonly code: number;
  readonly fields: Record<string, string> | undefined;

  constructor(code: number, msg: string, fields?: Record<string, string>) {
    super(msg);
    this.code = code;
    this.fields = fields;
  }
}

/** A no for want of knowing who asks: nobody is signed in, or it is long since they showed that it is them. */
export class Unproven extends Refusal {
  readonly needs: Needed;

  constructor(needs: Needed) {
    super(needs === 'sign_in' ? 401 : 403, inWords[needs]);
    this.needs = needs;
  }
}

const inWords: Record<Needed, string> = {
  sign_in: 'Sign in first, then you can go on from here.',
  password: 'Give your password once more first: this asks for one given in the last ten minutes.',
  second_factor:
    'Show your second factor first, a code from your app, a recovery code or a passkey: this asks for one given in the last ten minutes, here or by signing in again.',
};

/** A no for now: what has to be done first is done at `to`, where a page leads; a call is refused with 403. */
export class MustDoFirst extends Refusal {
  readonly to: string;

  constructor(to: string, msg: string) {
    super(403, msg);
    this.to = to;
  }
}

/**
 * Ends the request. `msg` is one sentence a volunteer understands; `fields` names what is wrong where.
 */
export function refuse(code: number, msg: string, fields?: Record<string, string>): never {
  throw new Refusal(code, msg, fields);
}

export const notFoundMessage = 'There is nothing at this address. It may have moved, or the link may be misspelt.';

export const unreadableMessage = 'That request couldn’t be read. Reload the page and try again.';

/** Ends the request with 404 in the words used everywhere for it. */
export const notFound = (): never => refuse(404, notFoundMessage);
