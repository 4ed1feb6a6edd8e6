import { listSourceFrames, mapStack } from '../../program/map-stack.ts';

/** Records errors of the program, so that an admin can report them to the person who runs it. */
export interface ErrorRecorder {
  /**
   * Records an error. `where` is a route, the kind of a job or the name of a loop, never a requested URL; `request` is
   * the id of the request, if there was one.
   */
  record: (error: unknown, at: { where: string; request?: string }) => void;
}

interface LoggedFault {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedFault;
  /** Fastify's type for logged errors requires this index signature. */
  [other: string]: unknown;
}

/**
 * Returns the part of an error that is logged. Drivers attach more to their errors; PostgreSQL's errors repeat the
 * whole refused row, including a visitor's input.
 */
export function describeErrorForLog(fault: unknown): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: '', stack: '' };
  const { name, message, stack = '', cause } = fault;
  return {
    type: name,
    message,
    stack: mapStack(stack),
    ...('code' in fault && typeof fault.code === 'string' ? { code: fault.code } : {}),
    ...(cause instanceof Error ? { cause: describeErrorForLog(cause) } : {}),
  };
}

/**
 * The stored part of an error. It excludes the message, because databases and parsers repeat user input in their
 * messages.
 */
interface ErrorDescription {
  type: string;
  code: string;
  place: string;
}

export function describeErrorForStorage(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, code: '', place: '' };
  const { name, stack = '', cause } = error;
  const { code } = error as { code?: unknown };
  const inner = cause instanceof Error ? (cause as { code?: unknown }).code : undefined;
  return { type: nameLike(name, 'Error'), code: codeLike(code) || codeLike(inner), place: findErrorLocation(stack) };
}

const nameLike = (text: unknown, otherwise: string) =>
  typeof text === 'string' && /^[A-Za-z][\w.-]{0,59}$/.test(text) ? text : otherwise;

const codeLike = (code: unknown) => (typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : '');

/**
 * Returns the place in our own program where an error was thrown ("src/app.ts:41"). If there is none, returns the place
 * in a package; "" if there is none either.
 *
 * @param stack as Node writes it; its first lines repeat the message, which may have any length
 */
export function findErrorLocation(stack: string): string {
  const frames = listSourceFrames(stack);
  const own = frames.find(({ file }) => !/(^|\/)node_modules\//.test(file)) ?? frames[0];
  if (!own) return '';
  const { file } = own;
  // A built file without a source map has few lines, so the column is needed too
  return `${file}:${own.line}${file.startsWith('dist/') ? `:${own.column}` : ''}`.slice(0, 200);
}
