// Separate from `conflict.ts`, so that screens don't make the browser load the schema library.
import { z } from 'zod';

/** The fields of `current` in the response to a conflict, in addition to the current data. */
export const currentVersionFields = {
  /** The version to send in order to save over the current one. */
  version: z.int(),
  /** The name of the person who saved the current version; "" if unknown. */
  changed_by: z.string(),
};

/** The response to a successful save: the new version, on which the next save is based. */
export const savedVersion = z.object({ version: z.int() });
