// Describes every page and call for authors of other clients, from the contracts and the route table.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SiteData } from '#features/website/site/contract.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import type { PageType } from '#platform/shared/pages.ts';
import { law } from './law.ts';
import { formatBlock, type Schema } from './shape.ts';

const root = join(import.meta.dirname, '../..');

/** Collects the schema of each type of page, from every contract that exports one. */
export async function loadPageSchemas(): Promise<Map<string, Schema>> {
  const files = ['src/platform/shared/pages.ts', ...globSync('src/features/**/*contract.ts', { cwd: root })];
  const exported = await Promise.all(files.map(async (path): Promise<object> => import(join(root, path))));
  return new Map(
    exported.flatMap(Object.values).flatMap((schema) => {
      if (!(schema instanceof z.ZodObject)) return [];
      const type: unknown = schema.shape.type;
      return type instanceof z.ZodLiteral ? [[String(type.value), schema] as const] : [];
    }),
  );
}

const formatPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '…');

/**
 * Returns the description in Markdown. Throws if a guaranteed call doesn't exist, a contract lacks a guaranteed name,
 * or a type of page has no contract.
 */
export async function buildProtocolPage(routes: readonly Route[]): Promise<string> {
  const schemas = await loadPageSchemas();
  const pages = routes.filter(({ kind }) => kind === 'page').sort((a, b) => a.path.localeCompare(b.path));
  const calls = routes.filter(({ kind }) => kind === 'call').sort((a, b) => a.path.localeCompare(b.path));
  const others = routes.filter(({ kind }) => kind === 'resource' || kind === 'download');

  const callBlocks = calls.map(({ method, path, access, schemas, files, changes, requiresReauthentication }) => {
    const name = `${method} ${path}`;
    const guaranteed = law.calls[name];
    const { body, answers = {}, query = [], content } = schemas ?? {};
    const facts = [
      `for: ${access}`,
      ...(changes ? [] : ['changes nothing']),
      ...query.map((key) => `\`?${key}=\``),
      ...(content === 'html' ? ['responds with HTML'] : []),
      ...(files ? ['accepts files'] : []),
      ...(requiresReauthentication
        ? [requiresReauthentication === true ? 're-authentication' : 're-authentication for some requests']
        : []),
      ...(schemas?.once ? ['once for each key'] : []),
    ];
    const shapes = [
      ...(body ? [formatBlock(name, body, guaranteed, true)] : []),
      ...Object.entries(answers).flatMap(([code, extra]) =>
        extra ? [`With ${code}:\n${formatBlock(name, extra)}`] : [],
      ),
      ...(content instanceof z.ZodType && content.type !== 'unknown'
        ? [`Returns, instead of \`{ code, msg }\`:\n${formatBlock(name, content)}`]
        : []),
    ];
    return `#### ${guaranteed ? '* ' : ''}\`${method} ${formatPath(path)}\`\n${facts.join('; ')}\n${shapes.map((shape) => `\n${shape}`).join('')}`;
  });
  for (const name of Object.keys(law.calls))
    if (!calls.some(({ method, path }) => `${method} ${path}` === name)) throw new Error(`No call is ${name}`);

  const typeBlocks = [...new Set(['error', 'redirect', ...pages.flatMap(({ types = [] }) => types)])]
    .sort()
    .map((type) => {
      const schema = schemas.get(type);
      if (!schema) throw new Error(`No contract describes a page of type ${type}`);
      return `#### \`${type}\`\n${formatBlock(type, schema, law.pages[type as PageType])}`;
    });

  return [
    '# Every page, call and name on the wire\n\nWhat the words and marks mean is in docs/protocol.md.\n\n## Every page',
    '| path | for | type |\n|---|---|---|',
    ...pages.map(({ path, access, types = [] }) => `| \`${formatPath(path)}\` | ${access} | ${types.join(', ')} |`),
    '\n## Every type of page',
    ...typeBlocks,
    '## Site data: `GET /sitedata`',
    formatBlock('/sitedata', SiteData, law.siteData),
    '## Every call',
    ...callBlocks,
    '## Feeds, pictures, files and downloads',
    '| address | for |\n|---|---|',
    ...others.map(({ path, access }) => `| \`${formatPath(path)}\` | ${access} |`),
    '',
  ].join('\n');
}
