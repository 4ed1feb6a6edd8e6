import { MyDataSection } from '#features/identity/my-data/web/index.ts';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

export const MyData = () => (
  <FormSection id="my-data" title="My data" about="See everything we hold about you, or have it erased.">
    <MyDataSection />
  </FormSection>
);
