export const giftAidPath = '/members/membership/gift_aid';
