/**
 * The advisory locks of PostgreSQL that have a number, each for one purpose: a shared number would block unrelated
 * work. Locks on a text (`hashtextextended`) are defined where they are taken.
 */
export const advisoryLocks = {
  /** Programs that start at once migrate one after the other. */
  migration: 7_340_001,
  /** Simultaneous grants would update the same row of PostgreSQL's catalogue, and one would fail. */
  queue_grants: 7_340_003,
  /** One of the programs on a database runs the demo. */
  demo: 7_340_004,
  /** Imports that open lofts run one after the other. */
  import_opens_loft: 7_340_005,
} as const;
