import { expect, test } from 'vitest';
import { formatRun, type Run, replaceTable } from './markdown.ts';

const run: Run = {
  at: '2026-11-23T20:00:00.000Z',
  commit: 'abc1234',
  machine: { node: 'v26.0.0', cpu: 'A | processor', cores: 2, memory: 8 },
  results: {
    start: {
      title: 'The site starts',
      figures: [
        { name: 'warm start', value: 812.4, unit: 'ms', atMost: 1000 },
        { name: 'memory', value: 240, unit: 'MB', atMost: 200 },
        { name: 'cached compared with bare', value: 91.2, unit: '%', atLeast: 90 },
        { name: 'shows', value: 1000, unit: '' },
      ],
    },
  },
};

test('the benchmark table shows each measurement that has a target, whether it is met, and the machine', () => {
  expect(formatRun(run)).toBe(
    [
      'Taken on 2026-11-23 at commit `abc1234`: A \\| processor, 2 cores, 8 GB, Node v26.0.0.',
      '',
      '| what | measured | target | met |',
      '|---|---:|---:|---|',
      '| **The site starts** (`start`) | | | |',
      '| warm start | 812 ms | ≤ 1,000 ms | yes |',
      '| memory | 240 MB | ≤ 200 MB | **no** |',
      '| cached compared with bare | 91.2 % | ≥ 90 % | yes |',
    ].join('\n'),
  );
});

test('a new benchmark table replaces the previous one and leaves the rest of the page unchanged', () => {
  const page = 'Before\n<!-- figures -->\nold\n<!-- end of figures -->\nAfter\n';
  expect(replaceTable(page, 'new')).toBe('Before\n<!-- figures -->\nnew\n<!-- end of figures -->\nAfter\n');
  expect(() => replaceTable('no marks', 'new')).toThrow('needs two lines');
});
