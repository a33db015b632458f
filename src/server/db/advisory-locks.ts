/**
 * The advisory locks of PostgreSQL that have a number of their own, each for one purpose: who takes the number of another
 * waits for what has nothing to do with it. Locks on a text (`hashtextextended`) stand where they are taken.
 */
export const advisoryLocks = {
  /** Two programs that start at once migrate one after the other. */
  migration: 7_340_001,
  /** Two that grant the same at once would change the same row of PostgreSQL's own tables, and one would fail. */
  queue_grants: 7_340_003,
  /** Of the programs on one database one flies the demo, as long as it runs. */
  demo: 7_340_004,
  /** Imports that open lofts do so one after the other. */
  import_opens_loft: 7_340_005,
} as const;
