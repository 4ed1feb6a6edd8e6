import { Badge } from '#platform/web/ui/Badge.tsx';
import { type Standing, standings } from '../delivery-status.ts';

const tones: Partial<Record<Standing, 'warning'>> = { failed: 'warning', retrying: 'warning' };

export const StandingBadge = ({ standing }: { standing: Standing }) => (
  <Badge tone={tones[standing] ?? 'plain'}>{standings[standing]}</Badge>
);
