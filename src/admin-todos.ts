import { correctionAttention } from '#features/corrections/server/attention.ts';
import { failedAttention } from '#features/mail-log/server/attention.ts';
import { unreadAttention } from '#features/messages/server/attention.ts';
import { nearNamesAttention } from '#features/shows/people/server/admin-todos.ts';
import { posterAttention } from '#features/shows/server/admin-todos.ts';
import { approvalAttention } from '#features/sign-in/server/admin-todos.ts';
import type { Attention } from '#platform/server/feature/admin-todos.ts';

/** What may wait for an admin, a line for each feature: the overview says it beside the tool that sees to it. */
export const attention: readonly Attention[] = [
  unreadAttention,
  approvalAttention,
  failedAttention,
  posterAttention,
  correctionAttention,
  nearNamesAttention,
];
