/** When a page is loaded again after an action. */
import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Also after a refusal that is not about a field: what the page shows may be out of date. */
export function revalidateAfterRefusal({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}
