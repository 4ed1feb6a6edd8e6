import type { ComponentProps } from 'react';
import { type Settings, securitySettings } from '#features/society/settings/settings.ts';
import { Field, type FieldControlProps, Input, Select } from '#platform/web/ui/fields/field.tsx';
import { settingChoices, settingNames } from './setting-names.ts';

/** The form's settings as they were, and their errors, by the names they are sent by. */
export interface SettingsFormState {
  settings: Settings;
  errors: Record<string, string>;
  /** True if the visitor may change security settings. */
  maySecure: boolean;
}

interface Of<Name extends keyof typeof settingNames = keyof typeof settingNames> {
  of: Name;
  /** The name of its field. */
  name: string;
  form: SettingsFormState;
  hint?: string | undefined;
  /** Its label in the form. */
  label?: string;
}

/** A setting under its label; `children` draws its control. */
export function SettingField({
  of,
  name,
  form: { settings, errors, maySecure },
  hint,
  label = settingNames[of],
  children,
}: Of & {
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

/** A setting that is typed on one line. */
export const TextSettingField = ({
  of,
  name,
  form,
  hint,
  label = settingNames[of],
  ...input
}: Of & Omit<ComponentProps<'input'>, 'form'>) => (
  <SettingField {...{ of, name, form, hint, label }}>{(control) => <Input {...control} {...input} />}</SettingField>
);

/** A setting that is one of several. */
export const SelectSettingField = (setting: Of<keyof typeof settingChoices>) => (
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

/** A setting for email addresses. */
export const MailSetting = (setting: Of) => <TextSettingField {...setting} inputMode="email" autoComplete="off" />;

/** A setting for a number of months of storage. */
export const MonthsSetting = (setting: Of) => (
  <TextSettingField
    {...setting}
    label={`${settingNames[setting.of]} (months)`}
    hint="0 keeps them for ever."
    type="number"
    min={0}
    max={120}
    required
  />
);
