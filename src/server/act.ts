/** Who does something, when and why: what every step that is written down says beside the step itself. */
export interface Act {
  /** The person; null: the program itself. */
  by: number | null;
  now_ms: number;
  reason?: string | null;
}
