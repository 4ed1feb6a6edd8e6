import type { BarcodeDetector as Reader } from 'qr/decode.js';
import { importWithRetry } from '#platform/web/parts/import-with-retry.ts';

declare global {
  // Some browsers have their own
  var BarcodeDetector: typeof Reader | undefined;
}

/** Creates the reader of QR codes: the browser's own, or else one that is fetched. */
export async function createCodeReader(): Promise<Pick<Reader, 'detect'>> {
  const own = globalThis.BarcodeDetector;
  const formats = (await own?.getSupportedFormats().catch(() => [])) ?? [];
  const Detector =
    own && formats.includes('qr_code') ? own : (await importWithRetry(() => import('qr/decode.js'))).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}

/** Scanning more often only warms the phone (milliseconds). */
const scanIntervalMs = 120;
/** A code that stays before the camera counts once, until it has been away for this long. */
const sameCodeIntervalMs = 2500;

/**
 * Reads codes through the camera on the back of the device, and shows its picture.
 * @returns a function that stops it
 * @throws DOMException, with the reason as its name, if there is no camera, or none that this page may use
 */
export async function startScanning(video: HTMLVideoElement, onCode: (code: string) => void): Promise<() => void> {
  if (!navigator.mediaDevices) throw new DOMException('No camera without https', 'SecurityError');
  // Fetched first: without it a camera is of no use
  const codes = await createCodeReader();
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  video.srcObject = stream;
  await video.play().catch(() => undefined);
  let ended = false;
  let last = { code: '', at: Number.NEGATIVE_INFINITY };
  const look = async () => {
    while (!ended) {
      const found = video.readyState >= 2 ? await codes.detect(video).catch(() => []) : [];
      const code = found[0]?.rawValue;
      const now = performance.now();
      if (code && !ended) {
        const isAnother = code !== last.code || now - last.at > sameCodeIntervalMs;
        last = { code, at: now };
        if (isAnother) onCode(code);
      }
      await new Promise((resolve) => setTimeout(resolve, scanIntervalMs));
    }
  };
  void look();
  return () => {
    ended = true;
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  };
}

/** Formats the reason why the camera can't scan, and an alternative. */
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
