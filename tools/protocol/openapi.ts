import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SiteData } from '#features/website/site/contract.ts';
import type { Route } from '#platform/server/http/routes/route.ts';
import {
  type CallResponse,
  callRequirements,
  type ErrorStatusCode,
  idempotencyKeyHeader,
} from '#platform/shared/calls/call-response.ts';
import { loadPageSchemas } from './protocol.ts';
import type { Schema } from './shape.ts';

// Describes the same routes and contracts as `protocol.ts`, as OpenAPI 3.1.

const root = join(import.meta.dirname, '../..');

type Json = Record<string, unknown>;

/** Converts a contract to JSON Schema. `sent` is for bodies, where fields with a default may be missing. */
function jsonSchema(schema: Schema, sent = false): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: sent ? 'input' : 'output',
    // Types that exist only in JavaScript are described as any value
    unrepresentable: 'any',
    override: ({ jsonSchema: generated }) => {
      // Fields may be added anywhere (docs/protocol.md), so unknown fields are allowed
      if (generated.additionalProperties === false) delete generated.additionalProperties;
      // The format says the same as the pattern
      if (generated.format === 'date' || generated.format === 'date-time') delete generated.pattern;
    },
  });
  return described;
}

const reference = (kind: 'schemas' | 'responses' | 'parameters', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});
const asJson = (schema: Json) => ({ 'application/json': { schema } });

/** The statuses with which a call may be refused, and their reasons, as in the table of docs/protocol.md. */
const refusals: Readonly<Record<string, string>> = {
  400: 'Something is invalid: see `msg` and `fields`.',
  401: 'Not signed in, or the password was wrong.',
  403: 'Without permission, sent from another site, or re-authentication is needed first: see `needs`.',
  404: 'It doesn’t exist, or this person may not know of it.',
  409: 'It has changed since, or somebody else has already done it.',
  413: 'Larger than the call accepts.',
  415: 'A body type, or a file, that the call doesn’t accept.',
  422: 'The same key was used for other content before.',
  429: 'Too many requests.',
  503: 'Busy, or a service that it needs is unavailable.',
} satisfies Partial<Record<ErrorStatusCode, string>>;
const retryAfterHeader = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };

const refusalComponents = Object.fromEntries(
  Object.entries(refusals).map(([code, description]) => [
    `Refused${code}`,
    {
      description,
      ...(['429', '503'].includes(code) ? { headers: retryAfterHeader } : {}),
      content: asJson(reference('schemas', 'Refused')),
    },
  ]),
);

/** Returns the refusals that a route can make. */
function describeRefusals({ kind, access, schemas, changes, path }: Route): Json {
  const codes = Object.keys(refusals).filter((code) => {
    if (kind !== 'call') return ['401', '403', '404', '429', '503'].includes(code);
    if (code === '404') return path.includes(':');
    if (['400', '409', '413', '415'].includes(code)) return changes;
    return code !== '422' || schemas?.once === true;
  });
  const open = access === 'everyone' && !changes;
  return Object.fromEntries(
    codes
      .filter((code) => !open || !['401', '403'].includes(code))
      .map((code) => [code, reference('responses', `Refused${code}`)]),
  );
}

/** Converts a route's path to OpenAPI's template: `/past-shows/:id/*` to `/past-shows/{id}/{rest}`. */
const toTemplate = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}');

const listParameterNames = (path: string) =>
  Array.from(toTemplate(path).matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

const describeParameters = ({ path, query = [], schemas, kind }: Route) => [
  ...listParameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'rest' ? { description: 'The rest of the path, including slashes.' } : {}),
    schema: { type: 'string' },
  })),
  ...[...query, ...(schemas?.query ?? [])].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
  ...(kind === 'page' ? [reference('parameters', 'react')] : []),
  ...(schemas?.once ? [reference('parameters', idempotencyKeyHeader)] : []),
];

