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

/** Removes passwords from the typed values, which are shown again. */
export const omitPasswords = (typed: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !passwordFields.has(name)));

async function buildPage(visit: Pick<PageRequest, 'db' | 'path'>, changes: Partial<Login>): Promise<Login> {
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
    ...changes,
  };
}

/** Builds the sign-in page after a refused form, with the response and the typed values. */
export const buildFailedLoginPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<Login> => buildPage(visit, { answer, typed: omitPasswords(typed), next: resolveReturnPath(typed.next) });

/** Builds the sign-in page, or the second step for a visitor with a pending session. */
export async function buildLoginPage(visit: PageRequest): Promise<Login> {
  const second_step = await findSecondStep(visit);
  return buildPage(visit, second_step ? { second_step } : {});
}

/** Builds the page after a refused registration, with the registration form open. */
export const buildFailedRegisterPage = (
  answer: CallResponse,
  typed: Readonly<Record<string, string>>,
  visit: PageRequest,
): Promise<Login> =>
  buildPage(visit, { answer, typed: omitPasswords(typed), tab: 'register', next: resolveReturnPath(undefined) });
