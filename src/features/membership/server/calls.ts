import { z } from 'zod';
import { doneBy, recordAudit } from '../../../platform/server/audit/index.ts';
import { write } from '../../../platform/server/database/index.ts';
import { ok } from '../../../platform/server/http/call.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { notFound } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import { asMoney } from '../../../platform/shared/money.ts';
import { mayUse } from '../../accounts/server/index.ts';
import { PlanForm } from '../contract.ts';
import { changePlan, enablePlan, recordPlan } from './store.ts';

const access = mayUse('admin');
const path = '/members/api/admin/admin_settings/subs';

export function membershipCalls({ call, db }: Platform): void {
  call('POST', `${path}/add_new_plan`, { access, accepts: PlanForm }, async (act) => {
    const id = newId();
    const entry = { ...doneBy(act), action: 'added a subscription plan', subject: id, detail: inWords(act.body) };
    await write(db, async (tx) => {
      await recordPlan(tx, act.body, { id, now: act.now });
      await recordAudit(tx, entry);
    });
    return ok(`“${act.body.levelName}” can now be chosen.`, { id });
  });

  call('POST', `${path}/:id`, { access, accepts: PlanForm }, async (act) => {
    const id = act.params.id ?? '';
    const entry = { ...doneBy(act), action: 'changed a subscription plan', subject: id, detail: inWords(act.body) };
    await write(db, async (tx) => {
      if (!(await changePlan(tx, act.body, { id, now: act.now }))) notFound();
      await recordAudit(tx, entry);
    });
    return ok('Plan saved. Whoever holds it keeps their price until renewal.');
  });

  const Enabled = z.object({ enabled: z.enum(['0', '1']) });
  call('POST', `${path}/:id/enabled`, { access, accepts: Enabled }, async (act) => {
    const id = act.params.id ?? '';
    const enabled = act.body.enabled === '1';
    const entry = {
      ...doneBy(act),
      action: enabled ? 'opened a subscription plan' : 'closed a subscription plan',
      subject: id,
      detail: '',
    };
    await write(db, async (tx) => {
      if (!(await enablePlan(tx, { id, enabled, now: act.now }))) notFound();
      await recordAudit(tx, entry);
    });
    return ok(
      enabled ? 'The plan can be chosen again.' : 'Nobody can choose this plan any more. Whoever holds it keeps it.',
    );
  });
}

const inWords = ({ levelName, amount, renewal_month }: PlanForm) =>
  `${levelName}, ${asMoney(amount)} a year, renewed in month ${renewal_month}`;
