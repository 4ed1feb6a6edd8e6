import type { Visitor } from './visitor.ts';

/** Who may use a page or call. `name` is how the access matrix test calls it; `Thing` is what the rule is about. */
export interface Access<Thing = unknown> {
  name: string;
  allows(visitor: Visitor, thing: Thing): boolean;
}

export const everyone: Access = { name: 'everyone', allows: () => true };
