export const membershipPath = '/members/membership';
