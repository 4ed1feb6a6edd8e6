import { useEffect, useState } from 'react';
import { previewText } from '#platform/shared/calls/contract.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { Prose } from '#platform/web/ui/content/prose.tsx';

/** The text rendered by the server. The previous preview stays until the next one arrives. */
export function Preview({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  const [failed, setFailed] = useState(false);
  const empty = text.trim() === '';
  useEffect(() => {
    if (empty) return setHtml('');
    let isCurrent = true;
    void sendCall(previewText, { content: text }).then((response) => {
      if (!isCurrent) return;
      setFailed(response.code !== 200);
      if (response.code === 200) setHtml(response.html);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, empty]);
  if (empty) return <p className="muted">Your text will appear here as others will see it.</p>;
  return (
    <>
      {failed && <p className="muted">The preview isn’t available at the moment. Your text is safe.</p>}
      <Prose html={html} />
    </>
  );
}
