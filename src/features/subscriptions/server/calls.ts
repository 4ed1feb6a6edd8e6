import { mayUse } from '#features/accounts/server/index.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { refuse } from '#platform/server/http/refusal.ts';
import * as contract from '../contract.ts';

const access = mayUse('account_settings');

export function subscriptionCalls({ call }: Platform): void {
  const closed = () => refuse(503, 'Subscriptions can’t be paid here yet.');
  call(contract.startSubscription, { access }, closed);
  call(contract.cancelByLink, { access, changes: true, rateLimit: 'write' }, closed);
  call(contract.cancelSubscription, { access }, closed);
  call(contract.renewAgain, { access }, closed);
  call(contract.replaceCard, { access }, closed);
}
