import { type DragEvent, useId, useRef, useState } from 'react';
import { acceptedEndings, kindsTaken, uploadLimits } from '#features/files/accepted-files.ts';
import { sizeInWords } from '#features/files/kinds.ts';
import { Alert } from '#platform/web/ui/Alert.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import styles from './Managing.module.css';
import { type Going, type UploadCall, useUploads } from './useUploads.ts';

/** Takes files by a button, or dropped on it. The limits are shown before anyone chooses. */
export function UploadPanel({
  call,
  sends,
  onArrived,
}: {
  call: UploadCall;
  /** Sent along with each file. */
  sends?: Readonly<Record<string, string>>;
  onArrived: () => Promise<unknown>;
}) {
  const { going, arrived, add, retry, putAside } = useUploads(call, onArrived, sends);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const id = useId();

  const drag = (event: DragEvent, entering: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(entering);
  };
  return (
    <div className={styles.part}>
      <h3>Add files</h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first */}
      <div
        className={over ? `${styles.drop} ${styles.over}` : styles.drop}
        onDragEnter={(event) => drag(event, true)}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          add([...event.dataTransfer.files]);
        }}
      >
        <p id={`${id}-limits`}>
          {kindsTaken}. Up to {sizeInWords(uploadLimits.bytes)} each.
        </p>
        <input
          ref={chooser}
          className={styles.chooser}
          type="file"
          multiple
          accept={acceptedEndings}
          tabIndex={-1}
          aria-hidden="true"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // So that choosing the same file again counts as a change
            currentTarget.value = '';
          }}
        />
        <Button look="line" aria-describedby={`${id}-limits`} onClick={() => chooser.current?.click()}>
          <Icon of="file-up" /> Choose files
        </Button>
        <p className={styles.dropHint}>or drop them here</p>
      </div>
      <div role="status">{arrived !== '' && <Alert tone="ok" title={arrived} />}</div>
      {going.length > 0 && (
        <ul className={styles.rows} aria-label="Files on their way">
          {going.map((one) => (
            <GoingRow key={one.key} one={one} onRetry={() => retry(one)} onAside={() => putAside(one.key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function GoingRow({ one, onRetry, onAside }: { one: Going; onRetry: () => void; onAside: () => void }) {
  const { file, state, share, why, again } = one;
  const id = useId();
  const percent = Math.round(share * 100);
  const words = state === 'waiting' ? 'Waiting' : percent === 100 ? 'Checking…' : `${percent} % sent`;
  return (
    <li aria-busy={state !== 'failed' || undefined}>
      <span className={styles.what}>
        <span id={id}>{file.name}</span>
        {state === 'failed' ? (
          <span className={styles.failed} role="alert">
            {why}
          </span>
        ) : (
          <>
            <progress className={styles.progress} aria-labelledby={id} value={percent} max={100} />
            <span className="meta num">
              {words}, {sizeInWords(file.size)}
            </span>
          </>
        )}
      </span>
      <span className={styles.acts}>
        {state === 'failed' && again && (
          <Button look="line" small onClick={onRetry}>
            <Icon of="rotate-ccw" /> Try again<span className="vh"> with {file.name}</span>
          </Button>
        )}
        <Button look="quiet" small onClick={onAside}>
          <Icon of="x" /> {state === 'failed' ? 'Put aside' : 'Stop'}
          <span className="vh"> {file.name}</span>
        </Button>
      </span>
    </li>
  );
}
