import { MyDataSection } from '#features/identity/my-data/web/index.ts';
import { FormSection } from '#platform/web/ui/form-section.tsx';

export const MyData = () => (
  <FormSection id="my-data" title="My data" about="What is held about you is yours to see, and to have erased.">
    <MyDataSection />
  </FormSection>
);
