import { type ComponentProps, useState } from 'react';
import { calendarMonths } from '#features/money/subscriptions/renewal.ts';
import { securitySettings } from '#features/society/settings/security-settings.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import { Field, type FieldControlProps, Input, Select } from '#platform/web/ui/fields/field.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import styles from './setting.module.css';

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

/** Formats a setting's value as its form shows it. */
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
    <div className={styles.row} style={{ '--accent-hue': chosen } as React.CSSProperties}>
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
