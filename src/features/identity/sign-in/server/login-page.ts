import { findSecondStep } from '#features/identity/second-factor/server/index.ts';
import { listPublicDocEntries } from '#features/publishing/files/server/index.ts';
import { resolveReturnPath } from '#features/society/accounts/return-path.ts';
import { hasAdmin } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import type { Login } from '../contract.ts';

const passwordFields = new Set([
  'password',
  'confirm_password',
  'old_password',
  'new_password',
  'confirm_new_password',
]);

/** The typed fields that are shown again: never passwords. */
export const omitPasswords = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !passwordFields.has(name)));

async function page(visit: Pick<PageRequest, 'db' | 'path'>, some: Partial<Login>): Promise<Login> {
  const { registration } = await readSettings(visit.db);
  return {
    type: 'login',
    title: 'Members',
    files: await listPublicDocEntries(visit.db),
    next: resolveReturnPath(visit.path),
    registration,
    awaits_first_admin: !(await hasAdmin(visit.db)),
    tab: 'login',
    typed: {},
    ...some,
  };
}

/** Builds the login page after a failed post: the typed values (without passwords) and the answer. */
export const buildFailedLoginPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<Login> => page(visit, { answer, typed: omitPasswords(typed), next: resolveReturnPath(typed.next) });

/** Builds the login page, or the second step while a second factor is pending. */
export async function buildLoginPage(visit: PageRequest): Promise<Login> {
  const second_step = await findSecondStep(visit);
  return page(visit, second_step ? { second_step } : {});
}

/** The same with the register form open. */
export const buildFailedRegisterPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<Login> =>
  page(visit, { answer, typed: omitPasswords(typed), tab: 'register', next: resolveReturnPath(undefined) });