/** Returns the field name of a call's files. The first clients chose these names (docs/protocol.md). */
const fileField = (path: string) => (path.includes('/manage_media/') ? 'fileElem' : 'files');

/** Returns the name of a call's request body, which is based on the call's name. */
const bodyName = (route: Pick<Route, 'method' | 'path'>) => `body.${operationId(route)}`;

function describeRequest(route: Route): Json {
  const { schemas, files, path } = route;
  if (!schemas?.body && !files) return {};
  const fields = schemas?.body ? reference('schemas', bodyName(route)) : { type: 'object' };
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const withFiles = {
    allOf: [fields, { type: 'object', properties: { [fileField(path)]: { type: 'array', items: file } } }],
  };
  const content = {
    'application/json': { schema: fields },
    'application/x-www-form-urlencoded': { schema: fields },
    'multipart/form-data': { schema: files ? withFiles : fields },
  };
  return {
    requestBody: { content: schemas?.body ? content : { 'multipart/form-data': content['multipart/form-data'] } },
  };
}

/** Returns a schema with `code`, `msg` and the fields of the declaration. */
const withEnvelope = (base: 'Done' | 'Refused', extra: Schema) => ({
  allOf: [reference('schemas', base), jsonSchema(extra)],
});

function describeCallResponses(route: Route): Json {
  const { answers = {}, content } = route.schemas ?? {};
  const done = () => {
    if (content === 'html') return { 'text/html': {} };
    if (content) return asJson(content === SiteData ? reference('schemas', 'SiteData') : jsonSchema(content));
    return asJson(answers[200] ? withEnvelope('Done', answers[200]) : reference('schemas', 'Done'));
  };
  const others = Object.entries(answers).flatMap(([code, extra]) =>
    extra && code !== '200'
      ? [
          [
            code,
            { description: refusals[code] ?? 'Not done.', content: asJson(withEnvelope('Refused', extra)) },
          ] as const,
        ]
      : [],
  );
  return {
    200: { description: 'Done.', content: done() },
    ...describeRefusals(route),
    ...Object.fromEntries(others),
  };
}

function describePageResponses(route: Route): Json {
  const types = route.types ?? [];
  const of = types.map((type) => reference('schemas', `page.${type}`));
  const [only] = of;
  const content = { ...asJson(of.length === 1 && only ? only : { oneOf: of }), 'text/html': {} };
  const refused = Object.keys(describeRefusals(route)).map((code) => [
    code,
    {
      description: refusals[code],
      content: {
        ...asJson(reference('schemas', code === '401' ? 'page.login' : 'page.error')),
        'text/html': {},
      },
    },
  ]);
  return { 200: { description: 'The page: JSON with `?react`, else HTML.', content }, ...Object.fromEntries(refused) };
}

const describeFileResponses = (route: Route): Json => ({
  200: { description: 'The content.', content: { '*/*': {} } },
  ...describeRefusals(route),
});

const operationId = ({ method, path }: Pick<Route, 'method' | 'path'>) =>
  `${method.toLowerCase()} ${toTemplate(path)}`.replace(/\W+/g, '_').replace(/_$/, '');

