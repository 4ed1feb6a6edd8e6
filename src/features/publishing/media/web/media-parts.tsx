import { useState } from 'react';
import type { CallBodyInput, CallSchemas, ResolvedCall, ResponseForSchemas } from '#platform/shared/calls/calls.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { useCall } from '#platform/web/calls/use-call.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { MediaItem } from '../contract.ts';
import styles from './media-parts.module.css';

/** The message about the last action, and a button to undo it. */
export function UndoMessage({ calls: { busy, at, undo } }: { calls: ReturnType<typeof useUndoableCalls> }) {
  return (
    <CallStatus slot={at}>
      {undo && (
        <Button small look="line" pending={busy} onClick={() => undo()}>
          Undo
        </Button>
      )}
    </CallStatus>
  );
}

/** Calls media actions from buttons, and stores how to undo the last one, for `UndoMessage`. */
export function useUndoableCalls() {
  const { busy, slot: at, sendVia: send } = useCall();
  const [undo, setUndo] = useState<(() => void) | null>(null);
  async function run<const Path extends string, Schemas extends CallSchemas>(
    call: ResolvedCall<Path, Schemas>,
    body: CallBodyInput<Schemas>,
    back: (() => void) | null = null,
  ): Promise<ResponseForSchemas<Schemas>> {
    return send(call, () => sendCall(call, body), {
      onAnswer: ({ code }) => setUndo(() => (code === 200 ? back : null)),
    });
  }
  return { run, busy: busy !== '', at, undo };
}

/** An item in a list, in a frame of one shape. It has no text, because its name is next to it. */
export function Thumbnail({ item }: { item: Pick<MediaItem, 'kind' | 'thumbnail'> }) {
  return (
    <span className={styles.frame}>
      {item.thumbnail === '' ? (
        <Icon of={item.kind === 'video' ? 'film' : 'music'} className={styles.sign} />
      ) : (
        <RetryingImage src={item.thumbnail} alt="" loading="lazy" decoding="async" />
      )}
    </span>
  );
}

/**
 * The number of characters at the end of a file name that stay visible. The names of a show's files often differ only
 * there, in a number or the extension.
 */
const END = 10;

/**
 * A file's name on one line: if it is too long, its middle is hidden. Screen readers and search have the whole name.
 */
export const TruncatedFileName = ({ of: name }: { of: string }) => (
  <span className={styles.name} title={name}>
    <span className="vh">{name}</span>
    <span className={styles.drawn} aria-hidden data-begins={name.slice(0, -END)} data-ends={name.slice(-END)} />
  </span>
);
