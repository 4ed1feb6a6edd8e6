import { mapStack } from '../../program/map-stack.ts';

/** Records errors of the program, so that an admin can report them to the person who runs it. */
export interface ErrorRecorder {
  /** `where` is a route, the kind of a job or the name of a loop, never a requested URL. */
  record: (error: unknown, at: { where: string; request?: string }) => void;
}

interface LoggedFault {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedFault;
  /** Fastify's type for logged errors requires this. */
  [other: string]: unknown;
}

/**
 * Returns the part of an error that is logged. Drivers attach more to their errors; PostgreSQL's errors repeat the
 * whole refused row, including a visitor's input.
 */
export function describeForLog(fault: unknown): LoggedFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: '', stack: '' };
  const { name, message, stack = '', cause } = fault;
  return {
    type: name,
    message,
    stack: mapStack(stack),
    ...('code' in fault && typeof fault.code === 'string' ? { code: fault.code } : {}),
    ...(cause instanceof Error ? { cause: describeForLog(cause) } : {}),
  };
}
