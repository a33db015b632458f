/**
 * A file that is sent with a form. A picture is made smaller in the browser first; what is too large is said at the field,
 * before anything is sent. Without a script the site says the same when the form comes back.
 */
import { type ChangeEvent, type ComponentProps, useState } from 'react';
import { type FieldError, isRefusal, Refusal } from '#domain/refusal.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { fitted } from '#web/lib/upload.ts';
import { Field } from './Field.tsx';

/** The picture of a person is small; the site makes it no larger than this. */
const portraitSide = 1024;

export type FileFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'onChange'> & {
  /** What it may be: a picture, or any file of the types in `accept`. */
  as: 'image' | 'file';
  /** How large it may be, in megabytes. */
  max: number;
};

export function FileField({ as, max, errors, hint, ...field }: FileFieldProps) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  // Of a file that was chosen since the site answered.
  const [chosen, setChosen] = useState<{ since: FileFieldProps['errors']; wrong: readonly FieldError[] } | null>(null);
  const [busy, setBusy] = useState(false);

  const onChange = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const [file] = input.files ?? [];
    setChosen({ since: errors, wrong: [] });
    if (!file) return;
    setBusy(true);
    try {
      const sent = as === 'image' ? await smaller(file) : file;
      if (sent.size > max << 20) throw new Refusal('file_too_large', { max });
      // Another one was chosen meanwhile.
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

/** @throws Refusal `import_invalid_file` */
async function smaller(file: File): Promise<File> {
  const made = await fitted(file, portraitSide, 0.9);
  return new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: made.type });
}
