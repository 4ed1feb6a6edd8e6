import { useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { sendCall } from '../../../platform/web/calls/sendCall.ts';
import { refreshPage } from '../../../platform/web/navigation/index.ts';

/** What was done last, said until the next, with the way back where there is one. */
export interface Done {
  answer: Answer;
  undo?: { call: string; body: object };
}

/** Makes calls from buttons: one at a time, then the page is asked for anew and what came of it is said. */
export function useActs() {
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  async function act(call: string, body: object, undo?: Done['undo']): Promise<Answer> {
    setBusy(true);
    const answer = await sendCall(`/members/api/manage_media/${call}`, body);
    if (answer.code === 200) await refreshPage();
    setBusy(false);
    setDone({ answer, ...(answer.code === 200 && undo ? { undo } : {}) });
    return answer;
  }
  return { act, busy, done };
}
