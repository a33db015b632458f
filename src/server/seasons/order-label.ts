/** The displayed number of an order, in SQL. */
import { type RawBuilder, sql } from 'kysely';

/** `orderNumber` in SQL, for the order of this alias and the year of its season. */
export const labelOf = (year: RawBuilder<unknown>, o: string) => {
  const number = sql`${sql.ref(`${o}.number`)}::text`;
  return sql`lpad((${year} % 100)::text, 2, '0') || '-' || lpad(${number}, greatest(4, length(${number})), '0')`;
};
