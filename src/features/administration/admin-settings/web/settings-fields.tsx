import { type ChangeEvent, type ComponentProps, useId, useRef, useState } from 'react';
import { calendarMonths } from '#features/money/subscriptions/renewal.ts';
import { uploadMedia } from '#features/publishing/media/contract.ts';
import { validateMediaFileSize } from '#features/publishing/media/limits.ts';
import { findLogoPicturePath, maxLogoLength, toPictureLogo } from '#features/society/settings/picture-logo.ts';
import type { SocialEntry } from '#features/society/settings/read-socials.ts';
import { securitySettings } from '#features/society/settings/security-settings.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { formatSocials, parseSocialEntries, parseSocials } from '#features/society/settings/socials.ts';
import { sendFilesWithProgress } from '#platform/web/calls/send-file.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import {
  Field,
  type FieldControlProps,
  FieldError,
  Input,
  InputField,
  Select,
  Textarea,
} from '#platform/web/ui/fields/field.tsx';
import { FileInput } from '#platform/web/ui/fields/file-input.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import styles from './settings-fields.module.css';

/** The label of each setting in the form. */
export const settingLabels: Record<Exclude<keyof Settings, 'docsText'>, string> = {
  siteName: 'Name',
  logo: 'Logo',
  accentHue: 'Accent colour',
  about: 'About us',
  ticketsActive: 'Ticket banner',
  ticketsLink: 'Ticket link',
  ticketsHeroPhoto: 'Picture for the ticket page',
  scarcePercent: 'Few places left (%)',
  socials: 'Social links',
  mapsURL: 'Map',
  timeZone: 'Time zone',
  yearBegins: 'The society’s year begins on the 1st of',
  giftAid: 'Gift Aid',
  registration: 'New accounts',
  secondFactorRequired: 'Second factor for admins and the box office',
  contactEmail: 'Contact form',
  committeeMail: 'Committee',
  boxOfficeMail: 'Box office',
  webmasterMail: 'Webmaster',
  helpWiki: 'Help wiki',
  securityContact: 'Security contact',
  privacy: 'Privacy page',
  accessibility: 'Accessibility page',
  keepMessagesMonths: 'Keep messages',
  keepMailMonths: 'Keep sent emails',
  keepBookingsMonths: 'Keep bookers’ details',
};

/** The options of each setting that has a fixed set of values. */
const settingChoices = {
  ticketsActive: [
    ['0', 'Off: nothing is on sale yet'],
    ['1', 'On: tickets are on sale'],
  ],
  yearBegins: calendarMonths.map(({ value, name }) => [value, name] as const),
  giftAid: [
    ['0', 'Off'],
    ['1', 'On: members can make a declaration'],
  ],
  registration: [
    ['approval', 'Anyone can register, and an admin approves them'],
    ['invitation', 'By invitation only'],
    ['open', 'Anyone with an email address'],
  ],
  secondFactorRequired: [
    ['', 'As set on the server'],
    ['1', 'Required'],
    ['0', 'Optional'],
  ],
} as const satisfies Partial<Record<keyof Settings, readonly (readonly [value: string, words: string])[]>>;

/** Formats a setting's value as the form shows it: the label of the chosen option, or the value itself. */
export function formatSettingValue(name: keyof typeof settingLabels, value: Settings[keyof Settings]): string {
  const choices: Partial<Record<string, readonly (readonly [string, string])[]>> = settingChoices;
  return choices[name]?.find(([choice]) => choice === value)?.[1] ?? String(value);
}

/** The saved settings, and the errors by field name. */
interface SettingsFormState {
  settings: Settings;
  errors: Record<string, string>;
  /** True if the visitor may change security settings. */
  maySecure: boolean;
}

interface SettingProps<Name extends keyof typeof settingLabels = keyof typeof settingLabels> {
  of: Name;
  /** The name of the setting's form field. */
  name: string;
  form: SettingsFormState;
  hint?: string | undefined;
  label?: string;
}

