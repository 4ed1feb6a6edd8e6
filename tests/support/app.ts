import { join } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { onTestFinished } from 'vitest';
import { type App, buildApp } from '../../src/app.ts';
import { builtFront } from '../../src/platform/server/http/front.ts';
import { diskStorage, type Storage } from '../../src/platform/server/storage.ts';
import { type OnEngine, onEachEngine, temporaryFolder } from './engines.ts';
import { type Factories, factories } from './factories.ts';

const dist = join(import.meta.dirname, '../../dist');
const front = builtFront(dist);

export interface OnApp extends OnEngine {
  app: App;
  storage: Storage;
  a: Factories;
  /** What the address answers to a browser. */
  get: (address: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** What a call answers to a script: JSON there, JSON back, unless the headers say otherwise. */
  post: (address: string, body: object | string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  /** The page's content at an address, as JSON. */
  page: (address: string) => Promise<{ status: number; content: Record<string, unknown> }>;
  /** Moves the society's clock. */
  at: (moment: string) => void;
}

/** Runs a test against the whole site on both engines, on 21 November 2026 unless it says otherwise. */
export function onEachSite(name: string, body: (on: OnApp) => Promise<void>): void {
  onEachEngine(name, async (on) => {
    let now = new Date('2026-11-21T12:00:00.000Z');
    const storage = diskStorage(temporaryFolder());
    const app = await buildApp({ db: on.db, storage, front: await front, clock: () => now });
    onTestFinished(() => app.close());
    const get = (url: string, headers: Record<string, string> = {}) =>
      app.fastify.inject({ method: 'GET', url, headers: { host: 'players.example', ...headers } });
    await body({
      ...on,
      app,
      storage,
      a: factories(on.db, storage),
      get,
      post: (url, payload, headers = {}) =>
        app.fastify.inject({ method: 'POST', url, payload, headers: { host: 'players.example', ...headers } }),
      page: async (address) => {
        const answer = await get(`${address}${address.includes('?') ? '&' : '?'}react`);
        return { status: answer.statusCode, content: answer.json() };
      },
      at: (moment) => {
        now = new Date(moment);
      },
    });
  });
}
