import formBody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformedRequestMessage, refuse } from '../errors/http-error.ts';
import type { AccessRule } from './visitor.ts';

/**
 * The maximum number of bytes in the body of a call that doesn't require signing in. No public form contains more, in
 * any alphabet.
 */
export const maxAnonymousBodyBytes = 64 * 1024;

/**
 * The maximum number of bytes in the body of a call that requires signing in: enough for a blog post, a whole cast or a
 * pasted list.
 */
const maxMemberBodyBytes = 1024 * 1024;

export const getMaxBodyBytes = ({ members }: Pick<AccessRule, 'members'>): number =>
  members ? maxMemberBodyBytes : maxAnonymousBodyBytes;

/** The maximum number of fields of a form. No form of the site has that many. */
export const maxFormFields = 1000;

/** The maximum number of values in a body: enough for an album of 5,000 pictures or a cast of hundreds. */
const maxValues = 20_000;

/** The maximum depth of a body. A show has roles, which have people, who have names. */
const maxDepth = 20;

export const bodyTooLargeMessage = 'That’s more than this form can take. Shorten it and try again.';

/** Registers parsers for JSON and for forms, which browsers without JavaScript and other clients send. */
export async function registerBodyParsers(fastify: FastifyInstance): Promise<void> {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    refuseOversizedText(text);
    return parse(request, text, done);
  });
  await fastify.register(formBody, {
    parser: (text) => collectFormFields(new URLSearchParams(refuseTooManyParts(text))),
  });
}

/**
 * Reads JSON sent as one part of a form.
 *
 * @throws HttpError if it isn't JSON, or is deeper or larger than any form
 */
export function parseJsonPart(request: FastifyRequest, text: string): unknown {
  refuseOversizedText(text);
  let read: unknown;
  void request.server.getDefaultJsonParser('error', 'error')(request, text, (error, value) => {
    if (error) refuse(400, malformedRequestMessage);
    read = value;
  });
  return read;
}

/** Returns the text of a query, and refuses a query that has more parts than any form. */
function refuseTooManyParts(text: string): string {
  return hasTooManyQueryParts(text, maxFormFields) ? refuse(413, bodyTooLargeMessage) : text;
}

/** Returns true if a query, or a form encoded as one, has more than `maxParts` parts. Counts them without parsing. */
export function hasTooManyQueryParts(query: string, maxParts: number): boolean {
  let parts = 1;
  for (let at = query.indexOf('&'); at >= 0 && parts <= maxParts; at = query.indexOf('&', at + 1)) parts += 1;
  return parts > maxParts;
}

/**
 * Returns a form's fields by name. The values of a repeated field are a list. Line ends in values become line feeds.
 */
export function collectFormFields(sent: Iterable<readonly [name: string, value: unknown]>): Record<string, unknown> {
  const fields = new Map<string, unknown[]>();
  for (const [name, given] of sent) {
    // Browsers end lines in a posted form with a carriage return and a line feed, and in JSON with the line feed only
    const value = typeof given === 'string' ? given.replaceAll('\r\n', '\n') : given;
    const before = fields.get(name);
    if (before) before.push(value);
    else fields.set(name, [value]);
  }
  return Object.fromEntries(fields.entries().map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [list, listEnd, object, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks JSON before it is parsed. Parsing a megabyte with hundreds of thousands of values would take a tenth of a
 * second, even if it is then refused.
 * @throws HttpError if the JSON is deeper or larger than any form
 */
function refuseOversizedText(text: string): void {
  let depth = 0;
  let values = 1;
  let within = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (within) {
      if (sign === backslash) at += 1;
      else if (sign === quote) within = false;
    } else if (sign === quote) within = true;
    else if (sign === list || sign === object) {
      depth += 1;
      values += 1;
      // At the deepest level, an empty list or object is allowed, which adds one level here
      if (depth > maxDepth + 1) refuse(400, malformedRequestMessage);
    } else if (sign === listEnd || sign === objectEnd) depth -= 1;
    else if (sign === comma) values += 1;
    // An empty list or object counts as two values here
    if (values > 2 * maxValues) refuse(413, bodyTooLargeMessage);
  }
}

/** A value in a body, with its key and the part that contains it. */
interface BodyPart {
  value: unknown;
  key: string;
  within: BodyPart | undefined;
  depth: number;
}

/**
 * Lists everything in a body, in order. It isn't recursive, because a body may be nested to any depth.
 * @throws HttpError if the body is deeper or larger than any form
 */
function* partsOf(body: unknown): Generator<BodyPart> {
  const stack: BodyPart[] = [{ value: body, key: '', within: undefined, depth: 0 }];
  let values = 1;
  for (let part = stack.pop(); part; part = stack.pop()) {
    yield part;
    const { value, depth } = part;
    if (typeof value !== 'object' || value === null) continue;
    const keys = Object.keys(value);
    if (keys.length > 0 && depth === maxDepth) refuse(400, malformedRequestMessage);
    values += keys.length;
    if (values > maxValues) refuse(413, bodyTooLargeMessage);
    for (const key of keys.reverse()) {
      stack.push({ value: value[key as keyof typeof value], key, within: part, depth: depth + 1 });
    }
  }
}

/** @throws HttpError if the body is deeper or larger than any form */
export function refuseOversizedJson(body: unknown): void {
  for (const _ of partsOf(body));
}

/**
 * Returns true if a text can be stored unchanged in both databases. PostgreSQL refuses NUL characters, and half of a
 * surrogate pair would be stored as another character.
 */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** Finds the first text in a body that the database can't store, and returns its path; undefined if there is none. */
export function findUnstorableTextPath(body: unknown): string | undefined {
  for (const part of partsOf(body)) {
    if (typeof part.value === 'string' && !isStorable(part.value)) return pathOf(part);
  }
  return undefined;
}

function pathOf({ key, within }: BodyPart): string {
  const above = within ? pathOf(within) : '';
  return above === '' ? key : `${above}.${key}`;
}
