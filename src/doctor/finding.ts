/** The result of one check. */
export interface Finding {
  subject: string;
  /** `note`: worth knowing, but nothing has to be done. `fault`: somebody has to do something. */
  state: 'ok' | 'note' | 'fault';
  /** One or two sentences; for a fault, the second says what to do. */
  text: string;
}

export const ok = (subject: string, text: string): Finding => ({ subject, state: 'ok', text });
export const note = (subject: string, text: string): Finding => ({ subject, state: 'note', text });
export const fault = (subject: string, text: string): Finding => ({ subject, state: 'fault', text });

const marks = { ok: '✓', note: '–', fault: '✗' };

export const formatFinding = ({ subject, state, text }: Finding): string => `${marks[state]} ${subject}: ${text}`;
