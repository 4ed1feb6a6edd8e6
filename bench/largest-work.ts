// Measures the largest pieces of work that one person can request. `npm run bench -- hold-ups` runs these measurements
// in addition to the largest requests to each route.
import type { AddressInfo } from 'node:net';
import { createSquareProvider } from '#features/money/payments/server/index.ts';
import { requireProviderError } from '#features/money/payments/server/provider/payment-provider.ts';
import { measureMaxBlockingTime } from '#tests/support/measures/processor-time.ts';
import type { BuiltApp } from '../src/app.ts';
import { startPracticeSquare } from '../src/practice/square/index.ts';
import { buildCsvArchive } from './csv-archive.ts';

/** A measurement: the work's name, and the longest time in milliseconds that other requests waited for it. */
export type WorkBlockingTime = [name: string, ms: number];

const host = 'players.example';

const buildSiteUrl = ({ fastify }: BuiltApp) => `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;

/** Measures three steps: the preview of the largest archive, its import, and a second preview. */
export async function measureArchiveImport(app: BuiltApp, cookie: string): Promise<WorkBlockingTime[]> {
  const archive = buildCsvArchive(20_000);
  const send = async (dryRun: '0' | '1') => {
    const body = new FormData();
    body.append('dry_run', dryRun);
    body.append('file', new Blob([archive]), 'archive.csv');
    const url = `${buildSiteUrl(app)}/members/api/manage_shows_import`;
    const response = await fetch(url, { method: 'POST', headers: { cookie }, body });
    if (response.status !== 200)
      throw new Error(`The import responded with ${response.status}: ${await response.text()}`);
  };
  return [
    ['20,000 shows: what an import would do', await measureMaxBlockingTime(() => send('1'))],
    ['20,000 shows: the import', await measureMaxBlockingTime(() => send('0'))],
    ['20,000 shows: what a second import would do', await measureMaxBlockingTime(() => send('1'))],
  ];
}

/** Measures saving a show with the maximum number of people, all of them new. */
export async function measureLargestShow(app: BuiltApp, cookie: string): Promise<WorkBlockingTime> {
  const roles = Array.from({ length: 500 }, (_, role) => ({
    role: `Role ${role}`,
    cast_or_crew: 'cast',
    orderVal: role,
    members: Array.from({ length: 8 }, (_, nth) => ({ name: `Newcomer ${role} ${nth} Crowd` })),
  }));
  const dated = { date: '2018-05-06', first_date: '', date_precision: 'day', roles };
  const texts = ['subtitle', 'venue', 'company', 'season', 'genre', 'show_type', 'programme', 'banner', 'noda_review'];
  const more = Object.fromEntries([...texts, 'radio_audio', 'text_blob'].map((name) => [name, '']));
  const payload = { ...more, ...dated, title: 'The Crowd', author: 'Anon' };
  const request = { method: 'POST', url: '/members/api/manage_shows/new', headers: { cookie, host }, payload } as const;
  const held = await measureMaxBlockingTime(async () => {
    const { statusCode, payload: text } = await app.fastify.inject(request);
    if (statusCode !== 200) throw new Error(`The show responded with ${statusCode}: ${text}`);
  });
  return ['a show with 4,000 new people', held];
}

/** Measures how long the program's first request to Square blocks other requests. */
export async function measureFirstSquareRequest(): Promise<WorkBlockingTime> {
  const practice = await startPracticeSquare({ mode: 'test' });
  const paymentProvider = createSquareProvider({ environment: 'practice', ...practice.access });
  const held = await measureMaxBlockingTime(() => paymentProvider.getPayment('nothing').catch(requireProviderError));
  await practice.close();
  return ['the first request to Square', held];
}
