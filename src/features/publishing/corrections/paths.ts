import type { CorrectionTarget } from './correction-kinds.ts';

/** Returns the path of the form for corrections to a show or a person. */
export const correctionFormPath = (about: CorrectionTarget, id: string): string => `/corrections/${about}/${id}`;
