import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import type { PaymentProvider } from '#features/money/payments/server/index.ts';
import {
  buildSession,
  createSession,
  type PasswordHashing,
  sessionCookie,
} from '#features/society/accounts/server/index.ts';
import { type Database, type Engine, write } from '#platform/server/database/index.ts';
import { loadBuiltFrontend } from '#platform/server/http/response/frontend.ts';
import { createDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { type AppOptions, type BuiltApp, buildApp } from '../../../src/app.ts';
import { createContractCheck } from '../routes/declared-answers.ts';
import { createFactories, type Factories } from '../society/factories.ts';
import { createTemporaryFolder, type DatabaseTestContext, onEachEngine } from './engines.ts';
import { createQuickHashing } from './passwords.ts';

const dist = join(import.meta.dirname, '../../../dist');
const front = loadBuiltFrontend(dist);

/** The key that encrypts the data of every test's site. */
export const dataKey = 'nobody guesses that these are tests';

export interface SiteTestContext extends DatabaseTestContext {
  app: BuiltApp;
  storage: FileStorage;
  passwords: PasswordHashing;
  a: Factories;
  /** Returns the response to a browser's GET. */
  get: (address: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** Returns the response to a script's POST: JSON in both directions, unless the headers say otherwise. */
  post: (address: string, body: object | string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** Returns the response to a call without a body. */
  send: (
    method: 'POST' | 'DELETE',
    address: string,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>;
  /** Returns the content of the page at a path, as JSON. */
  page: (address: string) => Promise<{ status: number; content: Record<string, unknown> }>;
  /** Returns the response to a call over a real connection. The body may be a form with files, or anything else. */
  upload: (
    address: string,
    form: BodyInit,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Returns the same functions for a signed-in user. */
  as: (user: { id: string }) => Promise<Requests>;
  /** Sets the site's clock to an instant. */
  at: (moment: string) => void;
}

type Requests = Pick<SiteTestContext, 'get' | 'post' | 'send' | 'page' | 'upload'>;

/** Returns the cookie that a response sets, as a browser sends it; "" if it sets none of that name. */
export const getCookie = ({ headers }: { headers: Record<string, unknown> }, name = 'session'): string =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

/** Returns the app's address on its own socket, which is opened when it is first needed. */
async function openSocket({ fastify }: BuiltApp): Promise<string> {
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
}

/** Starts the site on a database until the test is over. Its clock shows 21 November 2026 unless set otherwise. */
export async function startTestSite(
  { storage, passwords }: Pick<SiteTestContext, 'storage' | 'passwords'>,
  db: Database,
  also: Partial<AppOptions> = {},
): Promise<BuiltApp> {
  const app = await buildApp({
    ...{ db, storage, passwords, dataKey },
    frontend: await front,
    clock: () => new Date('2026-11-21T12:00:00.000Z'),
    // Never refuses a request because the machine that runs the tests is busy
    maxDelayMs: 0,
    ...also,
  });
  onTestFinished(() => app.close());
  return app;
}

/**
 * Runs a test against the whole site, by default on both database engines. The site's clock shows 21 November 2026 until
 * the test sets it. Without `squareAt`, cards can't be used. `also` contains further options of the site.
 */
export function onEachSite(
  name: string,
  body: (on: SiteTestContext) => Promise<void>,
  engines?: readonly Engine[],
  squareAt?: (clock: () => Date) => Promise<PaymentProvider>,
  also: Partial<AppOptions> = {},
): void {
  onEachEngine(
    name,
    async (on) => {
      let now = new Date('2026-11-21T12:00:00.000Z');
      const storage = createDiskStorage(createTemporaryFolder());
      const passwords = createQuickHashing();
      const paymentProvider = await squareAt?.(() => now);
      const app = await startTestSite({ storage, passwords }, on.db, { clock: () => now, paymentProvider, ...also });
      const holdToContract = createContractCheck(app.routes);
      const createRequests = (own: Record<string, string>): Requests => {
        /** Sends a request as a browser would: a session's new cookie replaces the previous one. */
        const inject = async (request: InjectOptions, headers: Record<string, string>) => {
          const response = await app.fastify.inject({ ...request, headers: { ...own, ...headers } });
          const renewed = response.cookies.find(({ name, value }) => name === sessionCookie && value !== '');
          if (`${response.headers['content-type']}`.startsWith('application/json')) {
            holdToContract(`${request.method}`, `${request.url}`, { status: response.statusCode, json: response.json });
          }
          if (renewed && own.cookie && !headers.cookie) own.cookie = `${sessionCookie}=${renewed.value}`;
          return response;
        };
        const get: Requests['get'] = (url, headers = {}) => inject({ method: 'GET', url }, headers);
        return {
          get,
          post: (url, payload, headers = {}) => inject({ method: 'POST', url, payload }, headers),
          send: (method, url, headers = {}) => inject({ method, url }, headers),
          upload: async (address, form, also = {}) => {
            const { host: _, ...headers } = { ...own, ...also };
            // A stream is sent as it is produced, which has to be declared
            const request: RequestInit & { duplex: 'half' } = { method: 'POST', body: form, headers, duplex: 'half' };
            const response = await fetch((await openSocket(app)) + address, request);
            // A form that is posted without a script gets a page in response
            if (response.headers.get('content-type')?.startsWith('text/html'))
              return { status: response.status, body: { html: await response.text() } };
            const body = (await response.json()) as Record<string, unknown>;
            holdToContract('POST', address, { status: response.status, json: () => body });
            return { status: response.status, body };
          },
          page: async (address) => {
            const response = await get(`${address}${address.includes('?') ? '&' : '?'}react`);
            return { status: response.statusCode, content: response.json() };
          },
        };
      };
      const host = 'players.example';
      await body({
        ...on,
        app,
        storage,
        passwords,
        a: createFactories(on.db, storage),
        ...createRequests({ host }),
        as: async ({ id: userId }) => {
          const some = { userId, stage: 'full', device: 'Firefox', address: '127.0.0.1' } as const;
          const session = buildSession({ ...some, at: now.toISOString() });
          await write(on.db, (tx) => createSession(tx, session));
          return createRequests({ host, cookie: `${sessionCookie}=${session.token}` });
        },
        at: (moment) => {
          now = new Date(moment);
        },
      });
    },
    engines,
  );
}

/** Runs a test against the whole site on SQLite only: for a rule that isn't about SQL, transactions or races. */
export const onSite = (name: string, body: (on: SiteTestContext) => Promise<void>) =>
  onEachSite(name, body, ['sqlite']);
