/**
 * The link to the sign-in in a window of its own, where a form was refused for want of a session or of a fresh proof: the
 * form keeps its input, and is sent again afterwards.
 */
import { doneAt } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function FreshSignIn({ code }: { code: string }) {
  const { t } = useTranslation();
  if (code !== 'proof_needed' && code !== 'sign_in_first') return null;
  const isOver = code === 'sign_in_first';
  return (
    <>
      <br />
      <a href={`/login?${isOver ? '' : 'again&'}to=${doneAt}`} target="_blank" rel="noopener">
        {t(isOver ? 'form.log_in' : 'form.prove')}
      </a>
    </>
  );
}
