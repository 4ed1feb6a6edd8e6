import { useLayoutEffect, useRef, useState } from 'react';
import { useUnsavedGuard } from '#platform/web/calls/unsaved-changes.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import styles from './recovery-codes.module.css';

/** New recovery codes, shown once, to copy, download or print. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { site_name } = useSite();
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState('');
  const { link, stay, leave } = useUnsavedGuard(true);
  useLayoutEffect(() => heading.current?.focus(), []);
  const text = `Recovery codes for ${site_name}\nEach works once, instead of a code from your app.\n\n${codes.join('\n')}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied('Copied.');
    } catch {
      setCopied('Your browser couldn’t copy them: select the codes and copy them yourself.');
    }
  }

  return (
    <section className={styles.codes} aria-labelledby="recovery-codes">
      <h3 id="recovery-codes" ref={heading} tabIndex={-1}>
        Your recovery codes for {site_name}
      </h3>
      <p>
        If you lose your phone, each of these codes lets you sign in once. They won’t be shown again: keep them where
        you keep your passport, not on your phone.
      </p>
      <ol className={styles.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button look="line" small onClick={copy}>
          <Icon of="copy" />
          Copy codes
        </Button>
        <Button look="line" small onClick={() => download(text)}>
          <Icon of="download" />
          Download as text
        </Button>
        <Button look="line" small onClick={() => print()}>
          <Icon of="printer" />
          Print codes
        </Button>
      </div>
      <p role="status">{copied}</p>
      <Button onClick={onSaved}>I’ve saved my codes</Button>
      {link && (
        <ConfirmDialog
          question="Leave without saving your codes?"
          cancelLabel="Stay on this page"
          confirmLabel="Leave without saving"
          onConfirm={() => void leave()}
          onClose={stay}
        >
          They won’t be shown again. Without them, if you lose your phone you’ll have to ask an admin for help.
        </ConfirmDialog>
      )}
    </section>
  );
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'recovery-codes.txt';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
