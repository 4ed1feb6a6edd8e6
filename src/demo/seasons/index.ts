import { productions1974To1989 } from './1974-1989.ts';
import { productions1990To2009 } from './1990-2009.ts';
import { productions2010To2026, productionsFromAutumn2026 } from './2010-.ts';

/** Every production with a fixed date, oldest first. */
export const productions = [
  ...productions1974To1989,
  ...productions1990To2009,
  ...productions2010To2026,
  ...productionsFromAutumn2026,
];
