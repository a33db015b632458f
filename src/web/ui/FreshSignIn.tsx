/** The link to a fresh authentication, in a pop-up window: the form keeps its input, and is sent again afterwards. */
import { doneAt } from '#web/lib/sign-in.ts';
import { useTranslation } from '#web/lib/translation.ts';

export function FreshSignIn({ code }: { code: string }) {
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
