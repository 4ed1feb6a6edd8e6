import { MyDataSection } from '#features/my-data/web/index.ts';
import { SettingsSection } from './SettingsSection.tsx';

export const MyData = () => (
  <SettingsSection id="my-data" title="My data" lead="What is held about you is yours to see, and to have erased.">
    <MyDataSection />
  </SettingsSection>
);
