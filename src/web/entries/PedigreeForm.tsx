/** Upload and removal of a bird's pedigree; without a script the page's own form sends the file. */
import { Form, useRevalidator } from 'react-router';
import { type EntryToShow, uploadPedigree } from '#domain/entries/contract.ts';
import { mostMegabytes } from '#domain/files/file.ts';
import { pathOf } from '#domain/path.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Wrong } from '#web/ui/Field.tsx';
import { FileField } from '#web/ui/FileField.tsx';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import { Upload } from '#web/ui/Upload.tsx';

export interface PedigreeFormProps {
  order_id: number;
  bird: EntryToShow;
  answer: RefusedForm | undefined;
}

export function PedigreeForm({ order_id, bird, answer }: PedigreeFormProps) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const hydrated = useHydrated();
  const { pigeon_id, ring, pedigree } = bird;
  const errors = answer?.refused.errors;
  return (
    <>
      <h3>{t('entries.pedigree')}</h3>
      {hydrated ? (
        <Upload
          path={pathOf(uploadPedigree.path, { order_id, pigeon_id })}
          as="document"
          onStored={() => revalidate()}
        />
      ) : (
        <Form method="post" encType="multipart/form-data" className={form.form}>
          <input type="hidden" name="pigeon_id" value={pigeon_id} />
          <Wrong refused={errors ? undefined : answer?.refused} />
          <FileField
            as="file"
            max={mostMegabytes}
            label={t('upload.choose_one')}
            hint={t('upload.document', { max: mostMegabytes })}
            name="file"
            accept="image/*,application/pdf"
            required
            errors={errors?.file}
          />
          <button type="submit" name="intent" value="pedigree" className={panel.button}>
            {t('upload.send')}
          </button>
        </Form>
      )}
      {pedigree && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="pigeon_id" value={pigeon_id} />
          <button
            type="submit"
            name="intent"
            value="no_pedigree"
            className={`${panel.button} ${form.danger}`}
            aria-label={`${t('entries.no_pedigree')}: ${ring}`}
          >
            {t('entries.no_pedigree')}
          </button>
        </Form>
      )}
    </>
  );
}
