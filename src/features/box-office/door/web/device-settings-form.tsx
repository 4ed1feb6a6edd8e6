import { useEffect, useState } from 'react';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { type DeviceSettings, loadDeviceSettings, storeDeviceSettings } from './device-storage.ts';

/** Settings of this device, which it stores. */
export function DeviceSettingsForm({ user }: { user: string }) {
  const [liked, setLiked] = useState<DeviceSettings>({ device: '', muted: false });
  useEffect(() => setLiked(loadDeviceSettings(user)), [user]);
  function like(changed: Partial<DeviceSettings>) {
    const now = { ...liked, ...changed };
    setLiked(now);
    storeDeviceSettings(user, now);
  }
  return (
    <>
      <InputField
        label="Name of this door"
        hint="Other doors see this when a ticket is used twice. For example: front, side, balcony."
        maxLength={40}
        autoComplete="off"
        value={liked.device}
        onChange={({ target }) => like({ device: target.value })}
      />
      <Checkbox checked={liked.muted} onChange={({ target }) => like({ muted: target.checked })}>
        Mute sounds
      </Checkbox>
    </>
  );
}
