import {
  createFinancialYear,
  createYearSpan,
  type FinancialYear,
  formatYearSpan,
  type LedgerPeriod,
  parseYear,
  type YearSpan,
} from '#features/money/ledger/financial-year.ts';
import {
  closeYear,
  computeClosingToken,
  findFirstOpenDay,
  findYearClosing,
  reopenYear,
} from '#features/money/ledger/server/index.ts';
import { mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { createAuditContext, recordAudit } from '#platform/server/audit/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type DbReader, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { refuse, refuseNotFound } from '#platform/server/http/errors/http-error.ts';
import type { AccessRule } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { addDays, type CalendarDate, formatLocalDate, getYear, toCalendarDate } from '#platform/shared/dates/dates.ts';
import * as contract from '../contract.ts';

const access = mayUse('get_subs');

/** Reopening a year requires an admin who can use Accounting. */
const mayReopen: AccessRule = {
  name: 'get_subs, and an admin',
  members: true,
  allows: (visitor) => visitor.may.get_subs === true && visitor.role === 'admin',
};

/**
 * Loads a year's closing, if any, the visitor's possible action (closing or reopening the year), and the years that
 * this would affect.
 */
export async function loadYearStatus(
  { db, today, visitor }: Pick<PageRequest, 'db' | 'today' | 'visitor'>,
  year: FinancialYear & LedgerPeriod,
): Promise<contract.YearStatus> {
  const closing = await findYearClosing(db, year);
  const { timeZone } = await readSettings(db);
  const isLastOfClosing = closing?.until === year.until;
  const firstOpen = await findFirstOpenDay(db, year.environment);
  const { names, has_all_earlier } = await findAffectedYears(db, year);
  return {
    closed: closing
      ? {
          by: closing.by,
          on: toCalendarDate(closing.at, timeZone),
          with: isLastOfClosing ? '' : formatClosedYear(closing.from),
        }
      : null,
    can_close: !closing && year.until < today,
    token: await computeClosingToken(db, year),
    can_reopen: firstOpen === addDays(year.until, 1) && mayReopen.allows(visitor, undefined),
    affected_years: { names: [...names], has_all_earlier },
  };
}

/** Formats a closed year by its first day, because the society's years may have begun in another month then. */
const formatClosedYear = (from: CalendarDate) => createFinancialYear(getYear(from), from.slice(5, 7)).name;

/**
 * Finds the years that are closed together with this year. If this is the last closed year, finds those that are
 * reopened together with it.
 */
async function findAffectedYears(db: DbReader, year: FinancialYear & LedgerPeriod): Promise<YearSpan> {
  const { yearBegins } = await readSettings(db);
  const closing = await findYearClosing(db, year);
  return createYearSpan(await findFirstOpenDay(db, year.environment, closing && year.from), year, yearBegins);
}

export function registerYearCalls({ call }: RouteRegistry, services: Context): void {
  call(contract.closeYear, { access }, close(services));
  call(contract.reopenYear, { access: mayReopen }, reopen(services));
}

const isOneYear = ({ names, has_all_earlier }: YearSpan) => names.length === 1 && !has_all_earlier;

type Context = Pick<Services, 'db' | 'environment'>;

async function findYear(db: DbReader, start: string | undefined, { environment }: Context) {
  const { yearBegins } = await readSettings(db);
  return { ...createFinancialYear(parseYear(start, 0) ?? refuseNotFound(), yearBegins), environment };
}

const close =
  (context: Context): CallHandler<typeof contract.closeYear> =>
  async (request) => {
    const { body, params, now: at, today, visitor } = request;
    const year = await findYear(request.db, params.start, context);
    if (year.until >= today) {
      refuse(400, `${year.name} runs until ${formatLocalDate(year.until)}. It can be closed once it has ended.`);
    }
    const audit = { ...createAuditContext(request, 'financial_year.closed'), subject: '' };
    const closing = { id: newId(), at, userId: visitor.id, year, token: body.token };
    const closed = await write(context.db, async (tx) => {
      const affected = await findAffectedYears(tx, year);
      const outcome = await closeYear(tx, closing);
      if (outcome === 'was closed') refuse(409, `${year.name} is closed already.`);
      if (outcome === 'has changed') {
        refuse(
          409,
          `Something has been entered in ${year.name}${isOneYear(affected) ? '' : ' or in an earlier year'} since you opened this page. Reload it and check the totals.`,
        );
      }
      await recordAudit(tx, { ...audit, detail: formatYearSpan(affected) });
      return affected;
    });
    const isOne = isOneYear(closed);
    return ok(
      `${formatYearSpan(closed)} ${isOne ? 'is' : 'are'} closed. No more payments can be entered in ${isOne ? 'it' : 'them'}.`,
    );
  };

const reopen =
  (context: Context): CallHandler<typeof contract.reopenYear> =>
  async (request) => {
    const { body, params } = request;
    const year = await findYear(request.db, params.start, context);
    const audit = { ...createAuditContext(request, 'financial_year.reopened'), subject: '' };
    const reopened = await write(context.db, async (tx) => {
      const affected = await findAffectedYears(tx, year);
      const outcome = await reopenYear(tx, year);
      if (outcome === 'is open') refuse(409, `${year.name} isn’t closed.`);
      if (outcome === 'later is closed') refuse(409, `A later year is closed too. Reopen that one first.`);
      await recordAudit(tx, { ...audit, detail: `${formatYearSpan(affected)}: ${body.reason}` });
      return affected;
    });
    return ok(
      `${formatYearSpan(reopened)} ${isOneYear(reopened) ? 'is open again. Close it once it is right' : `are open again. Close ${year.name} once they are right`}.`,
    );
  };
