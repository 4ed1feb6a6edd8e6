import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findLastBackupTime } from '../audit/index.ts';
import { isSameSecret } from '../crypto/secrets.ts';
import type { Database, ExecutedQuery } from '../database/index.ts';
import { HttpError, notFoundMessage } from '../http/errors/http-error.ts';
import { type RouteHandler, readOnlyMethods } from '../http/handlers/server-context.ts';
import { observeResponses } from '../http/response/send-response.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import { countOpenJobsByKind } from '../jobs/job-store.ts';
import { version } from '../program/program.ts';

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

/** A statement that took too long, as logged. */
export interface SlowQuery {
  ms: number;
  sql: string;
}

/** Measures the database's statements. */
export interface QueryMonitor {
  record: (query: ExecutedQuery) => void;
  times: Histogram;
  slow: () => number;
  /** Registers a listener for slow queries. */
  onSlowQuery: (listener: (query: SlowQuery) => void) => void;
}

const maxLoggedLength = 2000;

/**
 * Removes the texts from a statement, and cuts a long one. Only quoted texts have to be removed, because all other
 * values are parameters or numbers.
 */
const withoutValues = (sql: string) =>
  sql
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .slice(0, maxLoggedLength);

/**
 * Creates a monitor that measures statements, and reports those that take at least `slowMs` milliseconds; with 0, it
 * reports none.
 */
export function createQueryMonitor(slowMs: number): QueryMonitor {
  const times = createHistogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]);
  let slow = 0;
  let listener: (query: SlowQuery) => void = () => {};
  return {
    record: ({ ms, sql }) => {
      times.add(ms / 1000);
      if (slowMs === 0 || ms < slowMs) return;
      slow += 1;
      listener({ ms: Math.round(ms), sql: withoutValues(sql) });
    },
    times,
    slow: () => slow,
    onSlowQuery: (next) => {
      listener = next;
    },
  };
}

export interface MetricsOptions {
  db: Database;
  /** The bearer token that a request must have. */
  token: string;
  queries: QueryMonitor | undefined;
  /** Returns the number of the program's own errors since it started. */
  faults: () => number;
  /** The handlers for every kind of job. */
  jobHandlers: () => readonly JobHandler[];
  clock: () => Date;
}

/** The interval of event loop measurements, in milliseconds. */
const resolution = 20;

/** Registers `/metrics`, which responds to requests with the token; others get 404. */
export function registerMetricsRoute(fastify: FastifyInstance, options: MetricsOptions): void {
  const { token, queries, faults } = options;
  const answers = measureResponses(fastify);
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  fastify.addHook('onClose', async () => void delay.disable());

  const handler: RouteHandler = async (request, reply) => {
    if (!hasToken(request, token)) throw new HttpError(404, notFoundMessage);
    const metrics = [
      ...collectProcessMetrics(delay),
      ...answers(),
      ...(queries ? collectQueryMetrics(queries) : []),
      gauge('callboard_faults_total', 'Errors of the program since it started.', faults(), 'counter'),
      ...(await collectDatabaseMetrics(options).catch(() => [])),
    ];
    return reply.header('cache-control', 'no-store').type(expositionContentType).send(formatExposition(metrics));
  };
  fastify.route({ method: readOnlyMethods, url: '/metrics', logLevel: 'silent', handler });
}

const hasToken = ({ headers }: FastifyRequest, token: string): boolean =>
  isSameSecret(headers.authorization ?? '', `Bearer ${token}`);

const gauge = (name: string, help: string, value: number, type: 'gauge' | 'counter' = 'gauge'): Metric => ({
  name,
  help,
  type,
  samples: [{ value }],
});

/** Counts and times responses by method, route and status. Routes are few, whereas the number of URLs is unlimited. */
function measureResponses(fastify: FastifyInstance): () => Metric[] {
  const times = createHistogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]);
  const counts = new Map<string, { labels: Record<string, string>; answers: number; seconds: number }>();
  observeResponses(fastify, ({ method, route, status, ms }) => {
    const seconds = ms / 1000;
    times.add(seconds);
    const labels = { method, route, status: String(status) };
    const key = Object.values(labels).join(' ');
    const known = counts.get(key) ?? { labels, answers: 0, seconds: 0 };
    known.answers += 1;
    known.seconds += seconds;
    counts.set(key, known);
  });
  return () => [
    {
      name: 'http_request_duration_seconds',
      help: 'Response times over all routes.',
      type: 'histogram',
      samples: times.samples(),
    },
    {
      name: 'http_route_duration_seconds',
      help: 'Number of responses and their total time, by method, route and status.',
      type: 'summary',
      samples: [...counts.values()].flatMap(({ labels, answers, seconds }) => [
        { part: '_sum' as const, labels, value: seconds },
        { part: '_count' as const, labels, value: answers },
      ]),
    },
  ];
}

function collectProcessMetrics(delay: ReturnType<typeof monitorEventLoopDelay>): Metric[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const started = Date.now() / 1000 - process.uptime();
  const quantiles = [50, 99].map((percent) => ({
    labels: { quantile: String(percent / 100) },
    // Node measures the time between two checks, which includes the interval even if nothing is late, so the interval
    // is subtracted
    value: Math.max(0, delay.percentile(percent) / 1e9 - resolution / 1000),
  }));
  const help = 'Delay of the event loop.';
  const metrics: Metric[] = [
    {
      name: 'callboard_build_info',
      help: 'Versions of Callboard and of Node.',
      type: 'gauge',
      samples: [{ labels: { version, node: process.version }, value: 1 }],
    },
    gauge('process_start_time_seconds', 'Start time of the process.', Math.round(started)),
    gauge('process_resident_memory_bytes', 'Resident memory of the process.', rss),
    gauge('process_cpu_seconds_total', 'Processor time of the process.', (user + system) / 1e6, 'counter'),
    gauge('nodejs_heap_size_used_bytes', 'Memory used by objects.', heapUsed),
    { name: 'nodejs_eventloop_lag_seconds', help, type: 'gauge', samples: quantiles },
  ];
  delay.reset();
  return metrics;
}

const collectQueryMetrics = (queries: QueryMonitor): Metric[] => [
  {
    name: 'callboard_query_duration_seconds',
    help: 'Duration of database statements.',
    type: 'histogram',
    samples: queries.times.samples(),
  },
  gauge('callboard_slow_queries_total', 'Statements that took SLOW_QUERY_MS or longer.', queries.slow(), 'counter'),
];

/** Collects the metrics that all processes share. While the database is unavailable, this part is missing. */
async function collectDatabaseMetrics({ db, jobHandlers, clock }: MetricsOptions): Promise<Metric[]> {
  const handled = jobHandlers().map(({ kind }) => kind);
  const jobs = await countOpenJobsByKind(db.read, { except: [], handled, now: clock().toISOString() });
  const backup = await findLastBackupTime(db.read);
  const made = backup === undefined ? 0 : Date.parse(backup) / 1000;
  return [
    {
      name: 'callboard_jobs',
      help: 'Jobs that are waiting, or have failed and not been dismissed; each email is a job.',
      type: 'gauge',
      samples: jobs.map(({ kind, state, total }) => ({ labels: { kind, status: state }, value: total })),
    },
    gauge('callboard_last_backup_timestamp_seconds', 'Time of the last backup; 0 if there is none.', made),
  ];
}
