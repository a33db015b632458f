/** Days as texts, `YYYY-MM-DD`, without a time zone; for browser and server. They sort as text. */

const day_ms = 86_400_000;

/** The number of a day, counted from 1970-01-01. */
function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / day_ms;
}

/** The day so many days after a day; before it where the number is negative. */
export function daysAfter(day: string, days: number): string {
  return new Date((numberOf(day) + days) * day_ms).toISOString().slice(0, 10);
}

/** How many days lie between two days: 0 for the same, negative where `to` is the earlier one. */
export function daysBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from);
}
