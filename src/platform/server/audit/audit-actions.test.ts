import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contributions, formatAction } from '#tests/support/society/contributions.ts';
import { type AuditAction, createAuditActionFormatter } from '../feature/audit-actions.ts';
import { actionsByFormerName } from './former-actions.ts';

const labels = contributions('auditActions').flatMap(Object.entries);
const codes = labels.map(([code]) => code);
const root = join(import.meta.dirname, '../../../..');

test('every audit action code has exactly one readable label', () => {
  expect(codes.length).toBeGreaterThan(150);
  expect(codes.toSorted()).toEqual([...new Set(codes)].sort());
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
  for (const [, label] of labels) expect(label).toMatch(/^[a-z][^_:{}.]+$/);
});

test('the audit action labels include those of every feature that declares codes', () => {
  const declaring = globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const [, table = ''] = /const auditActions = \{(.*?)^\};/ms.exec(source) ?? [];
    return source.includes('interface AuditActions extends') ? [...table.matchAll(/^ {2}'([^']+)':/gm)] : [];
  });
  expect(declaring.map(([, code]) => code).sort()).toEqual(codes.toSorted());
});

test('every audit sentence of earlier versions maps to a code that has a label', () => {
  expect(actionsByFormerName.size).toBeGreaterThan(180);
  for (const [sentence, code] of actionsByFormerName) {
    expect(codes).toContain(code);
    expect(codes).not.toContain(sentence);
  }
});

test('an audit code that no feature declares fails to compile', () => {
  // @ts-expect-error: not a code
  const unknown: AuditAction = 'show.juggled';
  expect(codes).not.toContain(unknown);
});

test('an audit action without a label is shown as recorded', () => {
  expect(formatAction('blog_post.changed')).toBe('changed a blog post');
  expect(formatAction('lit a candle')).toBe('lit a candle');
  expect(createAuditActionFormatter([])('toString')).toBe('toString');
});