function describeOperation(route: Route): Json {
  const { kind, method, path, access, requiresReauthentication, types } = route;
  const responses =
    kind === 'page'
      ? describePageResponses(route)
      : kind === 'call'
        ? describeCallResponses(route)
        : describeFileResponses(route);
  const parameters = describeParameters(route);
  const sentences = [
    `For: ${access}.`,
    ...(requiresReauthentication ? ['Needs a password or second factor that was given in the last ten minutes.'] : []),
  ];
  return {
    operationId: operationId(route),
    tags: [kind === 'page' ? 'pages' : kind === 'call' ? 'calls' : 'files'],
    summary: types ? `Shows ${types.join(' or ')}` : `${method} ${toTemplate(path)}`,
    description: sentences.join(' '),
    security: access === 'everyone' ? [] : [{ session: [] }, { secureSession: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(kind === 'call' ? describeRequest(route) : {}),
    responses,
  };
}

/**
 * Replaces all parameters by `{}`: OpenAPI doesn't distinguish `/{id}` from `/{key}`, and allows only one of them.
 */
const normaliseParameters = (path: string) => toTemplate(path).replace(/\{\w+\}/g, '{}');

/** Lists the routes to describe, sorted by path. Routes that match the same URLs get the same path. */
function listDescribedRoutes(routes: readonly Route[]): Route[] {
  const names = new Map<string, string>();
  return (
    routes
      // A webhook is called by another service, and described in that service's documents
      .filter(({ kind }) => kind !== 'webhook')
      .toSorted((a, b) => a.path.localeCompare(b.path))
      .map((route) => {
        const path = names.get(normaliseParameters(route.path)) ?? route.path;
        names.set(normaliseParameters(route.path), path);
        return { ...route, path };
      })
  );
}

function describePaths(routes: readonly Route[]): Json {
  const paths = new Map<string, Json>();
  for (const route of routes) {
    const at = toTemplate(route.path);
    paths.set(at, { ...paths.get(at), [route.method.toLowerCase()]: describeOperation(route) });
  }
  return Object.fromEntries(paths);
}

const info = () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    title: 'Callboard',
    version,
    license: { name: 'MIT', identifier: 'MIT' },
    description:
      'Every page and call of a society’s site. What other clients may rely on, and how to sign in, is in docs/protocol.md.',
  };
};

/** The properties of a call's response. */
const responseProperties: Readonly<Record<keyof CallResponse, Json>> = {
  code: { type: 'integer' },
  msg: { type: 'string' },
  fields: { type: 'object', additionalProperties: { type: 'string' } },
  needs: { enum: callRequirements },
};
const requiredProperties = ['code', 'msg'] satisfies (keyof CallResponse)[];

/** Returns the description of the protocol. */
export async function buildOpenApi(served: readonly Route[]): Promise<string> {
  const routes = listDescribedRoutes(served);
  const pages = await loadPageSchemas();
  const shown = [...new Set(['error', 'login', ...routes.flatMap(({ types = [] }) => types)])].sort();
  const described = shown.map((type) => {
    const schema = pages.get(type);
    if (!schema) throw new Error(`No contract describes a page of type ${type}`);
    return [`page.${type}`, jsonSchema(schema)] as const;
  });
  const schemas = {
    Done: {
      type: 'object',
      required: requiredProperties,
      properties: { code: { const: 200 }, msg: responseProperties.msg },
    },
    Refused: { type: 'object', required: requiredProperties, properties: responseProperties },
    SiteData: jsonSchema(SiteData),
    ...Object.fromEntries(described),
    ...Object.fromEntries(
      routes.flatMap((route) =>
        route.schemas?.body ? [[bodyName(route), jsonSchema(route.schemas.body, true)] as const] : [],
      ),
    ),
  };
  const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description });
  const document = {
    openapi: '3.1.0',
    info: info(),
    servers: [{ url: '/' }],
    tags: [{ name: 'pages' }, { name: 'calls' }, { name: 'files', description: 'Feeds, pictures, files, downloads' }],
    paths: describePaths(routes),
    components: {
      schemas,
      responses: refusalComponents,
      parameters: {
        react: {
          name: 'react',
          in: 'query',
          allowEmptyValue: true,
          description: 'With any value, even an empty one: the page is returned as JSON.',
          schema: { type: 'string' },
        },
        [idempotencyKeyHeader]: {
          name: idempotencyKeyHeader,
          in: 'header',
          description:
            'A key that the client creates. The same content sent again with the same key gets the first response.',
          schema: { type: 'string', minLength: 16, maxLength: 64 },
        },
      },
      securitySchemes: {
        session: cookie('session', 'Set by POST /members.'),
        secureSession: cookie('__Host-session', 'The cookie’s name if the site is served over HTTPS.'),
      },
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}
