import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { formatCameraError, startScanning } from './camera.ts';
import styles from './scanner.module.css';
import { allowSound } from './sound.ts';

/**
 * Reads a ticket's code by camera or from a field. `children` are shown between the camera's picture and the field, for
 * the result.
 */
export function Scanner({
  onCode,
  controls,
  children,
}: {
  onCode: (code: string) => void;
  /** Further controls next to the camera's button. */
  controls: ReactNode;
  children: ReactNode;
}) {
  const [isOn, setIsOn] = useState(false);
  const [error, setError] = useState('');
  const [typed, setTyped] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  const listener = useRef(onCode);
  useEffect(() => {
    listener.current = onCode;
  });

  useEffect(() => {
    if (!isOn || !video.current) return;
    const scanning = new AbortController();
    startScanning(video.current, (code) => listener.current(code), scanning.signal).catch((reason: unknown) => {
      if (scanning.signal.aborted) return;
      setError(formatCameraError(reason));
      setIsOn(false);
    });
    return () => scanning.abort();
  }, [isOn]);

  return (
    <section className={styles.scanner} aria-label="Check a ticket">
      <div hidden={!isOn} className={styles.picture}>
        <video ref={video} muted playsInline aria-label="Camera view" />
      </div>
      {children}
      <div className={styles.first}>
        <Button
          look={isOn ? 'line' : 'ink'}
          onClick={() => {
            allowSound();
            setError('');
            setIsOn(!isOn);
          }}
        >
          {isOn ? 'Stop camera' : 'Scan with camera'}
        </Button>
        {controls}
      </div>
      <p role="status" className={styles.fault}>
        {error}
      </p>
      <form
        className={styles.typed}
        onSubmit={(event) => {
          event.preventDefault();
          allowSound();
          if (typed.trim() === '') return;
          onCode(typed);
          setTyped('');
        }}
      >
        <InputField
          label="Ticket code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" look="line">
          Check
        </Button>
      </form>
    </section>
  );
}
