import { firstYears } from './1974-1989.ts';
import { middleYears } from './1990-2009.ts';
import { comingYears, lateYears } from './2010-.ts';

/** Every production with a fixed date, oldest first. */
export const productions = [...firstYears, ...middleYears, ...lateYears, ...comingYears];
