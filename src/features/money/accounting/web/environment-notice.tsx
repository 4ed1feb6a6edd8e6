import type { Accounting } from '../contract.ts';

const labels = {
  practice: 'These are the demo’s books. No money moves, and none of it counts once you leave the demo.',
  sandbox:
    'These are test books. Square’s sandbox is in use, so nothing here counts towards the society’s own. Don’t enter real cash.',
} as const;

/** A notice if it isn't the society's own money. */
export const EnvironmentNotice = ({ environment }: Pick<Accounting, 'environment'>) =>
  environment === 'production' ? null : <p className="meta">{labels[environment]}</p>;
