/** Links to the two lists of activations, reserves and the final, each with its number of unpaid birds. */
import { type ActivationKind, activationKinds } from '#domain/activations/activation.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ListParts } from '#web/ui/ListParts.tsx';

export interface KindsProps {
  shown: ActivationKind;
  counts: Readonly<Record<ActivationKind, { pending: number }>>;
}

export function Kinds({ shown, counts }: KindsProps) {
  const { t } = useTranslation();
  return (
    <ListParts
      label={t('admin.activations')}
      parts={activationKinds.map((kind) => ({
        to: `?kind=${kind}`,
        word: t(`product.${kind}_activation`),
        count: counts[kind].pending,
        isShown: shown === kind,
      }))}
    />
  );
}
