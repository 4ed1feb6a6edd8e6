import { expect, onTestFinished, test, vi } from 'vitest';
import { scanCodesUntilAborted } from './scanner.tsx';

test('a camera that starts after it was switched off doesn’t replace the picture of the next camera', async () => {
  const stopped: string[] = [];
  const cameras = ['first', 'second'].map((name) => ({
    ...Promise.withResolvers<MediaStream>(),
    stream: { name, getTracks: () => [{ stop: () => stopped.push(name) }] } as unknown as MediaStream,
  }));
  let asked = 0;
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => cameras[asked++]?.promise } });
  vi.stubGlobal('BarcodeDetector', Object.assign(class {}, { getSupportedFormats: async () => ['qr_code'] }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const video = { srcObject: null, readyState: 0, play: async () => {} } as HTMLVideoElement;
  const switches = [new AbortController(), new AbortController()] as const;
  const first = scanCodesUntilAborted(video, () => {}, switches[0].signal);
  await vi.waitFor(() => expect(asked).toBe(1));
  switches[0].abort();
  const second = scanCodesUntilAborted(video, () => {}, switches[1].signal);
  await vi.waitFor(() => expect(asked).toBe(2));
  cameras[1]?.resolve(cameras[1].stream);
  await vi.waitFor(() => expect(video.srcObject).toMatchObject({ name: 'second' }));
  cameras[0]?.resolve(cameras[0].stream);
  await first;
  expect([video.srcObject, stopped]).toEqual([expect.objectContaining({ name: 'second' }), ['first']]);
  switches[1].abort();
  await second;
  expect([video.srcObject, stopped]).toEqual([null, ['first', 'second']]);
});
