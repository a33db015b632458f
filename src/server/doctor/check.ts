/** What a check of an installation is given, and what it finds. */
import type pg from 'pg';
import type { Config } from '#server/config.ts';

export interface Finding {
  /** The check that found it. */
  name: string;
  /** What is wrong … */
  what: string;
  /** … and how to mend it. */
  repair: string;
}

/** An installation, as the checks see it. */
export interface Installation {
  config: Config;
  /** Of the role that serves. */
  url: string;
  /** Of the role that owns the tables, where it is known. */
  ownerUrl: string | undefined;
  /** Where the embedded database, files and secrets lie. */
  data_dir: string;
  /** The version of Node that it runs on: `v24.1.0`. */
  node: string;
  /** The fewest free bytes that the data folder's disk should have. */
  least_free_bytes: number;
  /** Ask the database as the role that serves. */
  ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export interface Check {
  name: string;
  /** Null where nothing is wrong. What it throws is a finding too. */
  run(at: Installation): Promise<Omit<Finding, 'name'> | null> | Omit<Finding, 'name'> | null;
}

/** An error in one line; some have no text but that of the errors inside. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: Error[] };
  return (message || errors?.[0]?.message || code || String(error)).split('\n')[0]!.replace(/\.$/, '');
}
