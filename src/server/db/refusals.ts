/**
 * Constraint violations as refusals. A constraint that enforces a rule of the domain is named by the code of the
 * refusal, and where it belongs to a field, by that too: `payment_before_registration.starts_at`. A further part only
 * makes the name of an index unique: `error_unique.name.seasons`. A trigger that raises it gives the parameters of the
 * message as JSON in its detail.
 */
import type { DatabaseError } from 'pg';
import { defaultLocale } from '#domain/locales.ts';
import { Refusal, type RefusalCode, type RefusalParams, refusalAt } from '#domain/refusal.ts';
import { words } from '#server/translations.ts';
import { isDatabaseAway } from './database.ts';
import { isConflict } from './transaction.ts';

/** The refusal for a temporary database error: `database_away`, `changed_at_once`; null for any other error. */
export function laterOfDatabase(error: unknown): Refusal | null {
  const code = isDatabaseAway(error) ? 'database_away' : isConflict(error) ? 'changed_at_once' : null;
  return code && Object.assign(new Refusal(code), { cause: error });
}

/** The refusal for a violated constraint; null for any other error. */
export function refusalOfDatabase(error: unknown): Refusal | null {
  const { code: sqlState = '', constraint = '', detail } = error as Partial<DatabaseError>;
  if (!sqlState.startsWith('23')) return null;
  const [code = '', field] = constraint.split('.');
  if (!words(defaultLocale).exists(`refusals.${code}`)) return null;
  const params: RefusalParams = detail?.startsWith('{') ? JSON.parse(detail) : {};
  return field ? refusalAt(field, code as RefusalCode, params) : new Refusal(code as RefusalCode, params);
}
