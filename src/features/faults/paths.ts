export const faultsPath = '/members/admin/errors';
