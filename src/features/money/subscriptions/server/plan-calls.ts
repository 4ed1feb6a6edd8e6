import { findUserName, mayUse } from '#features/society/accounts/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { createConflictResponse, formatConflictMessage } from '#platform/shared/calls/conflict.ts';
import { formatMoney } from '#platform/shared/money.ts';
import * as contract from '../contract.ts';
import {
  changePlan,
  createPlan,
  deletePlan,
  findPlanForAudit,
  hasPlanBeenUsed,
  listPlans,
  setPlanEnabled,
} from './store/plans.ts';

const access = mayUse('admin');

export function registerPlanCalls({ call, db }: RouteRegistry, { paymentProvider }: PlanServices): void {
  const context = { db, paymentProvider };
  call(contract.addPlan, { access }, add(context));
  call(contract.changePlan, { access }, change(context));
  call(contract.setPlanEnabled, { access }, setEnabled(context));
  call(contract.deletePlan, { access }, remove(context));
}

type PlanServices = Pick<Services, 'paymentProvider'>;
type Context = Pick<RouteRegistry, 'db'> & PlanServices;

const add =
  (context: Context): CallHandler<typeof contract.addPlan> =>
  (request) => {
    const id = newId();
    const { body } = request;
    const entry = { ...createAuditContext(request, 'subscription_plan.added'), subject: id, detail: formatPlan(body) };
    return request.once(async (tx) => {
      await createPlan(tx, body, { id, now: request.now });
      await recordAudit(tx, entry);
      return ok(`Added “${body.levelName}”, ${formatPrice(body)}. ${formatOpenPlan(body, context)}`, { id });
    });
  };

const change =
  ({ db }: Context): CallHandler<typeof contract.changePlan> =>
  async (request) => {
    const { now, today, visitor } = request;
    const { id } = request.params;
    const { version, ...plan } = request.body;
    const entry = {
      ...createAuditContext(request, 'subscription_plan.changed'),
      subject: id,
      detail: formatPlan(plan),
    };
    const saved = await write(db, async (tx) => {
      const newVersion = await changePlan(tx, plan, { id, version, now, by: visitor.id });
      if (newVersion) await recordAudit(tx, entry);
      return newVersion;
    });
    if (!saved) {
      const theirs = (await listPlans(db.read, today)).find((plan) => plan.id === id) ?? refuseNotFound();
      const { name, amount, renewal_month, desc, first_part, gift_aid } = theirs;
      const changed_by = await findUserName(db.read, (await findPlanForAudit(db.read, id))?.updated_by);
      return createConflictResponse(formatConflictMessage(changed_by, 'this plan'), {
        ...{ name, amount, renewal_month, desc, first_part, gift_aid },
        ...{ version: theirs.version, changed_by },
      });
    }
    const msg = `Saved “${plan.levelName}”, ${formatPrice(plan)}. Members who already have it keep their price until they renew.`;
    return ok(msg, { version: saved });
  };

const setEnabled =
  (context: Context): CallHandler<typeof contract.setPlanEnabled> =>
  async (request) => {
    const { id } = request.params;
    const enabled = request.body.enabled === '1';
    const entry = createAuditContext(request, enabled ? 'subscription_plan.opened' : 'subscription_plan.closed');
    const plan = await write(context.db, async (tx) => {
      const found = (await findPlanForAudit(tx, id)) ?? refuseNotFound();
      await setPlanEnabled(tx, { id, enabled, now: request.now });
      await recordAudit(tx, { ...entry, subject: id, detail: formatPlan(found) });
      return found;
    });
    return ok(
      enabled
        ? `Plan reopened. ${formatOpenPlan(plan, context)}`
        : 'Plan closed to new members. Members who already have it keep it.',
    );
  };

const remove =
  ({ db }: Context): CallHandler<typeof contract.deletePlan> =>
  async (request) => {
    const { id } = request.params;
    const plan = await findPlanForAudit(request.db, id);
    const detail = plan ? formatPlan(plan) : '';
    await write(db, async (tx) => {
      if (await hasPlanBeenUsed(tx, id)) {
        refuse(409, 'Someone has, or has had, this plan, so it can’t be deleted. Close it to new members instead.');
      }
      // If the plan is already deleted, the response is the same
      if (!(await deletePlan(tx, id))) return;
      await recordAudit(tx, { ...createAuditContext(request, 'subscription_plan.deleted'), subject: id, detail });
    });
    return ok('Plan deleted.');
  };

/** Says how members get a plan that is open to new members. */
function formatOpenPlan(
  { amount }: Pick<contract.PlanForm, 'amount'>,
  { paymentProvider }: Pick<Services, 'paymentProvider'>,
): string {
  if (amount === 0) return 'It’s free, so it isn’t offered in the account settings.';
  return paymentProvider
    ? 'Members can choose it in their account settings.'
    : 'Card payments are switched off, so members pay the treasurer for it.';
}

const formatPrice = ({ amount }: Pick<contract.PlanForm, 'amount'>) => `${formatMoney(amount)} a year`;

/** Formats a plan for the audit log. */
const formatPlan = (plan: Pick<contract.PlanForm, 'levelName' | 'amount' | 'renewal_month'>) =>
  `${plan.levelName}, ${formatPrice(plan)}, renewed in month ${plan.renewal_month}`;
