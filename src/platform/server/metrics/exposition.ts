/** One number, with the labels that distinguish it from other numbers of its metric. */
export interface MetricSample {
  labels?: Readonly<Record<string, string>>;
  value: number;
  /** The suffix of the metric's name, for a part of a histogram. */
  part?: '_bucket' | '_sum' | '_count';
}

export interface Metric {
  name: string;
  /** The metric's description, in one sentence. */
  help: string;
  type: 'counter' | 'gauge' | 'histogram' | 'summary';
  samples: readonly MetricSample[];
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const quoted = (text: string) => `"${escaped(text).replaceAll('"', '\\"')}"`;

function formatSample(name: string, { labels = {}, value, part }: MetricSample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quoted(text)}`);
  const number = value === Number.POSITIVE_INFINITY ? '+Inf' : String(value);
  return `${name}${part ?? ''}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${number}\n`;
}

export const expositionContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Formats metrics for Prometheus and compatible programs: the text format, version 0.0.4. */
export const formatExposition = (metrics: readonly Metric[]): string =>
  metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.map((sample) => formatSample(name, sample));
      return `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');

/** A histogram of durations, in seconds. */
export interface Histogram {
  add: (seconds: number) => void;
  samples: () => MetricSample[];
}

/** Creates a histogram that counts values by upper bounds, which are in ascending order. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let all = 0;
  let sum = 0;
  return {
    add: (seconds) => {
      all += 1;
      sum += seconds;
      const at = bounds.findIndex((bound) => seconds <= bound);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    },
    samples: () => {
      let within = 0;
      const buckets = bounds.map((bound, at): MetricSample => {
        within += counts[at] ?? 0;
        return { part: '_bucket', labels: { le: String(bound) }, value: within };
      });
      return [
        ...buckets,
        { part: '_bucket', labels: { le: '+Inf' }, value: all },
        { part: '_sum', value: sum },
        { part: '_count', value: all },
      ];
    },
  };
}
