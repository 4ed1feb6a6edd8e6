import type { BarcodeDetector as Reader } from 'qr/decode.js';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { importWithRetry } from '#platform/web/parts/lazy-module.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { InputField } from '#platform/web/ui/fields/field.tsx';
import { allowSound } from './scan-result.tsx';
import styles from './scanner.module.css';

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
    scanCodesUntilAborted(video.current, (code) => listener.current(code), scanning.signal).catch((reason: unknown) => {
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

declare global {
  // Only some browsers have `BarcodeDetector`
  var BarcodeDetector: typeof Reader | undefined;
}

/** Creates a reader of QR codes: the browser's own reader, or a library that is fetched on demand. */
export async function createQrReader(): Promise<Pick<Reader, 'detect'>> {
  const own = globalThis.BarcodeDetector;
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? [];
  const Detector =
    own && formats.includes('qr_code') ? own : (await importWithRetry(() => import('qr/decode.js'))).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}

/** The pause between two scans (milliseconds). A shorter one would only use more battery. */
const scanIntervalMs = 120;
/**
 * The time for which a code must be out of sight before it counts again (milliseconds). A code that is held up to the
 * camera counts only once.
 */
const sameCodeIntervalMs = 2500;

/**
 * Scans codes with the camera on the back of the device, and shows the camera's picture in `video`, until `signal` is
 * aborted. If it is aborted before the camera has started, `video` stays unchanged.
 *
 * @throws DOMException if the camera can't be used; its name is the reason
 */
export async function scanCodesUntilAborted(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  if (!navigator.mediaDevices) throw new DOMException('No camera without https', 'SecurityError');
  // The reader is fetched before the camera is requested, because the camera is useless without a reader
  const codes = await createQrReader();
  if (signal.aborted) return;
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stopCamera = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) return stopCamera();
  video.srcObject = stream;
  signal.addEventListener('abort', () => {
    stopCamera();
    video.srcObject = null;
  });
  await video.play().catch(() => undefined);
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  while (!signal.aborted) {
    const found = video.readyState >= 2 ? await codes.detect(video).catch(() => []) : [];
    const code = found[0]?.rawValue;
    const now = performance.now();
    if (code && !signal.aborted) {
      const isNew = code !== last.code || now - last.at > sameCodeIntervalMs;
      last = { code, at: now };
      if (isNew) onCode(code);
    }
    await new Promise((resolve) => setTimeout(resolve, scanIntervalMs));
  }
}

/** Formats the reason why the camera can't scan, with an alternative. */
export function formatCameraError(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'This site isn’t allowed to use the camera. Allow it in your browser settings, or type the code.';
  }
  if (name === 'SecurityError')
    return 'The camera only works when the site is opened over https. Type the code instead.';
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return 'This device has no camera we can use. Type the code instead.';
  return 'The camera didn’t start: another app may be using it. Try again, or type the code.';
}
