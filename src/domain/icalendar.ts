/** A calendar as a text (RFC 5545), for programs that show appointments. */

export interface CalendarEvent {
  /** The same for ever, on all sites of the world. */
  uid: string;
  starts_ms: number;
  /** Null: it takes no time. */
  ends_ms: number | null;
  /** When what is said here was last changed. */
  changed_ms: number;
  /** Grows with each change. */
  sequence: number;
  is_cancelled: boolean;
  summary: string;
  description: string;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
  /** The page of the event, absolute. */
  url: string;
}

export interface Calendar {
  name: string;
  /** Where the calendar itself is read, absolute. */
  url: string;
  /** A tag as `pt-PT`. */
  lang: string;
  events: readonly CalendarEvent[];
}

/** How often a program that follows a calendar reads it again. */
const refresh = 'PT1H';

/** The calendar as a text: lines of at most 75 octets that end with CR and LF, times in UTC. */
export function calendarText({ name, url, lang, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Loftline//Releases//EN',
    'CALSCALE:GREGORIAN',
    `NAME;LANGUAGE=${lang}:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    `SOURCE;VALUE=URI:${url}`,
    ...events.flatMap((event) => eventLines(event, lang)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent, lang: string): string[] {
  const { starts_ms, ends_ms, location, latitude, longitude } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    // Without a method both say when the event was last changed (RFC 5545, 3.8.7.2).
    `DTSTAMP:${instant(event.changed_ms)}`,
    `LAST-MODIFIED:${instant(event.changed_ms)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${instant(starts_ms)}`,
    ...(ends_ms !== null && ends_ms > starts_ms ? [`DTEND:${instant(ends_ms)}`] : []),
    `STATUS:${event.is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Who follows a race is not taken by it.
    'TRANSP:TRANSPARENT',
    `SUMMARY;LANGUAGE=${lang}:${escaped(event.summary)}`,
    `DESCRIPTION;LANGUAGE=${lang}:${escaped(event.description)}`,
    ...(location === null ? [] : [`LOCATION:${escaped(location)}`]),
    ...(latitude === null || longitude === null ? [] : [`GEO:${latitude.toFixed(6)};${longitude.toFixed(6)}`]),
    `URL;VALUE=URI:${event.url}`,
    'END:VEVENT',
  ];
}

/** `20260912T053000Z` */
const instant = (at_ms: number) => `${new Date(at_ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** A text as a value (RFC 5545, 3.3.11); control characters would end its line. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ');

const most_octets = 75;

/** A line in pieces of at most 75 octets, each after the first behind a space; no character is cut (RFC 5545, 3.1). */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > most_octets) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}

/** The octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
