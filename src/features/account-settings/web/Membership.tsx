import { Empty } from '#platform/web/ui/Empty.tsx';
import { FormSection } from '#platform/web/ui/FormSection.tsx';

/** A placeholder: subscriptions aren't sold here yet. */
export function Membership() {
  return (
    <FormSection id="membership" title="Manage Membership">
      <Empty title="Not open yet">
        Subscriptions can’t be paid here yet. When they open, you will see yours in this place.
      </Empty>
    </FormSection>
  );
}
