/** How often open data may be asked for in a minute: from one network without a key, and with one key. */
export const requestsPerMinute = { free: 60, keyed: 600 } as const;
