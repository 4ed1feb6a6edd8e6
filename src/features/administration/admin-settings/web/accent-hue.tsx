import { useState } from 'react';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import styles from './accent-hue.module.css';

/** Returns true for hues that look like the colour of warnings. */
const isWarningHue = (hue: number) => hue >= 30 && hue <= 45;

/** Chooses the accent colour, with a preview. */
export function AccentHueField({ hue, error }: { hue: number; error: string | undefined }) {
  const [chosen, setChosen] = useState(hue);
  return (
    <div className={styles.row} style={{ '--accent-hue': chosen } as React.CSSProperties}>
      <InputField
        label="Accent colour"
        hint={
          isWarningHue(chosen)
            ? 'Too close to the colour used for warnings: choose a value below 30 or above 45.'
            : 'Pick a colour (0–359). Text stays readable with every one.'
        }
        error={error}
        name="accent-hue"
        type="range"
        min={0}
        max={359}
        value={chosen}
        aria-valuetext={`hue ${chosen}`}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
      <p className={styles.sample} aria-hidden>
        {chosen}
      </p>
    </div>
  );
}
