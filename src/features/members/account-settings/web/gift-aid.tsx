import { GiftAidDeclaration } from '#features/money/gift-aid/web/index.ts';
import type { Page } from '#platform/shared/pages.ts';
import { FormSection } from '#platform/web/ui/fields/form-section.tsx';

export function GiftAidSettings({ page: { gift_aid, update_profile, posted } }: { page: Page<'account_settings'> }) {
  if (!gift_aid) return null;
  return (
    <FormSection
      id="gift-aid"
      title="Gift Aid"
      about="Lets the society claim back the tax you’ve paid on your subscription, at no cost to you."
    >
      <GiftAidDeclaration of={gift_aid} name={update_profile} {...(posted?.section === 'gift-aid' ? { posted } : {})} />
    </FormSection>
  );
}