/** A labelled setting; `children` renders its control. Disabled if the visitor may not change it. */
function SettingField({
  of,
  name,
  form: { settings, errors, maySecure },
  hint,
  label = settingLabels[of],
  children,
}: SettingProps & {
  children: (
    control: FieldControlProps & { name: string; defaultValue: string | number; disabled: boolean },
  ) => React.ReactNode;
}) {
  const disabled = !maySecure && securitySettings.has(of);
  return (
    <Field
      label={label}
      hint={disabled ? 'Only somebody with the role Admin can change this.' : hint}
      error={errors[name]}
    >
      {(control) => children({ ...control, name, defaultValue: settings[of], disabled })}
    </Field>
  );
}

/** A setting with a one-line text field. */
export const TextSettingField = ({
  of,
  name,
  form,
  hint,
  label = settingLabels[of],
  ...input
}: SettingProps & Omit<ComponentProps<'input'>, 'form'>) => (
  <SettingField {...{ of, name, form, hint, label }}>{(control) => <Input {...control} {...input} />}</SettingField>
);

/** A setting with a choice of values. */
export const SelectSettingField = (setting: SettingProps<keyof typeof settingChoices>) => (
  <SettingField {...setting}>
    {(control) => (
      <Select {...control}>
        {settingChoices[setting.of].map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )}
  </SettingField>
);

export const EmailSettingField = (setting: SettingProps) => (
  <TextSettingField {...setting} inputMode="email" autoComplete="off" />
);

/** A setting for how many months something is stored. */
export const MonthsSettingField = (setting: SettingProps) => (
  <TextSettingField
    {...setting}
    label={`${settingLabels[setting.of]} (months)`}
    hint="0 keeps them for ever."
    type="number"
    min={0}
    max={120}
    required
  />
);

/** Returns true for hues that look like the colour of warnings. */
const isWarningHue = (hue: number) => hue >= 30 && hue <= 45;

/** Chooses the accent colour, with a preview. */
export function AccentHueField({ hue, error }: { hue: number; error: string | undefined }) {
  const [chosen, setChosen] = useState(hue);
  return (
    <div className={styles.hue} style={{ '--accent-hue': chosen } as React.CSSProperties}>
      <InputField
        label="Accent colour"
        hint={
          isWarningHue(chosen)
            ? 'Too close to the colour used for warnings: choose a value below 30 or above 45.'
            : 'Choose a colour from 0 to 359. Text stays readable with every colour.'
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

type LinkRow = SocialEntry & { key: number };

/**
 * Edits the social links as rows. The links are saved as one text. Without JavaScript, the visitor edits that text
 * directly.
 */
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
  const [rows, setRows] = useState<readonly LinkRow[]>(() =>
    parseSocialEntries(socials).map((entry, key) => ({ ...entry, key })),
  );
  const nextKey = useRef(rows.length);
  const group = useRef<HTMLFieldSetElement>(null);
  const update = (changed: readonly LinkRow[]) => {
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
  const invalidRows = error ? rows.filter((row) => isInvalidLink(row)) : [];
  return (
    <>
      <fieldset ref={group} className={styles.links} tabIndex={-1} aria-describedby={`${id}-hint`}>
        <legend>{settingLabels.socials}</legend>
        <p id={`${id}-hint`} className="meta">
          A link without a name is named after its site.
        </p>
        {rows.length > 0 && (
          <div className={`${styles.link} ${styles.heads}`} aria-hidden="true">
            <span>Name</span>
            <span>Address</span>
          </div>
        )}
        {rows.map((row, at) => (
          <div key={row.key} className={styles.link}>
            <InputField
              label={<LinkFieldLabel at={at}>Name</LinkFieldLabel>}
              value={row.label}
              autoComplete="off"
              maxLength={100}
              onChange={({ target }) => change(row.key, { label: target.value })}
            />
            <InputField
              label={<LinkFieldLabel at={at}>Address</LinkFieldLabel>}
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

const LinkFieldLabel = ({ at, children }: { at: number; children: string }) => (
  <>
    {children}
    <span className="vh"> of link {at + 1}</span>
  </>
);

const isInvalidLink = (entry: SocialEntry) => {
  const text = formatSocials([entry]);
  return text !== '' && parseSocials(text).length === 0;
};

/**
 * Builds the data URL that previews an SVG. The SVG isn't sanitised yet, but scripts don't run inside an image. An
 * image doesn't inherit a text colour either, so `text` replaces `currentColor`, and is the fill if the `<svg>` element
 * has none.
 */
const buildLogoPreviewUrl = (svg: string, text: string) => {
  const [head = ''] = /<svg[^>]*>/i.exec(svg) ?? [];
  const namespace = /\sxmlns=/.test(head) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  const fill = /\sfill=/.test(head) ? '' : ` fill="${text}"`;
  const source = svg.replace(/<svg/i, `<svg${namespace}${fill}`).replaceAll('currentColor', text);
  return `data:image/svg+xml,${encodeURIComponent(source)}`;
};

const svgHint =
  'An SVG drawing; without one, a lantern is shown. Parts with no colour of their own take the colour of the text.';

const logoHint =
  'A PNG, JPEG or WebP picture, or an SVG drawing; without one, a lantern is shown. A PNG with a transparent background, or a drawing, suits light and dark pages. A picture is kept under Media too.';

/** Uploads a picture to the media. Returns the logo that shows it, or the reason why the upload failed. */
async function uploadPicture(file: File): Promise<{ logo: string } | { problem: string }> {
  const problem = validateMediaFileSize(file);
  if (problem) return { problem };
  const form = new FormData();
  form.set('alt', 'The society’s logo');
  form.set('fileElem', file);
  const answer = await sendFilesWithProgress(uploadMedia, form, () => {});
  const [item] = answer.code === 200 ? answer.items : [];
  return item ? { logo: toPictureLogo(item) } : { problem: answer.msg };
}

/**
 * Chooses the society's logo from a file, and previews it on a light and a dark background. The logo is saved as SVG
 * text, which can be pasted without JavaScript.
 */
export function LogoField({
  logo,
  error,
  onChange,
}: {
  logo: string;
  error: string | undefined;
  onChange: (svg: string) => void;
}) {
  const [fileError, setFileError] = useState('');
  const [isUploading, setIsUploading] = useState(false);
  /** Counts removals. The count is the key of the file input, which would otherwise still name the removed file. */
  const [removalCount, setRemovalCount] = useState(0);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    setFileError('');
    if (/^image\/(?!svg)/.test(file.type)) {
      setIsUploading(true);
      const result = await uploadPicture(file);
      setIsUploading(false);
      if ('logo' in result) onChange(result.logo);
      else setFileError(`${result.problem} The logo stays as it is.`);
      return;
    }
    // A character takes at most four bytes, so a larger file must be too long, and isn't read
    const svg = file.size > 4 * maxLogoLength ? undefined : await file.text();
    const isTooLarge = svg === undefined || svg.length > maxLogoLength;
    if (!isTooLarge && /<svg[\s>]/i.test(svg)) onChange(svg);
    else
      setFileError(
        isTooLarge && /\.svg$/i.test(file.name)
          ? `“${file.name}” is too large. Use a simpler drawing, up to 100 kB of SVG, or a PNG. The logo stays as it is.`
          : `“${file.name}” is neither a picture nor an SVG drawing. The logo stays as it is.`,
      );
  }

  function remove() {
    setFileError('');
    setRemovalCount(removalCount + 1);
    onChange('');
  }

  return (
    <>
      <div className={styles.logo}>
        <Field label="Logo" hint={logoHint} error={fileError || error}>
          {(control) => (
            <FileInput
              key={removalCount}
              {...control}
              accept=".svg,image/svg+xml,image/png,image/jpeg,image/webp"
              disabled={isUploading}
              onChange={(event) => void choose(event)}
            />
          )}
        </Field>
        {isUploading && <p role="status">Uploading the logo…</p>}
        {logo !== '' && (
          <div className={styles.previews}>
            <img
              className={styles.light}
              src={findLogoPicturePath(logo) || buildLogoPreviewUrl(logo, '#211a16')}
              alt="The logo on a light background"
            />
            <img
              className={styles.dark}
              src={findLogoPicturePath(logo) || buildLogoPreviewUrl(logo, '#f4efe6')}
              alt="The logo on a dark background"
            />
            <Button look="line" small onClick={remove}>
              Remove logo
            </Button>
          </div>
        )}
      </div>
      <div className={styles.text}>
        <Field label="Logo, as SVG" hint={svgHint}>
          {(control) => (
            <Textarea
              {...control}
              className={styles.source}
              name="logo"
              rows={3}
              spellCheck={false}
              value={logo}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
      </div>
    </>
  );
}
