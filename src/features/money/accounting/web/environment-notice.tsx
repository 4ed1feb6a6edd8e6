import type { Accounting } from '../contract.ts';

const labels = {
  practice: 'These are the demo’s books: no money moves, and none of it is counted once the demo is left.',
  sandbox:
    'These are books for trying out: Square’s sandbox is set, so nothing here is among the society’s own. Don’t enter real cash.',
} as const;

/** Says so where it isn't the society's own money. */
export const EnvironmentNotice = ({ environment }: Pick<Accounting, 'environment'>) =>
  environment === 'production' ? null : <p className="meta">{labels[environment]}</p>;
