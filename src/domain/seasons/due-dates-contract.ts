/** The schema of a due date in a reply (3.4), and the calls of its editors. */
import { z } from 'zod';
import { contract, id, replyId } from '#domain/contract.ts';
import { loft } from '#domain/lofts/contract.ts';
import { boundedInteger, calendarDay, nullableBoundedInteger, requiredText, text } from '#domain/validation.ts';
import { season } from './contract.ts';

const categoryId = z.literal([1, 2, 3, 4, 5, 6]);

/** A due date for the public. */
export const dueDate = z.object({
  id: replyId,
  name: z.string(),
  description: z.string().nullable(),
  due_date_category_id: categoryId,
  starts_at: z.iso.date(),
  ends_at: z.iso.date(),
  /** In working days; for the payment only. */
  max_duration: z.int().nullable(),
});
export type DueDate = z.output<typeof dueDate>;

/** With its version, which an editor sends back with a change. */
export const editedDueDate = dueDate.extend({ version: z.int() });
export type EditedDueDate = z.output<typeof editedDueDate>;

export const registrationStates = ['unset', 'ahead', 'open', 'closed'] as const;

/** The input of an operator. */
export const dueDateFields = z.strictObject({
  due_date_category_id: z.coerce.number().pipe(categoryId),
  name: requiredText({ max: 128 }),
  description: text({ max: 4000 }).default(''),
  starts_at: calendarDay(),
  ends_at: calendarDay(),
  max_duration: nullableBoundedInteger({ min: 1, max: 365 }),
});
export type DueDateFields = z.output<typeof dueDateFields>;

const seen = { version: boundedInteger({ min: 1 }) };

export const readDueDates = contract({
  name: 'readDueDates',
  summary: 'The due dates of the season that a header names, the earliest first (7.3)',
  method: 'GET',
  path: '/api/res/v1/due-dates',
  access: 'season.read',
  headers: z.object({ seasonid: z.string().transform(Number).pipe(replyId) }),
  reply: z.array(dueDate),
});

export const listDueDates = contract({
  name: 'listDueDates',
  summary: 'The due dates of a season for those who set them, the earliest first',
  method: 'GET',
  path: '/api/admin/seasons/{season_id}/due-dates',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  reply: z.object({
    loft,
    season,
    due_dates: z.array(editedDueDate),
    /** The present day at the loft. */
    today: z.iso.date(),
    registration: z.enum(registrationStates),
  }),
});

export const addDueDate = contract({
  name: 'addDueDate',
  summary: 'Gives a season a due date, which is judged together with all others (5.1, 5.2)',
  method: 'POST',
  path: '/api/admin/seasons/{season_id}/due-dates',
  access: 'season.manage',
  params: z.object({ season_id: id }),
  body: dueDateFields,
  reply: z.object({ due_date: editedDueDate }),
});

export const changeDueDate = contract({
  name: 'changeDueDate',
  summary: 'Changes a due date that nobody changed since it was seen',
  method: 'PUT',
  path: '/api/admin/seasons/{season_id}/due-dates/{due_date_id}',
  access: 'season.manage',
  params: z.object({ season_id: id, due_date_id: id }),
  body: dueDateFields.extend(seen),
  reply: z.object({ due_date: editedDueDate }),
});

export const removeDueDate = contract({
  name: 'removeDueDate',
  summary: 'Takes a due date that nobody changed since it was seen off a season',
  method: 'DELETE',
  path: '/api/admin/seasons/{season_id}/due-dates/{due_date_id}',
  access: 'season.manage',
  params: z.object({ season_id: id, due_date_id: id }),
  body: z.strictObject(seen),
  reply: z.object({}),
});
