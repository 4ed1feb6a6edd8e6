import { useId, useRef, useState } from 'react';
import type { SocialEntry } from '#features/society/settings/read-socials.ts';
import { formatSocials, parseSocialEntries, parseSocials } from '#features/society/settings/socials.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, FieldError, Textarea } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { settingLabels } from './setting.tsx';
import styles from './social-rows.module.css';

type Row = SocialEntry & { key: number };

/** Edits the social links as rows. The links are saved as one text, which is edited directly without JavaScript. */
export function SocialLinkRows({
  socials,
  error,
  onChange,
}: {
  socials: string;
  error: string | undefined;
  onChange: (socials: string) => void;
}) {
  const id = useId();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    parseSocialEntries(socials).map((entry, key) => ({ ...entry, key })),
  );
  const nextKey = useRef(rows.length);
  const group = useRef<HTMLFieldSetElement>(null);
  const update = (changed: readonly Row[]) => {
    setRows(changed);
    onChange(formatSocials(changed));
  };
  const change = (key: number, part: Partial<SocialEntry>) =>
    update(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    update([...rows, { label: '', link: '', key: nextKey.current }]);
    nextKey.current += 1;
  };
  const remove = (key: number) => {
    update(rows.filter((row) => row.key !== key));
    group.current?.focus();
  };
  const invalidRows = error ? rows.filter((row) => isInvalid(row)) : [];
  return (
    <>
      <fieldset ref={group} className={styles.rows} tabIndex={-1} aria-describedby={`${id}-hint`}>
        <legend>{settingLabels.socials}</legend>
        <p id={`${id}-hint`} className="meta">
          A link without a name is named after its site.
        </p>
        {rows.length > 0 && (
          <div className={`${styles.row} ${styles.heads}`} aria-hidden="true">
            <span>Name</span>
            <span>Address</span>
          </div>
        )}
        {rows.map((row, at) => (
          <div key={row.key} className={styles.row}>
            <InputField
              label={<Numbered at={at}>Name</Numbered>}
              value={row.label}
              autoComplete="off"
              maxLength={100}
              onChange={({ target }) => change(row.key, { label: target.value })}
            />
            <InputField
              label={<Numbered at={at}>Address</Numbered>}
              value={row.link}
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={1000}
              error={invalidRows.includes(row) ? 'Enter a web address, such as facebook.com/our-players.' : undefined}
              onChange={({ target }) => change(row.key, { link: target.value })}
            />
            <Button look="quiet" small onClick={() => remove(row.key)}>
              <Icon of="trash" /> Remove<span className="vh"> link {at + 1}</span>
            </Button>
          </div>
        ))}
        {error && invalidRows.length === 0 && (
          <div data-wrong tabIndex={-1}>
            <FieldError id={`${id}-error`}>{error}</FieldError>
          </div>
        )}
        <Button look="line" small onClick={add}>
          <Icon of="plus" /> Add a link
        </Button>
      </fieldset>
      <div className={styles.text}>
        <Field label="Social links as text" hint="Separated by commas; each an address, or Name|address.">
          {(control) => (
            <Textarea
              {...control}
              name="socials"
              rows={3}
              value={socials}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
      </div>
    </>
  );
}

const Numbered = ({ at, children }: { at: number; children: string }) => (
  <>
    {children}
    <span className="vh"> of link {at + 1}</span>
  </>
);

const isInvalid = (entry: SocialEntry) => {
  const text = formatSocials([entry]);
  return text !== '' && parseSocials(text).length === 0;
};
