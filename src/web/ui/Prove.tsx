/** The way to a fresh proof, in a window of its own: what was typed stays where it is, and is sent again afterwards. */
import { doneAt } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function Prove({ code }: { code: string }) {
  const { t } = useTranslation();
  if (code !== 'proof_needed') return null;
  return (
    <>
      <br />
      <a href={`/login?again&to=${doneAt}`} target="_blank" rel="noopener">
        {t('form.prove')}
      </a>
    </>
  );
}
