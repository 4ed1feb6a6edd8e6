import { z } from 'zod';
import { waysToBeNamed } from '#features/accounts/shown-name.ts';

/** POST /members/api/account_settings/erase. */
export const AskForErasure = z.object({
  shown_as: z.enum(waysToBeNamed, { error: 'Choose how your credits are to name you' }),
  sure: z.literal('on', { error: 'Tick this to say that you are sure' }),
});
