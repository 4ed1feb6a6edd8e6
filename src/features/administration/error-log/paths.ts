export const errorLogPath = '/members/admin/errors';
