export const jobsPath = '/members/admin/jobs';
