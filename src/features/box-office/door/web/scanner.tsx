import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { formatCameraError, startScanning } from './camera.ts';
import styles from './scanner.module.css';
import { allowSound } from './sound.ts';

/** Reads a ticket's code by camera or from a field. `children` show the result. */
export function Scanner({
  onCode,
  beside,
  children,
}: {
  onCode: (code: string) => void;
  /** Other controls that a door needs at once. */
  beside: ReactNode;
  children: ReactNode;
}) {
  const [isOn, turn] = useState(false);
  const [fault, setFault] = useState('');
  const [typed, type] = useState('');
  const video = useRef<HTMLVideoElement>(null);
  const listener = useRef(onCode);
  useEffect(() => {
    listener.current = onCode;
  });

  useEffect(() => {
    if (!isOn || !video.current) return;
    let end: (() => void) | undefined;
    let isOver = false;
    startScanning(video.current, (code) => listener.current(code)).then(
      (stop) => {
        if (isOver) stop();
        else end = stop;
      },
      (error: unknown) => {
        setFault(formatCameraError(error));
        turn(false);
      },
    );
    return () => {
      isOver = true;
      end?.();
    };
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
            setFault('');
            turn(!isOn);
          }}
        >
          {isOn ? 'Stop camera' : 'Scan with camera'}
        </Button>
        {beside}
      </div>
      <p role="status" className={styles.fault}>
        {fault}
      </p>
      <form
        className={styles.typed}
        onSubmit={(event) => {
          event.preventDefault();
          allowSound();
          if (typed.trim() === '') return;
          onCode(typed);
          type('');
        }}
      >
        <InputField
          label="Ticket code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <Button type="submit" look="line">
          Check
        </Button>
      </form>
    </section>
  );
}
