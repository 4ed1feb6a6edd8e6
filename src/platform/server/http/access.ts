import type { Visitor } from './visitor.ts';

/** Who may use a page or call. `name` is how the access matrix test calls it; `Thing` is what the rule is about. */
export interface Access<Thing = unknown> {
  name: string;
  /** Whoever isn't signed in is asked to before anything is looked for: they don't even learn whether it exists. */
  members?: true;
  allows(visitor: Visitor, subject: Thing): boolean;
  /** Why it isn't open to somebody signed in, and what they can do, where more than that is to be said. */
  why?(visitor: Visitor, subject: Thing): string | undefined;
}

export const everyone: Access = { name: 'everyone', allows: () => true };
