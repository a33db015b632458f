/**
 * What the database refuses by itself, told as the rule's own no. A constraint that keeps a rule of the domain is named
 * by the code of the refusal, and where it belongs to a field, by that too: `payment_before_registration.starts_at`.
 * A further part only makes the name of an index its own: `error_unique.name.seasons`. A trigger that raises it tells
 * the values for the sentence's blanks as JSON in its detail.
 */
import type { DatabaseError } from 'pg';
import { defaultLocale } from '#domain/locales.ts';
import { Refusal, type RefusalCode, type RefusalParams, refusalAt } from '#domain/refusal.ts';
import { words } from '#server/words.ts';
import { isDatabaseAway } from './database.ts';
import { isConflict } from './transaction.ts';

/** What can only be done later, because of the database: `database_away`, `changed_at_once`; null for any other error. */
export function laterOfDatabase(error: unknown): Refusal | null {
  const code = isDatabaseAway(error) ? 'database_away' : isConflict(error) ? 'changed_at_once' : null;
  return code && Object.assign(new Refusal(code), { cause: error });
}

/** The rule's no for a constraint that was violated; null for any other error. */
export function refusalOfDatabase(error: unknown): Refusal | null {
  const { code: sqlState = '', constraint = '', detail } = error as Partial<DatabaseError>;
  if (!sqlState.startsWith('23')) return null;
  const [code = '', field] = constraint.split('.');
  if (!words(defaultLocale).exists(`refusals.${code}`)) return null;
  const params: RefusalParams = detail?.startsWith('{') ? JSON.parse(detail) : {};
  return field ? refusalAt(field, code as RefusalCode, params) : new Refusal(code as RefusalCode, params);
}
