import type { Visitor } from './visitor.ts';

/** Who may use a page or call. `name` is its name in the access matrix test; `Subject` is what the rule is about. */
export interface Access<Subject = unknown> {
  name: string;
  /**
   * Visitors who aren't signed in are asked to sign in before anything is looked up: they don't even learn whether it
   * exists.
   */
  members?: true;
  allows(visitor: Visitor, subject: Subject): boolean;
  /** Why it isn't open to a signed-in visitor and what they can do, where the usual sentence isn't enough. */
  why?(visitor: Visitor, subject: Subject): string | undefined;
}

export const everyone: Access = { name: 'everyone', allows: () => true };
