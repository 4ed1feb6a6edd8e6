import type { Subscriptions } from '../contract.ts';

/** What a member can subscribe to, has subscribed to, and has paid. */
export async function subscriptionsOf(): Promise<Subscriptions> {
  return { paying: '', options: [], active: [], receipts: [] };
}
