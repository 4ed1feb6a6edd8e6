import { expect, test } from 'vitest';
import { createHistogram, formatExposition } from './exposition.ts';

test('a metric is formatted with its name, help text, type, labels and value, with escaped label values', () => {
  const labels = { route: 'GET "/a\\b"\nC', status: '200' };
  const answers = {
    name: 'answers_total',
    help: 'Answers.',
    type: 'counter',
    samples: [{ labels, value: 3 }],
  } as const;
  expect(formatExposition([answers])).toBe(
    '# HELP answers_total Answers.\n# TYPE answers_total counter\n' +
      'answers_total{route="GET \\"/a\\\\b\\"\\nC",status="200"} 3\n',
  );
});

test('a histogram counts each value in every bucket whose limit it doesn’t exceed, and in the last one', () => {
  const times = createHistogram([0.01, 0.1]);
  for (const seconds of [0.004, 0.01, 0.05, 3]) times.add(seconds);
  expect(formatExposition([{ name: 't', help: 'Times.', type: 'histogram', samples: times.samples() }])).toBe(
    '# HELP t Times.\n# TYPE t histogram\n' +
      't_bucket{le="0.01"} 2\nt_bucket{le="0.1"} 3\nt_bucket{le="+Inf"} 4\nt_sum 3.064\nt_count 4\n',
  );
});
