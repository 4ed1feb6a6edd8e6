import { z } from 'zod';
import { erasedNameStyles } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';

const RequestErasureBody = z.object({
  shown_as: z.enum(erasedNameStyles, { error: 'Choose how your credits should name you.' }),
  sure: z.literal('on', { error: 'Tick this box to confirm.' }),
});

export const requestErasure = declareCall('POST', '/members/api/account_settings/erase', { body: RequestErasureBody });
