// The largest inputs that anybody can send to a route, made to be as expensive as possible. They are derived from the
// route table, so that new routes are tested too.
import { z } from 'zod';
import type { Route } from '#platform/server/http/routes/route.ts';
import { createDocumentWithSpaces } from '../formats/word.ts';

/** A request of the maximum size. */
export interface LargestInput {
  /** The name of the input in a report, such as "a search of one long word". */
  what: string;
  query?: string;
  headers?: Record<string, string>;
  payload?: string;
  /** The form to send to routes that accept files, instead of `payload`. */
  form?: FormData;
}

/** Slightly less than the largest body that is accepted. */
const maxBodyBytes = 900_000;

/** Texts that some parser is slow to read: Markdown, names, searches or patterns. */
const slowTexts = {
  'one word': 'a',
  links: 'a@b.co ',
  lists: '- a\n',
  blanks: ' \t',
  names: 'Ann Ox & ',
  'definitions with links': `[a]: /${'x'.repeat(1900)}\n\n${'[a]'.repeat(30_000)}`,
  'wide tables': `${'|a'.repeat(3000)}\n${'|-'.repeat(3000)}\n${'x\n'.repeat(40_000)}`,
};

type Shape = { [key: string]: unknown } | boolean;

/** Fills a schema with as much text as it accepts: long texts in few fields, or short texts in many. */
function fillSchema(schema: z.ZodType, text: string, how: 'long' | 'many'): unknown {
  let left = maxBodyBytes;
  let count = 0;
  const take = (shape: Shape | undefined): unknown => {
    if (shape === undefined || typeof shape === 'boolean' || Object.keys(shape).length === 0) return nested();
    const { type, properties, items, anyOf, oneOf, enum: choices, const: one } = shape;
    const options = (anyOf ?? oneOf) as Shape[] | undefined;
    if (one !== undefined) return one;
    if (Array.isArray(choices)) return choices[0];
    if (options) return takeLargest(options);
    if (type === 'object') {
      return Object.fromEntries(
        Object.entries((properties ?? {}) as Record<string, Shape>).map(([key, part]) => [key, take(part)]),
      );
    }
    if (type === 'array') {
      const most = Math.min(Number(shape.maxItems ?? 20_000), 20_000);
      const all: unknown[] = [];
      while (all.length < most && left > 0) all.push(take(items as Shape));
      return all;
    }
    if (type === 'string') return string(shape);
    if (type === 'boolean') return true;
    return type === 'number' || type === 'integer' ? Math.min(Number(shape.maximum ?? 1), 1_000_000) : nested();
  };
  /** Takes the option that uses the most room: an object rather than an id, or a list rather than a single value. */
  const takeLargest = (options: readonly Shape[]): unknown => {
    const before = { left, count };
    const taken = options.map((option) => {
      ({ left, count } = before);
      return { value: take(option), left, count };
    });
    const largest = taken.reduce((best, other) => (other.left <= best.left ? other : best));
    ({ left, count } = largest);
    return largest.value;
  };
  const string = ({ maxLength, format, pattern }: Exclude<Shape, boolean>): string => {
    count += 1;
    left -= 20;
    if (format === 'email') return `a${count}@b.example`;
    if (format || pattern) return '2026-12-01';
    const most = Math.min(Number(maxLength ?? 100_000), how === 'many' ? 12 : 100_000, Math.max(left, 1));
    const written = `${count} ${text.repeat(Math.ceil(most / text.length))}`.slice(0, most);
    left -= written.length;
    return written;
  };
  const nested = () => {
    left -= 20_000;
    return JSON.parse(`${'['.repeat(1000)}${'1,'.repeat(8000)}1${']'.repeat(1000)}`);
  };
  return take(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
}

const json = { 'content-type': 'application/json' };

/** The length from which a text may take long to parse. */
const large = 20_000;

function buildBodies({ schemas }: Route): LargestInput[] {
  const accepts = schemas?.body;
  if (!accepts) return [];
  const all = Object.entries(slowTexts).map(([name, text]) => {
    const how = name === 'names' ? 'many' : 'long';
    return { what: `${how} ${name}`, headers: json, payload: JSON.stringify(fillSchema(accepts, text, how)) };
  });
  // If the schema accepts no long text, one input of any kind is enough
  const worth = all.filter(({ payload }) => payload.length > large);
  return worth.length > 0 ? worth : all.slice(0, 1);
}

const filters = Array.from({ length: 40 }, (_, n) => `genre=${n}`).join('&');
const queries: LargestInput[] = [
  {
    what: 'a search of a thousand words with every filter',
    query: `?q=${'e%20a%20'.repeat(900)}&page=99999999&sort=-title&${filters}`,
  },
  { what: 'a search of one long word', query: `?react&q=${'ab'.repeat(3500)}` },
];

/** Returns, for each parser of files, the files that it takes longest to read. */
function buildUploads(): LargestInput[] {
  const near = Array.from({ length: 3000 }, (_, n) => `Play ${n},1950,Aa${n} Smith`).join('\n');
  const cell = `Hay Fever,1987,${Array.from({ length: 5000 }, (_, n) => `Ann${n} Ox`).join(' & ')}`;
  const quotes = `${'a,"b\n'.repeat(90)}${'"'.repeat(1_000_000)}`;
  const csv = (rows: string) => `title,first performance,director\n${rows}\n`;
  const files: Record<string, [string, Buffer | string]> = {
    'similar names': ['a.csv', csv(near)],
    'names in one cell': ['a.csv', csv(cell)],
    'quotation marks': ['a.csv', csv(quotes)],
    'blanks in a Word document': ['a.docx', createDocumentWithSpaces(60_000)],
    'no picture': ['a.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500_000, 'a')])],
  };
  return Object.entries(files).map(([what, [name, content]]) => {
    const form = new FormData();
    const field = name.endsWith('.docx') ? 'document' : name.endsWith('.csv') ? 'file' : 'files';
    form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
    return { what, form };
  });
}

/** Inputs that all routes of a method parse in the same way. Each is tried on one public and one restricted route. */
const sharedInputs: Record<Route['method'], LargestInput | undefined> = {
  GET: { what: 'thousands of keys', query: '?a'.padEnd(7000, '&a') },
  POST: {
    what: 'a body of nothing but lists',
    headers: json,
    payload: `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  },
  DELETE: undefined,
};

/** Returns the inputs to try on each route. */
export function buildLargestInputs(routes: readonly Route[]): Map<Route, LargestInput[]> {
  const tried = new Set<string>();
  return new Map(
    routes.map((route) => {
      const kind = `${route.method} ${route.access === 'everyone'}`;
      const once = tried.has(kind) ? undefined : sharedInputs[route.method];
      tried.add(kind);
      const own =
        route.method === 'GET'
          ? queries.slice(0, route.kind === 'page' ? 2 : 1)
          : [...buildBodies(route), ...(route.files ? buildUploads() : [])];
      // A route without input is requested once
      const all = [...(once ? [once] : []), ...own];
      return [route, all.length > 0 ? all : [{ what: 'nothing' }]];
    }),
  );
}
