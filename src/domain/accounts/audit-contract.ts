/** The calls about everything that people did, whatever table records it: on the site (6.3), and in a loft (1.3). */
import { z } from 'zod';
import { contract, id, instant, replyId } from '#domain/contract.ts';
import { calendarDay } from '#domain/validation.ts';
import { name } from './contract.ts';

/** What an entry is about; each has its record. */
export const auditKinds = [
  'permission',
  'security',
  'settings',
  'season',
  'flight',
  'ruling',
  'dispute',
  'declaration',
  'order',
  'payment',
  'transport',
  'pigeon',
  'sale',
  'work',
] as const;
export type AuditKind = (typeof auditKinds)[number];

const auditEntry = z.object({
  /** Its place in the audit, also the cursor of the entries before it. */
  key: z.string(),
  kind: z.enum(auditKinds),
  at: instant,
  /** Null: the program itself. */
  by: name.nullable(),
  what: z.string().meta({ description: 'The action, or the state that was reached: order.move, confirmed' }),
  about: name.nullable().meta({ description: 'The person it is about' }),
  loft: z.object({ id: replyId, name: z.string() }).nullable(),
  season_id: replyId.nullable(),
  /** The id of the thing in its season: of an order, a flight, a pigeon, a request; null: it has no page. */
  thing_id: replyId.nullable(),
  label: z.string().nullable().meta({ description: 'The name of a flight or season, the ring of a pigeon' }),
  /** Of an order. */
  number: z.int().nullable(),
  year: z.int().nullable(),
  reason: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** How both are narrowed and read on. */
const narrowing = {
  q: z.string().max(100).default('').meta({ description: 'Part of the name or address of who did it' }),
  before: z.string().max(120).optional().meta({ description: 'The key of an entry: those before it' }),
  most: z.coerce.number().int().min(1).max(10_000).default(50),
};
const page = {
  entries: z.array(auditEntry),
  older: z.string().nullable().meta({ description: 'The cursor of the next page; null: there is none' }),
};

export const listAudit = contract({
  name: 'listAudit',
  summary: 'Who did what, when and to what, over everything that is recorded; the latest first',
  method: 'GET',
  path: '/api/admin/audit',
  access: 'audit.read',
  query: z.object({
    ...narrowing,
    kind: z.enum(auditKinds).optional(),
    loft_id: id.optional(),
    day: calendarDay().optional().meta({ description: 'Of the world’s clock (UTC)' }),
  }),
  reply: z.object({
    ...page,
    lofts: z.array(z.object({ id: replyId, name: z.string() })),
  }),
});

/** What happens in a loft: not the log-ins of accounts, nor the work of the program. */
export const loftAuditKinds = auditKinds.filter((kind) => kind !== 'security' && kind !== 'work');

export const listLoftAudit = contract({
  name: 'listLoftAudit',
  summary: 'Who did what, when and to what in a loft; the latest first',
  method: 'GET',
  path: '/api/admin/lofts/{loft_id}/audit',
  access: 'audit.loft',
  params: z.object({ loft_id: id }),
  query: z.object({
    ...narrowing,
    kind: z.enum(loftAuditKinds).optional(),
    day: calendarDay().optional().meta({ description: 'By the clock of the loft' }),
  }),
  reply: z.object({ ...page, loft: z.object({ id: replyId, name: z.string(), time_zone: z.string() }) }),
});
