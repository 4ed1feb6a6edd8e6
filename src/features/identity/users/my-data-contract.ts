import { z } from 'zod';
import { erasedNameStyles } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';

/** The path of the file with everything that is stored about the visitor. */
export const myDataPath = '/members/api/account_settings/my_data';

/** An account is erased this many days after its owner's request. Until then, the owner can cancel the erasure. */
export const erasureDelayDays = 30;

const RequestErasureBody = z.object({
  shown_as: z.enum(erasedNameStyles, { error: 'Choose how your credits should name you.' }),
  sure: z.literal('on', { error: 'Tick this box to confirm.' }),
});

export const requestErasure = declareCall('POST', '/members/api/account_settings/erase', { body: RequestErasureBody });
