/**
 * The refusal of a rule. It has a code, which is also the key of its sentence in `locales/`, and the values for the
 * placeholders of that sentence. Anything else that is thrown is a bug.
 */
import type english from '../../locales/en.json';

/** The codes of refusals: every code with a sentence. Plural forms belong to one code. */
export type RefusalCode = Whole<keyof (typeof english)['refusals']>;
type Whole<Key extends string> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;

export type RefusalParams = Readonly<Record<string, string | number>>;

/**
 * A refusal by a rule. Recognise it with {@link isRefusal}, never with `instanceof`: in production this module exists
 * twice in one process (the server's copy and the one bundled with the pages).
 */
export class Refusal extends Error {
  readonly brand = 'Refusal';
  readonly code: RefusalCode;
  readonly params: RefusalParams;
  /** For input that does not parse: the errors by field (dotted path). */
  readonly errors: FieldErrors | undefined;

  constructor(code: RefusalCode, params: RefusalParams = {}, errors?: FieldErrors) {
    super(code);
    this.code = code;
    this.params = params;
    this.errors = errors;
  }
}

export type FieldErrors = Readonly<Record<string, readonly FieldError[]>>;

/** An error of a field: the code of the sentence and the values for its placeholders. */
export interface FieldError {
  code: RefusalCode;
  params?: RefusalParams;
}

/** A refusal that belongs to one field. */
export function refusalAt(field: string, code: RefusalCode, params: RefusalParams = {}): Refusal {
  return new Refusal(code, params, { [field]: [{ code, params }] });
}

/** True for a {@link Refusal} of any copy of this module. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && (error as { brand?: unknown }).brand === 'Refusal';
}

/**
 * The HTTP status of a refusal: 400 the request cannot be read, 401 sign in first, 403 forbidden or only after a better
 * proof, 404 not found (or existence is private), 405 can only be read, 422 input that does not parse, 429 too often, 500 a route that nobody has the right to, 503 another service is
 * away (database, file storage, identity, card or SMS provider) or the same rows are being changed, 409 every other
 * rule.
 */
export function statusOf(refusal: Refusal): number {
  return statuses[refusal.code] ?? 409;
}

/** Seconds after which a refused request with status 503 is worth repeating. */
export function retryAfter({ params }: Refusal): number {
  return typeof params.seconds === 'number' ? params.seconds : 1;
}

const statuses: Partial<Record<RefusalCode, number>> = {
  request_broken: 400,
  sign_in_first: 401,
  api_key_invalid: 401,
  token_error: 401,
  refresh_token_error: 401,
  forbidden: 403,
  second_factor_needed: 403,
  proof_needed: 403,
  other_site: 403,
  access_protected: 403,
  only_seen: 403,
  needs_merchant: 403,
  needs_seasons: 403,
  not_found: 404,
  read_only: 405,
  body_too_large: 413,
  file_too_large: 413,
  form_expected: 415,
  bad_input: 422,
  too_often: 429,
  uploads_waiting: 429,
  unknown_middleware: 500,
  database_away: 503,
  changed_at_once: 503,
  provider_away: 503,
  cards_away: 503,
  files_away: 503,
  sms_away: 503,
};
