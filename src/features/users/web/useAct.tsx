import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../platform/shared/answer.ts';
import { sendCall } from '../../../platform/web/calls/sendCall.ts';
import { refreshPage, restart } from '../../../platform/web/navigation/index.ts';
import { Alert } from '../../../platform/web/ui/Alert.tsx';

/** Something done with one press: its call, whether it is under way, and what was said of it. */
export function useAct(): {
  busy: string;
  answer: Answer | null;
  /** `renews` the whole site where it changes what the one who presses may use. */
  act: (call: string, body?: object, renews?: 'page' | 'site') => Promise<boolean>;
} {
  const [busy, setBusy] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  return {
    busy,
    answer,
    act: async (call, body = {}, renews = 'page') => {
      setBusy(call);
      const said = await sendCall(call, body);
      setBusy('');
      setAnswer(said);
      if (said.code !== 200) return false;
      await (renews === 'site' ? restart() : refreshPage());
      return true;
    },
  };
}

/** What was said of it, announced. */
export function Said({ answer, children }: { answer: Answer | null; children?: ReactNode }) {
  const bad = answer !== null && answer.code !== 200;
  return (
    <>
      <div role="alert">{bad && <Alert tone="bad" title={answer.msg} />}</div>
      <div role="status">
        {answer?.code === 200 && (
          <Alert tone="ok" title={answer.msg}>
            {children}
          </Alert>
        )}
      </div>
    </>
  );
}
