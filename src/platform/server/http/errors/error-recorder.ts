/** Records errors of the program, so that an admin can report them to the person who runs it. */
export interface ErrorRecorder {
  /** `where` is a route's path or a job's kind, never a requested address. */
  record: (error: unknown, at: { where: string; request?: string }) => void;
}
