/** The author of a record, as colleagues of the loft see them. */

interface Who {
  user_id: number | null;
  first_name: string | null;
  last_name: string | null;
}

/** Null: the program itself. */
export function authorOf({ user_id, first_name, last_name }: Who) {
  return user_id === null ? null : { user_id, first_name, last_name };
}
