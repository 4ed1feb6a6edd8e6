import type { SignalColour } from '../ticket-check.ts';

/** Hertz and seconds: up for in, twice the same for something to do, low and long for no. */
const notes: Record<SignalColour, readonly (readonly [pitch: number, from: number, length: number])[]> = {
  green: [
    [784, 0, 0.1],
    [1175, 0.1, 0.18],
  ],
  amber: [
    [587, 0, 0.12],
    [587, 0.18, 0.12],
  ],
  red: [[165, 0, 0.5]],
};

let context: AudioContext | undefined;

/** Lets this page make sounds, which browsers allow after the first press. */
export function allowSound(): void {
  context ??= 'AudioContext' in globalThis ? new AudioContext() : undefined;
  void context?.resume().catch(() => undefined);
}

/** Signals the result of a code by a sound; silent if the device makes none. */
export function playResultSound(light: SignalColour): void {
  if (context?.state !== 'running') return;
  const { currentTime, destination } = context;
  for (const [pitch, from, length] of notes[light]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    tone.type = light === 'red' ? 'square' : 'sine';
    volume.gain.setValueAtTime(0.25, currentTime + from);
    volume.gain.exponentialRampToValueAtTime(0.001, currentTime + from + length);
    tone.connect(volume).connect(destination);
    tone.start(currentTime + from);
    tone.stop(currentTime + from + length);
  }
}

/** Milliseconds of vibration, pause and vibration: short for in, two short for something to do, long for no. */
const vibrations: Record<SignalColour, number[]> = { green: [40], amber: [80, 80, 80], red: [400] };

/** Signals the result of a code by vibration, if a device can and somebody has pressed something. */
export function vibrateForResult(colour: SignalColour): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibrations[colour]);
}
