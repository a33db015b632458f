/** A field of a form with its label, its hint, and its error. */
import { type ComponentProps, type InputEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useActionData } from 'react-router';
import type { FieldError } from '#domain/refusal.ts';
import { useDaysInWords } from '#web/lib/days-in-words.ts';
import { useFormSentence, useSentence } from '#web/lib/sentence.ts';
import { FreshSignIn } from './FreshSignIn.tsx';
import styles from './form.module.css';
import { Icon } from './Icon.tsx';

interface FieldFrame {
  label: string;
  hint?: ReactNode;
  errors?: readonly FieldError[] | undefined;
}

export type FieldProps = FieldFrame & Omit<ComponentProps<'input'>, 'id' | 'children'>;

export function Field({ label, hint, errors: refused, ...input }: FieldProps) {
  const { errors, limited } = useLimit(refused, input);
  const { id, described } = useIds(hint, errors);
  return (
    <Frame id={id} label={label} hint={hint} errors={numberErrors(errors, input)}>
      <input id={id} aria-invalid={errors ? true : undefined} aria-describedby={described} {...input} {...limited} />
    </Frame>
  );
}

type Limited = Pick<ComponentProps<'input'>, 'maxLength'> & { onInput?: ((event: never) => void) | undefined };

/**
 * A text beyond its limit is told so at its field, and the call refuses it: the browser would cut off a pasted one
 * without a word.
 */
function useLimit(refused: FieldFrame['errors'], { maxLength: max, onInput }: Limited) {
  const [isLong, setLong] = useState(false);
  const limited = max !== undefined && {
    maxLength: undefined,
    onInput: (event: InputEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setLong(Array.from(event.currentTarget.value).length > max);
      onInput?.(event as never);
    },
  };
  const errors = isLong ? [{ code: 'label_max_characters', params: { max: max! } } as const] : refused;
  return { errors, limited };
}

/** A text where a number belongs is refused as missing (5.14); whoever sees the text is told what is wrong with it. */
function numberErrors(
  errors: FieldFrame['errors'],
  { type, inputMode, defaultValue = '' }: ComponentProps<'input'>,
): FieldFrame['errors'] {
  const isNumber = type === 'number' || inputMode === 'numeric' || inputMode === 'decimal';
  if (!isNumber || String(defaultValue).trim() === '') return errors;
  return errors?.map((error) => (error.code === 'error_required' ? { code: 'error_number' } : error));
}

type ChoiceProps = FieldFrame & Omit<ComponentProps<'select'>, 'id'>;

export function Choice({ label, hint, errors, children, ...select }: ChoiceProps) {
  const { id, described } = useIds(hint, errors);
  return (
    <Frame id={id} label={label} hint={hint} errors={errors}>
      <select id={id} aria-invalid={errors ? true : undefined} aria-describedby={described} {...select}>
        {children}
      </select>
    </Frame>
  );
}

type AreaProps = FieldFrame & Omit<ComponentProps<'textarea'>, 'id' | 'children'>;

export function Area({ label, hint, errors: refused, ...area }: AreaProps) {
  const { errors, limited } = useLimit(refused, area);
  const { id, described } = useIds(hint, errors);
  return (
    <Frame id={id} label={label} hint={hint} errors={errors}>
      <textarea
        id={id}
        rows={4}
        aria-invalid={errors ? true : undefined}
        aria-describedby={described}
        {...area}
        {...limited}
      />
    </Frame>
  );
}

type CheckProps = FieldFrame & Omit<ComponentProps<'input'>, 'id' | 'children' | 'type'>;

/** A checkbox; an unchecked one is not sent, as in every form. */
export function Check({ label, hint, errors, ...box }: CheckProps) {
  const { id, described } = useIds(hint, errors);
  return (
    <div className={styles.check}>
      <input id={id} type="checkbox" aria-invalid={errors ? true : undefined} aria-describedby={described} {...box} />
      <label htmlFor={id}>{label}</label>
      <Below id={id} hint={hint} errors={errors} />
    </div>
  );
}

/** The id of a field, and the ids of what describes it. */
export function useIds(hint: unknown, errors: unknown): { id: string; described: string | undefined } {
  const id = useId();
  const described = [hint && `${id}-hint`, errors && `${id}-wrong`].filter(Boolean).join(' ');
  return { id, described: described || undefined };
}

/** A control between its label and what is said below it. */
export function Frame({ id, label, hint, errors, children }: FieldFrame & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children}
      <Below id={id} hint={hint} errors={errors} />
    </div>
  );
}

function Below({ id, hint, errors }: Pick<FieldFrame, 'hint' | 'errors'> & { id: string }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {errors && (
        <p id={`${id}-wrong`} className={styles.wrong}>
          <Icon name="alert" size={18} />
          <Sentences errors={errors} />
        </p>
      )}
    </>
  );
}

function Sentences({ errors }: { errors: readonly FieldError[] }) {
  const sentence = useSentence();
  const inWords = useDaysInWords();
  return <span>{errors.map((error) => sentence(inWords(error))).join(' ')}</span>;
}

/** The error of a refused form as a whole. */
export function Wrong({ refused }: { refused: { code: string; params?: FieldError['params'] } | undefined }) {
  const sentence = useFormSentence();
  const inWords = useDaysInWords();
  const alert = useRef<HTMLParagraphElement>(null);
  const answer = useActionData<unknown>();
  const code = refused?.code;
  // A long form was sent from its end: whoever sent it is led to what is to be mended.
  useEffect(() => {
    if (!code || !answer) return;
    const field = alert.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (field ?? alert.current)?.focus();
  }, [code, answer]);
  if (!refused) return null;
  return (
    <p ref={alert} role="alert" tabIndex={-1} className={styles.wrong}>
      <Icon name="alert" size={18} />
      <span>
        {sentence(inWords(refused as FieldError))}
        <FreshSignIn code={refused.code} />
      </span>
    </p>
  );
}
