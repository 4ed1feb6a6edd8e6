import { expect, test } from 'vitest';
import { splitAtBreaks } from './wrap.ts';

test('text without spaces is split between words, and a line neither begins with a comma nor ends with a bracket', () => {
  for (const text of ['茶馆，一个关于北京的话剧（三幕）', 'สี่แผ่นดิน', '「羅生門」の夜。']) {
    const parts = splitAtBreaks(text);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(text);
    for (const part of parts) expect(part).not.toMatch(/^[，。）」]|[（「]$/);
  }
});

test('text with spaces is split after them, and its parts make up the text', () => {
  expect(splitAtBreaks('रोमियो और  जूलियट')).toEqual(['रोमियो ', 'और  ', 'जूलियट']);
});
