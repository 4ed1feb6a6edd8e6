import { Badge } from '#platform/web/ui/content/badge.tsx';
import { type DeliveryStatus, deliveryStatusLabels } from '../delivery-status.ts';

const tones: Partial<Record<DeliveryStatus, 'warning'>> = { failed: 'warning', retrying: 'warning' };

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge tone={tones[status] ?? 'plain'}>{deliveryStatusLabels[status]}</Badge>
);
