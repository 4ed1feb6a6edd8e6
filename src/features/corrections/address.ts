import type { About } from './fields.ts';

/** Where anybody can say what is wrong with a show or a person. */
export const spottedAddress = (about: About, id: string): string => `/corrections/${about}/${id}`;
