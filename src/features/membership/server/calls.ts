import { mayUse } from '#features/accounts/server/index.ts';
import { doneBy, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import { ok } from '#platform/server/http/call.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { notFound } from '#platform/server/http/refusal.ts';
import { asMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import { changePlan, deletePlan, enablePlan, findPlan, recordPlan } from './store.ts';

const access = mayUse('admin');

export function membershipCalls({ call, db }: Platform): void {
  call(contract.addPlan, { access }, async (act) => {
    const id = newId();
    const entry = { ...doneBy(act), action: 'added a subscription plan', subject: id, detail: inWords(act.body) };
    await write(db, async (tx) => {
      await recordPlan(tx, act.body, { id, now: act.now });
      await recordAudit(tx, entry);
    });
    return ok(`“${act.body.levelName}”, ${price(act.body)}, is added. ${notYet}`, { id });
  });

  call(contract.changePlan, { access }, async (act) => {
    const { id } = act.params;
    const entry = { ...doneBy(act), action: 'changed a subscription plan', subject: id, detail: inWords(act.body) };
    await write(db, async (tx) => {
      if (!(await changePlan(tx, act.body, { id, now: act.now }))) notFound();
      await recordAudit(tx, entry);
    });
    return ok(
      `Plan saved: “${act.body.levelName}”, ${price(act.body)}. Whoever holds it keeps their price until renewal.`,
    );
  });

  call(contract.enablePlan, { access }, async (act) => {
    const { id } = act.params;
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
      enabled
        ? `The plan is open again. ${notYet}`
        : 'Nobody will be offered this plan any more. Whoever holds it keeps it.',
    );
  });

  call(contract.deletePlan, { access }, async (act) => {
    const { id } = act.params;
    const plan = await findPlan(act.db, id);
    const detail = plan ? inWords(plan) : '';
    await write(db, async (tx) => {
      // Somebody else has just deleted it, so all is as wanted
      if (!(await deletePlan(tx, id))) return;
      await recordAudit(tx, { ...doneBy(act), action: 'deleted a subscription plan', subject: id, detail });
    });
    return ok('The plan is deleted.');
  });
}

/** Which plans exist before members can pay for one. */
const notYet = 'Members can choose it once subscriptions can be paid here.';

const price = ({ amount }: Pick<contract.PlanForm, 'amount'>) => `${asMoney(amount)} a year`;

const inWords = ({
  levelName,
  amount,
  renewal_month,
}: Pick<contract.PlanForm, 'levelName' | 'amount' | 'renewal_month'>) =>
  `${levelName}, ${price({ amount })}, renewed in month ${renewal_month}`;
