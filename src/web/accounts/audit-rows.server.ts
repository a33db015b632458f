/** The rows of a file of an activity log, of the site or of a loft. */
import type { AuditEntry } from '#domain/accounts/audit-contract.ts';
import type { Cell } from '#domain/table.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { clockTime, isoDay } from '#web/lib/intl.ts';
import { nameOf } from '#web/lib/person-name.ts';
import { rowsOf } from '#web/lib/table-file.server.ts';
import { kindWords, thingIn, whatIn } from './audit-words.ts';

/** The latest entries that one file holds. */
export const mostInFile = 10_000;

/** @param time_zone of the times; those in UTC are of many lofts, and each entry names its own */
export function auditRows(t: Words, entries: readonly AuditEntry[], time_zone: string): Cell[][] {
  const ofSite = time_zone === 'UTC';
  const when = (at_ms: number) => `${isoDay(at_ms, time_zone)} ${clockTime(at_ms, time_zone).time}`;
  return rowsOf<AuditEntry>(
    [
      [ofSite ? `${t('rights.when')} (UTC)` : t('rights.when'), ({ at }) => when(Date.parse(at))],
      [t('rights.by'), ({ by }) => (by ? (nameOf(by) ?? by.email) : t('rights.program'))],
      [t('audit.kind'), ({ kind }) => t(kindWords[kind])],
      [t('audit.what'), (entry) => whatIn(t, entry)],
      [t('audit.thing'), (entry) => thingIn(t, entry)],
      ofSite && [t('loft.loft'), ({ loft }) => loft?.name ?? null],
      [t('ruling.reason'), ({ reason }) => reason],
    ],
    entries,
  );
}
