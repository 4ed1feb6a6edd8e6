import { mayUse, setToldOfPosts } from '#features/accounts/server/index.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { setPostMails } from '../contract.ts';

export function notificationCalls({ call, db }: Platform): void {
  call(setPostMails, { access: mayUse('account_settings') }, async ({ body: { told }, visitor, now }) => {
    await writeQuietly(db, (tx) => setToldOfPosts(tx, visitor.id, told, now));
    return ok(told ? 'We’ll tell you by email of new posts of your shows.' : 'You get no more emails about posts.');
  });
}
