// Describes every page and call for authors of other clients, from the contracts and the route table.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SiteData } from '#features/website/site/contract.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import type { PageType } from '#platform/shared/pages.ts';
import { law } from './law.ts';
import { block, type Schema } from './shape.ts';

const root = join(import.meta.dirname, '../..');

/** Collects the schema of each type of page, from every contract that exports one. */
export async function pageSchemas(): Promise<Map<string, Schema>> {
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

const address = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '…');

/** Returns the description in Markdown. Throws if a guaranteed name is no longer in any contract. */
export async function protocolPage(routes: readonly Route[]): Promise<string> {
  const schemas = await pageSchemas();
  const pages = routes.filter(({ kind }) => kind === 'page').sort((a, b) => a.path.localeCompare(b.path));
  const calls = routes.filter(({ kind }) => kind === 'call').sort((a, b) => a.path.localeCompare(b.path));
  const others = routes.filter(({ kind }) => kind === 'resource' || kind === 'download');

  const callBlocks = calls.map(({ method, path, access, schemas, files, changes, requiresReauthentication }) => {
    const name = `${method} ${path}`;
    const lawful = law.calls[name];
    const { body, answers = {}, query = [], content } = schemas ?? {};
    const said = [
      `for: ${access}`,
      ...(changes ? [] : ['changes nothing']),
      ...query.map((key) => `\`?${key}=\``),
      ...(content === 'html' ? ['answers HTML'] : []),
      ...(files ? ['takes files'] : []),
      ...(requiresReauthentication ? ['recent proof'] : []),
      ...(schemas?.once ? ['once for each key'] : []),
    ];
    const shapes = [
      ...(body ? [block(name, body, lawful, true)] : []),
      ...Object.entries(answers).flatMap(([code, extra]) => (extra ? [`With ${code}:\n${block(name, extra)}`] : [])),
      ...(content instanceof z.ZodType && content.type !== 'unknown'
        ? [`Answers, in the place of \`{ code, msg }\`:\n${block(name, content)}`]
        : []),
    ];
    return `#### ${lawful ? '* ' : ''}\`${method} ${address(path)}\`\n${said.join('; ')}\n${shapes.map((shape) => `\n${shape}`).join('')}`;
  });
  for (const name of Object.keys(law.calls))
    if (!calls.some(({ method, path }) => `${method} ${path}` === name)) throw new Error(`Nothing answers ${name}`);

  const typeBlocks = [...new Set(['error', 'redirect', ...pages.flatMap(({ types = [] }) => types)])]
    .sort()
    .map((type) => {
      const schema = schemas.get(type);
      if (!schema) throw new Error(`No contract says what a page of type ${type} looks like`);
      return `#### \`${type}\`\n${block(type, schema, law.pages[type as PageType])}`;
    });

  return [
    '# Every page, call and name on the wire\n\nWhat the words and marks mean is in docs/protocol.md.\n\n## Every page',
    '| path | for | type |\n|---|---|---|',
    ...pages.map(({ path, access, types = [] }) => `| \`${address(path)}\` | ${access} | ${types.join(', ')} |`),
    '\n## Every type of page',
    ...typeBlocks,
    '## Site data: `GET /sitedata`',
    block('/sitedata', SiteData, law.siteData),
    '## Every call',
    ...callBlocks,
    '## Feeds, pictures, files and downloads',
    '| address | for |\n|---|---|',
    ...others.map(({ path, access }) => `| \`${address(path)}\` | ${access} |`),
    '',
  ].join('\n');
}
