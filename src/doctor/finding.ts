/** The result of one check. */
export interface Finding {
  subject: string;
  /** `note`: worth knowing, but nothing has to be done. `fault`: somebody has to do something. */
  state: 'ok' | 'note' | 'fault';
  /** Says what was found and, for a fault, what to do. */
  text: string;
}

export const buildOkFinding = (subject: string, text: string): Finding => ({ subject, state: 'ok', text });
export const buildNoteFinding = (subject: string, text: string): Finding => ({ subject, state: 'note', text });
export const buildFaultFinding = (subject: string, text: string): Finding => ({ subject, state: 'fault', text });

const marks = { ok: '✓', note: '–', fault: '✗' };

export const formatFinding = ({ subject, state, text }: Finding): string => `${marks[state]} ${subject}: ${text}`;
