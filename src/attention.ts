import { approvalAttention } from './features/accounts/server/attention.ts';
import { correctionAttention } from './features/corrections/server/attention.ts';
import { failedAttention } from './features/mail-log/server/attention.ts';
import { unreadAttention } from './features/messages/server/attention.ts';
import { nearNamesAttention } from './features/people/server/attention.ts';
import { posterAttention } from './features/shows/server/attention.ts';
import type { Attention } from './platform/server/attention.ts';

/** What may wait for an admin, a line for each feature: the overview says it beside the tool that sees to it. */
export const attention: readonly Attention[] = [
  unreadAttention,
  approvalAttention,
  failedAttention,
  posterAttention,
  correctionAttention,
  nearNamesAttention,
];
