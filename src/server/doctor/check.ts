/** The input and the result of a check of an installation. */
import type pg from 'pg';
import type { Config } from '#server/config.ts';

export interface Finding {
  /** The check that found it. */
  name: string;
  /** The problem … */
  what: string;
  /** … and how to correct it. */
  repair: string;
}

/** The installation to check. */
export interface Installation {
  config: Config;
  /** The address of the serving role. */
  url: string;
  /** The address of the role that owns the tables, where it is known. */
  ownerUrl: string | undefined;
  /** The folder of the embedded database, files and secrets. */
  data_dir: string;
  /** The version of Node that it runs on: `v24.1.0`. */
  node: string;
  /** The fewest free bytes on the data folder's disk. */
  least_free_bytes: number;
  /** Queries the database as the serving role. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Check {
  name: string;
  /** Null when all is well. A thrown error is a finding too. */
  run(at: Installation): Promise<Omit<Finding, 'name'> | null> | Omit<Finding, 'name'> | null;
}

/** An error in one line; some have only the text of the errors inside. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: Error[] };
  return (message || errors?.[0]?.message || code || String(error)).split('\n')[0]!.replace(/\.$/, '');
}
