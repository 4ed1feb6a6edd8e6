import type { Visitor } from './visitor.ts';

/** A rule that decides who may use a page or call. `name` identifies it in the access matrix test. */
export interface Access<Subject = unknown> {
  name: string;
  /** Requires sign-in before anything is loaded, so that strangers can't find out if the subject exists. */
  members?: true;
  allows(visitor: Visitor, subject: Subject): boolean;
  /**
   * Returns a text that explains a refusal to a signed-in visitor and says what they can do, if the usual sentence
   * isn't enough.
   */
  why?(visitor: Visitor, subject: Subject): string | undefined;
}

export const everyone: Access = { name: 'everyone', allows: () => true };
