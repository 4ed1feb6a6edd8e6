import { founders } from './founders.ts';
import { later } from './later.ts';
import { youth } from './youth.ts';

/** Everybody who was ever in a programme of the Lanternside Players. All of them are made up. */
export const people = [...founders, ...later, ...youth];
