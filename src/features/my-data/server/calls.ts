import {
  endOtherSessions,
  findUser,
  keepAnAdmin,
  mayUse,
  recordErasure,
  sessionCookie,
} from '#features/accounts/server/index.ts';
import { isOpenAccount } from '#features/accounts/sign-in-status.ts';
import { readSettings } from '#features/society/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { writeQuietly } from '#platform/server/database/index.ts';
import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import { queueMail } from '#platform/server/mail/index.ts';
import { dayInWords } from '#platform/shared/dates.ts';
import { day, later } from '#platform/shared/durations.ts';
import { withOffset } from '#platform/shared/local-time.ts';
import { askForErasure } from '../contract.ts';
import { erasedAfterDays } from '../erased-after.ts';
import { myDataPath } from '../paths.ts';
import { holderOf } from './holder.ts';
import { erasureLetter } from './letters.ts';

const access = mayUse('account_settings');
const untilErased = erasedAfterDays * day;

export function myDataCalls({ call, resource, db }: Platform, { data }: { data: readonly PersonalData[] }): void {
  resource(myDataPath, { access, grave: true }, async ({ db: reading, visitor, now }) => {
    const user = (await findUser(reading, visitor.id)) ?? notFound();
    const { siteName } = await readSettings(reading);
    const holder = await holderOf(reading, user);
    const parts: Record<string, unknown> = {};
    for (const { name, about } of data) parts[name] = await about(reading, holder);
    return {
      status: 200,
      contentType: 'application/json; charset=utf-8',
      body: `${JSON.stringify({ held_by: siteName, made_at: now, ...parts }, null, 2)}\n`,
      headers: { 'content-disposition': 'attachment; filename="my-data.json"' },
    };
  });

  call(askForErasure, { access, grave: true }, async (request) => {
    const { body, visitor, now, cookies } = request;
    const { siteName, timeZone } = await readSettings(db.read);
    const due_at = later(now, untilErased);
    const [entry, mailId] = [doneBy(request), newId()];
    const day = dayInWords(withOffset(due_at, timeZone));
    await writeQuietly(db, async (tx) => {
      const user = (await findUser(tx, visitor.id)) ?? notFound();
      // An admin may just have shut it
      const kept_shut = isOpenAccount(user) ? 0 : 1;
      await recordErasure(tx, { user_id: user.id, shown_as: body.shown_as, asked_at: now, due_at, kept_shut });
      if (user.role === 'admin') await keepAnAdmin(tx);
      await endOtherSessions(tx, user.id);
      await recordAudit(tx, { ...entry, action: 'asked for their erasure', subject: user.id });
      await queueMail(tx, {
        id: mailId,
        idempotencyKey: `erasure ${entry.id}`,
        to: user.email,
        fromName: siteName,
        ...erasureLetter({ firstname: user.firstname, siteName, day }),
        at: now,
      });
    });
    cookies.clear(sessionCookie);
    return ok(`Your account is shut, and will be erased on ${day}. Sign in before then to keep it.`);
  });
}
