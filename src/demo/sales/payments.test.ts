import { expect } from 'vitest';
import { createFinancialYear } from '#features/money/ledger/financial-year.ts';
import { buildLedgerOverview } from '#features/money/ledger/totals.ts';
import { onEachEngine } from '#tests/support/site/engines.ts';
import { seedDemo } from '../seed.ts';

onEachEngine(
  'the demo’s treasurer has five years of entries, up to the day on which the demo is opened',
  async ({ db }) => {
    await seedDemo(db, new Date('2026-11-21T12:00:00Z'));
    const entries = await db.read.selectFrom('entry').selectAll().orderBy('day').execute();
    expect(entries.length).toBeGreaterThan(250);
    expect(entries.every(({ day }) => day >= '2022-09-01' && day <= '2026-11-21')).toBe(true);
    for (const start of [2022, 2023, 2024, 2025, 2026]) {
      const { months } = createFinancialYear(start, '09');
      const ofYear = entries.filter(({ day }) => months.includes(day.slice(0, 7)));
      const sums = ofYear.map((entry) => ({ ...entry, month: entry.day.slice(0, 7), count: 1, last_day: entry.day }));
      const { by_plan, by_source, totals } = buildLedgerOverview(sums, months);
      expect(by_plan.map(({ name }) => name)).toContain('Full member');
      expect(by_source.map(({ source }) => source)).toEqual(expect.arrayContaining(['card', 'cash']));
      expect(totals.net).toBeGreaterThan(50_000);
    }
    expect(new Set(entries.map(({ source }) => source))).toEqual(new Set(['card', 'card_machine', 'cash', 'transfer']));
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['charge', 'refund', 'fee']));
    expect(entries.filter(({ kind }) => kind === 'refund').length).toBeGreaterThanOrEqual(2);
  },
);
