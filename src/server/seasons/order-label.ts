/** The number of an order as people read it, in SQL. */
import { type RawBuilder, sql } from 'kysely';

/** What `orderNumber` says of the order of this alias, by the year of its season. */
export const labelOf = (year: RawBuilder<unknown>, o: string) => {
  const number = sql`${sql.ref(`${o}.number`)}::text`;
  return sql`lpad((${year} % 100)::text, 2, '0') || '-' || lpad(${number}, greatest(4, length(${number})), '0')`;
};
