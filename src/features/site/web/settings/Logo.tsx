import { type ChangeEvent, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Field, Textarea } from '../../../../platform/web/ui/Field.tsx';
import { FileInput } from '../../../../platform/web/ui/FileInput.tsx';
import styles from './Logo.module.css';

/** As a picture a drawing can't do anything, so that even an unchecked one may be looked at. */
const asPicture = (svg: string) => {
  const named = /\sxmlns=/.test(svg) ? svg : svg.replace(/<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
  return `data:image/svg+xml,${encodeURIComponent(named)}`;
};

/** The society's mark: chosen as a file or pasted, and seen on light and dark before it is saved. */
export function Logo({ logo, error }: { logo: string; error: string | undefined }) {
  const [svg, setSvg] = useState(logo);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file) setSvg(await file.text());
  }

  return (
    <div className="stack">
      <Field
        label="Logo"
        hint="An SVG drawing; empty shows the lantern. It takes the colour of the words beside it where it names none."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            className={styles.source}
            name="logo"
            rows={3}
            spellCheck={false}
            value={svg}
            onChange={(event) => setSvg(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.row}>
        <FileInput aria-label="Choose a logo’s file" accept=".svg,image/svg+xml" onChange={choose} />
        {svg !== '' && (
          <>
            <img className={styles.light} src={asPicture(svg)} alt="The logo on light" />
            <img className={styles.dark} src={asPicture(svg)} alt="The logo on dark" />
            <Button look="line" small onClick={() => setSvg('')}>
              Remove logo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
