import { type ChangeEvent, type CSSProperties, useEffect, useId, useRef, useState } from 'react';
import { addRefreshParam, useRetry } from '../retry/retry.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import styles from './audio-player.module.css';
import { UnavailableMedia } from './retrying-image.tsx';

/** Formats seconds as "8:42" or "1:08:42"; as "0:00" while a recording's length isn't known (NaN, Infinity). */
export function formatPlayingTime(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Plays one recording: a play button, a track for seeking, and the time. Visitors without JavaScript get the browser's
 * own player instead. Until the recording is played, only its duration is fetched. `label` is the heading; `what` names
 * the recording in a sentence: "the radio interview".
 */
export function AudioPlayer({ src, label, what }: { src: string; label: string; what: string }) {
  const { attempt, fail } = useRetry(src);
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  /** Until something has played, screen readers and the Tab key skip the track. */
  const [isStarted, setStarted] = useState(false);
  const [{ at, length }, setTime] = useState({ at: 0, length: Number.NaN });
  const [awake, setAwake] = useState(false);
  useEffect(() => setAwake(true), []);
  const track = useId();

  const play = () => void audio.current?.play().catch(() => {});
  // If loading failed after the user pressed play, playing starts after the retry
  const started = useRef(false);
  useEffect(() => {
    if (attempt === 'again' && started.current) audio.current?.play().catch(() => {});
  }, [attempt]);

  if (attempt === 'given up') {
    return <UnavailableMedia sign="volume-x" says="This recording can’t be played at the moment." alt={what} />;
  }
  const known = Number.isFinite(length);
  const played: CSSProperties & { '--played': string } = {
    '--played': known && length > 0 ? `${(at / length) * 100}%` : '0%',
  };
  const follow = () => {
    const { currentTime = 0, duration = Number.NaN } = audio.current ?? {};
    setTime({ at: currentTime, length: duration });
  };
  const wind = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (audio.current === null) return;
    audio.current.currentTime = target.valueAsNumber;
    follow();
  };
  return (
    <section aria-label={label}>
      <div className={styles.controls}>
        <IconButton
          icon={playing ? 'pause' : 'play'}
          label={`${playing ? 'Pause' : 'Play'} ${what}`}
          className={styles.play}
          onClick={playing ? () => audio.current?.pause() : play}
        />
        <label className="vh" htmlFor={track} aria-hidden={!isStarted}>
          Position in {what}
        </label>
        <input
          id={track}
          className={styles.track}
          type="range"
          min={0}
          max={known ? Math.ceil(length) : 1}
          step={1}
          value={known ? Math.floor(at) : 0}
          disabled={!known}
          aria-hidden={!isStarted}
          tabIndex={isStarted ? undefined : -1}
          aria-valuetext={`${formatPlayingTime(at)} of ${formatPlayingTime(length)}`}
          style={played}
          onChange={wind}
        />
        <span className={`meta num ${styles.time}`}>
          {known
            ? at > 0
              ? `${formatPlayingTime(at)} / ${formatPlayingTime(length)}`
              : formatPlayingTime(length)
            : ''}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useMediaCaption: a society's recordings come without a caption file */}
      <audio
        ref={audio}
        className={styles.native}
        preload={awake ? 'metadata' : 'none'}
        src={attempt === 'again' ? addRefreshParam(src) : src}
        controls
        aria-label={what}
        onPlay={() => {
          started.current = true;
          setPlaying(true);
          setStarted(true);
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={follow}
        onLoadedMetadata={follow}
        onDurationChange={follow}
        onError={fail}
      />
    </section>
  );
}
