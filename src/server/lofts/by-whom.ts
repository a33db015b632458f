/** Who did something at a loft, as their colleagues are told. */

interface Who {
  user_id: number | null;
  first_name: string | null;
  last_name: string | null;
}

/** Null: the program itself. */
export function byWhom({ user_id, first_name, last_name }: Who) {
  return user_id === null ? null : { user_id, first_name, last_name };
}
