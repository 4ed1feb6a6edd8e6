import { z } from 'zod';

/** 16 characters of `A-Z a-z 0-9 - _` (CONTRACT §1); 15 are read too, since SPEC §9 knows both. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{15,16}$/);
/** `YYYY-MM-DD`. */
export const calendarDate = z.iso.date();
/** A moment with its offset. */
export const instant = z.iso.datetime({ offset: true });
export const precision = z.enum(['day', 'month', 'year']);
