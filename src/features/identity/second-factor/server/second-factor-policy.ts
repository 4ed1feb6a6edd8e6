import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import type { Reading } from '#platform/server/database/index.ts';
import type { PlatformOptions } from '#platform/server/http/handlers/platform-options.ts';
import type { RequiredStep, Visitor } from '#platform/server/http/request/visitor.ts';
import { hasSecondFactor } from './second-factors.ts';

const open = ['account_settings', 'logout'] as const;

const duty: RequiredStep = {
  path: '/members/account_settings#two-factor',
  msg: 'Your account can do a lot here, so it needs more than a password. Please set up a second factor first.',
  exemptRules: open.map((item) => mayUse(item).name),
};

/** Returns true if the visitor must have a second factor: admins and box-office users, depending on the setting. */
export async function isRequired(
  db: Reading,
  { may, duty }: Pick<Visitor, 'may' | 'duty'>,
  compulsory: boolean,
): Promise<boolean> {
  // A visitor who has another step to do first may do nothing else until then
  if (duty) return true;
  if (!may.admin && !may.bookings) return false;
  return isSecondFactorRequired(await readSettings(db), compulsory);
}

/** Returns true if those who manage the society need a second factor; `compulsory` holds while no setting decides. */
export const isSecondFactorRequired = (
  { secondFactorRequired }: Pick<Settings, 'secondFactorRequired'>,
  compulsory: boolean,
): boolean => (secondFactorRequired === '' ? compulsory : secondFactorRequired === '1');

type VisitorOf = PlatformOptions['visitorOf'];

/**
 * Makes those who need a second factor and have none set one up: until then, in the members' area they can only do that
 * or sign out.
 * @param compulsory the rule while the society hasn't set one
 */
export const withSecondFactorPolicy =
  (visitorOf: VisitorOf, { compulsory }: { compulsory: boolean }): VisitorOf =>
  async (context) => {
    const visitor = await visitorOf(context);
    if (!visitor.signedIn || !(await isRequired(context.db.read, visitor, compulsory))) return visitor;
    if (await hasSecondFactor(context.db.read, visitor.id)) return visitor;
    const may = Object.fromEntries(
      Object.keys(visitor.may).map((item) => [item, (open as readonly string[]).includes(item)]),
    );
    return { ...visitor, may, duty };
  };
