import type { SignalColour } from '../ticket-check.ts';

/**
 * The sounds of each colour, in hertz and seconds: rising for green, two equal ones for amber, a long low one for red.
 */
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

/** Allows this page to make sounds. Browsers permit that only in response to a press. */
export function allowSound(): void {
  context ??= 'AudioContext' in globalThis ? new AudioContext() : undefined;
  void context?.resume().catch(() => undefined);
}

export function playResultSound(colour: SignalColour): void {
  if (context?.state !== 'running') return;
  const { currentTime, destination } = context;
  for (const [pitch, from, length] of notes[colour]) {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    tone.type = colour === 'red' ? 'square' : 'sine';
    volume.gain.setValueAtTime(0.25, currentTime + from);
    volume.gain.exponentialRampToValueAtTime(0.001, currentTime + from + length);
    tone.connect(volume).connect(destination);
    tone.start(currentTime + from);
    tone.stop(currentTime + from + length);
  }
}

/** Vibrations and pauses in milliseconds: short for green, two short for amber, long for red. */
const vibrations: Record<SignalColour, number[]> = { green: [40], amber: [80, 80, 80], red: [400] };

/** Vibrates for a result, if the device can. Browsers permit that only after a first press. */
export function vibrateForResult(colour: SignalColour): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(vibrations[colour]);
}
