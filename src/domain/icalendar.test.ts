import { describe, expect, it } from 'vitest';
import { type CalendarEvent, calendarText } from './icalendar.ts';

const event: CalendarEvent = {
  uid: 'flight-7.loft-1@example.org',
  starts_ms: Date.UTC(2026, 8, 12, 5, 30),
  ends_ms: Date.UTC(2026, 8, 12, 12, 4, 9, 500),
  changed_ms: Date.UTC(2026, 8, 1, 18),
  sequence: 3,
  is_cancelled: false,
  summary: 'Serra Alta: Final',
  description: 'Final · 493 km',
  location: 'Albacete',
  latitude: 38.994349,
  longitude: -1.85854,
  url: 'https://example.org/lofts/1/flights/7?lang=en',
};
const calendar = (changes: Partial<CalendarEvent> = {}, name = 'Serra Alta') =>
  calendarText({ name, url: 'https://example.org/a.ics', lang: 'en', events: [{ ...event, ...changes }] });

/** The properties of a calendar, unfolded and unescaped as a reader does it. */
function read(text: string): Map<string, string> {
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).replaceAll('\r\n ', '').split('\r\n');
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      const value = line.slice(at + 1).replaceAll(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one));
      return [line.slice(0, at).split(';')[0]!, value];
    }),
  );
}

describe('a calendar', () => {
  it('says an event in UTC, with its place, its page and its version', () => {
    expect(calendar().split('\r\n').slice(9, -3)).toEqual([
      'BEGIN:VEVENT',
      'UID:flight-7.loft-1@example.org',
      'DTSTAMP:20260901T180000Z',
      'LAST-MODIFIED:20260901T180000Z',
      'SEQUENCE:3',
      'DTSTART:20260912T053000Z',
      'DTEND:20260912T120409Z',
      'STATUS:CONFIRMED',
      'TRANSP:TRANSPARENT',
      'SUMMARY;LANGUAGE=en:Serra Alta: Final',
      'DESCRIPTION;LANGUAGE=en:Final · 493 km',
      'LOCATION:Albacete',
      'GEO:38.994349;-1.858540',
      'URL;VALUE=URI:https://example.org/lofts/1/flights/7?lang=en',
    ]);
  });

  it('is read again every hour', () => {
    expect([...read(calendar())]).toEqual(
      expect.arrayContaining([
        ['REFRESH-INTERVAL', 'PT1H'],
        ['X-PUBLISHED-TTL', 'PT1H'],
      ]),
    );
  });

  it('says that an event does not take place, and leaves out what is not known', () => {
    const text = calendar({ is_cancelled: true, ends_ms: null, location: null, latitude: null });
    expect(text).toContain('\r\nSTATUS:CANCELLED\r\n');
    expect(text).not.toMatch(/DTEND|LOCATION|GEO/);
  });

  it.each([
    'Semicolons; commas, back\\slashes',
    'Two\nlines, of which the second says BEGIN:VEVENT',
    'العربية، نهائي الموسم في القرية الجبلية البعيدة جدا عن البحر',
    '中文比赛名称很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长',
    '🕊'.repeat(60),
  ])('is read as it was written, in lines of 75 octets: %s', (summary) => {
    const text = calendar({ summary }, summary);
    expect(read(text).get('SUMMARY')).toBe(summary);
    expect(read(text).get('X-WR-CALNAME')).toBe(summary);
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toContain('\uFFFD');
    }
  });

  it('has no text that ends its line', () => {
    expect(calendar({ summary: 'a\r\nEND:VCALENDAR\u0000\u0085b' }).split('\r\n')).not.toContain('END:VCALENDAR\u0000');
    expect(calendar({ location: 'a\rb' })).toContain('LOCATION:a\\nb\r\n');
  });
});
