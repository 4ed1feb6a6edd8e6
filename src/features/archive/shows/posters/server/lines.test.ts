import { expect, test } from 'vitest';
import { splitAtBreakOpportunities } from './lines.ts';

test('text without spaces is split, but not before a comma or after an opening bracket', () => {
  for (const text of ['茶馆，一个关于北京的话剧（三幕）', 'สี่แผ่นดิน', '「羅生門」の夜。']) {
    const parts = splitAtBreakOpportunities(text);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(text);
    for (const part of parts) expect(part).not.toMatch(/^[，。）」]|[（「]$/);
  }
});

test('text with spaces is split after each run of spaces', () => {
  expect(splitAtBreakOpportunities('रोमियो और  जूलियट')).toEqual(['रोमियो ', 'और  ', 'जूलियट']);
});
