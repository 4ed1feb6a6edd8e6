import { readSettings } from '#features/society/settings/server/index.ts';
import type { Settings } from '#features/society/settings/settings.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/** The settings that may show pictures, by their names on the settings page. */
const texts: Partial<Record<keyof Settings, string>> = {
  about: 'About us',
  accessibility: 'Accessibility',
  privacy: 'Privacy',
  logo: 'Logo',
  ticketsHeroPhoto: 'Picture for the ticket page',
};

export async function findSettingTexts(db: DbReader) {
  const settings = await readSettings(db);
  return Object.entries(texts).map(([name, called]) => ({
    text: String(settings[name as keyof Settings]),
    where: `Site settings: ${called}`,
    href: '',
  }));
}
