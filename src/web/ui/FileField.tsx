/**
 * A file field of a form. A picture is made smaller in the browser first; a file that is too large is reported at the
 * field before anything is sent. Without a script the site reports the same when the form is refused.
 */
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { type FieldError, isRefusal, Refusal } from '#domain/refusal.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { fitted } from '#web/lib/upload.ts';
import { Field } from './Field.tsx';

/** The size of a person's picture, px. */
const portraitSide = 1024;

export type FileFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'onChange'> & {
  /** The kind of file: a picture, or any file of the types in `accept`. */
  as: 'image' | 'file';
  /** The largest size, in megabytes. */
  max: number;
  /** The longer side that a picture is reduced to, px: the site stores it no larger. */
  side?: number;
};

export function FileField({ as, max, side = portraitSide, errors, hint, ...field }: FileFieldProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  // The error of a file that was chosen after the last reply of the site.
  const [chosen, setChosen] = useState<{ since: FileFieldProps['errors']; wrong: readonly FieldError[] } | null>(null);
  const [busy, setBusy] = useState(false);

  const onChange = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    setChosen({ since: errors, wrong: [] });
    if (!file) return;
    setBusy(true);
    try {
      const sent = as === 'image' ? await smaller(file, side) : file;
      if (sent.size > max << 20) throw new Refusal('file_too_large', { max });
      // Another file was chosen meanwhile.
      if (input.files?.[0] !== file || sent === file) return;
      const list = new DataTransfer();
      list.items.add(sent);
      input.files = list.files;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      input.value = '';
      setChosen({ since: errors, wrong: [{ code: error.code, params: error.params }] });
    } finally {
      setBusy(false);
    }
  };

  const shown = chosen?.since === errors ? chosen?.wrong : errors;
  return (
    <Field
      type="file"
      {...(as === 'image' && { accept: 'image/*' })}
      {...field}
      hint={as === 'image' && hydrated ? t('upload.image') : hint}
      errors={shown?.length ? shown : undefined}
      aria-busy={busy || undefined}
      onChange={(event) => void onChange(event)}
    />
  );
}

/** @throws Refusal `pedigree.import_invalid_file` */
async function smaller(file: File, side: number): Promise<File> {
  const made = await fitted(file, side, 0.9);
  return new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: made.type });
}
