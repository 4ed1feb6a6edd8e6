/**
 * The version of HMRC's model declaration for multiple donations: the day on which HMRC published it. Each declaration
 * stores the version of its wording. docs/gift-aid.md has the whole text.
 */
export const declarationWordingVersion = '2015-10-21';

export const declarationIntro =
  'Boost your donation by 25p of Gift Aid for every £1 you donate. Gift Aid is reclaimed by the charity from the tax you pay for the current tax year. Your address is needed to identify you as a current UK taxpayer.';

/** Formats the text that the donor agrees to. */
export const formatAgreement = (society: string): string =>
  `I want to Gift Aid my donation and any donations I make in the future or have made in the past 4 years to ${society}. I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax than the amount of Gift Aid claimed on all my donations in that tax year it is my responsibility to pay any difference.`;

/** The changes that a donor has to report to the charity. */
export const changesToReport = [
  'want to cancel this declaration',
  'change your name or home address',
  'no longer pay sufficient tax on your income and/or capital gains',
] as const;

export const higherRateNote =
  'If you pay Income Tax at the higher or additional rate and want to receive the additional tax relief due to you, you must include all your Gift Aid donations on your Self-Assessment tax return or ask HM Revenue and Customs to adjust your tax code.';
