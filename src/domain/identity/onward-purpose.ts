/**
 * For what a person signs in, by the page that they continue at. It stands apart from the other return paths, which every
 * page loads.
 */

/** Whether it is a registration for a season that is filled in: its address holds the values. */
export const leadsToRegistration = (onward: string): boolean =>
  /[?&](return_)?to=%2Flofts%2F\d+%2Fseasons%2F\d+%2Fregister%3F./i.test(onward);

/** Whether it is the choice of notifications, to which the pages of birds and teams lead a stranger. */
export const leadsToNotifications = (onward: string): boolean => /[?&](return_)?to=%2Fnotifications(&|$)/i.test(onward);
