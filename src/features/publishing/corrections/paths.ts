import type { CorrectionTarget } from './correction-kinds.ts';

/** Where anybody can say what is wrong with a show or a person. */
export const correctionFormPath = (about: CorrectionTarget, id: string): string => `/corrections/${about}/${id}`;
