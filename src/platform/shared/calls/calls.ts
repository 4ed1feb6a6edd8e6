import type { ZodType, z } from 'zod';
import type { CallResponse, ErrorResponse, SuccessResponse } from './call-response.ts';

/** The input and output of a call. The schemas stay on the server; a browser gets only a call’s method and path. */
export interface CallSchemas {
  /**
   * The schema of the request body's fields. A call without one takes no fields, but may take files. Unknown fields are
   * dropped, never written.
   */
  readonly body?: ZodType;
  /**
   * The fields of a response besides `code` and `msg`, by the response's code: 200 for success, 409 for a conflict.
   * Responses with other codes have none.
   */
  readonly answers?: Readonly<Partial<Record<number, ZodType>>>;
  /** Query keys that the call reads. */
  readonly query?: readonly string[];
  /** The content that replaces the response `{code, msg}` where the protocol requires it. */
  readonly content?: ZodType | 'html';
  /**
   * For calls that create something. Browsers send an idempotency key with them, so that a double press, a reload or a
   * retry gets the first response and creates nothing twice.
   */
  readonly once?: true;
}

/**
 * A call, declared once in its feature's contract. The server uses this declaration to register the call's handler, and
 * the browser uses it to send the call.
 */
export interface Call<Path extends string = string, Schemas extends CallSchemas = CallSchemas> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path in Fastify's notation: `/members/api/manage_shows/:showId`. */
  readonly path: Path;
  /** Marks a call that browsers send with an idempotency key, as its schemas say. */
  readonly once?: true;
  readonly schemas?: Schemas;
}

/** Declares a call for both the server and the browser. */
export const declareCall = <const Path extends string, const Schemas extends CallSchemas = Record<never, never>>(
  method: Call['method'],
  path: Path,
  schemas?: Schemas,
): Call<Path, Schemas> => ({ method, path, ...onceOf(schemas), ...(schemas ? { schemas } : {}) });

const onceOf = ({ once }: Pick<CallSchemas, 'once'> = {}) => (once ? { once } : {});

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The params of a path, by name. */
export type ParamsOf<Path extends string> = string extends Path
  ? Readonly<Record<string, string>>
  : { readonly [Name in ParamNames<Path>]: string };

/** The query of a call. */
export type QueryOf<Schemas extends CallSchemas> = Schemas extends { query: readonly (infer Key extends string)[] }
  ? { readonly [Name in Key]?: string }
  : unknown;

/** The body of a call, before its schema has read it. */
export type CallBodyInput<Schemas extends CallSchemas> = Schemas extends { body: infer Body extends ZodType }
  ? z.input<Body> | FormData
  : undefined | FormData;

/** The body as the call's handler receives it. */
export type ParsedCallBody<Schemas extends CallSchemas> = Schemas extends { body: infer Body extends ZodType }
  ? z.output<Body>
  : undefined;

type AnswersOf<Schemas extends CallSchemas> = Schemas extends { answers: infer Answers }
  ? Answers
  : Record<never, never>;

/** The fields of a 200 response besides `code` and `msg`. */
export type SuccessFields<Schemas extends CallSchemas> =
  AnswersOf<Schemas> extends { 200: infer Extra extends ZodType } ? z.output<Extra> : unknown;

type OtherCodes<Schemas extends CallSchemas> = Exclude<keyof AnswersOf<Schemas>, 200>;

/** The responses that have fields and a code other than 200. */
type OtherAnswers<Schemas extends CallSchemas> = {
  [Code in OtherCodes<Schemas>]: AnswersOf<Schemas>[Code] extends infer Extra extends ZodType
    ? { code: Code & number; msg: string } & z.output<Extra>
    : never;
}[OtherCodes<Schemas>];

/** The responses that a handler returns. All other responses are errors, which it throws. */
export type HandlerResult<Schemas extends CallSchemas> =
  | (SuccessResponse & SuccessFields<Schemas>)
  | OtherAnswers<Schemas>;

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** Any response of a call. An error response has none of the fields of the declared responses. */
export type ResponseForSchemas<Schemas extends CallSchemas> = CallSchemas extends Schemas
  ? CallResponse
  : CallResponse &
      (
        | HandlerResult<Schemas>
        | (ErrorResponse & { [Key in Exclude<KeysOf<OtherAnswers<Schemas>>, keyof CallResponse>]?: undefined })
      );

/** Any response of a declared call: `ResponseOf<typeof saveShow>`. */
export type ResponseOf<Declared extends Call> =
  Declared extends Call<string, infer Schemas> ? ResponseForSchemas<Schemas> : never;

/** A call with a complete path: declared without params, or with params filled in by `withParams`. */
export type ResolvedCall<Path extends string, Schemas extends CallSchemas> = Call<Path, Schemas> &
  (Path extends `${string}:${string}` ? { params: 'are missing: use withParams(call, { … })' } : unknown);

type SchemasOf<Declared extends Call> = Declared extends Call<string, infer Schemas> ? Schemas : never;

/**
 * Returns the call with its path filled in. Params that the path names replace its parts; all others are added to the
 * query.
 *
 * @throws Error for a param that is missing, or that would lead to another path: "", "." and ".."
 */
export function withParams<Path extends string, Schemas extends CallSchemas>(
  call: Call<Path, Schemas>,
  params: ParamsOf<Path> & QueryOf<Schemas>,
): Call<string, Schemas>;
/** Overload for a value that can be one of several calls. */
export function withParams<Declared extends Call>(
  call: Declared,
  params: ParamsOf<Declared['path']>,
): Call<string, SchemasOf<Declared>>;
export function withParams(call: Call, params: Readonly<Record<string, string>>): Call {
  const left = new Map(Object.entries(params));
  const filled = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = left.get(name) ?? '';
    left.delete(name);
    if (/^\.{0,2}$/.test(value)) throw new Error(`“${value}” is not a valid ${name} for ${call.path}`);
    return encodeURIComponent(value);
  });
  const query = left.size > 0 ? `?${new URLSearchParams([...left])}` : '';
  return { ...call, path: filled + query };
}
