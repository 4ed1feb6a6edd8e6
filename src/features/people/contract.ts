import { z } from 'zod';
import { id } from '../../platform/shared/schemas.ts';

/** Someone found by typing: who they are, by which other name they were found, and in how many shows they were. */
export const FoundPerson = z.object({ id, name: z.string(), also: z.string(), shows: z.int() });
export type FoundPerson = z.infer<typeof FoundPerson>;

/** GET /members/api/people?q=: who has what is typed in their name, and who is called nearly so. */
export interface FoundPeople {
  people: FoundPerson[];
  near: FoundPerson[];
}

/** POST /members/api/people/known: for each name, who that is, and who is called nearly so. */
export const KnownNames = z.object({ names: z.array(z.string().max(1000)).max(5000) });
export interface KnownName {
  name: string;
  exact: FoundPerson | null;
  near: FoundPerson[];
}
