/** The handbook's pages, each a job: what everyone does first. Each is `docs/handbook/{job}.md`. */
export const jobs = [
  'member',
  'director',
  'front-of-house',
  'box-office',
  'treasurer',
  'membership-secretary',
  'secretary',
  'webmaster',
] as const;
export type Job = (typeof jobs)[number];

export const handbookPath = '/members/help';

export const pathOfJob = (job: Job) => `${handbookPath}/${job}`;

export const jobCalled = (name: string): Job | undefined => jobs.find((job) => job === name);
