import type { ReactNode } from 'react';

/**
 * The control that chooses the seats of tickets in a form: contributed by the screens that know a performance's plan.
 */
export type SeatPickerComponent = (props: {
  performance: { id: string; sells_seats: boolean };
  /** The number of tickets that need seats. */
  count: number;
  /** True if they may wait to be seated. */
  later: boolean;
  /** The messages by field name. */
  errors: Readonly<Record<string, string>>;
}) => ReactNode;
