import { readdir } from 'node:fs/promises';
import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { createServer as createHttpServer } from '../../program/node-http.ts';
import { loadAssetLookup, type PageAssets } from './assets.ts';
import { chooseEncoding } from './compression.ts';

/** Renders a page's body, its head, and the list of the source files that it needs (`src/render.tsx`). */
export type RenderFrontendPage = (view: {
  page: Page;
  site: SiteData;
  path: string;
  query: string;
}) => Promise<{ body: string; head: Head; sources: string[] }>;

/** The browser side as the server sees it: a function that renders a page, and the files that pages load. */
export interface Frontend {
  render: RenderFrontendPage;
  getPageAssets: (sources: readonly string[]) => PageAssets;
  /** Returns the URL of an entry script by its source file. */
  getScriptUrl: (source: string) => string;
  /** Serves the files that pages load. */
  serveFiles: (fastify: FastifyInstance) => Promise<void>;
  /** Creates the server that receives requests, if it isn't Node's plain one. */
  serverFactory?: (handler: RequestListener) => Server;
  close: () => Promise<void>;
}

/** Loads the built site from `dist/`. */
export async function loadBuiltFrontend(distDir: string): Promise<Frontend> {
  const { render } = (await import(pathToFileURL(join(distDir, 'server/render.js')).href)) as {
    render: RenderFrontendPage;
  };
  const browserDir = join(distDir, 'browser');
  const root = join(browserDir, 'assets');
  const names = new Set(await readdir(root));
  return {
    render,
    ...(await loadAssetLookup(browserDir)),
    serveFiles: async (fastify) => {
      fastify.get<{ Params: { name: string } }>('/assets/:name', (request, reply) =>
        names.has(request.params.name)
          ? sendAsset({ name: request.params.name, root, names }, request, reply)
          : reply.callNotFound(),
      );
    },
    close: async () => {},
  };
}

const extensions = { br: '.br', gzip: '.gz', identity: '' } as const;

/** Sends a built file, or its compressed copy (`bin/compress.mjs`) if there is one that the browser accepts. */
async function sendAsset(
  { name, root, names }: { name: string; root: string; names: ReadonlySet<string> },
  { raw }: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  // Every asset that is worth compressing has compressed copies
  const wanted = chooseEncoding(raw.headers['accept-encoding'], Number.POSITIVE_INFINITY);
  const encoding = names.has(`${name}${extensions[wanted]}`) ? wanted : 'identity';
  // Names contain a hash of the content, so the files never change
  const options = { root, immutable: true, maxAge: '365d', contentType: encoding === 'identity' };
  const { type, statusCode, headers, stream } = await send(raw, encodeURI(`${name}${extensions[encoding]}`), options);
  if (statusCode === 404) return reply.callNotFound();
  reply.code(statusCode).headers(headers).header('vary', 'accept-encoding');
  if (type === 'file' && encoding !== 'identity') {
    reply.header('content-encoding', encoding).header('content-type', `${send.mime.getType(name)}; charset=utf-8`);
  }
  return reply.send(stream);
}

/** Creates a frontend that serves the site from source, through Vite. Changes on disk appear in the browser. */
export async function createSourceFrontend(root: string): Promise<Frontend> {
  const { createServer } = await import('vite');
  // Node reads the configuration itself. Vite would write a file, which would restart a watched server.
  const vite = await createServer({ root, configLoader: 'native', server: { middlewareMode: true } });
  const assets: PageAssets = {
    headScript: { src: '/src/head-script.ts' },
    modules: ['/@vite/client', '/src/browser.tsx'],
    styles: [],
    css: '',
    fontCss: '',
    faces: '[]',
    cspSources: {},
  };
  return {
    render: async (view) => {
      const { render } = (await vite.ssrLoadModule('/src/render.tsx')) as { render: RenderFrontendPage };
      return render(view);
    },
    getPageAssets: () => assets,
    getScriptUrl: (source) => `/${source}`,
    serveFiles: async () => {},
    serverFactory: (handler) =>
      createHttpServer((request, response) => vite.middlewares(request, response, () => handler(request, response))),
    close: () => vite.close(),
  };
}
